# scorers.awk: CREATE FUNCTION for each line of scorers.table, in all its forms
#
#	awk -f sql/forms.awk -f sql/scorers.awk sql/scorers.table
#
# To the forms of forms.awk comes "text": a JSON object as a literal, which has no type. PostgreSQL takes it for
# text where it could be more than one thing.

BEGIN { add("text", "", "text", "") }

function remark(form)
{
	if (of[form] in said)
		return said[of[form]]
	if (of[form] == "typed")
		return "the same of an array of " substr(features_of[form], 1, length(features_of[form]) - 2) ", and of what is cast to one"
	if (of[form] == "row")
		return "the same for a whole row, whose columns are found by name"
	return "the same for a jsonb object" (of[form] == "text" ? " as text" : "") ", whose keys are found by name"
}

# The call of the form for jsonb by that for text, whose arguments are these.
function of_text(text,    n, part)
{
	n = split(text, part, " *, *")
	for (i = 1; i <= n; i++)
	{
		sub(/ .*/, "", part[i])
		text = (i > 1 ? text ", " : "") (part[i] == "features" ? "@extschema@._aer_object(features)" : part[i])
	}
	return "SELECT " (results ~ /^OUT/ ? "* FROM " : "") "@extschema@." name "(" text ")"
}

# What was read of one function.  Of targets it knows nothing.
function flush(    form, features, text, body, own_labels)
{
	if (name == "")
		return
	features = ""
	for (form = 1; form <= forms; form++)
	{
		if (index(" " words " ", " " of[form] " ") == 0 || features_of[form] == features)
			continue
		features = features_of[form]
		own_labels = labels
		body = "body" in said ? "SET search_path = pg_catalog, pg_temp AS $$ " said["body"] " $$" : ""
		if (of[form] == "text")
		{
			body = "AS $$ " of_text(arguments(takes, form, 0)) " $$"
			if (results ~ /^OUT/)
				sub(/STRICT /, "", own_labels)			# or it is not inlined, and reads the model anew for each row
		}
		printf "\nCREATE FUNCTION %s(%s%s) RETURNS %s\n\t", name, arguments(takes, form, 0),
			results ~ /^OUT/ ? ",\n\t" results : "", results ~ /^OUT/ ? "SETOF record" : results
		if (body == "")
			printf "AS 'MODULE_PATHNAME', '%s_%s' LANGUAGE C ", symbol, reader_of[form]
		else
			printf "LANGUAGE sql "
		printf "%s %s %s;\n", of[form] == "row" ? "STABLE" : "IMMUTABLE", own_labels, body
		text = remark(form)
		gsub(/'/, "''", text)
		printf "\nCOMMENT ON FUNCTION %s(%s) IS\n'%s';\n", name, arguments(takes, form, 1), text
	}
	name = ""
	split("", said)
}

{
	flush()
	name = $1
	takes = $2
	words = $3
	results = $4
	symbol = $5
	labels = $6
}

END { flush() }
