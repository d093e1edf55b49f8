# aggregates.awk: CREATE AGGREGATE, and its transition functions, for each line of aggregates.table
#
#	awk -f sql/forms.awk -f sql/aggregates.awk sql/aggregates.table
#
# A transition function is created where it is first needed: aer_train by a design shares those of
# aer_moments.

# One transition function reads arrays of all types. A target of a declared type has another one,
# because a distributed engine sends its workers only calls with declared types, and calls a
# transition function without telling it the types of its arguments.
function transition(form,    name, features, of_types, volatility)
{
	name = "_" family "_" reader_of[form] "_transition"
	features = features_of[form]
	if (kind_of[form] == "typed")
		features_of[form] = "anyarray"
	of_types = arguments(takes, form, 1)
	features_of[form] = features
	if (!((name, of_types) in made))
	{
		made[name, of_types] = 1
		volatility = draws ? "VOLATILE" : of_types ~ /record/ ? "STABLE" : "IMMUTABLE"
		printf "\nCREATE FUNCTION %s(%s, %s) RETURNS %s\n", name, state, of_types, state
		printf "\tAS 'MODULE_PATHNAME', '%s' LANGUAGE C %s PARALLEL SAFE COST %d;\n",
			substr(name, 2), volatility, cost
	}
	return name
}

function comment(form)
{
	if (kind_of[form] in comments)
	{
		if (kind_of[form] == "jsonb" && target_of[form] == "boolean")
			return "the same with a boolean target"
		if (kind_of[form] == "jsonb" && target_of[form] == "text")
			return "the same, the target being the name of its key"
		return comments[kind_of[form]]
	}
	if (kind_of[form] == "typed")
		return sprintf("the same with %s and a %s target", features_of[form], target_of[form])
	if (kind_of[form] == "row")
		return "the same on whole rows, whose columns are found by name; " \
			"the target is the name of its column"
	return "the same on jsonb objects, whose keys are found by name"
}

# Prints the aggregate that was read, in all its forms.
function flush(    form, sfunc)
{
	if (name == "")
		return
	for (form = 1; form <= forms; form++)
	{
		if (index(" " kinds " ", " " kind_of[form] " ") == 0)
			continue
		sfunc = transition(form)
		printf "\nCREATE AGGREGATE %s(%s) (\n\tSFUNC = %s, STYPE = %s%s%s%s, PARALLEL = SAFE\n);\n",
			name, arguments(takes, form, 0), sfunc, state, space == "" ? "" : ", SSPACE = " space,
			final == "" ? "" : ",\n\tFINALFUNC = _" final,
			combine == "" ? "" : ", COMBINEFUNC = _" combine
		print_comment("AGGREGATE", name, arguments(takes, form, 1), comment(form))
	}
	name = ""
	split("", comments)
}

{
	flush()
	name = $1
	takes = $2
	kinds = $3
	family = $4
	state = $5
	space = $6
	draws = $7 ~ /drawn/
	cost = $7 + 0
	final = $8
	combine = $9
}

END { flush() }
