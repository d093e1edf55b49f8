# Learning curves: error against rows, and against attribute values seen.
# Variables: data, plotted, name
stats data using 1 nooutput
set terminal svg size 1100,440 font 'sans,11' background '#ffffff'
set output plotted
load 'scripts/linetypes.gp'
set logscale x
set yrange [0:1.2]
set format x '10^{%L}'
set grid
set multiplot layout 1,2 title name margins 0.06,0.72,0.13,0.9 spacing 0.06
unset key
set ylabel 'squared error / that of predicting 0'
set xlabel 'rows'
plot for [i=0:STATS_blocks-1] data index i using 1:3 with linespoints ps 0.7 lw 1.5 lt i+1 dt i/8+1
unset ylabel
set key at screen 0.995,0.88 samplen 2 font ',10'
set xlabel 'attribute values seen'
plot for [i=0:STATS_blocks-1] data index i using 2:3 with linespoints ps 0.7 lw 1.5 lt i+1 dt i/8+1 title columnheader(1)
unset multiplot
