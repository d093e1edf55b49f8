# Learning curves: error against rows, and against attribute values seen.  The
# first line, the best in the end, stands in each row of pictures, beside four others.
# Variables: data, plotted, name
stats data using 1 name 'rows' nooutput
stats data using 2 name 'seen' nooutput
others = rows_blocks - 1
pictures = int(ceil(others / 4.0))
height = 60 + 300 * pictures
set terminal pngcairo size 1200,height linewidth 1.3 pointscale 1.6 font 'DejaVu Sans,10' background '#ffffff'
set output plotted
load 'scripts/linetypes.gp'
set logscale x
set yrange [0:1.2]
set format x '10^{%L}'
set grid
set multiplot title name font ',14'
do for [p=0:pictures-1] {
	top = 1 - (45.0 + 300 * p) / height
	bottom = top - 240.0 / height
	first = 1 + p * others / pictures
	last = (p + 1) * others / pictures
	set tmargin at screen top
	set bmargin at screen bottom
	set lmargin at screen 0.06
	set rmargin at screen 0.37
	unset key
	set ylabel 'squared error / that of predicting 0'
	set xlabel 'rows'
	set xrange [rows_min:rows_max]
	plot data index 0 using 1:3 with linespoints ps 0.7 lw 1.5 lt 1, \
		for [i=first:last] data index i using 1:3 with linespoints ps 0.7 lw 1.5 lt 2+i-first
	set lmargin at screen 0.43
	set rmargin at screen 0.74
	set key at screen 0.99,top samplen 2 font ',10'
	unset ylabel
	set xlabel 'attribute values seen'
	set xrange [seen_min:seen_max]
	plot data index 0 using 2:3 with linespoints ps 0.7 lw 1.5 lt 1 title columnheader(1), \
		for [i=first:last] data index i using 2:3 with linespoints ps 0.7 lw 1.5 lt 2+i-first title columnheader(1)
}
unset multiplot
