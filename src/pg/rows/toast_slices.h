/*
 * toast_slices.h
 *		Bytes from here and there of a value that is stored out of line.
 *
 * What detoast_attr_slice() does for one piece, for several pieces of a value
 * at less cost: its TOAST table is opened once, and of its chunks only those are
 * fetched in which the pieces stand.
 */
#ifndef AER_TOAST_SLICES_H
#define AER_TOAST_SLICES_H

#include "pg/aer.h"

typedef struct ToastSlices ToastSlices;

/*
 * How many chunks the value is stored in; 0 if it is not stored out of line and
 * uncompressed.  Only such a value has pieces that can be fetched.
 */
extern uint32 toast_slices_chunks(const struct varlena *value);

/* For any number of values, one after the other. */
extern ToastSlices *toast_slices_create(MemoryContext context);

/*
 * Between begin and end the TOAST table is open.  Call nothing in between that
 * may return without reaching the end; an error closes everything.
 */
extern void toast_slices_begin(ToastSlices *slices, struct varlena *value);
extern void toast_slices_end(ToastSlices *slices);

/*
 * Copy length bytes, from offset behind the value's length word on.  They may
 * stand in several chunks.  The chunk that was read last is not fetched again.
 */
extern void toast_slices_read(ToastSlices *slices, uint32 offset, uint32 length, char *to);

#endif							/* AER_TOAST_SLICES_H */
