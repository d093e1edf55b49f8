/*
 * numbers.h
 *		Converts SQL numbers to doubles and back, and reads and makes arrays of numbers.
 */
#ifndef AER_NUMBERS_H
#define AER_NUMBERS_H

#include "pg/aer.h"

/* Converts a value of one type to a double. */
typedef double (*NumberReader) (Datum value);

/* Returns the reader of a type or domain; NULL if it is neither a number, boolean nor time. */
extern NumberReader number_reader(Oid type);

/* Converts a value of one integer type. */
typedef int64 (*IntegerReader) (Datum value);

/* Returns the reader of an integer type or domain; NULL if it is not an integer. */
extern IntegerReader integer_reader(Oid type);

/*
 * The type of a target.  Models and moments remember it, because 0/1 numbers must not be taken for
 * booleans, which count as -1 and 1.  These numbers are stored.
 */
typedef enum TargetType
{
	TARGET_UNKNOWN = 0,			/* models written by hand need not say */
	TARGET_NUMBER = 1,
	TARGET_BOOLEAN = 2,
	TARGET_CLASS = 3			/* categorical: a class, by its number in a list (class_names.h) */
} TargetType;

/* Returns an integer array of n attributes, which count from 0, as SQL numbers them, from 1. */
extern ArrayType *attribute_numbers(const uint32 *attribute, uint32 n);

/* Returns a finite double as numeric, exactly: by its shortest text. */
extern Datum exact_numeric(double value);

/* Returns a float8[] of n numbers. */
extern ArrayType *make_float8_array(const double *value, int n);

/*
 * Returns the elements of an array, palloc'd, and their number in *n.  Raises an error that calls
 * the array by its name if it has several dimensions or a NULL.
 */
extern Datum *array_elements(ArrayType *array, const char *name, int *n);

/* Returns the elements of a text[] as C strings, palloc'd; raises the same errors. */
extern char **text_array_strings(ArrayType *array, const char *name, int *n);

#endif							/* AER_NUMBERS_H */
