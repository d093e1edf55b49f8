/*
 * numerics.c
 *		Converts numeric values to doubles.
 *
 * PostgreSQL's own conversion goes through text.  If a double holds the digits as an integer, and
 * the power of ten, too, one multiplication or division rounds once and gives the nearest double
 * (Clinger 1990, "How to read floating point numbers accurately").  This holds for numbers of up
 * to 15 digits, as people and instruments write them.
 */
#include "pg/numerics.h"

#include <float.h>

#include "utils/fmgrprotos.h"

/*
 * The stored form of a numeric, which PostgreSQL's headers do not show (numeric.c
 * does): a header, in most values the short one, and digits to the base 10,000,
 * the first of which counts 10,000^weight.
 */
#define SIGN_MASK 0xC000
#define SIGN_NEGATIVE 0x4000
#define SHORT 0x8000
#define SPECIAL 0xC000
#define SHORT_NEGATIVE 0x2000
#define SHORT_WEIGHT_SIGN 0x0040
#define SHORT_WEIGHT 0x003F
#define DIGIT_DECIMALS 4
#define DIGIT_BASE 10000

/* 64 bits hold five digits if the first is below this. */
#define MOST_DIGITS 5
#define FIRST_OF_MOST 1844

static const double power_of_ten[] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
};

#define MOST_POWER ((int) lengthof(power_of_ten) - 1)

typedef struct Digits
{
	bool		negative;
	int			weight;			/* of the first digit */
	int			n;
	int16		digit[MOST_DIGITS];
} Digits;

/* Takes a stored numeric apart; returns false if it is special or has too many digits. */
static bool
read_digits(const char *data, Size bytes, Digits *digits)
{
	uint16		header;
	Size		header_bytes = sizeof(header);

	memcpy(&header, data, sizeof(header));
	if ((header & SIGN_MASK) == SPECIAL)
		return false;
	if (header & SHORT)
	{
		digits->negative = (header & SHORT_NEGATIVE) != 0;
		digits->weight = header & SHORT_WEIGHT;
		if (header & SHORT_WEIGHT_SIGN)
			digits->weight -= SHORT_WEIGHT + 1;
	}
	else
	{
		int16		weight;

		memcpy(&weight, data + sizeof(header), sizeof(weight));
		header_bytes += sizeof(weight);
		digits->negative = (header & SIGN_MASK) == SIGN_NEGATIVE;
		digits->weight = weight;
	}
	if (bytes - header_bytes > sizeof(digits->digit))
		return false;
	digits->n = (bytes - header_bytes) / sizeof(int16);
	memcpy(digits->digit, data + header_bytes, bytes - header_bytes);
	return digits->n < MOST_DIGITS || digits->digit[0] < FIRST_OF_MOST;
}

/* Computes the number; returns false if more than one rounding would be needed. */
static bool
round_once(const Digits *digits, double *number)
{
	uint64		integer = 0;
	int			power = DIGIT_DECIMALS * (digits->weight - digits->n + 1);

	for (int i = 0; i < digits->n; i++)
		integer = integer * DIGIT_BASE + digits->digit[i];
	while (integer >> DBL_MANT_DIG != 0 && integer % 10 == 0)
	{
		integer /= 10;
		power++;
	}
	if (integer >> DBL_MANT_DIG != 0 || power > MOST_POWER || power < -MOST_POWER)
		return false;
	*number = power < 0 ? (double) integer / power_of_ten[-power] :
		(double) integer * power_of_ten[power];
	if (digits->negative)
		*number = -*number;
	return true;
}

double
numeric_to_double(Datum value)
{
	const struct varlena *numeric = (const struct varlena *) DatumGetPointer(value);
	Digits		digits;
	double		number;

	if (!VARATT_IS_EXTERNAL(numeric) && !VARATT_IS_COMPRESSED(numeric) &&
		read_digits(VARDATA_ANY(numeric), VARSIZE_ANY_EXHDR(numeric), &digits) &&
		round_once(&digits, &number))
		return number;
	return DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value));
}
