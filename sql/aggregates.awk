# aggregates.awk: CREATE AGGREGATE, and its transition functions, for each line of aggregates.table
#
#	awk -f sql/forms.awk -f sql/aggregates.awk sql/aggregates.table
#
# aggregates.table says what the columns mean.  A transition function is made where it
# is first needed: aer_train over designs shares those of aer_moments.

# Every array is read by one function; that of a target of a declared type is another,
# since only a declared type lets a distributed engine send the call to its workers.
function transition(form,    name, features, of_types, volatility)
{
	name = "_" family "_" reader_of[form] "_transition"
	features = features_of[form]
	if (of[form] == "typed")
		features_of[form] = "anyarray"
	of_types = arguments(takes, form, 1)
	features_of[form] = features
	if (!((name, of_types) in made))
	{
		made[name, of_types] = 1
		volatility = draws ? "VOLATILE" : of[form] == "row" ? "STABLE" : "IMMUTABLE"
		printf "\nCREATE FUNCTION %s(%s, %s) RETURNS %s\n\tAS 'MODULE_PATHNAME', '%s' LANGUAGE C %s PARALLEL SAFE COST %d;\n",
			name, state, of_types, state, substr(name, 2), volatility, cost
		printf "COMMENT ON FUNCTION %s(%s, %s) IS 'internal: %s';\n", name, state, of_types, family
	}
	return name
}

function remark(form)
{
	if (of[form] in said)
	{
		if (of[form] == "jsonb" && target_of[form] == "boolean")
			return "the same of a boolean target"
		if (of[form] == "jsonb" && target_of[form] == "text")
			return "the same, the target given as the name of its key"
		return said[of[form]]
	}
	if (of[form] == "typed")
		return "the same of arrays of " substr(features_of[form], 1, length(features_of[form]) - 2) " and a target of " target_of[form] ", which distributed engines can send to their workers"
	if (of[form] == "row")
		return "the same on whole rows, whose columns are found by name; the target is given as the name of its column"
	return "the same of jsonb objects, whose keys are found by name; a target that is text is the name of its key, which may hold text"
}

# What was read of one aggregate, in all its forms.
function flush(    form, sfunc, text)
{
	if (name == "")
		return
	for (form = 1; form <= forms; form++)
	{
		if (index(" " words " ", " " of[form] " ") == 0)
			continue
		sfunc = transition(form)
		printf "\nCREATE AGGREGATE %s(%s) (\n\tSFUNC = %s, STYPE = %s%s%s%s, PARALLEL = SAFE\n);\n",
			name, arguments(takes, form, 0), sfunc, state, space == "" ? "" : ", SSPACE = " space,
			final == "" ? "" : ",\n\tFINALFUNC = _" final, combine == "" ? "" : ", COMBINEFUNC = _" combine
		text = remark(form)
		gsub(/'/, "''", text)
		printf "COMMENT ON AGGREGATE %s(%s) IS\n'%s';\n", name, arguments(takes, form, 1), text
	}
	name = ""
	split("", said)
}

{
	flush()
	name = $1
	takes = $2
	words = $3
	family = $4
	state = $5
	space = $6
	draws = $7 ~ /drawn/
	cost = $7 + 0
	final = $8
	combine = $9
}

END { flush() }
