/*
 * followed.c
 *		aer_followed: what a log adds up to.
 */
#include "pg/aer.h"

#include "access/relation.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/study.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(aer_followed);

Datum
aer_followed(PG_FUNCTION_ARGS)
{
	Relation	log = follow_log_open(PG_GETARG_OID(0), study_moments_type(fcinfo), AccessShareLock);
	char	   *name = study_relation_name(log);
	LogSum		sum = follow_log_sum(log, CurrentMemoryContext);

	relation_close(log, AccessShareLock);
	if (sum.problems > 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("not everything could be counted in log %s", name),
				 errdetail("The first of " UINT64_FORMAT " problems has id " INT64_FORMAT ", of %s: %s",
						   sum.problems, sum.first_problem, timestamptz_to_str(sum.first_at),
						   sum.first_text),
				 errhint("Mend the table, then read it anew by aer_refollow(%s).", quote_literal_cstr(name))));
	if (sum.moments == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("log %s does not say what it is of", name),
				 errdetail("None of the rows that can be seen has moments in full."),
				 errhint("Read the table anew by aer_refollow(%s).", quote_literal_cstr(name))));
	row_moments_check_counts(sum.moments);
	PG_RETURN_DATUM(row_moments_datum(sum.moments));
}
