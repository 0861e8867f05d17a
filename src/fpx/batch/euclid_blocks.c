/* Steps of lockstep Euclid in blocks: which, and what they take. */
#include "fpx/batch/euclid_blocks.h"

#include <math.h>

#include "base/size.h"

#define LEAST_ORDER 64

size_t clm_step_blocks_space(clm_step_blocks blocks)
{
    return blocks.steps > 0 ? EUCLID_SPACE(blocks.steps, blocks.order) : 0;
}

static uint32_t least_of(clm_step_blocks blocks)
{
    return (uint32_t)clm_size_max(blocks.least, 2 * blocks.steps);
}

/* Steps from entry j on, `most` at most, that take degrees down by one each. */
static uint32_t normal_steps(const euclid_step *table, uint32_t steps, uint32_t j, uint32_t most)
{
    uint32_t count = 0;

    while (count < most && j + count <= steps &&
           table[j + count - 1].degree - table[j + count].degree == 1 &&
           table[j + count].degree - table[j + count + 1].degree == 1)
        count++;
    return count;
}

bool clm_step_blocks_mark(euclid_step *table, uint32_t steps, clm_step_blocks blocks)
{
    const int least = (int)least_of(blocks);
    uint32_t j = 1;
    bool any = false;

    while (blocks.steps > 0 && j <= steps && table[j - 1].degree >= least) {
        const uint32_t count = normal_steps(table, steps, j, blocks.steps);

        if (count == blocks.steps) {
            table[j].block = count;
            any = true;
        }
        j += count > 0 ? count : 1;
    }
    return any;
}

/* Windows of a block that begins at degree n. */
static double windows_of(double n, clm_step_blocks blocks)
{
    return ceil((n - (double)blocks.steps + 1.0) / (double)(blocks.order - blocks.steps));
}

/* So many blocks on, at degrees that are lower by `steps` each, windows are fewer by *fewer. */
static double period_of(clm_step_blocks blocks, double *fewer)
{
    const size_t rest = blocks.order - blocks.steps, common = clm_size_gcd(blocks.steps, rest);

    *fewer = (double)(blocks.steps / common);
    return (double)(rest / common);
}

/* Windows of `count` blocks together, the first of which begins at degree n: those at each place
 * of the period are an arithmetic progression. */
static double all_windows(double n, double count, clm_step_blocks blocks)
{
    double fewer, sum = 0.0;
    const double period = period_of(blocks, &fewer);

    for (double k = 0.0; k < fmin(period, count); k++) {
        const double terms = ceil((count - k) / period);

        sum += terms * windows_of(n - k * blocks.steps, blocks) -
               fewer * 0.5 * terms * (terms - 1.0);
    }
    return sum;
}

/* Add `count` blocks of so many windows in all. Each of four polynomials of the matrix, and of
 * two going to and fro in each window, takes passes of radix 4 over `order` words; all else at a
 * window is about one more. */
static void add_blocks(clm_amounts *to, double count, double windows, clm_step_blocks blocks)
{
    const double s = blocks.steps, order = blocks.order;
    const double passes = ceil(0.5 * log2(order));

    /* s^2 of heads, s^2 + 2 s of rows; twice */
    to->of[CLM_OP_EUCLID_PAIR] += count * 4.0 * s * (s + 1.0);
    to->of[CLM_OP_BLOCK_WORD] += order * (4.0 * passes * count + windows * (4.0 * passes + 4.0));
}

/* What the same steps take one by one, from degree n on. */
static double pairs_of(double n, double steps)
{
    return steps * (2.0 * n - steps);
}

clm_amounts clm_step_blocks_cost(double p, double q, clm_step_blocks blocks)
{
    clm_amounts all = {.of = {[CLM_OP_EUCLID_PAIR] = p * q}};
    const double n = fmin(p, q), s = blocks.steps;
    double count;

    if (blocks.steps == 0 || n < least_of(blocks))
        return all;
    count = floor((n - least_of(blocks)) / s) + 1.0;
    all.of[CLM_OP_BLOCK_WORD] = blocks.order; /* the table of roots */
    all.of[CLM_OP_EUCLID_PAIR] -= pairs_of(n, count * s);
    add_blocks(&all, count, all_windows(n, count, blocks), blocks);
    return all;
}

/* Whether a block that begins at degree n takes less than steps one by one. */
static bool is_cheaper(double n, clm_step_blocks blocks, const clm_rates *rates)
{
    const double single = rates->ns[CLM_OP_EUCLID_PAIR] * pairs_of(n, blocks.steps);
    clm_amounts block = {.of = {0}};

    add_blocks(&block, 1.0, windows_of(n, blocks), blocks);
    return clm_nanoseconds(&block, rates) < single;
}

/* The first of `count` degrees from n on, blocks.steps apart, that is_cheaper() holds for; `count`
 * degrees on, if there is none. */
static uint32_t first_cheaper(uint32_t n, uint32_t count, clm_step_blocks blocks,
                              const clm_rates *rates)
{
    uint32_t k = 0;

    while (k < count && !is_cheaper((double)n + (double)k * blocks.steps, blocks, rates))
        k++;
    return n + k * blocks.steps;
}

/* Where blocks begin to take less than steps one by one. From period to period what they gain
 * changes by the same: the first one where they gain anything is found by bisection. */
static uint32_t cheaper_from(clm_step_blocks blocks, size_t most, const clm_rates *rates)
{
    double fewer;
    const uint32_t period = (uint32_t)period_of(blocks, &fewer), step = period * blocks.steps;
    const uint32_t first = 2 * blocks.steps;
    uint32_t low = 0, high = 0;

    if (most > first)
        high = (uint32_t)((most - first) / step) + 1; /* there it is beyond `most` */
    if (first_cheaper(first, period, blocks, rates) < first + step)
        high = 0;
    while (low + 1 < high) {
        const uint32_t middle = low + (high - low) / 2, n = first + middle * step;

        if (first_cheaper(n, period, blocks, rates) < n + step)
            high = middle;
        else
            low = middle;
    }
    return first_cheaper(first + high * step, period, blocks, rates);
}

clm_step_blocks clm_step_blocks_choose(size_t p, size_t q, uint32_t order, const clm_rates *rates)
{
    static const uint32_t eighths[] = {1, 2, 3, 4}; /* of a transform, which a block's steps are */
    const size_t n = clm_size_min(p, q);
    const clm_amounts alone = clm_step_blocks_cost((double)p, (double)q, (clm_step_blocks){0});
    double least = clm_nanoseconds(&alone, rates);
    clm_step_blocks best = {0};

    if (n < CLM_BLOCKS_DEGREE)
        return best;
    for (; order >= LEAST_ORDER; order /= 2)
        for (size_t k = 0; k < sizeof eighths / sizeof *eighths; k++) {
            clm_step_blocks blocks = {.steps = order / 8 * eighths[k], .order = order};

            blocks.least = cheaper_from(blocks, n, rates);

            const clm_amounts all = clm_step_blocks_cost((double)p, (double)q, blocks);
            const double ns = clm_nanoseconds(&all, rates);

            if (ns < least) {
                least = ns;
                best = blocks;
            }
        }
    return best;
}
