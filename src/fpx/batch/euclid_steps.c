/* Degree sequences, the table of steps of lockstep Euclid, and the choice of blocks of steps. */
#include "fpx/batch/euclid_steps.h"

#include <math.h>

#include "core/memory.h"
#include "core/size.h"

/* deg f for f with coefficients 0 ... bound - 1; -1 for zero. */
static ptrdiff_t degree_below(const u32 *f, size_t bound)
{
    while (bound > 0 && f[bound - 1] == 0)
        bound--;
    return (ptrdiff_t)bound - 1;
}

/* Replaces f by f mod g; returns its degree, -1 for zero. Pre: g_m != 0, n >= m >= 1. */
static ptrdiff_t remainder_of(u32 *f, size_t n, const u32 *g, size_t m, fp_field field)
{
    u32 inverse = fp_inv(g[m], field);

    for (size_t top = n + 1; top-- > m;) {
        u32 quotient = fp_mul(f[top], inverse, field);

        for (size_t i = 0; i <= m; i++)
            f[top - m + i] = fp_sub(f[top - m + i], fp_mul(quotient, g[i], field), field);
    }
    return degree_below(f, m);
}

clmodp_status clm_degrees_find(clm_error *error, clm_degrees *out, fp_field field,
                               clm_dense f, clm_dense g)
{
    clmodp_status st = CLMODP_OK;
    clm_degrees result = {0};
    const size_t p = f.degree, q = g.degree;
    u32 *a = (p < q ? g : f).coefficient, *b = (p < q ? f : g).coefficient;
    size_t n = p < q ? q : p, m = p < q ? p : q;

    *out = (clm_degrees){0};
    REQUIRE(error, f.coefficient[p] != 0 && g.coefficient[q] != 0);
    NEW(error, result.degree, m + 2);
    result.degree[result.count++] = (uint32_t)p;
    result.degree[result.count++] = (uint32_t)q;
    while (m > 0) {
        ptrdiff_t k = remainder_of(a, n, b, m, field);
        u32 *rest = a;

        if (k < 0) {
            result.common_factor = true;
            break;
        }
        result.degree[result.count++] = (uint32_t)k;
        a = b;
        b = rest;
        n = m;
        m = (size_t)k;
    }
    *out = result;
    result.degree = NULL;
done:
    free(result.degree);
    return st;
}

void clm_degrees_destroy(clm_degrees *degrees)
{
    free(degrees->degree);
    *degrees = (clm_degrees){0};
}

#define LEAST_ORDER 64

size_t clm_step_blocks_space(clm_step_blocks blocks)
{
    return blocks.steps > 0 ? EUCLID_SPACE(blocks.steps, blocks.order) : 0;
}

static uint32_t least_of(clm_step_blocks blocks)
{
    return (uint32_t)clm_size_max(blocks.least, 2 * blocks.steps);
}

/* Marks blocks wherever blocks.steps consecutive steps of the table are quiet. Returns whether
 * there are any. */
static bool step_blocks_mark(euclid_step *table, uint32_t steps, clm_step_blocks blocks)
{
    const int least = (int)least_of(blocks);
    uint32_t j = 1;
    bool any = false;

    while (blocks.steps > 0 && j <= steps && table[j - 1].degree >= least) {
        const uint32_t quiet = table[j].quiet;

        if (quiet >= blocks.steps) {
            table[j].block = blocks.steps;
            any = true;
        }
        j += quiet >= blocks.steps ? blocks.steps : quiet > 0 ? quiet : 1;
    }
    return any;
}

/* Windows of a block beginning at degree n. */
static double block_windows(double n, clm_step_blocks blocks)
{
    return ceil((n - (double)blocks.steps + 1.0) / (double)(blocks.order - blocks.steps));
}

/* A period in blocks: one period later windows are fewer by *fewer. */
static double block_period(clm_step_blocks blocks, double *fewer)
{
    const size_t rest = blocks.order - blocks.steps, common = clm_size_gcd(blocks.steps, rest);

    *fewer = (double)(blocks.steps / common);
    return (double)(rest / common);
}

/* Windows of `count` blocks in all, the first beginning at degree n. The numbers at each place of
 * the period form an arithmetic progression. */
static double all_windows(double n, double count, clm_step_blocks blocks)
{
    double fewer, sum = 0.0;
    const double period = block_period(blocks, &fewer);

    for (double k = 0.0; k < fmin(period, count); k++) {
        const double terms = ceil((count - k) / period);

        sum += terms * block_windows(n - k * blocks.steps, blocks) -
               fewer * 0.5 * terms * (terms - 1.0);
    }
    return sum;
}

/* Adds `count` blocks with `windows` windows in all. Each of four polynomials of the matrix, and
 * of two transformed forward and back in each window, takes passes of radix 4 over `order` words.
 * All other work of a window equals about one more pass. */
static void add_blocks(clm_amounts *to, double count, double windows, clm_step_blocks blocks)
{
    const double s = blocks.steps, order = blocks.order;
    const double passes = ceil(0.5 * log2(order));

    /* s^2 for heads, s^2 + 2 s for rows; twice */
    to->of[CLM_OP_EUCLID_PAIR] += count * 4.0 * s * (s + 1.0);
    to->of[CLM_OP_BLOCK_WORD] += order * (4.0 * passes * count + windows * (4.0 * passes + 4.0));
}

/* Pairs of coefficients of single steps from degree n on. */
static double block_pairs(double n, double steps)
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
    all.of[CLM_OP_EUCLID_PAIR] -= block_pairs(n, count * s);
    add_blocks(&all, count, all_windows(n, count, blocks), blocks);
    return all;
}

/* Returns whether a block beginning at degree n takes less time than single steps. */
static bool is_block_cheaper(double n, clm_step_blocks blocks, const clm_costs *costs)
{
    const double single = costs->ns[CLM_OP_EUCLID_PAIR] * block_pairs(n, blocks.steps);
    clm_amounts block = {.of = {0}};

    add_blocks(&block, 1.0, block_windows(n, blocks), blocks);
    return clm_nanoseconds(&block, costs) < single;
}

/* The first of `count` degrees n, n + blocks.steps, ... with is_block_cheaper(), or the degree
 * behind the last. */
static uint32_t first_cheaper(uint32_t n, uint32_t count, clm_step_blocks blocks,
                              const clm_costs *costs)
{
    uint32_t k = 0;

    while (k < count && !is_block_cheaper((double)n + (double)k * blocks.steps, blocks, costs))
        k++;
    return n + k * blocks.steps;
}

/* Finds the degree from which blocks take less time than single steps: by bisection for the first
 * period with a gain, since gains of periods form an arithmetic progression. */
static uint32_t cheaper_from(clm_step_blocks blocks, size_t most, const clm_costs *costs)
{
    double fewer;
    const uint32_t period = (uint32_t)block_period(blocks, &fewer), step = period * blocks.steps;
    const uint32_t first = 2 * blocks.steps;
    uint32_t low = 0, high = 0;

    if (most > first)
        high = (uint32_t)((most - first) / step) + 1; /* beyond `most` */
    if (first_cheaper(first, period, blocks, costs) < first + step)
        high = 0;
    while (low + 1 < high) {
        const uint32_t middle = low + (high - low) / 2, n = first + middle * step;

        if (first_cheaper(n, period, blocks, costs) < n + step)
            high = middle;
        else
            low = middle;
    }
    return first_cheaper(first + high * step, period, blocks, costs);
}

clm_step_blocks clm_step_blocks_choose(size_t p, size_t q, uint32_t order, const clm_costs *costs)
{
    static const uint32_t eighths[] = {1, 2, 3, 4}; /* of a transform: a block's steps */
    const size_t n = clm_size_min(p, q);
    const clm_amounts alone = clm_step_blocks_cost((double)p, (double)q, (clm_step_blocks){0});
    double least = clm_nanoseconds(&alone, costs);
    clm_step_blocks best = {0};

    if (n < CLM_BLOCKS_DEGREE)
        return best;
    for (; order >= LEAST_ORDER; order /= 2)
        for (size_t k = 0; k < sizeof eighths / sizeof *eighths; k++) {
            clm_step_blocks blocks = {.steps = order / 8 * eighths[k], .order = order};

            blocks.least = cheaper_from(blocks, n, costs);

            const clm_amounts all = clm_step_blocks_cost((double)p, (double)q, blocks);
            const double ns = clm_nanoseconds(&all, costs);

            if (ns < least) {
                least = ns;
                best = blocks;
            }
        }
    return best;
}

/* Returns whether these can be degrees of a remainder sequence with the end that common_factor
 * says. */
static bool is_sequence(const clm_degrees *degrees)
{
    const uint32_t *d = degrees->degree;
    size_t count = degrees->count;
    bool ordered = count >= 2;

    for (size_t j = 2; j < count; j++)
        ordered = ordered && d[j] < d[j - 1] && d[j] < d[j - 2];
    if (!ordered)
        return false;

    uint32_t last = count == 2 && d[0] < d[1] ? d[0] : d[count - 1];

    return (last > 0) == degrees->common_factor;
}

/* Returns the EUCLID_MINOR of S_k, or 0 if it is not computed. signs: of S_k for even and odd k */
static u32 minor_of(clm_minors minors, int64_t k, const bool signs[2])
{
    const int64_t past = k - (int64_t)minors.first;

    if (k < 0 || past < 0 || past % minors.step != 0 || past / minors.step >= minors.count)
        return 0;
    return EUCLID_MINOR((u32)(past / minors.step), signs[k % 2]);
}

/* Returns the number of S_k with k below `end`. */
static u32 minors_below(clm_minors minors, int64_t end)
{
    const int64_t past = end - (int64_t)minors.first;
    const int64_t count = past <= 0 ? 0 : (past + minors.step - 1) / minors.step;

    return count < minors.count ? (u32)count : minors.count;
}

/* Fills an entry, a division of polynomials of degrees n and m with a remainder of degree d, -1 if
 * it is 0. `signs` are updated. */
static void fill_step(euclid_step *entry, clm_minors minors, bool divided, bool signs[2])
{
    const int64_t n = entry[-1].degree, m = entry->degree, d = entry[1].degree;

    entry->leads = divided ? 0 : (u32)(n - m + 1);
    entry->excess = divided ? (u32)(n - m + 1) : 0;
    entry->gap = (u32)(m - 1 - d);
    signs[0] ^= (n & m & 1) != 0;
    signs[1] ^= ((n | m) & 1) == 0;
    if (d >= 0)
        entry->upper = minor_of(minors, m - 1, signs);
    if (d >= 0 && entry->gap > 0)
        entry->lower = minor_of(minors, d, signs);
    entry->zero = minors_below(minors, d + 1);
    entry->zeros = minors_below(minors, d < 0 ? m : m - 1);
    entry->zeros -= entry->zeros > entry->zero ? entry->zero : entry->zeros;
}

/* Fills table[0 ... steps + 1]; steps may become fewer. */
static void fill_table(euclid_step *table, clm_steps *out, const clm_degrees *degrees)
{
    const uint32_t *d = degrees->degree;
    const bool exchange = d[0] < d[1];
    bool signs[2] = {exchange && d[0] % 2 != 0 && d[1] % 2 != 0,
                     exchange && d[0] % 2 == 0 && d[1] % 2 == 0};
    uint32_t last = 0;

    for (size_t j = 0; j < degrees->count; j++)
        table[j].degree = (int)d[j < 2 && exchange ? 1 - j : j];
    if (degrees->common_factor)
        table[out->steps + 1].degree = -1;
    if (table[0].degree > table[1].degree)
        table[0].upper = minor_of(out->minors, table[1].degree, signs);
    for (uint32_t j = 1; j <= out->steps; j++) {
        fill_step(&table[j], out->minors, j == 1 && degrees->divided, signs);
        if ((table[j].upper | table[j].lower | table[j].zeros) != 0)
            last = j;
    }
    out->steps = last;
    for (uint32_t j = last; j > 0; j--)
        if (table[j].leads == 2 && table[j].gap == 0 &&
            (table[j].upper | table[j].lower | table[j].zeros) == 0)
            table[j].quiet = table[j + 1].quiet + 1;
}

euclid_minors clm_steps_minors(clm_minors minors, size_t plane)
{
    return (euclid_minors){minors.first,
                           minors.step,
                           minors.count,
                           minors.principal ? 0 : ~(u32)0,
                           (u32)plane,
                           (u32)clm_minors_outputs(minors)};
}

clmodp_status clm_steps_check(clm_error *error, size_t p, size_t q, bool divided)
{
    const size_t least = clm_size_min(p, q), longest = divided ? least : clm_size_max(p, q);
    size_t product; /* of degrees after a first division */

    if (longest < INT32_MAX && clm_size_mul(&product, longest + 1, least + 1) &&
        product <= INT32_MAX)
        return CLMODP_OK;
    return clm_fail(error, CLMODP_LIMIT,
                    "degrees %zu and %zu in the eliminated variable: their product must be below "
                    "2^31", p, q);
}

clmodp_status clm_steps_tabulate(clm_error *error, clm_steps *out, euclid_step **table,
                                 const clm_degrees *degrees, clm_minors minors)
{
    clmodp_status st = CLMODP_OK;
    clm_steps result = {.minors = minors};
    const size_t k = clm_minors_index(minors, minors.count - 1);
    size_t steps;

    *out = (clm_steps){0};
    *table = NULL;
    REQUIRE(error, is_sequence(degrees));
    result.p = degrees->degree[0];
    result.q = degrees->degree[1];
    REQUIRE(error, result.p >= k && result.q >= k && (result.p > k || result.q > k));
    TRY(clm_steps_check(error, result.p, result.q, degrees->divided));
    result.common_factor = degrees->common_factor;
    result.divided = degrees->divided;
    steps = degrees->count - 2 + (degrees->common_factor ? 1 : 0);
    result.steps = (uint32_t)steps;
    NEW(error, *table, steps + 2);
    fill_table(*table, &result, degrees);
    *out = result;
done:
    return st;
}

void clm_steps_block(clm_steps *steps, euclid_step *table, clm_step_blocks blocks)
{
    steps->blocks = (clm_step_blocks){0};
    if (step_blocks_mark(table, steps->steps, blocks))
        steps->blocks = blocks;
}

clmodp_status clm_steps_upload(clmodp_context *ctx, clm_steps *out, const clm_degrees *degrees,
                               clm_minors minors, clm_step_blocks blocks)
{
    clmodp_status st = CLMODP_OK;
    clm_steps result;
    euclid_step *table;
    size_t count;

    *out = (clm_steps){0};
    TRY(clm_steps_tabulate(&ctx->error, &result, &table, degrees, minors));
    clm_steps_block(&result, table, blocks);
    count = (size_t)result.steps + 2;
    TRY(clm_buffer_load(ctx, &result.table, table, count, sizeof *table));
    *out = result;
    result.table = (clm_buffer){0};
done:
    clm_buffer_destroy(ctx, &result.table);
    free(table);
    return st;
}

void clm_steps_destroy(clmodp_context *ctx, clm_steps *steps)
{
    clm_buffer_destroy(ctx, &steps->table);
    *steps = (clm_steps){0};
}
