# types.awk: type.template for each line of types.table
#
#	awk -f sql/types.awk sql/type.template sql/types.table
FNR == NR { template = template $0 "\n"; next }

/^#/ || /^ *$/ { next }

{
	split($0, part, / *\| */)
	text = template
	gsub(/@type@/, part[1], text)
	gsub(/@many@/, part[2], text)
	gsub(/@text@/, part[3], text)
	gsub(/@what@/, part[4], text)
	printf "%s", text
}
