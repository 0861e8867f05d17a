/* Limits the sizes of results, and checks results at points modulo a fresh prime, on the host. */
#include "resultant/check.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "arith/elimination.h"
#include "arith/mont64.h"
#include "arith/prime.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "polynomials/zxy.h"
#include "resultant/sparse_remainder.h"

#define MOST_BITS 0x1p36 /* GMP aborts at 2^37, and products are made of factors */

clmodp_status clm_result_size_check(clm_error *error, double coefficients, double bits,
                                    uint64_t most)
{
    const double bytes = coefficients * bits / 8.0;

    if (most != 0 && bytes > (double)most)
        return clm_fail(error, CLMODP_LIMIT,
                        "the result may take %.0f bytes (%.0f coefficient%s of %.0f bits), more "
                        "than the limit of %llu: repeat the call with a larger max_result "
                        "(--max-result)",
                        bytes, coefficients, CLM_S(coefficients), bits, (unsigned long long)most);
    if (bits > MOST_BITS)
        return clm_fail(error, CLMODP_LIMIT,
                        "the result may have coefficients of %.0f bits, but at most 2^36 bits "
                        "are possible", bits);
    return CLMODP_OK;
}

clmodp_status clm_result_size_check_bounds(clm_error *error, double *bytes, const clm_bounds *each,
                                           size_t count, uint64_t most)
{
    double coefficients = 0.0, bits = 0.0;

    for (size_t n = 0; n < count; n++)
        if (!each[n].zero) {
            coefficients += fmin(1.0 + (double)(each[n].degree - each[n].valuation),
                                 (double)CLMODP_ZX_MOST_TERMS); /* more are refused as such */
            bits = fmax(bits, (double)each[n].height_bits);
        }
    if (bytes != NULL)
        *bytes = coefficients * bits / 8.0;
    return clm_result_size_check(error, coefficients, bits, most);
}

clm_result_size clm_result_size_of(clmodp_zx *const *results, size_t count)
{
    long valuation = LONG_MAX, degree = -1;
    clm_result_size size = {0};

    for (size_t n = 0; n < count; n++)
        for (long i = clmodp_zx_degree(results[n]); i >= 0; i--) {
            mpz_srcptr c = clmodp_zx_coeff(results[n], (size_t)i);
            double part;
            long exponent;

            if (mpz_sgn(c) == 0)
                continue;
            part = mpz_get_d_2exp(&exponent, c);
            if ((double)exponent > size.bits) /* log2(c) is at most the exponent */
                size.bits = fmax(size.bits, log2(fabs(part)) + (double)exponent);
            degree = i > degree ? i : degree;
            valuation = i < valuation ? i : valuation;
        }
    if (degree >= 0)
        size.width = (uint64_t)(degree - valuation) + 1;
    return size;
}

uint64_t clm_result_size_evaluations(const clm_result_size *size, double prime_bits)
{
    return size->width * ((uint64_t)((size->bits + 1.0) / prime_bits) + 1);
}

uint64_t clm_fresh_prime(clm_random *random)
{
    for (;;) {
        uint64_t q = ((uint64_t)1 << 60) | (clm_random_next(random) >> 4) | 1;

        if (clm_is_prime_u64(q))
            return q;
    }
}

static uint64_t addmod(uint64_t a, uint64_t b, uint64_t q)
{
    return a >= q - b ? a - (q - b) : a + b;
}

uint64_t clm_check_residue(mpz_srcptr c, uint64_t q)
{
    if (mpz_size(c) == 1 && mpz_getlimbn(c, 0) < q)
        return mpz_sgn(c) > 0 ? mpz_getlimbn(c, 0) : q - mpz_getlimbn(c, 0);
    return mpz_fdiv_ui(c, q);
}

/* Returns value * x^e modulo q. */
static uint64_t times_power(uint64_t value, uint64_t x, size_t e, uint64_t q)
{
    return e == 0 ? value : clm_mulmod64(value, e == 1 ? x : clm_powmod64(x, e, q), q);
}

/* f(x, y) at a point x modulo a prime: a polynomial in y. */
typedef struct image {
    clm_power_term *term; /* other than 0, lowest power first */
    size_t count;
    size_t degree; /* formal degree, until lower() is called */
} image;

/* Sets *out to f at x modulo q. Pre: f is not zero. */
static clmodp_status image_create(clm_error *error, image *out, const clmodp_zxy *f, uint64_t x,
                                  uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    uint32_t last_i = 0;
    uint64_t power = 1; /* x^last_i */
    clm_power_term *top;

    out->degree = (size_t)clmodp_zxy_degree_y(f);
    NEW(error, out->term, f->length);
    top = out->term;
    for (const clm_term *t = f->term; t < f->term + f->length; t++) { /* sorted by j, then by i */
        uint64_t value;

        if (t->j != top->power) {
            top += top->value != 0;
            *top = (clm_power_term){.power = t->j};
            power = 1;
            last_i = 0;
        }
        power = times_power(power, x, t->i - last_i, q);
        value = clm_check_residue(t->c, q);
        top->value = addmod(top->value, power == 1 ? value : clm_mulmod64(power, value, q), q);
        last_i = t->i;
    }
    top += top->value != 0;
    out->count = (size_t)(top - out->term);
done:
    return st;
}

/* Returns the constant coefficient. */
static uint64_t constant(const image *a)
{
    return a->count > 0 && a->term[0].power == 0 ? a->term[0].value : 0;
}

/* Returns a's formal degree minus its true one, or minus `least` if this is greater. */
static size_t lost(const image *a, size_t least)
{
    const size_t degree = a->count > 0 ? a->term[a->count - 1].power : 0;

    return a->degree - clm_size_max(degree, least);
}

/* Lowers the degrees of a and b to the true ones, but not below k. Returns the factor between S_k
 * for old and new degrees: 0 if both fell. Pre: degrees above k. */
static uint64_t lower(image *a, image *b, size_t k, uint64_t q)
{
    const size_t of_a = lost(a, k), of_b = lost(b, k);
    uint64_t factor = 1;

    if (of_a > 0 && of_b > 0)
        return 0;
    if (of_a > 0) /* (-1)^(n (deg b - k)) lc(b)^n for n degrees */
        factor = clm_powmod64(b->term[b->count - 1].value, of_a, q);
    if (of_a % 2 != 0 && (b->degree - k) % 2 != 0)
        factor = q - factor;
    if (of_b > 0) /* lc(a)^n */
        factor = clm_powmod64(a->term[a->count - 1].value, of_b, q);
    a->degree -= of_a;
    b->degree -= of_b;
    return factor;
}

/* Returns the gcd of `step` and of all powers of y in a, counted from the least one. */
static size_t find_step(size_t step, const image *a)
{
    for (size_t k = 1; k < a->count && step != 1; k++)
        step = clm_size_gcd(step, a->term[k].power - a->term[0].power);
    return step;
}

/* Sets c to the coefficients of y^low, y^(low + step), ... */
static clmodp_status spread(clm_error *error, uint64_t **c, const image *a, size_t low,
                            size_t step)
{
    clmodp_status st = CLMODP_OK;

    NEW(error, *c, (a->degree - low) / step + 1);
    for (size_t k = 0; k < a->count; k++)
        (*c)[(a->term[k].power - low) / step] = a->term[k].value;
done:
    return st;
}

/* Returns the resultant of polynomials of degrees p and q, which are destroyed. */
static uint64_t dense_resultant(uint64_t *f, size_t p, uint64_t *g, size_t q, uint64_t prime)
{
    clm_mont64 field;
    uint64_t ratio[2], scale;

    if (prime == 2)
        return clm_resultant_mod64(f, p, g, q, prime);
    field = clm_mont64_of(prime);
    scale = clm_mont64_pow(field.square, p + q, &field); /* words represent 2^-64 times words */
    clm_mont64_resultant(ratio, f, p, g, q, &field);
    return clm_mont64_from(clm_mont64_mul(clm_mont64_mul(ratio[0], scale, &field),
                                          clm_mont64_inv(ratio[1], &field), &field), &field);
}

/* Computes R of images with full degrees above 0, by the rules of factors.h for y^k and y^step. */
static clmodp_status full_value(clm_error *error, uint64_t *value, const image *a, const image *b,
                                uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    const size_t low_a = a->term[0].power, low_b = b->term[0].power;
    const size_t step = clm_size_max(find_step(find_step(0, a), b), 1);
    uint64_t *of_a = NULL, *of_b = NULL, trailing = a->term[0].value;

    *value = 0;
    if (low_a > 0 && low_b > 0)
        return CLMODP_OK;
    if (a->degree % 2 != 0)
        trailing = q - trailing;
    TRY(spread(error, &of_a, a, low_a, step));
    TRY(spread(error, &of_b, b, low_b, step));
    *value = dense_resultant(of_a, (a->degree - low_a) / step, of_b,
                             (b->degree - low_b) / step, q);
    *value = clm_powmod64(*value, step, q);
    *value = clm_mulmod64(*value, clm_powmod64(b->term[0].value, low_a, q), q);
    *value = clm_mulmod64(*value, clm_powmod64(trailing, low_b, q), q);
done:
    free(of_b);
    free(of_a);
    return st;
}

/* Returns whether powers of y modulo b are likely to take less time than a remainder sequence of
 * dense polynomials, whose products, in Montgomery form, are 12 times as fast. A power takes 2 m^2
 * products, m the degree of b, for each of up to 64 binary digits. */
static bool is_sparse(const image *a, const image *b)
{
    return a->degree / (12 * 2 * 64) / b->degree > a->count;
}

/* Computes R of a and b by the remainder r of a modulo b: with degrees p, m and d of a, b and r it
 * is (-1)^(m (p - d)) lc(b)^(p - d) R(r, b). */
static clmodp_status sparse_value(clm_error *error, uint64_t *value, const image *a,
                                  const image *b, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    image remainder = {.term = NULL};
    size_t fall;

    *value = 0;
    NEW(error, remainder.term, b->degree);
    TRY(clm_sparse_remainder(error, remainder.term, &remainder.count, a->term, a->count, b->term,
                             b->count, q));
    if (remainder.count == 0)
        goto done;
    remainder.degree = remainder.term[remainder.count - 1].power;
    if (remainder.degree == 0)
        *value = clm_powmod64(remainder.term[0].value, b->degree, q);
    else
        TRY(full_value(error, value, &remainder, b, q));
    fall = a->degree - remainder.degree;
    *value = clm_mulmod64(*value, clm_powmod64(b->term[b->count - 1].value, fall, q), q);
    if (fall % 2 != 0 && b->degree % 2 != 0 && *value != 0)
        *value = q - *value;
done:
    free(remainder.term);
    return st;
}

/* Computes R of the images for their formal degrees. */
static clmodp_status expected_value(clm_error *error, uint64_t *value, image a, image b,
                                    uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    uint64_t factor = 1;

    *value = 0;
    if (a.degree > 0 && b.degree > 0)
        factor = lower(&a, &b, 0, q);
    if (b.degree == 0)
        *value = clm_powmod64(constant(&b), a.degree, q);
    else if (a.degree == 0)
        *value = clm_powmod64(constant(&a), b.degree, q);
    else if (factor != 0 && is_sparse(&a, &b))
        TRY(sparse_value(error, value, &a, &b, q));
    else if (factor != 0 && is_sparse(&b, &a)) {
        TRY(sparse_value(error, value, &b, &a, q));
        if (a.degree % 2 != 0 && b.degree % 2 != 0 && *value != 0)
            *value = q - *value;
    } else if (factor != 0) {
        TRY(full_value(error, value, &a, &b, q));
    }
    *value = clm_mulmod64(factor, *value, q);
done:
    return st;
}

/* Computes the coefficients of S_k of the images for their formal degrees. */
static clmodp_status expected_subresultant(clm_error *error, uint64_t *values, image a, image b,
                                           size_t k, uint64_t q)
{
    clmodp_status st = CLMODP_OK;
    uint64_t *of_a = NULL, *of_b = NULL, factor = 1;

    memset(values, 0, (k + 1) * sizeof *values);
    if (a.degree > k && b.degree > k)
        factor = lower(&a, &b, k, q);
    if (a.degree == k || b.degree == k) { /* rows of one polynomial, triangular but for the last */
        const image *last = b.degree == k ? &b : &a;

        for (size_t n = 0; n < last->count; n++)
            values[last->term[n].power] = last->term[n].value;
        factor = clm_mulmod64(
            factor, clm_powmod64(values[k], a.degree + b.degree - 2 * k - 1, q), q);
    } else if (factor != 0) {
        TRY(spread(error, &of_a, &a, 0, 1));
        TRY(spread(error, &of_b, &b, 0, 1));
        clm_subresultant_mod64(values, k, of_a, a.degree, of_b, b.degree, q);
    }
    for (size_t n = 0; n <= k; n++)
        values[n] = clm_mulmod64(factor, values[n], q);
done:
    free(of_b);
    free(of_a);
    return st;
}

#define MOST_POINTS 4

#define PIECE_LIMBS ((size_t)1 << 16) /* added up by one thread in some 50 us */

/* An evaluation at one point, by several threads if r is long. */
typedef struct evaluation {
    const clmodp_zx *r;
    uint64_t x, q;
    size_t terms, each; /* of r; of a piece */
    size_t limbs;       /* of a sum */
    mp_limb_t *sums;    /* of the threads */
    uint64_t *values;   /* of the pieces */
} evaluation;

/* Adds up the products of coefficients and x^i mod q, a sum hardly longer than the coefficients,
 * and reduces it modulo q once. */
static clmodp_status evaluate_piece(void *argument, size_t index, size_t thread)
{
    const evaluation *e = argument;
    const size_t begin = index * e->each, end = clm_size_min(begin + e->each, e->terms);
    mp_limb_t *sum = e->sums + thread * e->limbs;
    uint64_t power = clm_powmod64(e->x, begin, e->q);
    size_t last = begin;

    memset(sum, 0, e->limbs * sizeof *sum);
    for (size_t i = begin; i < end; i++) {
        mpz_srcptr c = clmodp_zx_coeff(e->r, i);
        const mp_size_t n = (mp_size_t)mpz_size(c);
        mp_limb_t high;

        if (n == 0)
            continue;
        power = times_power(power, e->x, i - last, e->q);
        high = mpn_addmul_1(sum, mpz_limbs_read(c), n, mpz_sgn(c) > 0 ? power : e->q - power);
        mpn_add_1(sum + n, sum + n, (mp_size_t)e->limbs - n, high);
        last = i;
    }
    e->values[index] = mpn_mod_1(sum, (mp_size_t)e->limbs, e->q);
    return CLMODP_OK;
}

/* Sets *value := r(x) mod q. */
static clmodp_status evaluate_result(clm_error *error, uint64_t *value, const clmodp_zx *r,
                                     uint64_t x, uint64_t q, size_t threads)
{
    clmodp_status st = CLMODP_OK;
    evaluation e = {.r = r, .x = x, .q = q, .terms = (size_t)(clmodp_zx_degree(r) + 1)};
    size_t limbs = 0, pieces;

    for (size_t i = 0; i < e.terms; i++) {
        limbs += mpz_size(clmodp_zx_coeff(r, i));
        e.limbs = clm_size_max(e.limbs, mpz_size(clmodp_zx_coeff(r, i)));
    }
    e.limbs += 2; /* a sum of at most 2^31 products by words below 2^62 */
    e.each = clm_div_up(e.terms, limbs / PIECE_LIMBS + 1);
    pieces = e.terms > 0 ? clm_div_up(e.terms, e.each) : 0;
    threads = clm_size_min(threads, pieces);
    NEW(error, e.sums, clm_size_times(threads, e.limbs));
    NEW(error, e.values, pieces);
    if (clm_parallel_for(pieces, threads, evaluate_piece, &e) != CLMODP_OK)
        TRY(clm_out_of_memory(error, threads, 1));
    *value = 0;
    for (size_t n = 0; n < pieces; n++)
        *value = addmod(*value, e.values[n], q);
done:
    free(e.values);
    free(e.sums);
    return st;
}

/* Returns c times `factor` 2^-64 modulo q, for c not 0. */
static uint64_t times_factor(mpz_srcptr c, uint64_t factor, const clm_mont64 *q)
{
    uint64_t value = clm_mont64_mul(mpz_getlimbn(c, (mp_size_t)mpz_size(c) - 1), factor, q);

    for (size_t k = mpz_size(c) - 1; k-- > 0;) /* by 2^64, which is 2^128 in Montgomery form */
        value = clm_mont64_add(clm_mont64_mul(value, q->square, q),
                               clm_mont64_mul(mpz_getlimbn(c, (mp_size_t)k), factor, q), q);
    return mpz_sgn(c) < 0 ? clm_mont64_neg(value, q) : value;
}

void clm_check_values(uint64_t *value, const clmodp_zxy *a, uint64_t x, const clm_mont64 *q)
{
    uint64_t power = 0; /* 2^64 x^last_i */
    uint32_t last_i = 0;

    for (size_t k = 0; k < a->length; k++) { /* sorted by j, then by i */
        const uint32_t i = a->term[k].i, j = a->term[k].j;

        if (k == 0 || j != a->term[k - 1].j) {
            power = q->square;
            last_i = 0;
            value[j] = 0;
        }
        if (i > last_i)
            power = clm_mont64_mul(power, i - last_i == 1 ? x : clm_mont64_pow(x, i - last_i, q),
                                   q);
        last_i = i;
        value[j] = clm_mont64_add(value[j], times_factor(a->term[k].c, power, q), q);
    }
}

/* Computes the determinant of a matrix at x. Pre: q is odd */
static clmodp_status expected_determinant(clm_error *error, uint64_t *value, const clmodp_zxy *f,
                                          size_t n, uint64_t x, uint64_t q, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const clm_mont64 field = clm_mont64_of(q);
    clm_elimination found;
    uint64_t *a = NULL;

    NEW(error, a, n * n);
    clm_check_values(a, f, clm_mont64_to(x, &field), &field);
    TRY(clm_mont64_eliminate_watched(&found, a, n, n, NULL, NULL, &field, watch));
    *value = clm_mont64_from(found.determinant, &field);
done:
    free(a);
    return st;
}

/* Computes all results' values at x modulo q from f and g. */
static clmodp_status expect(clm_error *error, uint64_t *values, clm_minors minors,
                            const clmodp_zxy *f, const clmodp_zxy *g, uint64_t x, uint64_t q,
                            clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    image a = {0}, b = {0};
    uint64_t *all = NULL; /* coefficients of S_k */

    if (minors.order > 0)
        return expected_determinant(error, values, f, minors.order, x, q, watch);
    TRY(image_create(error, &a, f, x, q));
    TRY(image_create(error, &b, g, x, q));
    NEW(error, all, clm_minors_index(minors, minors.count - 1) + 1);
    for (size_t n = 0; n < minors.count; n++) {
        const size_t k = clm_minors_index(minors, n), length = clm_minors_length(minors, n);

        if (k == 0)
            TRY(expected_value(error, all, a, b, q));
        else
            TRY(expected_subresultant(error, all, a, b, k, q));
        memcpy(values, all + clm_minors_lowest(minors, n), length * sizeof *values);
        values += length;
    }
done:
    free(all);
    free(b.term);
    free(a.term);
    return st;
}

static clmodp_status check_points(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                  clm_minors minors, const clmodp_zxy *f, const clmodp_zxy *g,
                                  size_t points, uint64_t q, size_t threads, clm_random *random,
                                  clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = clm_minors_outputs(minors);
    uint64_t x[MOST_POINTS], value = 0, *expected = NULL;

    NEW(error, expected, points * count);
    for (size_t k = 0; k < points; k++) {
        x[k] = clm_random_below(random, q);
        TRY(expect(error, expected + k * count, minors, f, g, x[k], q, watch));
    }
    *agrees = true;
    for (size_t n = 0; n < count && *agrees; n++)
        for (size_t k = 0; k < points; k++) {
            TRY(evaluate_result(error, &value, results[n], x[k], q, threads));
            *agrees = *agrees && value == expected[k * count + n];
        }
done:
    free(expected);
    return st;
}

clmodp_status clm_check_fresh_prime(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                    clm_minors minors, const clmodp_zxy *f, const clmodp_zxy *g,
                                    uint64_t q, size_t threads, clm_random *random,
                                    clm_poller *watch)
{
    return check_points(error, agrees, results, minors, f, g, 1, q, threads, random, watch);
}

clmodp_status clm_check_modulo(clm_error *error, bool *agrees, clmodp_zx *const *results,
                               clm_minors minors, const clmodp_zxy *f, const clmodp_zxy *g,
                               uint64_t p, clm_random *random, clm_poller *watch)
{
    const size_t points = p >> 24 != 0 ? 1 : p >> 16 != 0 ? 2 : MOST_POINTS;

    return check_points(error, agrees, results, minors, f, g, points, p, 1, random, watch);
}

/* ---- short polynomials: everything in Montgomery form, on the stack ---- */

typedef struct short_image {
    size_t degree;
    uint64_t c[CLM_CHECK_SHORT + 1];
} short_image;

static short_image evaluate_short(const clmodp_zxy *f, uint64_t x, const clm_mont64 *q)
{
    short_image out = {.degree = (size_t)clmodp_zxy_degree_y(f)};

    clm_check_values(out.c, f, x, q);
    return out;
}

static short_image derivative_short(const short_image *f, const clm_mont64 *q)
{
    short_image out = {.degree = f->degree - 1};

    for (size_t j = 0; j < f->degree; j++)
        out.c[j] = clm_mont64_mul(f->c[j + 1], clm_mont64_to(j + 1, q), q);
    return out;
}

/* Sets value[0] / value[1] to res_y(f, g) at x, or to res_y(f, df/dy) for g = NULL; returns the
 * leading coefficient of f at x. */
static uint64_t expect_short(uint64_t value[2], const clmodp_zxy *f, const clmodp_zxy *g,
                             uint64_t x, const clm_mont64 *q)
{
    short_image a = evaluate_short(f, x, q);
    short_image b = g != NULL ? evaluate_short(g, x, q) : derivative_short(&a, q);
    const uint64_t lead = a.c[a.degree];

    clm_mont64_resultant(value, a.c, a.degree, b.c, b.degree, q);
    return lead;
}

bool clm_check_terms(const clmodp_zxy *r, const clmodp_zxy *f, const clmodp_zxy *g,
                     const clm_mont64 *q, clm_random *random)
{
    const uint64_t x = clm_random_below(random, q->p);
    uint64_t expected[2], lead = expect_short(expected, f, g, x, q);
    uint64_t value = clmodp_zxy_terms(r) > 0 ? evaluate_short(r, x, q).c[0] : 0;

    if (g == NULL) { /* the discriminant times the leading coefficient */
        value = clm_mont64_mul(value, lead, q);
        if (clmodp_zxy_degree_y(f) % 4 >= 2)
            value = clm_mont64_neg(value, q);
    }
    return clm_mont64_mul(value, expected[1], q) == expected[0];
}

bool clm_check_short(const clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g,
                     const clm_mont64 *q, clm_random *random)
{
    const uint64_t x = clm_random_below(random, q->p); /* represents another random point */
    uint64_t value = 0, ratio[2];

    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        mpz_srcptr c = clmodp_zx_coeff(r, (size_t)i);

        value = clm_mont64_mul(value, x, q);
        if (mpz_sgn(c) != 0)
            value = clm_mont64_add(value, times_factor(c, q->square, q), q);
    }
    (void)expect_short(ratio, f, g, x, q);
    return clm_mont64_mul(value, ratio[1], q) == ratio[0];
}

double clm_check_error(uint64_t degree, uint64_t bits)
{
    return ((double)bits / 60.0 + 1.0) * 0x1p-54 + (double)degree * 0x1p-60;
}
