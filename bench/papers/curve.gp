# Learning curves: error against rows, and against attribute values seen.
# Variables: data, plotted, name
stats data using 1 nooutput
set terminal svg size 1000,520 font 'sans,11' background '#ffffff'
set output plotted
set logscale x
set yrange [0:1.2]
set ylabel 'squared error / that of predicting 0'
set grid
set multiplot layout 1,2 title name
unset key
set xlabel 'rows'
plot for [i=0:STATS_blocks-1] data index i using 1:3 with linespoints lw 1.5 lt i+1 dt i/8+1
set key outside below maxrows 8 samplen 2 font ',9'
set xlabel 'attribute values seen'
plot for [i=0:STATS_blocks-1] data index i using 2:3 with linespoints lw 1.5 lt i+1 dt i/8+1 title columnheader(1)
unset multiplot
