/*
 * observation.c
 *		A row as an aggregate sees it: its features, its target and its roles.
 */
#include "pg/rows/observation.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "utils/builtins.h"

bool
target_is_named(FunctionCallInfo fcinfo, int argno, FeaturesKind kind)
{
	return kind == FEATURES_ROW ||
		(kind == FEATURES_JSONB && argument_type(fcinfo, argno) == TEXTOID);
}

char *
observation_target_name(FunctionCallInfo fcinfo, int argno, FeaturesKind kind)
{
	return target_is_named(fcinfo, argno, kind) ? text_to_cstring(PG_GETARG_TEXT_PP(argno)) : NULL;
}

/*
 * Finds out how to read an argument that is the target.  Text that is the same in every
 * row is an error, because its writer means the name of a column.
 */
static void
init_target(CellReader *reader, FunctionCallInfo fcinfo, int argno)
{
	Oid			type = argument_type(fcinfo, argno);
	bool		known = cell_reader_init(reader, type);

	if (!known || (reader->kind == CELL_TEXT && aggregate_argument_is_constant(fcinfo, argno)))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 known ? errmsg("the target is the same text in every row") :
				 errmsg("the target must be a number, a boolean or text, not %s", format_type_be(type)),
				 known ? errdetail("With an array of features, the target is a value, and a text value is a class.") : 0,
				 known ?
				 errhint("Pass a text column, for example label::text. Only with a whole row, t.*, is the target the name of a column.") : 0));
}

static int
target_argno(const ObservationReader *reader)
{
	return reader->features_argno + 1;
}

void
observation_reader_init(ObservationReader *reader, MemoryContext context, FunctionCallInfo fcinfo,
						FeaturesKind kind, int features_argno)
{
	MemoryContext old = MemoryContextSwitchTo(context);

	reader->features_argno = features_argno;
	reader->kind = kind;
	if (target_is_named(fcinfo, target_argno(reader), kind))
	{
		argument_keep_aggregate(&reader->name_argument, context, fcinfo, target_argno(reader),
								"name of the target");
		reader->target_name = TextDatumGetCString(PointerGetDatum(reader->name_argument.plain));
	}
	else
		init_target(&reader->target, fcinfo, target_argno(reader));
	MemoryContextSwitchTo(old);
}

void
observation_reader_check(const ObservationReader *reader, FunctionCallInfo fcinfo)
{
	if (reader->target_name)
		argument_check(&reader->name_argument, fcinfo, target_argno(reader), "name of the target",
					   reader->kind == FEATURES_JSONB ?
					   "With jsonb features, a target of type text is the name of a key. Put the class into the document, features || jsonb_build_object('target', class), and pass 'target' as the target." : NULL);
}

RoleReader
role_reader_create(const DesignOptions *design, FeaturesKind kind, int features_argno,
				   int key_argno, const char *key_hint)
{
	const char *const role[ROLES] = {
		[ROLE_GROUPS] = design->groups,
		[ROLE_TIME] = design->time_column,
		[ROLE_WEIGHT] = design->weight
	};
	bool		any = design->groups || design->time_column || design->weight;

	if (any && kind == FEATURES_ARRAY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"groups\", \"time_column\" and \"weight\" need whole rows or jsonb"),
				 errdetail("The features are an array, which has no other columns."),
				 errhint("Functions of a table that take \"features\", such as aer_learn, also take the columns \"groups\", \"time_column\" and \"weight\".")));
	return (RoleReader)
	{
		.design = design,
		.key_argno = key_argno,
		.key_hint = key_hint,
		.features = any ? features_create_roles(CurrentMemoryContext, kind, role) : NULL,
		.features_argno = features_argno
	};
}

static void
read_key(const RoleReader *roles, FunctionCallInfo fcinfo, int64 row, Observation *observation)
{
	if (PG_ARGISNULL(roles->key_argno))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the key of row " INT64_FORMAT " is NULL", row),
				 errhint("%s", roles->key_hint)));
	observation->key = PG_GETARG_INT64(roles->key_argno);
}

/* Finds the opened row's cell of a role; returns false if it is NULL. */
static bool
find_role(const RoleReader *roles, Role role, int64 row, Cell *cell)
{
	roles->features->row_number = row;
	roles->features->methods->role(roles->features, role, cell);
	return cell->kind > CELL_NONE;
}

static double
role_number(const RoleReader *roles, Role role, const Cell *cell)
{
	const char *name = roles->features->role[role].name;

	return role == ROLE_TIME && cell->kind == CELL_TEXT ? column_look_time(name, cell) :
		features_cell_number(roles->features, name, cell);
}

static uint64
hash_bits(const void *bits, Size length)
{
	return DatumGetUInt64(hash_any_extended(bits, length, 0));
}

/* Returns a number that rows of one group have in common. */
static uint64
hash_group(const RoleReader *roles, const Cell *cell)
{
	const char *text = cell->text;
	Size		length = cell->length;

	if (cell->kind == CELL_NUMBER)
	{
		double		number = cell->number + 0.0;	/* -0 is 0 */

		return hash_bits(&number, sizeof(number));
	}
	if (cell->kind == CELL_OTHER)
		(void) features_cell_number(roles->features, roles->features->role[ROLE_GROUPS].name, cell);
	if (cell->kind == CELL_BOOLEAN)
	{
		text = cell->number != 0 ? "true" : "false";
		length = strlen(text);
	}
	return hash_bits(text, length);
}

/* Returns a hash as a number that double precision holds exactly. */
static double
group_number(uint64 hash)
{
	return (double) (hash >> 11);
}

bool
observation_weight_counts(double weight, int64 row)
{
	if (!(weight >= 0 && isfinite(weight)))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 row == 0 ? errmsg("the weight of a row is %g", weight) :
				 errmsg("the weight of row " INT64_FORMAT " is %g", row, weight),
				 errdetail("A weight is a finite number of at least 0; a row of weight 0 or NULL is left out.")));
	return weight > 0;
}

/* Reads the weight; returns false if the row counts nothing. */
static bool
read_weight(const RoleReader *roles, int64 row, Observation *observation)
{
	Cell		cell;

	if (!find_role(roles, ROLE_WEIGHT, row, &cell))
		return false;
	observation->weight = role_number(roles, ROLE_WEIGHT, &cell);
	return observation_weight_counts(observation->weight, row);
}

/* Reads the time and the block that it is in; returns false if there is none. */
static bool
read_time(const RoleReader *roles, int64 row, Observation *observation)
{
	const NumberList *cuts = &roles->design->time_cuts;
	uint32		low = 0;
	uint32		high = cuts->n;
	Cell		cell;

	if (!find_role(roles, ROLE_TIME, row, &cell))
		return false;
	observation->time = role_number(roles, ROLE_TIME, &cell);
	observation->in_days = cell.kind == CELL_TEXT || roles->features->role[ROLE_TIME].point;
	if (isnan(observation->time))
		return false;
	while (low < high)
	{
		uint32		middle = low + (high - low) / 2;

		if (observation->time <= cuts->value[middle])
			high = middle;
		else
			low = middle + 1;
	}
	observation->fold = low;
	return true;
}

/* Deals rows of one group, or of one key, into one fold, and rows without either in turn. */
static void
deal(RoleReader *roles, int64 row, Observation *observation)
{
	const DesignOptions *design = roles->design;
	Cell		cell;

	if (design->groups && find_role(roles, ROLE_GROUPS, row, &cell))
	{
		uint64		hash = hash_group(roles, &cell);

		observation->group = group_number(hash);
		observation->fold = design_options_fold(design, hash);
	}
	else if (roles->key_argno != 0)
		observation->fold = design_options_fold(design, observation->key);
	else
	{
		observation->fold = roles->next++;
		if (roles->next == design->folds)
			roles->next = 0;
	}
}

bool
observation_read_roles(RoleReader *roles, FunctionCallInfo fcinfo, int64 row, Observation *observation)
{
	const DesignOptions *design = roles->design;

	if (roles->key_argno != 0)
		read_key(roles, fcinfo, row, observation);
	observation->group = roles->key_argno != 0 ?
		group_number(hash_bits(&observation->key, sizeof(observation->key))) : -row;
	observation->weight = 1;
	if (roles->features)
	{
		if (PG_ARGISNULL(roles->features_argno))
			return false;
		(void) features_open(roles->features, PG_GETARG_DATUM(roles->features_argno));
	}
	if (design->weight && !read_weight(roles, row, observation))
		return false;
	if (design->time_column)
		return read_time(roles, row, observation);
	deal(roles, row, observation);
	return true;
}

void
check_target_type(TargetType given, TargetType expected)
{
	static const char *const kind[] = {
		[TARGET_NUMBER] = "a number",
		[TARGET_BOOLEAN] = "boolean",
		[TARGET_CLASS] = "categorical"
	};

	if (given == expected || expected == TARGET_UNKNOWN)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("the target is %s, but was %s in training", kind[given], kind[expected]),
			 given == TARGET_CLASS || expected == TARGET_CLASS ? errdetail("Text is categorical: each value is a class.") :
			 errdetail("A boolean target counts as -1 and 1."),
			 expected == TARGET_CLASS ?
			 errhint("Pass the class as text, for example target::text; if the target is the name of a column, that name alone.") :
			 expected == TARGET_NUMBER ?
			 errhint("Pass a number as in training, for example target::integer if it was 0 or 1.") :
			 errhint("Pass a boolean as in training, for example target = 1; if the target is the name of a column, 'column=value' with the value that was learned.")));
}

/* Returns true if a cell, which is text or a boolean, has this value. */
static bool
has_value(const Cell *cell, const char *value)
{
	if (cell->kind == CELL_BOOLEAN)
		return strcmp(value, cell->number != 0 ? "true" : "false") == 0;
	return strlen(value) == cell->length && memcmp(cell->text, value, cell->length) == 0;
}

static double
find_class(Features *features, const Cell *cell)
{
	if (features->class_names == NULL)
		features->class_names = class_names_create(features->context);
	return class_names_add(features->class_names, cell->text, cell->length);
}

/* Returns the target in a cell: a number, -1 or 1, or the position of a class; and its type. */
static double
find_target(Features *features, const Cell *cell, int64 row, TargetType *type)
{
	const char *value = features->role[ROLE_TARGET].value;

	*type = TARGET_BOOLEAN;
	if (value)
		return has_value(cell, value) ? 1 : -1;
	if (cell->kind == CELL_BOOLEAN)
		return 2 * cell->number - 1;
	if (cell->kind == CELL_TEXT)
	{
		*type = TARGET_CLASS;
		return find_class(features, cell);
	}
	check_target(cell->number, row);
	*type = TARGET_NUMBER;
	return cell->number;
}

/* Reads the target of the opened row; returns false if it is NULL. */
static bool
read_target(ObservationReader *reader, FunctionCallInfo fcinfo, Observation *observation)
{
	Features   *features = reader->features;
	Cell		cell;

	features->row_number = observation->row;
	if (reader->target_name)
		features->methods->role(features, ROLE_TARGET, &cell);
	else
		cell_read(&reader->target, PG_GETARG_DATUM(target_argno(reader)), &cell);
	if (cell.kind <= CELL_NONE)
		return false;
	if (cell.kind == CELL_OTHER)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("key \"%s\"%s holds a JSON %s, which is not a value", features->role[ROLE_TARGET].column,
						features_of_row(features), cell.text)));
	observation->target = find_target(features, &cell, observation->row, &observation->type);
	check_target_type(observation->type, features->target);
	features->target = observation->type;
	return true;
}

bool
observation_read(ObservationReader *reader, FunctionCallInfo fcinfo, int64 row,
				 Observation *observation)
{
	Features   *features = reader->features;

	if (PG_ARGISNULL(reader->features_argno) || PG_ARGISNULL(target_argno(reader)))
		return false;
	observation->features = features;
	observation->row = row;
	observation->attributes = features_open(features, PG_GETARG_DATUM(reader->features_argno));
	if (!read_target(reader, fcinfo, observation))
		return false;
	observation->classes = features->class_names;
	if (reader->roles.design == NULL)
		return true;
	if (!observation_read_roles(&reader->roles, fcinfo, row, observation))
		return false;
	features->fold = observation->fold + 1;
	return true;
}
