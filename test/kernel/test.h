/*
 * test.h
 *		cmocka, and what it wants to be included before it.
 */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#endif							/* TEST_TEST_H */
