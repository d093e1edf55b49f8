# scorers.awk: CREATE FUNCTION for each line of scorers.table, in all its forms
#
#	awk -f sql/forms.awk -f sql/scorers.awk sql/scorers.table

function remark(form)
{
	if (of[form] in said)
		return said[of[form]]
	if (of[form] == "typed")
		return "the same of an array of " substr(features_of[form], 1, length(features_of[form]) - 2) ", and of what is cast to one"
	if (of[form] == "row")
		return "the same for a whole row, whose columns are found by name"
	return "the same for a jsonb object, whose keys are found by name"
}

# What was read of one function.  Of targets it knows nothing.
function flush(    form, features, text)
{
	if (name == "")
		return
	features = ""
	for (form = 1; form <= forms; form++)
	{
		if (index(" " words " ", " " of[form] " ") == 0 || features_of[form] == features)
			continue
		features = features_of[form]
		printf "\nCREATE FUNCTION %s(%s%s) RETURNS %s\n\t", name, arguments(takes, form, 0),
			results ~ /^OUT/ ? ",\n\t" results : "", results ~ /^OUT/ ? "SETOF record" : results
		if (!("body" in said))
			printf "AS 'MODULE_PATHNAME', '%s_%s' LANGUAGE C ", symbol, reader_of[form]
		else
			printf "LANGUAGE sql "
		printf "%s %s%s;\n", of[form] == "row" ? "STABLE" : "IMMUTABLE", labels,
			"body" in said ? " SET search_path = pg_catalog, pg_temp AS $$ " said["body"] " $$" : ""
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
