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

/* Reads the target of the opened row; returns false if it is NULL. */
static bool
read_target(ObservationReader *reader, FunctionCallInfo fcinfo, Observation *observation)
{
	Cell		cell;

	if (reader->target_name)
		features_role(reader->features, ROLE_TARGET, observation->row, &cell);
	else
		cell_read(&reader->target, PG_GETARG_DATUM(target_argno(reader)), &cell);
	return features_cell_target(reader->features, &cell, &observation->target, observation->row);
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
	observation->type = features->target;
	observation->classes = features->class_names;
	if (reader->folds.design)
		observation_read_fold(&reader->folds, fcinfo, row, observation);
	return true;
}
