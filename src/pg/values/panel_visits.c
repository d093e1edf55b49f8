/*
 * panel_visits.c
 *		Counts, for each panel of prices, the records in which one of its looks found a value.
 *
 * The stored words are the number of panels; the visits of each, a double; and the panel of each
 * attribute, or the number of panels if it is in none.
 */
#include "pg/values/row_moments.h"

static void
allocate(PanelVisits *visits, uint32 d, uint32 panels)
{
	visits->panels = panels;
	visits->panel = palloc_extended(sizeof(uint32) * d, MCXT_ALLOC_HUGE);
	visits->visits = palloc0(sizeof(double) * panels);
	visits->found = palloc0(sizeof(uint32) * panels);
}

void
panel_visits_init(PanelVisits *visits, uint32 d, uint32 panels, const uint32 *panel)
{
	memset(visits, 0, sizeof(PanelVisits));
	if (panels == 0)
		return;
	allocate(visits, d, panels);
	memcpy(visits->panel, panel, sizeof(uint32) * d);
}

/* Notes that an attribute was found in the current record. */
static void
find(PanelVisits *visits, uint32 attribute)
{
	uint32		panel = visits->panel[attribute];

	if (panel != NO_PANEL && visits->found[panel]++ == 0)
		visits->visits[panel] += 1;
}

void
panel_visits_add(PanelVisits *visits, const uint32 *present, uint32 m)
{
	if (visits->panels == 0)
		return;
	memset(visits->found, 0, sizeof(uint32) * visits->panels);
	for (uint32 k = 0; k < m; k++)
		find(visits, present[k]);
}

void
panel_visits_merge(PanelVisits *target, const PanelVisits *source, uint32 d, int sign)
{
	if (target->panels != source->panels ||
		(target->panels > 0 && memcmp(target->panel, source->panel, sizeof(uint32) * d) != 0))
		target->panels = 0;
	for (uint32 p = 0; p < target->panels; p++)
		target->visits[p] += sign * source->visits[p];
}

bool
panel_visits_valid(const PanelVisits *visits)
{
	for (uint32 p = 0; p < visits->panels; p++)
		if (!count_valid(visits->visits[p], MOST_ROWS))
			return false;
	return true;
}

Size
panel_visits_words(const PanelVisits *visits, uint32 d)
{
	return visits->panels == 0 ? 0 : 1 + (Size) visits->panels + d;
}

void
panel_visits_write(const PanelVisits *visits, uint32 d, uint64 *word)
{
	if (visits->panels == 0)
		return;
	*word++ = visits->panels;
	memcpy(word, visits->visits, sizeof(double) * visits->panels);
	word += visits->panels;
	for (uint32 i = 0; i < d; i++)
		*word++ = Min(visits->panel[i], visits->panels);
}

bool
panel_visits_read(PanelVisits *visits, uint32 d, const uint64 *word, Size words)
{
	if (words == 0 || *word == 0 || *word > d || words < 1 + *word + d)
		return false;
	allocate(visits, d, (uint32) *word++);
	for (uint32 p = 0; p < visits->panels; p++)
		visits->visits[p] = serialized_number(word++);
	if (!panel_visits_valid(visits))
		return false;
	for (uint32 i = 0; i < d; i++, word++)
	{
		if (*word > visits->panels)
			return false;
		visits->panel[i] = *word == visits->panels ? NO_PANEL : (uint32) *word;
	}
	return true;
}
