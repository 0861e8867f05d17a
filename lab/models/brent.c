/* Brent's theorem [Brent 1974], and the step counts of three prefix sum algorithms to compare. */
#include <clmodp/models.h>
#include <inttypes.h>
#include <stdbool.h>

#include "core/error.h"

#define MOST_WORK (UINT64_C(1) << 63)
#define MOST_ELEMENTS (UINT64_C(1) << 62)

static bool is_power_of_two(uint64_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

/* Adds a b to *sum. Errors: LIMIT */
static clmodp_status add_product(clm_error *error, uint64_t *sum, uint64_t a, uint64_t b)
{
    uint64_t product;

    if (__builtin_mul_overflow(a, b, &product) || product >= MOST_WORK - *sum)
        return clm_fail(error, CLMODP_LIMIT, "%" PRIu64 " steps of %" PRIu64 " operations: all "
                        "together must be below 2^63", b, a);
    *sum += product;
    return CLMODP_OK;
}

/* The printed proof of the bound uses ceil(W_i / p) <= ceil(W_i / p) + 1, and has ceilings in its
 * result. The valid step is ceil(x) <= floor(x) + 1; floors add up to at most the sum's floor. */
clmodp_status clmodp_brent_predict(clmodp_brent_time *time, const clmodp_brent_steps *steps,
                                   size_t count, uint64_t processors, char *message,
                                   size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};
    clmodp_brent_time all = {0};

    REQUIRE(&error, time != NULL && (steps != NULL || count == 0));
    if (processors == 0)
        FAIL(&error, CLMODP_INVALID, "there are no processors");
    for (size_t k = 0; k < count; k++) {
        const uint64_t work = steps[k].work, each = work / processors + (work % processors != 0);

        if (work == 0)
            FAIL(&error, CLMODP_INVALID, "class %zu of steps has no operations", k);
        TRY(add_product(&error, &all.work, work, steps[k].steps));
        TRY(add_product(&error, &all.time, each, steps[k].steps));
        all.depth += steps[k].steps; /* no overflow: at most the work */
    }
    all.bound = all.work / processors + all.depth;
    *time = all;
done:
    clm_error_tell(&error, message, message_size);
    return st;
}

double clmodp_brent_speedup(double sequential, const clmodp_brent_time *time, double processors)
{
    return sequential / ((double)time->work / processors + (double)time->depth);
}

double clmodp_brent_processors(const clmodp_brent_time *time)
{
    return time->depth == 0 ? 0.0 : (double)time->work / (double)time->depth;
}

static void append(clmodp_brent_steps *steps, size_t *count, uint64_t work, uint64_t times)
{
    if (work > 0 && times > 0)
        steps[(*count)++] = (clmodp_brent_steps){work, times};
}

/* Appends the steps of a tree of n leaves: sums of pairs going up, prefix sums going down. */
static void append_tree(clmodp_brent_steps *steps, size_t *count, uint64_t n)
{
    for (uint64_t pairs = n / 2; pairs > 0; pairs /= 2)
        append(steps, count, pairs, 1);
    for (uint64_t pairs = 1; pairs < n; pairs *= 2)
        append(steps, count, pairs, 1);
}

/* Appends steps in which elements add the one `distance` before, at distances 1, 2, 4, ... */
static void append_doubling(clmodp_brent_steps *steps, size_t *count, uint64_t n)
{
    for (uint64_t distance = 1; distance < n; distance *= 2)
        append(steps, count, n - distance, 1);
}

clmodp_status clmodp_brent_scan_steps(clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS],
                                      size_t *count, clmodp_brent_scan scan,
                                      clmodp_mmm_forms forms, uint64_t n, uint64_t f,
                                      char *message, size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {.status = CLMODP_OK};

    REQUIRE(&error, steps != NULL && count != NULL);
    REQUIRE(&error, (unsigned)scan <= CLMODP_BRENT_DOUBLING);
    REQUIRE(&error, (unsigned)forms <= CLMODP_MMM_CORRECTED);
    if (!is_power_of_two(n) || n >= MOST_ELEMENTS)
        FAIL(&error, CLMODP_INVALID, "n = %" PRIu64 ": expected a power of two below 2^62", n);
    if (scan == CLMODP_BRENT_RUNS && (!is_power_of_two(f) || f > n / 2))
        FAIL(&error, CLMODP_INVALID, "runs of f = %" PRIu64 " elements: expected a power of two "
             "up to n / 2", f);
    *count = 0;
    switch (scan) {
    case CLMODP_BRENT_TREE:
        append_tree(steps, count, n);
        break;
    case CLMODP_BRENT_RUNS:
        append(steps, count, n / f, forms == CLMODP_MMM_CORRECTED ? f - 1 : f);
        append_tree(steps, count, n / f);
        if (forms == CLMODP_MMM_CORRECTED)
            append(steps, count, n / f, f - 1);
        break;
    case CLMODP_BRENT_DOUBLING:
        append_doubling(steps, count, n);
        break;
    }
done:
    clm_error_tell(&error, message, message_size);
    return st;
}
