# forms.awk: the forms in which features and targets come; what the generators of aggregates and
# of scoring functions share
#
# Features are arrays of any type ("array"), arrays of each type of numbers ("typed"), whole rows ("row") and
# jsonb objects ("jsonb"). A function of several forms stands in a table once, with F in place of the features and
# T in place of the target; behind its line stands what is said of it, by the word of the features.

BEGIN {
	FS = " *[|] *"
	types = "real float8 smallint integer bigint numeric boolean"

	# Features and targets of each word of the column "features".
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

function add(word, reader, features, target)
{
	forms++
	of[forms] = word
	reader_of[forms] = reader
	features_of[forms] = features
	target_of[forms] = target
}

# The arguments with a form's types in place of F and T; without names and defaults if types_only.
function arguments(text, form, types_only,    n, i, part, one, result)
{
	n = split(text, part, " *, *")
	for (i = 1; i <= n; i++)
	{
		one = part[i]
		if (one == "F")
			one = "features " features_of[form]
		else if (one == "T")
			one = "target " target_of[form]
		if (types_only)
		{
			sub(/^[^ ]* /, "", one)
			sub(/ DEFAULT .*/, "", one)
		}
		result = result (i > 1 ? ", " : "") one
	}
	return result
}

/^#/ || /^ *$/ { next }

# A remark: the word of a form, a colon, text.
/^[ \t]+[a-z]+:/ {
	text = $0
	sub(/^[ \t]+/, "", text)
	word = text
	sub(/:.*/, "", word)
	sub(/^[a-z]+: */, "", text)
	said[word] = text
	next
}
