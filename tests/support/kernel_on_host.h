/* Definitions of OpenCL C for kernels compiled for the host: one work-item of one lane (W = 1),
 * with contracts checked (cl/arith/verify.h). Tests compiled with CLM_VERIFY include it just
 * before the kernels. */
#ifndef TESTS_SUPPORT_KERNEL_ON_HOST_H
#define TESTS_SUPPORT_KERNEL_ON_HOST_H

#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/assertions.h"

/* Kernels have pragmas for unrolling loops, known to device compilers only. */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"

typedef uint32_t uint;
typedef uint64_t ulong;
_Static_assert(sizeof(long) == 8, "a long of OpenCL C has 64 bits");

#define global
#define kernel static
#define vec_type_hint(type) unused
#define min(a, b) ((a) < (b) ? (a) : (b))

static size_t host_work_item; /* the current one */

static inline size_t get_global_id(uint dimension)
{
    return dimension == 0 ? host_work_item : 0;
}

#define get_group_id(dimension) (get_global_id(dimension) / NT)

static inline int atomic_inc(volatile int *p)
{
    return (*p)++;
}

/* The target of longjmp after an expected broken contract; an unexpected one fails the test. */
static jmp_buf host_caught;
static bool host_catches;
static const char *host_broken; /* the last broken condition */

void clm_verify_failed(const char *condition, const char *file, int line);

void clm_verify_failed(const char *condition, const char *file, int line)
{
    host_broken = condition;
    if (host_catches)
        longjmp(host_caught, 1);
    fail_msg("%s:%d: not so: %s", file, line, condition);
}

/* Asserts that the statement breaks the contract containing `text`. The statement ends there,
 * before undefined arithmetic. */
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
