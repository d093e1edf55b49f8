# types.awk: prints type.template for each line of types.table
#
#	awk -f sql/types.awk sql/type.template sql/types.table
FNR == NR { template = template $0 "\n"; next }

/^#/ || /^ *$/ { next }

{
	split($0, part, / *\| */)
	text = template
	gsub(/@type@/, part[1], text)
	gsub(/@plural@/, part[2], text)
	gsub(/@comment@/, part[3], text)
	printf "%s", text
}
