# Errors of the pairs of digits: what looks at few pixels above, what looks at all below.
# Blocks are methods by name: AER, Baseline, lasso, moments with nothing and with the
# spread known, ridge.
# Variables: data, plotted, name
set terminal pngcairo size 1200,1000 linewidth 1.3 pointscale 1.6 font 'DejaVu Sans,12' background '#ffffff'
set output plotted
load 'scripts/linetypes.gp'
set ylabel 'squared error'
set xtics rotate by 90 right font ',8'
set grid ytics
set key top left maxrows 3 samplen 2 font ',10'
set style line 100 dt 2 lc rgb '#888888'
set multiplot layout 2,1 title name font ',14'
set yrange [0:0.9]
plot for [i=1:4] data index int(word('0 1 3 4', i)) using 1:3:xtic(2) with linespoints ps 0.7 title columnheader(1), \
	0.320 with lines ls 100 title 'paper: median of AER'
set xlabel 'pair of digits, by the error of ridge on all pixels'
set yrange [0:0.45]
plot for [i=1:3] data index int(word('4 2 5', i)) using 1:3:xtic(2) with linespoints ps 0.7 title columnheader(1), \
	0.110 with lines ls 100 title 'paper: median of ridge'
unset multiplot
