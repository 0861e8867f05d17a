/* cmocka with the headers it needs, in the words of version 2 for versions 1 and 2 alike. */
#ifndef TESTS_SUPPORT_ASSERTIONS_H
#define TESTS_SUPPORT_ASSERTIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef assert_uint_in_range
#define assert_uint_in_range assert_in_range
#endif

#endif
