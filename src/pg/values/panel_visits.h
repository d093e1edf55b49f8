/*
 * panel_visits.h
 *		How often each panel of prices was visited: at how many records something
 *		was found in it.
 *
 * Stored as words: how many panels there are; the visits of each (double); the
 * panel of each attribute, or how many panels there are if it stands in none.
 */
#ifndef AER_PANEL_VISITS_H
#define AER_PANEL_VISITS_H

#include "pg/aer.h"

#include "kernel/moments/serialized.h"
#include "kernel/prices.h"

typedef struct PanelVisits
{
	uint32		panels;			/* 0: there are none, or visits are not known */
	uint32	   *panel;		/* [d] of each attribute, or NO_PANEL */
	double	   *visits;			/* [panels] */
	uint32	   *found;			/* [panels] attributes found in it at the last record */
} PanelVisits;

/* No visits yet; panel: [d], copied.  In the current memory context. */
extern void panel_visits_init(PanelVisits *visits, uint32 d, uint32 panels, const uint32 *panel);

/* Count a record at which these attributes were found. */
extern void panel_visits_add(PanelVisits *visits, const uint32 *present, uint32 m);

/*
 * target += sign (1 or -1) * source; where their panels differ, nothing is known any
 * more.  After -1, can they be visits?
 */
extern void panel_visits_merge(PanelVisits *target, const PanelVisits *source, uint32 d, int sign);
extern bool panel_visits_valid(const PanelVisits *visits);

/* Words, writing them, and reading them: false if they are none. */
extern Size panel_visits_words(const PanelVisits *visits, uint32 d);
extern void panel_visits_write(const PanelVisits *visits, uint32 d, uint64 *word);
extern bool panel_visits_read(PanelVisits *visits, uint32 d, const uint64 *word, Size words);

#endif							/* AER_PANEL_VISITS_H */
