/* Horner's rule from term to term,
 *
 *     f = (...(a_t y^(e_t - e_(t-1)) + a_(t-1)) y^(e_(t-1) - e_(t-2)) + ...) y^(e_0),
 *
 * modulo g. A gap e is bridged by e shifts, m products each, or by y^e mod g, computed from the
 * binary digits of e with some 2 m^2 products for each, whichever takes less. Equal gaps in a row
 * share their power. */
#include "fpx/batch/powers.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "opencl/kernel.h"

/* Products of a multiplication of two polynomials of m coefficients modulo one of degree m. */
static double multiply_cost(double m)
{
    return 2.0 * m * m;
}

static clmodp_status add_step(clm_error *error, clm_powers *p, u32 operation, uint32_t count)
{
    clmodp_status st = CLMODP_OK;

    GROW(error, p->step, p->room, p->steps + 1);
    p->step[p->steps++] = (power_step){.operation = operation, .count = count};
done:
    return st;
}

/* The highest binary digits of e, as a number below m; *digits := how many digits are left. */
static uint32_t leading_digits(uint32_t e, size_t m, unsigned *digits)
{
    for (*digits = 0; e >= m; e >>= 1)
        ++*digits;
    return e;
}

static double power_cost(uint32_t e, size_t m)
{
    unsigned digits;

    (void)leading_digits(e, m, &digits);
    return (double)digits * (multiply_cost((double)m) + (double)m);
}

/* power := y^e. */
static clmodp_status find_power(clm_error *error, clm_powers *p, uint32_t e, size_t m)
{
    clmodp_status st = CLMODP_OK;
    unsigned digits;
    const uint32_t start = leading_digits(e, m, &digits);

    TRY(add_step(error, p, POWER_START, start));
    while (digits-- > 0) {
        TRY(add_step(error, p, POWER_SQUARE, 0));
        if (e >> digits & 1)
            TRY(add_step(error, p, POWER_SHIFT, 0));
    }
done:
    return st;
}

static double lower_cost(uint32_t e, size_t m)
{
    return (double)e * (double)m;
}

double clm_powers_gap(uint32_t e, size_t m, uint32_t *known)
{
    const double power = multiply_cost((double)m) + (e == *known ? 0.0 : power_cost(e, m));

    if (lower_cost(e, m) <= power)
        return lower_cost(e, m);
    *known = e;
    return power;
}

/* remainder := y^e remainder. */
static clmodp_status bridge_gap(clm_error *error, clm_powers *p, uint32_t e, size_t m,
                                uint32_t *known)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t before = *known;

    p->products += clm_powers_gap(e, m, known);
    if (*known != e)
        return add_step(error, p, POWER_LOWER, e);
    if (before != e)
        TRY(find_power(error, p, e, m));
    TRY(add_step(error, p, POWER_MULTIPLY, 0));
done:
    return st;
}

clmodp_status clm_powers_create(clm_error *error, clm_powers *out, const uint32_t *exponent,
                                size_t terms, size_t m)
{
    clmodp_status st = CLMODP_OK;
    clm_powers p = {0};
    uint32_t known = 0;

    *out = p;
    TRY(add_step(error, &p, POWER_LOWER, 0));
    p.step[0].add = 1;
    for (size_t k = terms - 1; k > 0; k--) {
        TRY(bridge_gap(error, &p, exponent[k] - exponent[k - 1], m, &known));
        p.step[p.steps - 1].add = 1;
    }
    if (exponent[0] > 0)
        TRY(bridge_gap(error, &p, exponent[0], m, &known));
    *out = p;
    p = (clm_powers){0};
done:
    clm_powers_destroy(&p);
    return st;
}

void clm_powers_destroy(clm_powers *powers)
{
    free(powers->step);
    *powers = (clm_powers){0};
}

/* Each product takes about as long as three pairs of coefficients of a remainder sequence, since
 * shorter sums have more dependent reductions. */
clm_amounts clm_powers_cost(double products)
{
    return (clm_amounts){.of = {[CLM_OP_EUCLID_PAIR] = 3.0 * products}};
}

size_t clm_powers_words(const clmodp_context *ctx, size_t m, size_t tiles)
{
    return clm_size_times(tiles * ctx->tuning.tile, POWERS_WORDS(m));
}

clmodp_status clm_powers_divide(clmodp_context *ctx, const clm_powers_call *call,
                                size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const clm_point_batch *batch = call->batch;
    const char *name = batch->shared ? "powers_divide_shared" : "powers_divide";
    const char *large = batch->large ? EUCLID_LARGE : "";
    const char *file = "fpx/batch/powers.cl";
    const size_t tile = ctx->tuning.tile;
    powers_batch shape = {
        .terms = (u32)call->terms, .m = (u32)call->m, .g_first = call->divisor_first,
        .steps = (u32)call->count, .primes = (u32)batch->primes, .points = (u32)batch->points,
        .lanes = (u32)batch->lanes, .first_tile = (u32)first_tile, .tiles = (u32)tiles};

    REQUIRE(&ctx->error, call->m > 0 && call->m <= POWERS_MOST && call->terms > 0);
    TRY(clm_run(ctx, call->m <= POWERS_COMPILED
                         ? clm_kernel_with(file, name, "%s" POWERS_LINE, large, call->m)
                         : clm_kernel_with(file, name, "%s", large),
                tiles * (tile / ctx->tuning.vector_width), clm_independent_group_size(ctx),
                ARG_OUT(call->divided, clm_powers_words(ctx, call->m, tiles), u32),
                ARG_IN(call->values, clm_size_times(tiles * tile, call->terms + call->m + 1), u32),
                ARG_IN(call->steps, call->count, power_step),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}

/* A divisor and working memory. */
typedef struct modulus {
    const clm_mont64 *field;
    size_t m;
    uint64_t *minus;  /* -g_i / g_m, i < m */
    uint64_t *power;  /* m coefficients */
    uint64_t *digits; /* 2 m - 1 */
} modulus;

/* sum + a b, kept below p 2^64. */
static clm_u128 add_product(clm_u128 sum, uint64_t a, uint64_t b, const clm_mont64 *f)
{
    sum += (clm_u128)a * b;
    return (uint64_t)(sum >> 64) >= f->p ? sum - ((clm_u128)f->p << 64) : sum;
}

/* a := a b mod g */
static void multiply_modulo(uint64_t *a, const uint64_t *b, const modulus *g)
{
    const size_t m = g->m;
    uint64_t *digit = g->digits;

    for (size_t k = 2 * m - 1; k-- > 0;) {
        clm_u128 sum = 0;

        for (size_t i = k < m ? 0 : k - m + 1; i <= clm_size_min(k, m - 1); i++)
            sum = add_product(sum, a[i], b[k - i], g->field);
        for (size_t n = clm_size_max(k + 1, m); n < 2 * m - 1 && n <= k + m; n++)
            sum = add_product(sum, digit[n], g->minus[k + m - n], g->field);
        digit[k] = clm_mont64_reduce(sum, g->field);
    }
    memcpy(a, digit, m * sizeof *a);
}

/* a := y a mod g */
static void shift_modulo(uint64_t *a, const modulus *g)
{
    const uint64_t top = a[g->m - 1];

    for (size_t i = g->m; i-- > 0;)
        a[i] = clm_mont64_add(i > 0 ? a[i - 1] : 0, clm_mont64_mul(top, g->minus[i], g->field),
                              g->field);
}

static void apply_power_step(uint64_t *remainder, const power_step *step, const modulus *g)
{
    switch (step->operation) {
    case POWER_START:
        memset(g->power, 0, g->m * sizeof *g->power);
        g->power[step->count] = g->field->one;
        break;
    case POWER_SQUARE:
        multiply_modulo(g->power, g->power, g);
        break;
    case POWER_SHIFT:
        shift_modulo(g->power, g);
        break;
    case POWER_MULTIPLY:
        multiply_modulo(remainder, g->power, g);
        break;
    case POWER_LOWER:
        for (uint32_t k = 0; k < step->count; k++)
            shift_modulo(remainder, g);
        break;
    }
}

void clm_powers_divide_host(uint64_t *remainder, const clm_powers *powers, const uint64_t *term,
                            size_t terms, const uint64_t *g, size_t m, uint64_t *work,
                            const clm_mont64 *field)
{
    const modulus by = {field, m, work, work + m, work + 2 * m};
    const uint64_t minus = clm_mont64_neg(clm_mont64_inv(g[m], field), field);

    for (size_t i = 0; i < m; i++)
        by.minus[i] = clm_mont64_mul(g[i], minus, field);
    memset(remainder, 0, m * sizeof *remainder);
    for (size_t k = 0; k < powers->steps; k++) {
        apply_power_step(remainder, &powers->step[k], &by);
        if (powers->step[k].add)
            *remainder = clm_mont64_add(*remainder, term[--terms], field);
    }
}
