/*
 * numbers.h
 *		SQL numbers as doubles, and doubles as exact text.
 */
#ifndef AER_NUMBERS_H
#define AER_NUMBERS_H

#include "pg/aer.h"

/* How to make a double of a Datum of one type. */
typedef double (*NumberReader) (Datum value);

/* The reader for a type, domains included; NULL if it is neither a number nor a time. */
extern NumberReader number_reader(Oid type);

/* The same for integers, which keys are; NULL if it is none. */
typedef int64 (*IntegerReader) (Datum value);

extern IntegerReader integer_reader(Oid type);

/*
 * What a target is.  0/1 numbers and booleans, which count as -1 and +1, must
 * not be taken for each other, so models and moments remember it.  These
 * numbers are stored.
 */
typedef enum TargetType
{
	TARGET_UNKNOWN = 0,			/* a model written by hand need not say */
	TARGET_NUMBER = 1,
	TARGET_BOOLEAN = 2,
	TARGET_CLASS = 3			/* a word: its place in a list of them (class_names.h) */
} TargetType;

/* Attributes, numbered from 0, as an array of integers, numbered from 1. */
extern ArrayType *attribute_numbers(const uint32 *attribute, uint32 n);

/* A finite double as a numeric Datum, by its shortest exact text. */
extern Datum exact_numeric(double value);

/* A float8[] of n numbers. */
extern ArrayType *make_float8_array(const double *value, int n);

/* The elements of an array of one dimension without NULLs; errors say what it is. */
extern Datum *array_elements(ArrayType *array, const char *what, int *n);

/* The elements of such a text[] as C strings. */
extern char **text_array_strings(ArrayType *array, const char *what, int *n);

#endif							/* AER_NUMBERS_H */
