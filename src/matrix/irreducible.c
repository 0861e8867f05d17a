/* Restricts polynomials to lines, and tests for factors by degrees [Gathen, Gerhard 2013, 14.2].
 */
#include "matrix/irreducible.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "matrix/point.h"
#include "polynomials/mpoly.h"

/* Primes, and lines for each degree: an irreducible polynomial has no irreducible restriction with
 * probability exp(-LINES). */
#define PRIMES 8
#define LINES 30

/* A restriction f, and memory for d + 1 coefficients each, 2 d + 2 for the product. */
typedef struct line {
    clm_error *error;
    size_t degree;
    clm_modulus m;
    uint32_t *f, *power, *product, *quotient, *gcd;
} line;

/* Replaces a, below f, by a b mod f, where b may be a. */
static clmodp_status multiply(line *l, clm_host_result *a, clm_host_poly b)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_poly f = {l->f, l->degree + 1};
    size_t count;

    clm_host_multiply(l->product, (clm_host_poly){a->c, a->count}, b, &l->m);
    count = a->count == 0 || b.count == 0 ? 0 : a->count + b.count - 1;
    if (count > l->degree) {
        TRY(clm_host_divide(l->error, l->quotient, l->product, (clm_host_poly){l->product, count},
                            f, &l->m, 1, NULL));
        count = l->degree;
    }
    memcpy(a->c, l->product, count * sizeof *a->c);
    a->count = clm_host_count(a->c, count);
done:
    return st;
}

/* Replaces a by a^p mod f. */
static clmodp_status raise(line *l, clm_host_result *a)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_poly base = {l->power, a->count};

    memcpy(l->power, a->c, a->count * sizeof *a->c);
    for (size_t bit = clm_size_bits(l->m.p) - 1; bit-- > 0;) {
        TRY(multiply(l, a, (clm_host_poly){a->c, a->count}));
        if (l->m.p >> bit & 1)
            TRY(multiply(l, a, base));
    }
done:
    return st;
}

/* Tells whether f has no factors: a factor of degree i divides x^(p^i) - x. */
static clmodp_status is_irreducible(line *l, bool *irreducible, uint32_t *memory)
{
    clmodp_status st = CLMODP_OK;
    clm_host_result a = {memory, 2}, gcd = {l->gcd, 0};

    a.c[0] = 0;
    a.c[1] = 1;
    *irreducible = true;
    for (size_t i = 1; i <= l->degree / 2 && *irreducible; i++) {
        TRY(raise(l, &a));
        for (size_t k = a.count; k < 2; k++)
            a.c[k] = 0;
        a.c[1] = clm_modulus_sub(a.c[1], 1, &l->m);
        TRY(clm_host_gcd(l->error, &gcd, NULL, (clm_host_poly){l->f, l->degree + 1},
                         (clm_host_poly){a.c, clm_host_count(a.c, clm_size_max(a.count, 2))},
                         &l->m, 1, NULL));
        *irreducible = gcd.count == 1;
        a.c[1] = clm_modulus_reduce((uint64_t)a.c[1] + 1, &l->m);
        a.count = clm_host_count(a.c, clm_size_max(a.count, 2));
    }
done:
    return st;
}

/* Sets l->f to the restriction to a random line. Out: *complete  false: a lower degree */
static clmodp_status restrict_to_line(line *l, bool *complete, const clmodp_mpoly *f,
                                      const size_t *of, size_t count, clm_random *random)
{
    const clm_mont64 field = clm_mont64_of(l->m.p);
    uint64_t point[CLMODP_MOST_VARIABLES], direction[CLMODP_MOST_VARIABLES];
    uint32_t *const points = l->power, *const values = l->product;
    clmodp_status st = CLMODP_OK;
    size_t twice;

    for (size_t v = 0; v < f->variables; v++) {
        point[v] = clm_random_below(random, field.p);
        direction[v] = clm_random_below(random, field.p);
    }
    for (size_t k = 0; k <= l->degree; k++) {
        points[k] = (uint32_t)k;
        values[k] = (uint32_t)clm_mont64_from(clm_value_at(f, point, &field), &field);
        for (size_t i = 0; i < count; i++)
            point[of[i]] = clm_mont64_add(point[of[i]], direction[of[i]], &field);
    }
    TRY(clm_host_interpolate(l->error, l->f, &twice, points, values, l->degree + 1, &l->m, 1,
                             NULL));
    *complete = l->f[l->degree] != 0;
done:
    return st;
}

/* Returns the degree of f in some variables together. */
static size_t degree_in(const clmodp_mpoly *f, const size_t *of, size_t count)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->length; k++) {
        size_t sum = 0;

        for (size_t i = 0; i < count; i++)
            sum += clm_mpoly_exponents(f, k)[of[i]];
        degree = clm_size_max(degree, sum);
    }
    return degree;
}

clmodp_status clm_prove_irreducible(clm_error *error, bool *proved, const clmodp_mpoly *f,
                                    const size_t *of, size_t count, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    line l = {.error = error, .degree = degree_in(f, of, count)};
    const size_t size = l.degree + 2;
    uint32_t primes[PRIMES], *memory = NULL;
    bool complete;

    NEW(error, memory, 7 * size);
    l.f = memory + size;
    l.power = memory + 2 * size;
    l.quotient = memory + 3 * size;
    l.gcd = memory + 4 * size;
    l.product = memory + 5 * size;
    (void)clm_primes_below(primes, PRIMES, UINT32_C(1) << 31, 1);
    *proved = false;
    for (size_t k = 0; k < LINES * l.degree && !*proved; k++) {
        l.m = clm_modulus_of(primes[k % PRIMES]);
        TRY(restrict_to_line(&l, &complete, f, of, count, random));
        if (complete)
            TRY(is_irreducible(&l, proved, memory));
    }
done:
    free(memory);
    return st;
}
