/*
 * curve.h
 *		How an error falls with rows: floor + rise rows^(-power).
 */
#ifndef AER_CURVE_H
#define AER_CURVE_H

#include "kernel/kernel.h"

typedef struct CurvePoint
{
	double		rows;
	double		error;
} CurvePoint;

typedef struct Curve
{
	double		power;
	double		floor;			/* of no end of rows, 0 or more */
	double		rise;			/* 0 or more: the error never grows with rows */
} Curve;

/*
 * The curve of a power that is next to two points or more, by least squares.
 * Each counts by the square of its rows, for such a curve is right of many rows.
 */
extern void curve_fit(Curve *curve, double power, const CurvePoint *point, uint32 count);

extern double curve_error(const Curve *curve, double rows);

/* The rows after which the error is no more than that; INFINITY: never. */
extern double curve_rows(const Curve *curve, double error);

#endif							/* AER_CURVE_H */
