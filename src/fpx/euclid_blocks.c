/* Steps of lockstep Euclid in blocks: which, and what they take. */
#include "fpx/euclid_blocks.h"

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

/* Add a block that begins at degree n. Each of four polynomials of the matrix, and of two going to
 * and fro in each window, takes passes of radix 4 over `order` words; all else at a window is
 * about one more. */
static void add_block(clm_amounts *to, double n, clm_step_blocks blocks)
{
    const double s = blocks.steps, order = blocks.order;
    const double passes = ceil(0.5 * log2(order)), windows = ceil((n - s + 1.0) / (order - s));

    to->of[CLM_OP_EUCLID_PAIR] += 4.0 * s * (s + 1.0); /* s^2 of heads, s^2 + 2 s of rows; twice */
    to->of[CLM_OP_BLOCK_WORD] += order * (4.0 * passes + windows * (4.0 * passes + 4.0));
}

/* What the same steps take one by one. */
static double pairs_of(double n, double steps)
{
    return steps * (2.0 * n - steps);
}

clm_amounts clm_step_blocks_cost(double p, double q, clm_step_blocks blocks)
{
    clm_amounts all = {.of = {[CLM_OP_EUCLID_PAIR] = p * q}};
    double n = fmin(p, q);

    if (blocks.steps == 0 || n < least_of(blocks))
        return all;
    all.of[CLM_OP_BLOCK_WORD] = blocks.order; /* the table of roots */
    for (; n >= least_of(blocks); n -= blocks.steps) {
        all.of[CLM_OP_EUCLID_PAIR] -= pairs_of(n, blocks.steps);
        add_block(&all, n, blocks);
    }
    return all;
}

/* Where blocks begin to take less than steps one by one. */
static uint32_t cheaper_from(clm_step_blocks blocks, size_t most, const clm_rates *rates)
{
    uint32_t n = 2 * blocks.steps;

    for (; n <= most; n += blocks.steps) {
        const double single = rates->ns[CLM_OP_EUCLID_PAIR] * pairs_of(n, blocks.steps);
        clm_amounts block = {.of = {0}};

        add_block(&block, n, blocks);
        if (clm_nanoseconds(&block, rates) < single)
            break;
    }
    return n;
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
