/*
 * observation.c
 *		A row as an aggregate sees it: its features, its target and its fold.
 */
#include "pg/rows/observation.h"

#include "catalog/pg_type.h"
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
				 known ? errdetail("With an array the target is a value; text is a class.") : 0,
				 known ?
				 errhint("Give a column of text: label::text. With a whole row, t.*, the target is the name of a column.") : 0));
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
					   "Beside jsonb a target that is text is the name of a key. Put the class into the document: features || jsonb_build_object('target', class), and name the key 'target'." : NULL);
}

void
observation_read_fold(FoldReader *folds, FunctionCallInfo fcinfo, int64 row, Observation *observation)
{
	if (folds->key_argno == 0)
	{
		observation->fold = folds->next++;
		if (folds->next == folds->design->folds)
			folds->next = 0;
	}
	else
	{
		if (PG_ARGISNULL(folds->key_argno))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("the key of row " INT64_FORMAT " is NULL", row),
					 errhint("%s", folds->key_hint)));
		observation->key = PG_GETARG_INT64(folds->key_argno);
		observation->fold = design_options_fold(folds->design, observation->key);
	}
}

/* Raises the error of a target whose type differs from the model, or from the rows before. */
static void
refuse_target(TargetType given, TargetType expected)
{
	static const char *const kind[] = {
		[TARGET_NUMBER] = "a number",
		[TARGET_BOOLEAN] = "boolean",
		[TARGET_CLASS] = "categorical"
	};

	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("the target is %s, but was %s in the rows learned from", kind[given], kind[expected]),
			 given == TARGET_CLASS || expected == TARGET_CLASS ? errdetail("Text is categorical: each value is a class.") :
			 errdetail("A boolean target counts as -1 and 1."),
			 expected == TARGET_CLASS ?
			 errhint("Give the class as text, for example target::text.") :
			 expected == TARGET_NUMBER ?
			 errhint("Give the number that was learned, for example target::integer if that was 0 or 1.") :
			 errhint("Give the boolean that was learned, for example target = 1; where the target is given as text, 'target=1'.")));
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
				 errmsg("key \"%s\"%s holds a JSON %s, which is no value", features->role[ROLE_TARGET].column,
						features_of_row(features), cell.text)));
	observation->target = find_target(features, &cell, observation->row, &observation->type);
	if (features->target == TARGET_UNKNOWN)
		features->target = observation->type;
	else if (observation->type != features->target)
		refuse_target(observation->type, features->target);
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
	if (reader->folds.design)
		observation_read_fold(&reader->folds, fcinfo, row, observation);
	return true;
}
