/*
 * stored_numbers.c
 *		The numbers that stand in stored values: none of them may ever change.
 *
 * To be compiled, not run: test/t/004_stored_numbers.pl, which also sees whether
 * one is missing here.
 */
#include "pg/values/form.h"
#include "pg/values/judgments_form.h"
#include "pg/values/model_form.h"
#include "pg/values/moments_form.h"
#include "pg/rows/features.h"
#include "kernel/moments/serialized.h"

#define PIN(name, number) \
	StaticAssertDecl((name) == (number), #name " is stored as " #number)

PIN(NEWEST_FORMAT, 2);

/* types of targets and of attributes */
PIN(TARGET_UNKNOWN, 0);
PIN(TARGET_NUMBER, 1);
PIN(TARGET_BOOLEAN, 2);
PIN(TARGET_CLASS, 3);
PIN(COLUMN_NUMBER, 0);
PIN(COLUMN_BOOLEAN, 1);
PIN(COLUMN_CATEGORIES, 2);
PIN(COLUMN_TIME, 3);

/* flags */
PIN(MODEL_FORECAST, 0x01);
PIN(MODEL_RANGE, 0x02);
PIN(MODEL_LINK, 0x04);
PIN(MODEL_STATE, 0x08);
PIN(MODEL_COLUMNS, 0x10);
PIN(MODEL_TWO_VALUES, 0x20);
PIN(MODEL_LOSS, 0x40);
PIN(MODEL_MEASURES, 0x80);
PIN(MODEL_PARTIAL, 0x100);
PIN(MODEL_FACTS, 0x200);
PIN(MODEL_ERRORS, 0x400);
PIN(MODEL_CLASS_NAMES, 0x800);
PIN(MODEL_CLASSES, 0x1000);
PIN(MODEL_GAUSSIAN, 0x2000);
PIN(MODEL_CLASS_LINK, 0x4000);
PIN(MODEL_MEASURED, 0x8000);
PIN(MODEL_DROPS, 0x20000);
PIN(MODEL_FIT, 0x40000);
PIN(MODEL_SELDOM, 0x80000);
PIN(MODEL_FOLD, 0x10000);
PIN(BIN_NUMBERS, 60);
PIN(JUDGMENTS_NAMES, 0x01);
PIN(JUDGMENTS_OPEN, 0x02);
PIN(MOST_JUDGMENTS, INT64CONST(1) << 50);
PIN(JUDGMENT_MOMENTS_NAMES, 0x01);
PIN(FORM_COMPLETE, 0x0001);
PIN(FORM_OWN_UNITS, 0x0002);
PIN(FORM_KEYED, 0x0004);
PIN(FORM_TARGET, 0x0018);
PIN(FORM_TARGET_SHIFT, 3);
PIN(FORM_ROWS, 0x0020);
PIN(FORM_CENTER, 0x0100);
PIN(FORM_EXTREMES, 0x0200);
PIN(FORM_MISSING, 0x0400);
PIN(FORM_REDUCED, 0x1000);
PIN(FORM_UNKNOWN, 0x2000);
PIN(FORM_VISITS, 0x4000);

/* marks among the words of moments */
PIN(ROW_START, 0x80000000);
PIN(ROW_MISSING, 0x40000000);
PIN(ROW_UNKNOWN, 0x20000000);
PIN(SERIALIZED_TABLE, UINT64CONST(0xFFFFFFFFFFFFFFFF));
