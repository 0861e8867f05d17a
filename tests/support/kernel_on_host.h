/* What kernels take from OpenCL C, for one work-item of one lane on the host (W = 1), with
 * contracts checked (cl/arith/verify.h). To be included just before the kernels, by tests that are
 * compiled with CLM_VERIFY. */
#ifndef TESTS_SUPPORT_KERNEL_ON_HOST_H
#define TESTS_SUPPORT_KERNEL_ON_HOST_H

#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/assertions.h"

/* Kernels ask for loops to be unrolled, which compilers for devices know. */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"

typedef uint32_t uint;
typedef uint64_t ulong;
_Static_assert(sizeof(long) == 8, "a long of OpenCL C has 64 bits");

#define global
#define kernel static
#define vec_type_hint(type) unused
#define min(a, b) ((a) < (b) ? (a) : (b))

static size_t host_work_item; /* that runs */

static inline size_t get_global_id(uint dimension)
{
    return dimension == 0 ? host_work_item : 0;
}

static inline int atomic_inc(volatile int *p)
{
    return (*p)++;
}

/* Where a broken contract leads if one is planned; else it fails the test. */
static jmp_buf host_caught;
static bool host_catches;
static const char *host_broken; /* the last one */

void clm_verify_failed(const char *condition, const char *file, int line);

void clm_verify_failed(const char *condition, const char *file, int line)
{
    host_broken = condition;
    if (host_catches)
        longjmp(host_caught, 1);
    fail_msg("%s:%d: not so: %s", file, line, condition);
}

/* The statement has to break the contract that contains `text`. It ends there, before arithmetic
 * that would be undefined. */
#define BREAKS(text, statement)                                                          \
    do {                                                                                 \
        host_broken = NULL;                                                              \
        host_catches = true;                                                             \
        if (setjmp(host_caught) == 0) {                                                  \
            statement;                                                                   \
        }                                                                                \
        host_catches = false;                                                            \
        if (host_broken == NULL || strstr(host_broken, text) == NULL)                    \
            fail_msg("%s: %s", #statement, host_broken ? host_broken : "broke nothing"); \
    } while (0)

#endif
