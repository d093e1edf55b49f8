/*
 * mutate.c
 *		Bits flipped, lengths and counts changed, numbers replaced by those at limits,
 *		parts cut, doubled, swapped, or taken from another value.
 */
#include "mutate.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

#define LONGEST 1000000

static void
put(char *at, uint64_t bits, int size)
{
	for (int i = size; i-- > 0; bits >>= 8)
		at[i] = (char) bits;
}

static uint64_t
odd_integer(void)
{
	static const uint64_t odd[] = {0, 1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 100, 101, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
		0x00ffffff, 0x01000000, 0x10000000, 0x20000000, 0x40000000, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, UINT64_C(1) << 53,
	UINT64_C(0x7fffffffffffffff), UINT64_C(0x8000000000000000), UINT64_MAX, UINT64_MAX - 1};

	return PICK(odd);
}

static uint64_t
odd_float(void)
{
	static const double odd[] = {0, -0.0, 1, -1, 0.5, 2, -0.25, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-300, 1e-160, 1e-17, 1e-9, 1e9, 1e15, 9007199254740992,
	9007199254740993, 1e18, 1e150, 1e160, -1e160, 1e300, 1e308, 1.7976931348623157e308, -1.7976931348623157e308, NAN, INFINITY, -INFINITY, 1.0000000000000002};
	double		number = PICK(odd);
	uint64_t	bits;

	memcpy(&bits, &number, sizeof(bits));
	return bits;
}

/* A place for a field of a size; fields begin at multiples of four bytes, but for those after texts. */
static int
place(int length, int size)
{
	int			at = (int) below((uint32_t) (length - size + 1));

	return one_in(8) ? at : at & ~3;
}

static void
change(char *bytes, int *length)
{
	int			n = *length;
	int			at;
	int			size;
	int			from;
	char		piece[64];

	if (n < 8)
		return;
	switch (below(12))
	{
		case 0:					/* a bit */
			bytes[below(n)] ^= (char) (1 << below(8));
			break;
		case 1:					/* a byte */
			bytes[below(n)] = (char) random_bits();
			break;
		case 2:					/* a count, or a label */
			put(bytes + place(n, 4), odd_integer(), 4);
			break;
		case 3:
			put(bytes + place(n, 8), odd_integer(), 8);
			break;
		case 4:					/* a number */
			put(bytes + place(n, 8), odd_float(), 8);
			break;
		case 5:					/* one more or less, in the head */
			at = (int) below((n < 48 ? n : 48) / 4) * 4 + 3;
			bytes[at] = (char) (bytes[at] + (one_in(2) ? 1 : -1));
			break;
		case 6:					/* a flag */
			put(bytes + 8 + below(4), (uint64_t) 1 << below(8), 1);
			break;
		case 7:					/* two fields change places */
			size = one_in(2) ? 4 : 8;
			at = place(n, size);
			from = place(n, size);
			memcpy(piece, bytes + at, size);
			memmove(bytes + at, bytes + from, size);
			memcpy(bytes + from, piece, size);
			break;
		case 8:					/* one is written over another */
			size = 1 + (int) below(n < 64 ? n : 64);
			memmove(bytes + place(n, size), bytes + place(n, size), size);
			break;
		case 9:					/* the end is missing */
			*length = one_in(2) ? n - 1 - (int) below(16) % n : (int) below(n);
			break;
		case 10:				/* something is missing */
			size = (1 + (int) below(3)) * 4;
			if (size > n)
				return;
			at = place(n, size);
			memmove(bytes + at, bytes + at + size, n - at - size);
			*length = n - size;
			break;
		case 11:				/* something is there twice */
			size = (1 + (int) below(6)) * 4;
			if (size > n || n + size > LONGEST)
				return;
			at = place(n, size);
			memmove(bytes + at + size, bytes + at, n - at);
			*length = n + size;
			break;
	}
}

/* The beginning of one and the end of another. */
static void
cross(const Kind *kind, char *bytes, int *length)
{
	int			other = (int) below(kind->values);
	int			cut = place(*length < kind->length[other] ? *length : kind->length[other], 1);

	memcpy(bytes + cut, kind->binary[other] + cut, kind->length[other] - cut);
	*length = kind->length[other];
}

void
mutate_binary(const Kind *kind, Buffer *out)
{
	static char bytes[LONGEST];
	int			value = (int) below(kind->values);
	int			length = kind->length[value];

	if (length > LONGEST)
	{
		fprintf(stderr, "a value of %d bytes is too long\n", length);
		exit(2);
	}
	memcpy(bytes, kind->binary[value], length);
	if (one_in(16))
		cross(kind, bytes, &length);
	else if (!one_in(50))
		for (int changes = 1 + (one_in(2) ? 0 : (int) below(6)); changes > 0; changes--)
			change(bytes, &length);
	add_bytes(out, bytes, length);
}

/* A number in words of any length. */
static void
odd_number(Buffer *out)
{
	static const char *const odd[] = {"0", "-0", "1", "-1", "0.5", "1e308", "-1e308", "1e309", "1e-400", "5e-324", "2147483647", "2147483648", "-2147483649",
		"4294967296", "9223372036854775807", "9223372036854775808", "1e1000", "NaN", "Infinity", "null", "true", "\"1\"", "[]", "{}", "[1,2]", "1.5", "1e18", "16777216",
	"\"\"", "18446744073709551615", "1e15"};

	add_text(out, PICK(odd));
}

void
mutate_words(const char *text, Buffer *out)
{
	size_t		n = strlen(text);
	size_t		at = n > 0 ? below((uint32_t) n) : 0;
	size_t		end;

	switch (n == 0 ? 9 : below(8))
	{
		case 0:					/* the next number is another */
		case 1:
		case 2:
			while (text[at] && !isdigit((unsigned char) text[at]))
				at++;
			for (end = at; text[end] && (isdigit((unsigned char) text[end]) || strchr(".eE+", text[end])); end++)
				;
			add_bytes(out, text, at);
			odd_number(out);
			add_text(out, text + end);
			return;
		case 3:					/* a letter is another */
			add_bytes(out, text, at);
			add_char(out, (char) (32 + below(95)));
			add_text(out, text + at + 1);
			return;
		case 4:					/* a part is missing */
			end = at + below((uint32_t) (n - at) + 1);
			if (!one_in(4) && end > at + 20)
				end = at + 20;
			add_bytes(out, text, at);
			add_text(out, text + end);
			return;
		case 5:					/* or there twice */
			end = at + below((uint32_t) (n - at) + 1);
			if (end > at + 200)
				end = at + 200;
			add_bytes(out, text, end);
			add_text(out, text + at);
			return;
		case 6:					/* or in brackets */
			end = 1 + (one_in(20) ? 3000 : below(4));
			add_bytes(out, text, at);
			for (size_t i = 0; i < end; i++)
				add_char(out, '[');
			add_text(out, text + at);
			return;
		case 7:					/* a key is another, if it is one */
			while (text[at] && text[at] != '"')
				at++;
			add_bytes(out, text, at);
			add_text(out, one_in(2) ? "\"rows" : "\"x");
			add_text(out, text[at] ? text + at + 1 : "");
			return;
	}
}

void
mutate_text(const Kind *kind, Buffer *out)
{
	int			value = (int) below(kind->values);
	const char *text = kind->text[value];
	int			digits = 2 * kind->length[value];
	Buffer *bytes;

	/* a form that is the binary one in digits */
	if (!one_in(8) && (int) strlen(text) > digits && strspn(text + strlen(text) - digits, "0123456789abcdef") == (size_t) digits)
	{
		bytes = buffer_new();
		mutate_binary(kind, bytes);
		add_bytes(out, text, strlen(text) - digits);
		for (size_t i = 0; i < bytes->len; i++)
			add(out, "%02x", (unsigned char) bytes->data[i]);
		buffer_free(bytes);
	}
	else
		mutate_words(text, out);
}
