/* cmocka with its required headers, under the names of version 2 for versions 1 and 2 alike, and
 * the macros listing the tests of a file. */
#ifndef TESTS_SUPPORT_ASSERTIONS_H
#define TESTS_SUPPORT_ASSERTIONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/runner.h"

#ifndef assert_uint_in_range
#define assert_uint_in_range assert_in_range
#endif

/* Reserves a name of version 2, so that tests do not use it with version 1 either. */
#ifndef stop
#define stop() version_2_of_cmocka_has_a_macro_of_this_name
#endif

#endif
