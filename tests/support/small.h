/* Smaller tests, where kernels are interpreted or the host's instructions are. */
#ifndef TESTS_SUPPORT_SMALL_H
#define TESTS_SUPPORT_SMALL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* True if sizes should shrink. */
static inline bool small_tests(void)
{
    return getenv("CLMODP_TEST_SMALL") != NULL;
}

/* True if there is time for every case; see the setup `long`. */
static inline bool long_tests(void)
{
    return getenv("CLMODP_TEST_LONG") != NULL;
}

/* True in a plain run, which leaves some of what is slow to the others; see the setup `plain`. */
static inline bool plain_tests(void)
{
    return getenv("CLMODP_TEST_PLAIN") != NULL;
}

/* How many of `count` random cases to try: all, but an eighth where they are slow. */
static inline uint64_t random_cases(uint64_t count)
{
    return small_tests() ? (count + 7) / 8 : count;
}

#endif
