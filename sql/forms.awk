# forms.awk: the forms of features and targets, which aggregates.awk and scorers.awk share
#
# Features are arrays of any type ("array"), arrays of each type of numbers ("typed"), whole rows
# ("row") or jsonb objects ("jsonb"). A function with several forms stands in a table once, with F
# in place of the features and T in place of the target. Below it stand the comments of its forms.

BEGIN {
	FS = " *[|] *"
	types = "real float8 smallint integer bigint numeric boolean"

	# The types of features and target of each form.
	add("array", "array", "anyarray", "anycompatiblenonarray")
	n = split(types, type, " ")
	for (i = 1; i <= n; i++)
	{
		add("typed", "array", type[i] "[]", "float8")
		add("typed", "array", type[i] "[]", "boolean")
		add("typed", "array", type[i] "[]", "text")
	}
	add("row", "row", "record", "text")
	n = split("float8 boolean text", type, " ")
	for (i = 1; i <= n; i++)
		add("jsonb", "jsonb", "jsonb", type[i])
}

function add(kind, reader, features, target)
{
	forms++
	kind_of[forms] = kind
	reader_of[forms] = reader
	features_of[forms] = features
	target_of[forms] = target
}

# The arguments with a form's types in place of F and T; without names and defaults if types_only.
function arguments(text, form, types_only,    n, i, part, argument, result)
{
	n = split(text, part, " *, *")
	for (i = 1; i <= n; i++)
	{
		argument = part[i]
		if (argument == "F")
			argument = "features " features_of[form]
		else if (argument == "T")
			argument = "target " target_of[form]
		if (types_only)
		{
			sub(/^[^ ]* /, "", argument)
			sub(/ DEFAULT .*/, "", argument)
		}
		result = result (i > 1 ? ", " : "") argument
	}
	return result
}

/^#/ || /^ *$/ { next }

# A comment: the kind of a form, a colon, text.
/^[ \t]+[a-z]+:/ {
	text = $0
	sub(/^[ \t]+/, "", text)
	kind = text
	sub(/:.*/, "", kind)
	sub(/^[a-z]+: */, "", text)
	comments[kind] = text
	next
}

# Prints the comment on an object in the catalog; internal ones have none.
function print_comment(object, name, types, text)
{
	if (name ~ /^_/)
		return
	gsub(/'/, "''", text)
	printf "\nCOMMENT ON %s %s(%s) IS\n'%s';\n", object, name, types, text
}
