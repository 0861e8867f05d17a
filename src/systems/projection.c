/* Projects solutions along a direction in which no two coincide. The criterion that S_k(t, y) has
 * a single root, of multiplicity k, is that of generic position [Gonzalez-Vega, El Kahoui 1996],
 * tested at real roots t only, or at all roots of factors of the resultant by gcds with them. */
#include "systems/projection.h"

#include <stdlib.h>

#include "bounds/bounds.h"
#include "core/memory.h"
#include "gcd/zx_gcd.h"
#include "opencl/context.h"
#include "polynomials/modulo.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "roots/rational.h"
#include "roots/roots.h"
#include "systems/coordinates.h"

/* Most degree of a resultant, powers of x not counted, and a prime with 2^27 roots of unity. */
#define MOST_DEGREE 32768
#define PRIME 2013265921

/* Polynomials are reduced modulo factors of a degree so many times lower. */
#define LOW 8

void clm_projection_destroy(clm_projection *p)
{
    clmodp_zxy_destroy(p->f);
    clmodp_zxy_destroy(p->g);
    clmodp_roots_destroy(p->roots);
    clm_factor_list_clear(&p->factors);
    clmodp_complex_roots_destroy(p->complex);
    free(p->degree);
    for (size_t k = 0; k < p->tops; k++) {
        clmodp_zx_destroy(p->top[k].second);
        clmodp_zx_destroy(p->top[k].first);
    }
    free(p->top);
    *p = (clm_projection){0};
}

/* Sets h := f(x - s y, y). */
static clmodp_status shear(clm_error *error, clmodp_zxy *h, const clmodp_zxy *f, long s)
{
    clmodp_status st = CLMODP_OK;

    TRY(clmodp_zxy_set(h, f));
    TRY(clm_mpoly_shear(error, &h->mpoly, 1, 0, -s));
done:
    return st;
}

/* The gcd of a and b, and the cofactor of a unless NULL. */
typedef struct gcd_search {
    clmodp_zx *g, *cofactor;
    const clmodp_zx *a, *b;
    const clm_poller *watch;
} gcd_search;

static clmodp_status find_gcd(void *argument, size_t index, size_t thread)
{
    const gcd_search *s = argument;

    (void)index;
    (void)thread;
    return clm_zx_gcd(NULL, s->g, s->cofactor, NULL, s->a, s->b, s->watch);
}

/* Finds a gcd; a long search can be cancelled. */
static clmodp_status search_gcd(clmodp_context *context, gcd_search s)
{
    const bool long_work = clm_roots_is_long(s.a, 0) || clm_roots_is_long(s.b, 0);

    return clm_roots_call(context, &s.watch, long_work, 1, find_gcd, &s);
}

/* Sets g to the primitive gcd of g and the coefficients of y^from, y^{from+1}, ... in f. */
static clmodp_status content_from(clmodp_context *context, clmodp_zx *g, const clmodp_zxy *f,
                                  long from)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clmodp_zx *row = NULL;

    TRY(clmodp_zx_create(&row));
    for (long j = clmodp_zxy_degree_y(f); j >= from && clmodp_zx_degree(g) != 0; j--) {
        TRY(clm_progress(context, 0));
        TRY(clm_zxy_row(error, row, f, (size_t)j));
        if (clmodp_zx_degree(g) < 0)
            clm_zx_swap(g, row);
        else if (clmodp_zx_degree(row) >= 0)
            TRY(search_gcd(context, (gcd_search){.g = g, .a = g, .b = row}));
    }
done:
    clmodp_zx_destroy(row);
    return st;
}

/* Sets *valid if above each t there are finitely many zeros of f and of g, and as many common ones
 * (with multiplicities, complex ones included) as the multiplicity of t as a root of the
 * resultant: no vertical lines, and not both leading coefficients vanish. */
static clmodp_status is_valid(clmodp_context *context, bool *valid, const clmodp_zxy *f,
                              const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    const long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);
    clmodp_zx *d[3] = {NULL, NULL, NULL};

    *valid = p > 0 && q > 0;
    for (size_t k = 0; k < 3; k++)
        TRY(clmodp_zx_create(&d[k]));
    if (*valid) {
        TRY(content_from(context, d[0], f, 0));
        TRY(content_from(context, d[1], g, 0));
        TRY(content_from(context, d[2], f, p));
        TRY(content_from(context, d[2], g, q));
    }
    for (size_t k = 0; k < 3; k++)
        *valid = *valid && clmodp_zx_degree(d[k]) == 0;
done:
    for (size_t k = 0; k < 3; k++)
        clmodp_zx_destroy(d[k]);
    return st;
}

/* Computes r and s := S_k by the function of the options. Either may be NULL. */
static clmodp_status compute(const clm_system *system, clmodp_zxy *s, clmodp_zx *r,
                             const clmodp_zxy *f, const clmodp_zxy *g, unsigned k)
{
    const clmodp_solve_options *how = system->options;
    const clmodp_problem problem = {
        .size = sizeof problem, .k = k, .f = f, .g = g, .r = r, .s = s,
        .operation = s != NULL ? CLMODP_OPERATION_SUBRESULTANT : CLMODP_OPERATION_RESULTANT};

    return how->compute != NULL ? how->compute(how->user, &problem, how->resultants)
                                : clmodp_compute(system->context, &problem, how->resultants);
}

/* Sets s to S_k(f, g), for the greatest k the polynomial of lower degree, and r, which may be
 * NULL, to the resultant. */
static clmodp_status subresultant(const clm_system *system, clmodp_zxy *s, clmodp_zx *r,
                                  const clm_projection *p, unsigned k)
{
    clmodp_status st = CLMODP_OK;
    const long m = clmodp_zxy_degree_y(p->f), n = clmodp_zxy_degree_y(p->g);

    if (k < (unsigned long)(m < n ? m : n))
        return compute(system, s, r, p->f, p->g, k);
    TRY(clmodp_zxy_set(s, m < n ? p->f : p->g));
    if (r != NULL)
        TRY(compute(system, NULL, r, p->f, p->g, 0));
done:
    return st;
}

clmodp_status clm_projection_eliminate_x(const clm_system *system, clmodp_zx *r,
                                         const clm_projection *p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *f = NULL, *g = NULL;

    TRY(clmodp_zxy_create(&f));
    TRY(clmodp_zxy_create(&g));
    TRY(clmodp_zxy_set(f, p->f));
    TRY(clmodp_zxy_set(g, p->g));
    TRY(clmodp_zxy_swap_variables(f));
    TRY(clmodp_zxy_swap_variables(g));
    TRY(compute(system, NULL, r, f, g, 0));
done:
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    return st;
}

static size_t count_roots(const clm_projection *p)
{
    return p->roots != NULL ? clmodp_roots_count(p->roots) : p->factors.count;
}

static size_t multiplicity_of(const clm_projection *p, size_t i)
{
    return p->roots != NULL ? clmodp_roots_multiplicity(p->roots, i)
                            : p->factors.factor[i].multiplicity;
}

/* Moves the roots of factor i that a divisor of it has to a new factor. */
static clmodp_status split_factor(clm_error *error, clm_projection *p, size_t i,
                                  clmodp_zx **divisor, clmodp_zx *rest)
{
    clmodp_status st = CLMODP_OK;
    clm_factor_list *list = &p->factors;

    GROW(error, p->degree, p->degrees, list->count + 1);
    GROW(error, list->factor, list->room, list->count + 1);
    p->degree[list->count] = p->degree[i];
    list->factor[list->count++] = (clm_factor){*divisor, list->factor[i].multiplicity};
    *divisor = NULL;
    clm_zx_swap(list->factor[i].f, rest);
done:
    return st;
}

/* Sets *zero: whether h vanishes at root i. A factor with some roots where it does is split. */
static clmodp_status vanishes(clmodp_context *context, bool *zero, clm_projection *p, size_t i,
                              const clmodp_zx *h)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *common = NULL, *rest = NULL;
    int sign = 0;

    *zero = clmodp_zx_degree(h) < 0;
    if (*zero)
        return CLMODP_OK;
    if (p->roots != NULL) {
        TRY(clmodp_roots_sign(context, &sign, p->roots, i, h));
        *zero = sign == 0;
        return CLMODP_OK;
    }
    TRY(clm_progress(context, 0));
    TRY(clmodp_zx_create(&common));
    TRY(clmodp_zx_create(&rest));
    TRY(search_gcd(context, (gcd_search){common, rest, p->factors.factor[i].f, h, NULL}));
    *zero = clmodp_zx_degree(rest) == 0;
    if (!*zero && clmodp_zx_degree(common) > 0)
        TRY(split_factor(&context->error, p, i, &common, rest));
done:
    clmodp_zx_destroy(rest);
    clmodp_zx_destroy(common);
    return st;
}

static long higher_degree(const clmodp_zx *a, const clmodp_zx *b)
{
    return clmodp_zx_degree(a) > clmodp_zx_degree(b) ? clmodp_zx_degree(a) : clmodp_zx_degree(b);
}

/* Sets h := a b m - c d n, without reading c and d if n is 0. */
static clmodp_status cross(clmodp_context *context, clmodp_zx *h,
                           const clmodp_zx *const factor[4], unsigned long m, unsigned long n)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clmodp_zx *right = NULL;
    mpz_t c;

    mpz_init(c);
    TRY(clmodp_zx_create(&right));
    TRY(clm_progress(context, 0));
    TRY(clm_zx_multiply_powers(error, h, factor[0], 1, factor[1], 1));
    TRY(clm_progress(context, 0));
    if (n > 0)
        TRY(clm_zx_multiply_powers(error, right, factor[2], 1, factor[3], 1));
    for (long i = higher_degree(h, right); i >= 0; i--) {
        mpz_mul_ui(c, clmodp_zx_coeff(h, (size_t)i), m);
        mpz_submul_ui(c, clmodp_zx_coeff(right, (size_t)i), n);
        TRY(clmodp_zx_set_coeff(h, c, (size_t)i));
    }
done:
    clmodp_zx_destroy(right);
    mpz_clear(c);
    return st;
}

/* Sets *single if all k roots of S_k(t, y) at root i are equal: S_k = c_k (y - b)^k, so that
 * c_j (k - j) k c_k = (j + 1) c_{j+1} c_{k-1} for all j < k - 1. */
static clmodp_status has_single_root(clmodp_context *context, bool *single, clm_projection *p,
                                     size_t i, const clmodp_zxy *s)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    const unsigned k = p->degree[i];
    clmodp_zx *lower = NULL, *upper = NULL, *difference = NULL;

    TRY(clmodp_zx_create(&lower));
    TRY(clmodp_zx_create(&upper));
    TRY(clmodp_zx_create(&difference));
    *single = true;
    for (unsigned j = 0; j + 1 < k && *single; j++) {
        TRY(clm_zxy_row(error, lower, s, j));
        TRY(clm_zxy_row(error, upper, s, j + 1));
        TRY(cross(context, difference,
                  (const clmodp_zx *const[]){lower, p->top[k].first, upper, p->top[k].second},
                  (unsigned long)(k - j) * k, (unsigned long)j + 1));
        TRY(vanishes(context, single, p, i, difference));
    }
done:
    clmodp_zx_destroy(difference);
    clmodp_zx_destroy(upper);
    clmodp_zx_destroy(lower);
    return st;
}

/* Keeps the leading coefficients of S_k. */
static clmodp_status keep_top(clm_error *error, clm_projection *p, unsigned k,
                              const clmodp_zxy *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t old = p->tops;

    GROW(error, p->top, p->tops, (size_t)k + 1);
    for (size_t l = old; l < p->tops; l++)
        p->top[l] = (clm_top){NULL, NULL};
    TRY(clmodp_zx_create(&p->top[k].second));
    TRY(clmodp_zx_create(&p->top[k].first));
    TRY(clm_zxy_row(error, p->top[k].second, s, k - 1));
    TRY(clm_zxy_row(error, p->top[k].first, s, k));
done:
    return st;
}

/* Finds k for each root, by one subresultant after the other, until all roots have one or one has
 * several solutions above it. A common divisor's degree is at most the root's multiplicity.
 *
 * InOut:  s  S_1 */
static clmodp_status separate(const clm_system *system, bool *separates, clm_projection *p,
                              clmodp_zxy *s)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;
    bool zeros = true;

    GROW(error, p->degree, p->degrees, count_roots(p) + 1);
    for (size_t i = 0; i < count_roots(p); i++)
        p->degree[i] = 0;
    *separates = true;
    for (unsigned k = 1; zeros && *separates; k++) {
        if (k > 1)
            TRY(subresultant(system, s, NULL, p, k));
        TRY(keep_top(error, p, k, s));
        zeros = false;
        for (size_t i = 0; i < count_roots(p) && *separates; i++) {
            bool zero = false;

            if (p->degree[i] != 0)
                continue;
            if (multiplicity_of(p, i) > 1)
                TRY(vanishes(system->context, &zero, p, i, p->top[k].first));
            zeros = zeros || zero;
            if (zero)
                continue;
            p->degree[i] = k;
            TRY(has_single_root(system->context, separates, p, i, s));
        }
    }
done:
    return st;
}

static clmodp_status refuse_degree(clm_error *error, uint64_t degree)
{
    return clm_fail(error, CLMODP_LIMIT, "the resultant of the equations has at least degree "
                    "%llu: roots are found up to degree %d", (unsigned long long)degree,
                    MOST_DEGREE);
}

/* Checks the degree of the resultant or, as a lower bound, that of its image modulo a prime. */
static clmodp_status check_degree(clm_error *error, const clmodp_zx *r)
{
    const long degree = clmodp_zx_degree(r);

    if (degree > MOST_DEGREE && degree - (long)clm_valuation(r) > MOST_DEGREE)
        return refuse_degree(error, (uint64_t)degree);
    return CLMODP_OK;
}

/* Checks the degree of the resultant, if it may be too high and the exponents do not tell, modulo
 * a prime before it is computed over Z, which takes many times as long. */
static clmodp_status check_degree_early(const clm_system *system, const clm_projection *p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *r = NULL;
    clm_bounds bounds;

    TRY(clm_bounds_subresultant(&system->context->error, &bounds, p->f, p->g, 0, false, NULL));
    if (bounds.degree - bounds.valuation <= MOST_DEGREE)
        goto done;
    if (bounds.attained)
        TRY(refuse_degree(&system->context->error, bounds.degree));
    TRY(clmodp_zx_create(&r));
    TRY(clmodp_resultant_mod(system->context, r, NULL, p->f, p->g, PRIME,
                             system->options->resultants));
    TRY(check_degree(&system->context->error, r));
done:
    clmodp_zx_destroy(r);
    return st;
}

/* Finds the real roots or the factors of the resultant. */
static clmodp_status find_roots(const clm_system *system, clm_projection *p, const clmodp_zx *r)
{
    return system->complex ? clm_roots_factors(system->context, &p->factors, r)
                           : clmodp_roots_find(system->context, &p->roots, r, NULL);
}

/* Finds the roots of the resultant, and k for each of them if the projection may separate the
 * solutions. */
static clmodp_status isolate(const clm_system *system, bool *separates, clm_projection *p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *r = NULL;
    clmodp_zxy *s = NULL;

    TRY(check_degree_early(system, p));
    TRY(clmodp_zx_create(&r));
    TRY(clmodp_zxy_create(&s));
    if (*separates)
        TRY(subresultant(system, s, r, p, 1));
    else
        TRY(compute(system, NULL, r, p->f, p->g, 0));
    p->common = clmodp_zx_degree(r) < 0;
    *separates = *separates && !p->common;
    TRY(check_degree(&system->context->error, r));
    if (!p->common)
        TRY(find_roots(system, p, r));
    if (*separates)
        TRY(separate(system, separates, p, s));
done:
    clmodp_zxy_destroy(s);
    clmodp_zx_destroy(r);
    return st;
}

clmodp_status clm_projection_make(clm_projection *p, bool *separates, const clm_system *system,
                                  long s)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;

    *p = (clm_projection){.shear = s};
    TRY(clmodp_zxy_create(&p->f));
    TRY(clmodp_zxy_create(&p->g));
    TRY(shear(error, p->f, system->f, s));
    TRY(shear(error, p->g, system->g, s));
    TRY(is_valid(system->context, separates, p->f, p->g));
    if (*separates || s == 0)
        TRY(isolate(system, separates, p));
done:
    if (st != CLMODP_OK)
        clm_projection_destroy(p);
    return st;
}

clmodp_status clm_projection_compare(clm_error *error, clmodp_zx *h, const clm_projection *p,
                                     size_t i, mpz_srcptr c, mpz_srcptr d)
{
    clmodp_status st = CLMODP_OK;
    const clm_top *top = clm_projection_top(p, i);
    mpz_t value;

    mpz_init(value);
    for (long n = higher_degree(top->first, top->second); n >= 0; n--) {
        mpz_mul(value, clmodp_zx_coeff(top->first, (size_t)n), c);
        mpz_mul_ui(value, value, p->degree[i]);
        mpz_addmul(value, clmodp_zx_coeff(top->second, (size_t)n), d);
        st = clmodp_zx_set_coeff(h, value, (size_t)n);
        if (st != CLMODP_OK)
            FAIL(error, st, "no memory for %ld coefficients", n + 1);
    }
done:
    mpz_clear(value);
    return st;
}

/* Returns whether h vanishes at the solution above root number i, which is c / d: at y = -second /
 * (k first) and x = c / d - s y, with a common denominator. */
static bool vanishes_at_fraction(const clm_projection *p, size_t i, const clmodp_zxy *h,
                                 mpz_srcptr c, mpz_srcptr d)
{
    const clm_top *top = clm_projection_top(p, i);
    const long n = higher_degree(top->first, top->second);
    unsigned long degree = 0;
    mpz_t x, y, w, sum, t, power;
    bool zero;

    mpz_inits(x, y, w, sum, t, power, NULL);
    clm_fraction_value(w, top->first, n, c, d, NULL);
    clm_fraction_value(y, top->second, n, c, d, NULL);
    mpz_mul_si(w, w, -(long)p->degree[i]);
    mpz_mul(x, c, w);
    mpz_mul(y, y, d);
    mpz_mul(w, w, d);
    mpz_mul_si(t, y, p->shear);
    mpz_sub(x, x, t);
    for (size_t k = 0; k < h->length; k++)
        if ((unsigned long)h->term[k].i + h->term[k].j > degree)
            degree = (unsigned long)h->term[k].i + h->term[k].j;
    for (size_t k = 0; k < h->length; k++) {
        mpz_pow_ui(t, x, h->term[k].i);
        mpz_mul(t, t, h->term[k].c);
        mpz_pow_ui(power, y, h->term[k].j);
        mpz_mul(t, t, power);
        mpz_pow_ui(power, w, degree - h->term[k].i - h->term[k].j);
        mpz_addmul(sum, t, power);
    }
    zero = mpz_sgn(sum) == 0;
    mpz_clears(x, y, w, sum, t, power, NULL);
    return zero;
}

/* Replaces f by lead^(top - n + 1) f modulo g, of the degree n and with the leading coefficient
 * `lead`; `top` is at least the degree of f. */
static clmodp_status reduce(clmodp_zx *f, const clmodp_zx *g, long top)
{
    clmodp_status st = CLMODP_OK;
    const long n = clmodp_zx_degree(g);
    mpz_t power, lead, value;

    mpz_inits(power, lead, value, NULL);
    mpz_set_ui(power, 1);
    for (long i = top; i >= n; i--) {
        mpz_set(lead, clmodp_zx_coeff(f, (size_t)i));
        for (long j = 0; j < n; j++) {
            mpz_mul(value, clmodp_zx_coeff(f, (size_t)(i - n + j)),
                    clmodp_zx_coeff(g, (size_t)n));
            if (j == 0) /* was not multiplied before */
                mpz_mul(value, value, power);
            mpz_submul(value, lead, clmodp_zx_coeff(g, (size_t)j));
            TRY(clmodp_zx_set_coeff(f, value, (size_t)(i - n + j)));
        }
        mpz_set_ui(value, 0);
        TRY(clmodp_zx_set_coeff(f, value, (size_t)i));
        mpz_mul(power, power, clmodp_zx_coeff(g, (size_t)n));
    }
done:
    mpz_clears(power, lead, value, NULL);
    return st;
}

/* Replaces a and b by c a and c b modulo g, with the same number c != 0 and without a common
 * integer factor. */
static clmodp_status reduce_both(clmodp_zx *a, clmodp_zx *b, const clmodp_zx *g)
{
    clmodp_status st = CLMODP_OK;
    const long top = higher_degree(a, b);
    mpz_t content, c;

    mpz_inits(content, c, NULL);
    TRY(reduce(a, g, top));
    TRY(reduce(b, g, top));
    for (long i = higher_degree(a, b); i >= 0; i--) {
        mpz_gcd(content, content, clmodp_zx_coeff(a, (size_t)i));
        mpz_gcd(content, content, clmodp_zx_coeff(b, (size_t)i));
    }
    for (long i = higher_degree(a, b); i >= 0; i--) {
        mpz_divexact(c, clmodp_zx_coeff(a, (size_t)i), content);
        TRY(clmodp_zx_set_coeff(a, c, (size_t)i));
        mpz_divexact(c, clmodp_zx_coeff(b, (size_t)i), content);
        TRY(clmodp_zx_set_coeff(b, c, (size_t)i));
    }
done:
    mpz_clears(content, c, NULL);
    return st;
}

/* Computes h(t - s y, y) (k first)^d for y = -second / (k first) and the degree d in y by Horner's
 * rule: v := h_j (k first)^(d - j) - v second. All are reduced modulo the root's factor of the
 * resultant if its degree is so low that coefficients do not grow much. */
static clmodp_status vanishes_at_solution(clmodp_context *context, bool *zero, clm_projection *p,
                                          size_t i, const clmodp_zxy *h)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    const clm_top *top = clm_projection_top(p, i);
    const clmodp_zx *const factor = p->roots != NULL ? clmodp_roots_factor(p->roots, i)
                                                     : p->factors.factor[i].f;
    const bool low = higher_degree(top->first, top->second) >= LOW * clmodp_zx_degree(factor);
    clmodp_zx *first = NULL, *second = NULL, *v = NULL, *power = NULL, *row = NULL, *next = NULL;
    clmodp_zxy *sheared = NULL;

    TRY(clmodp_zx_create(&first));
    TRY(clmodp_zx_create(&second));
    TRY(clmodp_zx_create(&v));
    TRY(clmodp_zx_create(&power));
    TRY(clmodp_zx_create(&row));
    TRY(clmodp_zx_create(&next));
    TRY(clmodp_zxy_create(&sheared));
    TRY(shear(error, sheared, h, p->shear));
    TRY(clmodp_zx_set(first, top->first));
    TRY(clmodp_zx_set(second, top->second));
    if (low)
        TRY(reduce_both(first, second, factor));
    TRY(clm_zx_set_constant(power, 1));
    for (long j = clmodp_zxy_degree_y(sheared); j >= 0; j--) {
        TRY(clm_zxy_row(error, row, sheared, (size_t)j));
        TRY(cross(context, next, (const clmodp_zx *const[]){row, power, v, second}, 1, 1));
        clm_zx_swap(v, next);
        TRY(cross(context, next, (const clmodp_zx *const[]){power, first, NULL, NULL},
                  p->degree[i], 0));
        clm_zx_swap(power, next);
        if (low)
            TRY(reduce_both(v, power, factor));
    }
    TRY(vanishes(context, zero, p, i, v));
done:
    clmodp_zxy_destroy(sheared);
    clmodp_zx_destroy(next);
    clmodp_zx_destroy(row);
    clmodp_zx_destroy(power);
    clmodp_zx_destroy(v);
    clmodp_zx_destroy(second);
    clmodp_zx_destroy(first);
    return st;
}

clmodp_status clm_projection_vanishes(clmodp_context *context, bool *zero, clm_projection *p,
                                      size_t i, const clmodp_zxy *h)
{
    clmodp_status st = CLMODP_OK;
    clm_box t;

    clm_box_init(&t);
    if (p->roots != NULL)
        clmodp_roots_interval(t.re[0], t.re[1], t.d, p->roots, i);
    if (p->roots != NULL && clm_box_is_point(&t))
        *zero = vanishes_at_fraction(p, i, h, t.re[0], t.d);
    else
        TRY(vanishes_at_solution(context, zero, p, i, h));
done:
    clm_box_clear(&t);
    return st;
}

void clm_projection_remove(clm_projection *p, size_t i)
{
    const size_t last = --p->factors.count;

    clmodp_zx_destroy(p->factors.factor[i].f);
    p->factors.factor[i] = p->factors.factor[last];
    p->degree[i] = p->degree[last];
}
