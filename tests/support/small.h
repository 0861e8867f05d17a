/* Smaller tests, where kernels are interpreted or the host's instructions are. */
#ifndef TESTS_SUPPORT_SMALL_H
#define TESTS_SUPPORT_SMALL_H

#include <stdbool.h>
#include <stdlib.h>

/* True if sizes should shrink. */
static inline bool small_tests(void)
{
    return getenv("CLMODP_TEST_SMALL") != NULL;
}

#endif
