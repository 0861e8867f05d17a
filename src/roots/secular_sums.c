/* Sums over poles: compiled for each level of vector instructions. */
#include "roots/secular_sums.h"

#define LANES CLM_SECULAR_LANES
#include "roots/doubles.h"

/* Added to squares of distances, so that coinciding points have a finite inverse. */
#define TINY 0x1p-1000

/* Sets w to 1 / (x + y i). */
#define INVERT(w, x, y)                                       \
    do {                                                      \
        const numbers inverse_ = 1 / ((x) * (x) + (y) * (y) + TINY); \
        (w)[0] = (x) * inverse_;                              \
        (w)[1] = -(y) * inverse_;                             \
    } while (0)
/* Sets p to the product a b, which may replace neither. */
#define MULTIPLY(p, a, b)                             \
    do {                                              \
        (p)[0] = (a)[0] * (b)[0] - (a)[1] * (b)[1];   \
        (p)[1] = (a)[0] * (b)[1] + (a)[1] * (b)[0];   \
    } while (0)

/* Returns a block without pole `lane`. */
static clm_secular_block without(const clm_secular_block *block, size_t lane)
{
    clm_secular_block rest = *block;

    for (size_t p = 0; p < CLM_SECULAR_PARTS; p++)
        rest.part[p][lane] = p == CLM_SECULAR_Z ? CLM_SECULAR_FAR : 0;
    return rest;
}

static void sum(clm_secular_sums *sums, const clm_secular_block *blocks, size_t count, size_t k)
{
    const clm_secular_block at = blocks[k / LANES], rest = without(&at, k % LANES);
    numbers value[2] = {{0}}, slope[2] = {{0}}, repulsion[2] = {{0}}, size = {0};
    const words positive = INT64_MAX - (words){0};

    for (size_t b = 0; b < count; b++) {
        const clm_secular_block *block = b == k / LANES ? &rest : &blocks[b];
        numbers t[2], a[2], d[2], w[2], v[2], p[2], q[2];

        for (size_t i = 0; i < 2; i++) {
            load(&a[i], block->part[CLM_SECULAR_A + i]);
            load(&d[i], block->part[CLM_SECULAR_D + i]);
            t[i] = at.part[CLM_SECULAR_D + i][k % LANES] - (numbers){0};
            for (size_t pair = 2 * CLM_SECULAR_SPLITS; pair > 0; pair -= 2) {
                numbers z;

                load(&z, block->part[pair - 2 + i]);
                t[i] += at.part[pair - 2 + i][k % LANES] - z;
            }
        }
        INVERT(w, t[0], t[1]);
        INVERT(v, t[0] - d[0], t[1] - d[1]);
        MULTIPLY(p, a, w);
        value[0] += p[0];
        value[1] += p[1];
        size += (numbers)((words)p[0] & positive) + (numbers)((words)p[1] & positive);
        MULTIPLY(q, p, w);
        slope[0] -= q[0];
        slope[1] -= q[1];
        MULTIPLY(p, d, w);
        MULTIPLY(q, p, v);
        repulsion[0] += q[0];
        repulsion[1] += q[1];
    }
    for (size_t i = 0; i < 2; i++) {
        sums->value[i] = total(&value[i]);
        sums->slope[i] = total(&slope[i]);
        sums->repulsion[i] = total(&repulsion[i]);
    }
    sums->size = total(&size);
}

const clm_secular_functions VEC_NAME(clm_secular) = {sum};
