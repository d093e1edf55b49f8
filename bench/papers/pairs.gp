# Errors of the pairs of digits.
# Variables: data, plotted, name
stats data using 1 nooutput
set terminal svg size 900,480 font 'sans,11' background '#ffffff'
set output plotted
load 'scripts/linetypes.gp'
set xlabel 'pair of digits, by the error of ridge on all pixels'
set ylabel 'squared error'
set yrange [0:0.9]
set xtics rotate by 90 right font ',8'
set grid ytics
set key top left maxrows 4 samplen 2 font ',10'
set style line 100 dt 2 lc rgb '#888888'
plot for [i=0:STATS_blocks-1] data index i using 1:3:xtic(2) with linespoints ps 0.7 title columnheader(1), \
	0.320 with lines ls 100 title 'paper: medians of AER, ridge', 0.110 with lines ls 100 notitle
