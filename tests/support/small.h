/* Sizes of tests: smaller if kernels or the host's instructions are interpreted. */
#ifndef TESTS_SUPPORT_SMALL_H
#define TESTS_SUPPORT_SMALL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns true if sizes should shrink. */
static inline bool small_tests(void)
{
    return getenv("CLMODP_TEST_SMALL") != NULL;
}

/* Returns true if time suffices for every case; see the setup `long`. */
static inline bool long_tests(void)
{
    return getenv("CLMODP_TEST_LONG") != NULL;
}

/* Returns true in the setup `plain`, which leaves some slow cases to other setups. */
static inline bool plain_tests(void)
{
    return getenv("CLMODP_TEST_PLAIN") != NULL;
}

/* Returns how many of `count` random cases to try: all, or a twentieth if they are slow. */
static inline uint64_t random_cases(uint64_t count)
{
    return small_tests() ? (count + 19) / 20 : count;
}

#endif
