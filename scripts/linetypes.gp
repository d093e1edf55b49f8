# Lines that can be told apart, also by those who see few colours; on white.
set linetype 1 lc rgb '#d55e00' pt 7
set linetype 2 lc rgb '#0072b2' pt 5
set linetype 3 lc rgb '#009e73' pt 9
set linetype 4 lc rgb '#cc79a7' pt 11
set linetype 5 lc rgb '#b8860b' pt 13
set linetype 6 lc rgb '#606060' pt 6
set linetype 7 lc rgb '#000000' pt 4
set linetype 8 lc rgb '#56b4e9' pt 8
set linetype cycle 8
