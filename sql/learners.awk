# learners.awk: for each learner of learners.table a constructor with its options, DEFAULT NULL
#
#	awk -f sql/learners.awk sql/learners.table

/^#/ || /^ *$/ { next }

$1 ~ /:$/ {
	for (i = 2; i <= NF; i++)
		type[$i] = substr($1, 1, length($1) - 1)
	next
}

$2 == "=" {
	shared[$1] = substr($0, index($0, "=") + 2)
	next
}

# The comment on the learner above.
/^\t/ {
	gsub(/'/, "''")
	printf "\nCOMMENT ON FUNCTION %s(%s) IS\n'%s';\n",
		name, types, substr($0, 2)
	next
}

{
	name = $1
	options = substr($0, index($0, "|") + 2)
	for (group in shared)
		sub(group, shared[group], options)
	n = split(options, option, " ")
	printf "\nCREATE FUNCTION %s(", name
	types = ""
	for (i = 1; i <= n; i++)
	{
		printf "%s\n\t%s %s DEFAULT NULL", (i > 1 ? "," : ""), option[i], type[option[i]]
		types = types (i > 1 ? ", " : "") type[option[i]]
	}
	print "\n) RETURNS jsonb\n\tAS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;"
}
