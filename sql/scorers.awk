# scorers.awk: CREATE FUNCTION for each line of scorers.table, in all its forms
#
#	awk -f sql/forms.awk -f sql/scorers.awk sql/scorers.table
#
# One more form is "text": a JSON object as a literal without a type, which PostgreSQL takes for
# text if several types are possible.

BEGIN { add("text", "", "text", "") }

function comment(form)
{
	if (kind_of[form] in comments)
		return comments[kind_of[form]]
	if (kind_of[form] == "typed")
		return "the same with " features_of[form]
	if (kind_of[form] == "row")
		return "the same for a whole row, whose columns are found by name"
	return "the same for a jsonb object" (kind_of[form] == "text" ? " as text" : "") \
		", whose keys are found by name"
}

# Returns the body of the form for text, with these arguments: a call of the form for jsonb.
function text_body(text,    n, part, usage)
{
	usage = name "(model, t)"
	usage = "SELECT t.*, " (results ~ /^OUT/ ? "r.* FROM %s t, " usage " r;" : usage " FROM %s t;")
	n = split(text, part, " *, *")
	for (i = 1; i <= n; i++)
	{
		sub(/ .*/, "", part[i])
		if (part[i] == "features")
			part[i] = "@extschema@._aer_object(features, '" usage "'::pg_catalog.text)"
		text = (i > 1 ? text ", " : "") part[i]
	}
	return "SELECT " (results ~ /^OUT/ ? "* FROM " : "") "@extschema@." name "(" text ")"
}

# Prints the function that was read, once for each type of features.
function flush(    form, features, body, own_labels)
{
	if (name == "")
		return
	features = ""
	for (form = 1; form <= forms; form++)
	{
		if (index(" " kinds " ", " " kind_of[form] " ") == 0 || features_of[form] == features)
			continue
		features = features_of[form]
		own_labels = labels
		body = ""
		if ("body" in comments)
			body = "SET search_path = pg_catalog, pg_temp AS $$ " comments["body"] " $$"
		if (kind_of[form] == "text")
		{
			body = "AS $$ " text_body(arguments(takes, form, 0)) " $$"
			if (results ~ /^OUT/)
				sub(/STRICT /, "", own_labels)	# or it is not inlined, and parses the model for each row
		}
		printf "\nCREATE FUNCTION %s(%s%s) RETURNS %s\n\t", name, arguments(takes, form, 0),
			results ~ /^OUT/ ? ",\n\t" results : "", results ~ /^OUT/ ? "SETOF record" : results
		if (body == "")
			printf "AS 'MODULE_PATHNAME', '%s_%s' LANGUAGE C ", symbol, reader_of[form]
		else
			printf "LANGUAGE sql "
		printf "%s %s %s;\n", kind_of[form] == "row" ? "STABLE" : "IMMUTABLE", own_labels, body
		print_comment("FUNCTION", name, arguments(takes, form, 1), comment(form))
	}
	name = ""
	split("", comments)
}

{
	flush()
	name = $1
	takes = $2
	kinds = $3
	results = $4
	symbol = $5
	labels = $6
}

END { flush() }
