/* The list of passed self-tests of a context; opencl/context.h declares the tests. */
#ifndef CLM_OPENCL_SELF_TEST_H
#define CLM_OPENCL_SELF_TEST_H

#include "opencl/context.h"

/* Tells whether the list has the test as passed. */
static inline bool clm_self_test_has_passed(const clm_context_state *kept,
                                            const clm_self_test *test)
{
    size_t k = 0;

    while (k < kept->passed_count && kept->passed_tests[k] != test)
        k++;
    return k < kept->passed_count;
}

/* Records a passed test; beyond the list's capacity it is looked up in the cache again. */
static inline void clm_self_test_note_passed(clm_context_state *kept, const clm_self_test *test)
{
    if (kept->passed_count < CLM_MOST_PASSED_TESTS)
        kept->passed_tests[kept->passed_count++] = test;
}

#endif
