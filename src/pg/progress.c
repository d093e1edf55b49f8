/*
 * progress.c
 *		Long work shows that it lives: notices under the setting aer.progress.
 */
#include "pg/progress.h"

#include "utils/guc.h"
#include "utils/timestamp.h"

/* Between two notices. */
#define INTERVAL_MS 5000

static bool is_on = false;

void
progress_define_setting(void)
{
	DefineCustomBoolVariable("aer.progress",
							 "Tell by notices how far functions of aer are that run queries or fits of their own.",
							 "At most one every five seconds: what is done, how much of it, and how long the rest takes.",
							 &is_on, false, PGC_USERSET, 0, NULL, NULL, NULL);
	MarkGUCPrefixReserved("aer");
}

bool
progress_is_on(void)
{
	return is_on;
}

void
progress_begin(Progress *progress, const char *function)
{
	progress->function = function;
	progress->told = GetCurrentTimestamp();
}

void
progress_phase(Progress *progress, const char *doing, const char *unit, double total)
{
	progress->doing = doing;
	progress->unit = unit;
	progress->total = total;
	progress->begun = GetCurrentTimestamp();
}

void
progress_tell(Progress *progress, double done)
{
	TimestampTz now;
	double		share;

	if (!is_on || done <= 0)
		return;
	now = GetCurrentTimestamp();
	if (!TimestampDifferenceExceeds(progress->told, now, INTERVAL_MS))
		return;
	progress->told = now;
	share = progress->total > 0 ? done / progress->total : 0;
	if (share > 0)
		ereport(NOTICE,
				(errmsg("%s: %s, %.0f of %.0f %s (%.0f %%), about %.0f s left",
						progress->function, progress->doing, done, progress->total,
						progress->unit, 100 * share,
						(double) (now - progress->begun) / USECS_PER_SEC * (1 - share) / share)));
	else
		ereport(NOTICE,
				(errmsg("%s: %s, %.0f %s so far",
						progress->function, progress->doing, done, progress->unit)));
}
