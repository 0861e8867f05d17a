/* Closed forms of the multiplications of each stage. */
#include "bench/counts.h"

#include "cl/fpx/batch/divide_shape.h"
#include "cl/fpx/batch/evaluate_shape.h"
#include "core/size.h"
#include "fpx/batch/evaluate.h"
#include "fpx/batch/ntt.h"
#include "opencl/context.h"

#define REDUCTION 2             /* products: the quotient, and the quotient times the prime */
#define PRODUCT (1 + REDUCTION) /* of residues */
#define INVERSION 60            /* products of residues: a power with an exponent of 31 bits */

/* Counts one reduction for each limb of each coefficient. */
static double count_reduce(const input_shape *s, double residues)
{
    return residues * (double)clm_div_up(s->bits, 32) * REDUCTION;
}

/* Counts the split sums of every row at `points` points: one product for each coefficient, one
 * reduction for each sum; and the powers of the point. [cl/fpx/batch/evaluate.cl] */
static double count_sums(const clm_rows *rows, double points, double split)
{
    return points * ((double)rows->residues + REDUCTION * split * (double)rows->count +
                     PRODUCT * (double)rows->longest);
}

/* Counts a butterfly of radix n in registers, with one or two rounds. [cl/fpx/batch/dft.h] */
static double count_butterfly(u32 n)
{
    u32 b = n == 6 || n == 8 ? 2 : n == 9 ? 3 : 1, a = n / b;

    if (b > 1)
        return b * count_butterfly(a) + a * count_butterfly(b) + (a - 1) * (b - 1) * PRODUCT;
    if (n < 5)
        return n == 2 ? 0 : PRODUCT;
    return (n - 1) * (n - 1 + REDUCTION);
}

/* Counts a transform, for each word; each pass but the last multiplies by roots of unity. */
static double count_passes(const clm_ntt_plan *plan)
{
    double a_word = 0;

    for (size_t k = 0; k < plan->passes; k++) {
        u32 radix = plan->radix[k];
        double twiddles = k + 1 < plan->passes ? PRODUCT * (radix - 1) : 0;

        a_word += (count_butterfly(radix) + twiddles) / radix;
    }
    return a_word;
}

/* Counts products by roots that join the values at `points` points. [cl/fpx/batch/butterfly.cl] */
static double count_joined(size_t points)
{
    return points == 4 ? 1 : 2 * count_joined(points / 2) + (double)points / 2 - 1;
}

/* Counts the method selected by the cost model.
 * [cl/fpx/batch/{evaluate,butterfly,transform}.cl] */
static double count_evaluate(const clmodp_context *context, const clm_rows *rows,
                             const clm_point_batch *batch, const char **method)
{
    clm_evaluation_plan plan = clm_evaluate_plan(context, rows, batch, CLM_EVALUATE_AUTO);
    double points = (double)batch->points, split = 1, joined = 0;

    *method = "sums";
    if (plan.method == CLM_METHOD_BUTTERFLY) {
        *method = "butterfly";
        split = (double)plan.split;
        joined = PRODUCT * count_joined(plan.split) / split;
    } else if (plan.method == CLM_METHOD_TRANSFORM) {
        *method = "transform";
        split = (double)plan.transform.split;
        joined = count_passes(&plan.transform.ntt);
    }
    return count_sums(rows, points / split, split) + points * (double)rows->count * joined;
}

/* Counts half of the p * q pairs as an update of three products and a reduction. */
static double count_euclid(const input_shape *s)
{
    return 0.5 * (double)s->deg_y_f * (double)s->deg_y_g * (3 + REDUCTION);
}

/* Counts the inverse transform, the table of roots, and scaling by powers of the shift. */
double count_interpolate(size_t points)
{
    const clm_ntt_plan plan = clm_ntt_plan_for(points);

    return (double)points * (count_passes(&plan) + 3 * PRODUCT);
}

/* Returns the rows of both inputs; zeros within them are computed with like other coefficients. */
static clm_rows count_rows(const input_shape *s)
{
    const size_t of_f = s->deg_y_f + 1, of_g = s->deg_y_g + 1;
    const size_t f_length = s->deg_x_f + 1, g_length = s->deg_x_g + 1;
    const size_t longest = clm_size_max(f_length, g_length);
    const size_t whole = of_f / EVALUATE_BLOCK, begun = clm_div_up(of_f, EVALUATE_BLOCK);
    const size_t blocks = clm_div_up(of_f + of_g, EVALUATE_BLOCK);

    return (clm_rows){.count = of_f + of_g,
                      .residues = of_f * f_length + of_g * g_length,
                      .longest = longest,
                      .padded = whole * f_length + (begun - whole) * longest +
                                (blocks - begun) * g_length};
}

counts count_products(const clmodp_context *context, const input_shape *s,
                      const clmodp_resultant_report *report)
{
    double primes = (double)report->primes, points = (double)report->points;
    double width = (double)(report->degree_bound - report->valuation_bound + 1);
    double limbs = (double)report->height_bits / 64;
    clm_rows rows = count_rows(s);
    clm_point_batch batch = {.primes = 1, .points = (size_t)report->points};
    counts c = {0};

    batch.lanes = clm_round_up(batch.points, context->tuning.tile);

    c.pairs = (double)s->deg_y_f * (double)s->deg_y_g * primes * points;
    c.products[CLM_STAGE_REDUCE] = primes * count_reduce(s, (double)rows.residues);
    c.products[CLM_STAGE_EVALUATE] =
        primes * count_evaluate(context, &rows, &batch, &c.evaluation);
    c.products[CLM_STAGE_EUCLID] = primes * points * count_euclid(s);
    c.products[CLM_STAGE_DIVIDE] =
        primes * points * PRODUCT * (4 + (double)INVERSION / DIVIDE_RUN);
    c.products[CLM_STAGE_INTERPOLATE] = primes * count_interpolate(batch.points);
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        c.total += c.products[stage];
    c.crt_bytes_in = width * primes * 4;
    c.crt_bytes_out = width * limbs * 8;
    c.crt_products = width * limbs * limbs;
    return c;
}
