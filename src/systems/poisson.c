/* Resultants of three polynomials: bounds, choice of coordinates, points and primes on threads. */
#include "systems/poisson.h"

#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "bounds/height.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "multimodular/crt_tree.h"
#include "opencl/queue.h"
#include "polynomials/residues.h"
#include "polynomials/zx.h"
#include "systems/coordinates.h"
#include "systems/poisson_lanes.h"

/* Orders of the polynomials and coordinates y + s z for y that are tried; and more primes than the
 * bound needs, for those where a leading coefficient vanishes. */
enum { MOST_ATTEMPTS = 9, SPARE_PRIMES = 4 };

/* Most primes, and the least bits of these: the primes from 2^27.98 to 2^28 are more. */
enum { MOST_PRIMES = 1 << 17 };
#define PRIME_BITS 27.98

CLM_VECTOR_CHOICE(clm_poisson_functions, clm_poisson_lanes);

typedef struct poisson {
    clmodp_context *context;
    const clmodp_mpoly *const *of;
    size_t x;
    const clm_poisson_functions *vectors;
    clm_poisson s;
    clmodp_mpoly *f[3];
    size_t terms;              /* of all three */
    size_t points;             /* and coefficients */
    size_t count, room, tried; /* primes with images, primes in memory and so far */
    uint32_t *primes, *images; /* of all primes that are tried; `points` words each */
    bool *good;
    size_t threads, work_bytes, words; /* of a thread */
    char *work;
    uint32_t *lists; /* of each thread: residues, points, values, and those of the lanes */
    clm_poller *watch;
} poisson;

size_t clm_degree_without(const clmodp_mpoly *f, size_t x)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->length; k++) {
        const uint32_t *const e = clm_mpoly_exponents(f, k);

        degree = clm_size_max(degree, (size_t)e[0] + e[1] + e[2] - e[x]);
    }
    return degree;
}

/* ---- bounds ---- */

/* Returns log2 of the sum of the coefficients' absolute values. */
static double norm(const clm_poisson_operand *o)
{
    clm_scaled sum = {0};

    for (size_t t = 0; t < o->f->length; t++)
        sum = clm_scaled_add(sum, clm_scaled_from(clm_mpoly_coefficient(o->f, t)));
    return clm_scaled_log2(sum);
}

/* Returns log2 of the square root of the sum of |c|^2 binomial(2 e, e) over all terms c y^i z^j,
 * where |c| is at most the sum of its coefficients' absolute values, and e is j for variable 0, i
 * for 1, and what i + j lacks to the degree for 2. */
static double weighted_norm(const clm_poisson_operand *o, size_t variable)
{
    clm_scaled sum = {0};

    for (size_t m = 0; m < o->monomials; m++) {
        const uint32_t *const e = clm_mpoly_exponents(o->f, o->monomial[m]);
        const size_t weight = variable < 2 ? e[variable] : o->degree - e[0] - e[1];
        clm_scaled c = {0};

        for (size_t t = o->monomial[m]; t < o->monomial[m + 1]; t++)
            c = clm_scaled_add(c, clm_scaled_from(clm_mpoly_coefficient(o->f, t)));
        c = clm_scaled_mul(c, c);
        c = clm_scaled_normal(c.m / sqrt(3 * (double)weight + 1), c.e + 2 * (int64_t)weight);
        sum = clm_scaled_add(sum, c);
    }
    return clm_scaled_log2(sum) / 2;
}

/* Returns the bits of the coefficients, from a bound on the resultant for |x| = 1.
 *
 * For degrees p, q, r and the resultant c of the leading forms of f and g it is c^r times the
 * product of h over the pq zeros of f and g, and |h| is at most the sum of its terms' |c| times
 * max(1, |y|, |z|)^r. The resultant U(u) of f, g and a linear form u0 + u1 y + u2 z is c times
 * the product of the form over the zeros. Mahler's measure of a form is at least its greatest
 * coefficient, so |c| times the product of all max(1, |y|, |z|) is at most the measure of U, the
 * mean of log |U| for |u0| = |u1| = |u2| = 1. There, eliminating y by the form leaves the
 * Sylvester resultant of two binary forms F and G, and by Hadamard's inequality |U| is at most
 * |F|_2^q |G|_2^p. The mean of |F|_2^2 is the sum of |c|^2 binomial(2 i, i) over the terms c y^i
 * z^j of f, as the products of u0, u1 and u2 in F are orthogonal; binomial(2 i, i) <= 4^i /
 * sqrt(3 i + 1). Likewise for z, and for the variable that makes f and g homogeneous. */
static double height(const clm_poisson_operand o[3])
{
    double least = INFINITY;

    for (size_t h = 0; h < 3; h++) {
        const clm_poisson_operand *const f = &o[h == 0 ? 1 : 0], *const g = &o[h == 2 ? 1 : 2];
        const double p = (double)f->degree, q = (double)g->degree, r = (double)o[h].degree;

        for (size_t k = 0; k < 3; k++)
            least = fmin(least, p * q * norm(&o[h]) + r * q * weighted_norm(f, k) +
                                    r * p * weighted_norm(g, k));
    }
    return least * (1 + 0x1p-40) + 1;
}

/* Returns a bound on the degree in x. The resultant has degree d[1] d[2] in the coefficients of
 * f[0], and so on. In the second bound, the coefficient of a power product of degree e in y and z
 * has degree at most D - e = (D - d) + (d - e) in x, D the total degree, and the d - e of the
 * factors in a term of the resultant have the sum d[0] d[1] d[2]. */
static size_t degree_bound(const poisson *l, const size_t d[3])
{
    size_t by_x = 0, by_total = d[0] * d[1] * d[2];

    for (size_t k = 0; k < 3; k++) {
        const size_t others = d[(k + 1) % 3] * d[(k + 2) % 3];

        by_x += others * (size_t)clmodp_mpoly_degree(l->of[k], l->x);
        by_total += others * ((size_t)clmodp_mpoly_total_degree(l->of[k]) - d[k]);
    }
    return clm_size_min(by_x, by_total);
}

/* ---- operands ---- */

static void clear_operands(poisson *l)
{
    for (size_t k = 0; k < 3; k++) {
        clmodp_mpoly_destroy(l->f[k]);
        l->f[k] = NULL;
        free(l->s.operand[k].monomial);
        l->s.operand[k].monomial = NULL;
    }
}

/* Sets operand k to polynomial `index` with y + shear z for y, in the variables z, y, x. */
static clmodp_status set_operand(poisson *l, size_t k, size_t index, size_t degree, long shear)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &l->context->error;
    clm_poisson_operand *const o = &l->s.operand[k];
    const size_t y = l->x == 0 ? 1 : 0, z = l->x == 2 ? 1 : 2;
    clmodp_mpoly *f;

    if (clmodp_mpoly_create(&l->f[k], 3) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    f = l->f[k];
    TRY(clmodp_mpoly_set(f, l->of[index]));
    TRY(clm_mpoly_shear(error, f, y, z, shear));
    for (size_t t = 0; t < f->length; t++) {
        uint32_t *const e = clm_mpoly_exponents(f, t);
        const uint32_t old[3] = {e[z], e[y], e[l->x]};

        memcpy(e, old, sizeof old);
    }
    clm_mpoly_combine(f);
    *o = (clm_poisson_operand){.f = f, .degree = degree};
    NEW(error, o->monomial, f->length + 1);
    for (size_t t = 0; t < f->length; t++)
        if (t == 0 || clm_compare_exponents(clm_mpoly_exponents(f, t - 1),
                                            clm_mpoly_exponents(f, t), 2) != 0)
            o->monomial[o->monomials++] = t;
    o->monomial[o->monomials] = f->length;
    l->terms += f->length;
done:
    return st;
}

/* Chooses the order of the polynomials: the last one has the greatest degree at first. */
static void choose_order(size_t order[3], const size_t d[3], size_t attempt)
{
    size_t last = 0;

    for (size_t k = 1; k < 3; k++)
        if (d[k] > d[last])
            last = k;
    for (size_t k = 0; k < 3; k++)
        order[k] = (last + 1 + k + attempt) % 3;
}

/* Prepares an attempt. */
static clmodp_status prepare(poisson *l, const size_t d[3], size_t attempt)
{
    static const long shears[] = {0, 1, 8};
    clmodp_status st = CLMODP_OK;
    clm_error *error = &l->context->error;
    size_t order[3];

    choose_order(order, d, attempt);
    clear_operands(l);
    l->terms = 0;
    l->s.x_degree = 0;
    for (size_t k = 0; k < 3; k++) {
        const size_t index = order[k];

        TRY(set_operand(l, k, index, d[index], shears[attempt / 3]));
        l->s.x_degree =
            clm_size_max(l->s.x_degree, (size_t)clmodp_mpoly_degree(l->of[index], l->x));
    }
    free(l->work);
    free(l->lists);
    l->work = NULL;
    l->lists = NULL;
    l->work_bytes = l->vectors->bytes(&l->s);
    l->words = l->terms + 2 * l->points + l->vectors->lanes;
    NEW(error, l->work, clm_size_times(l->threads, l->work_bytes));
    NEW(error, l->lists, clm_size_times(l->threads, l->words));
done:
    return st;
}

static void clear(poisson *l)
{
    clear_operands(l);
    free(l->primes);
    free(l->good);
    free(l->images);
    free(l->work);
    free(l->lists);
}

/* ---- images ---- */

/* Computes an image, unless the prime has too few points. */
static clmodp_status find_image(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    poisson *const l = argument;
    const size_t prime = l->tried + index;
    const clm_modulus m = clm_modulus_of(l->primes[prime]);
    const uint32_t shift = clm_modulus_power(2, 64, &m);
    uint32_t *const residues = l->lists + thread * l->words, *const points = residues + l->terms;
    uint32_t *const values = points + l->points, *const lanes = values + l->points;
    const uint32_t *of[3];
    size_t found = 0, failed = 0, count = 0, twice;

    for (size_t k = 0; k < 3; k++) {
        of[k] = residues + count;
        for (size_t t = 0; t < l->f[k]->length; t++)
            residues[count++] = clm_residue_of(clm_mpoly_coefficient(l->f[k], t), shift, &m);
    }
    for (uint32_t x = 1; found < l->points; x += (uint32_t)l->vectors->lanes) {
        const uint32_t bits = l->vectors->run(lanes, &l->s, of, x, &m.field,
                                              l->work + thread * l->work_bytes);

        TRY(clm_poller_check(l->watch));
        for (size_t k = 0; k < l->vectors->lanes; k++) {
            if (bits >> k & 1) {
                failed++;
            } else if (found < l->points) {
                points[found] = x + (uint32_t)k;
                values[found++] = lanes[k];
            }
        }
        if (failed > found + 4 * l->vectors->lanes)
            goto done;
    }
    TRY(clm_host_interpolate(&l->context->error, l->images + prime * l->points, &twice, points,
                             values, found, &m, 1, l->watch));
    l->good[prime] = true;
done:
    return st;
}

/* Computes images modulo `count` more primes, and removes those of primes without. */
static clmodp_status find_images(poisson *l, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t last;

    count = clm_size_min(count, l->room - l->tried);
    TRY(clm_parallel_watched(count, l->threads, find_image, l, l->watch));
    last = l->tried + count;
    for (; l->tried < last; l->tried++)
        if (l->good[l->tried]) {
            l->primes[l->count] = l->primes[l->tried];
            if (l->count < l->tried)
                memcpy(l->images + l->count * l->points, l->images + l->tried * l->points,
                       l->points * sizeof *l->images);
            l->count++;
        }
done:
    return st;
}

/* Predicts the products of words of an attempt modulo so many primes. */
static double predict(const poisson *l, const size_t d[3], size_t attempt, size_t primes)
{
    size_t order[3];
    double n;

    choose_order(order, d, attempt);
    n = (double)d[order[0]] * (double)d[order[1]];
    return n * n * (4 * sqrt((double)d[order[2]] + 1) + 9) * (double)l->points * (double)primes;
}

/* Finds an attempt that succeeds modulo the first prime, with a result other than 0. */
static clmodp_status attempt(poisson *l, bool *found, const size_t d[3], size_t primes,
                             double most)
{
    clmodp_status st = CLMODP_OK;

    *found = false;
    for (size_t number = 0; number < MOST_ATTEMPTS && l->count == 0; number++) {
        if (predict(l, d, number, primes) > most)
            continue;
        l->tried = 0;
        TRY(prepare(l, d, number));
        TRY(find_images(l, 1));
    }
    for (size_t k = 0; k < l->points && l->count > 0; k++)
        *found = *found || l->images[k] != 0;
done:
    return st;
}

static clmodp_status reconstruct(poisson *l, clmodp_zx *r)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &l->context->error;
    clm_product_tree *tree = NULL;
    mpz_ptr *pointer = NULL;
    mpz_t *c;

    NEW(error, pointer, l->points);
    TRY(clm_product_tree_create(error, &tree, l->primes, l->count, l->threads, l->watch));
    if (clm_zx_resize(r, &c, l->points) != CLMODP_OK)
        TRY(clm_out_of_memory(error, l->points, sizeof *c));
    for (size_t k = 0; k < l->points; k++)
        pointer[k] = c[k];
    st = clm_crt_tree(error, tree, pointer, l->points, l->images, l->points, l->threads, l->watch);
    clm_zx_trim(r);
done:
    clm_product_tree_destroy(tree);
    free(pointer);
    return st;
}

static clmodp_status compute(poisson *l, clmodp_zx *r, bool *found, const size_t d[3],
                             double most)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &l->context->error;
    size_t needed;
    clm_poller watch = CLM_PROGRESS_POLLER(l->context, 0.0);

    l->watch = &watch;
    l->points = degree_bound(l, d) + 1;
    TRY(prepare(l, d, 0));
    needed = (size_t)((height(l->s.operand) + 1) / PRIME_BITS) + 1; /* a bit for the sign */
    l->room = needed + needed / 8 + SPARE_PRIMES;
    if (l->room > MOST_PRIMES)
        return CLMODP_OK;
    NEW(error, l->primes, l->room);
    NEW(error, l->good, l->room);
    NEW(error, l->images, clm_size_times(l->room, l->points));
    l->room = clm_primes_below(l->primes, l->room, CLM_POISSON_PRIME, 1);
    TRY(attempt(l, found, d, needed, most));
    while (*found && l->count < needed) {
        TRY(find_images(l, needed - l->count));
        *found = l->tried < l->room || l->count == needed;
    }
    if (*found)
        TRY(reconstruct(l, r));
done:
    return st;
}

clmodp_status clm_poisson_resultant(clmodp_context *context, clmodp_zx *r, bool *found,
                                    const clmodp_mpoly *const f[3], size_t x,
                                    double most, clm_vector_level level)
{
    clmodp_status st = CLMODP_OK;
    poisson l = {.context = context, .of = f, .x = x, .threads = context->threads,
                 .vectors = clm_poisson_lanes(level)};
    size_t d[3];
    clm_call call;

    *found = false;
    for (size_t k = 0; k < 3; k++) {
        d[k] = clm_degree_without(f[k], x);
        if (d[k] < 2)
            return CLMODP_OK;
    }
    clm_call_begin(&call, context, 0, true);
    st = clm_call_end(context, &call, compute(&l, r, found, d, most));
    clear(&l);
    return st;
}
