/* A Collins loop on FLINT's nmod_poly [Collins 1971], for comparison. */
#include "bench/collins_flint.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h> /* before FLINT, which offers its functions on mpz_t only then */

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

#include "core/parallel.h"
#include "bounds/bounds.h"

#define PRIME_BITS 62
#define CRT_BLOCK 16 /* coefficients of a work item */

/* A polynomial by rows: coefficient i of y^j at [j * (deg_x + 1) + i], NULL for 0. */
typedef struct grid {
    size_t deg_x, deg_y;
    mpz_srcptr *coefficients;
} grid;

typedef struct collins {
    grid f, g;
    size_t points;     /* degree bound + 1 */
    size_t primes;
    mp_limb_t *prime;
    mp_limb_t *images; /* coefficient i of R modulo prime n at [i * primes + n] */
    fmpz_comb_t comb;
    mpz_t *results;
} collins;

static void must(int fine, const char *what)
{
    if (fine)
        return;
    (void)fprintf(stderr, "Collins loop: %s\n", what);
    exit(1);
}

static void *need(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size);

    must(block != NULL, "no memory");
    return block;
}

static grid grid_of(const clmodp_zxy *f)
{
    grid out = {(size_t)clmodp_zxy_degree_x(f), (size_t)clmodp_zxy_degree_y(f), NULL};
    size_t terms = clmodp_zxy_terms(f);

    out.coefficients = need((out.deg_x + 1) * (out.deg_y + 1), sizeof *out.coefficients);
    for (size_t k = 0; k < terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j);

        out.coefficients[j * (out.deg_x + 1) + i] = c;
    }
    return out;
}

static mp_limb_t *grid_residues(const grid *f, mp_limb_t prime)
{
    size_t count = (f->deg_x + 1) * (f->deg_y + 1);
    mp_limb_t *out = need(count, sizeof *out);

    for (size_t k = 0; k < count; k++)
        if (f->coefficients[k] != NULL)
            out[k] = mpz_fdiv_ui(f->coefficients[k], prime);
    return out;
}

/* out := f(x, y), a polynomial in y; 0 if its degree is too low. */
static int evaluate(nmod_poly_t out, const grid *f, const mp_limb_t *residues, mp_limb_t x)
{
    mp_limb_t p = out->mod.n, quotient = n_mulmod_precomp_shoup(x, p);

    nmod_poly_fit_length(out, (slong)f->deg_y + 1);
    for (size_t j = 0; j <= f->deg_y; j++) {
        const mp_limb_t *row = residues + j * (f->deg_x + 1);
        mp_limb_t value = row[f->deg_x];

        for (size_t i = f->deg_x; i-- > 0;)
            value = n_addmod(n_mulmod_shoup(x, value, quotient, p), row[i], p);
        out->coeffs[j] = value;
    }
    out->length = (slong)f->deg_y + 1;
    return out->coeffs[f->deg_y] != 0;
}

/* Computes the image of R modulo one prime. */
static clmodp_status one_prime(void *argument, size_t n, size_t worker)
{
    collins *c = argument;
    mp_limb_t p = c->prime[n];
    mp_limb_t *f = grid_residues(&c->f, p), *g = grid_residues(&c->g, p);
    mp_limb_t *xs = need(c->points, sizeof *xs), *ys = need(c->points, sizeof *ys);
    nmod_poly_t a, b, image;
    size_t found = 0;

    (void)worker;
    nmod_poly_init(a, p);
    nmod_poly_init(b, p);
    nmod_poly_init(image, p);
    for (mp_limb_t x = 1; found < c->points; x++) {
        must(x <= 2 * c->points + 100, "too many points where a leading coefficient vanishes");
        if (!evaluate(a, &c->f, f, x) || !evaluate(b, &c->g, g, x))
            continue;
        xs[found] = x;
        ys[found++] = nmod_poly_resultant(a, b);
    }
    nmod_poly_interpolate_nmod_vec_fast(image, xs, ys, (slong)c->points);
    for (size_t i = 0; i < c->points; i++)
        c->images[i * c->primes + n] = nmod_poly_get_coeff_ui(image, (slong)i);
    nmod_poly_clear(image);
    nmod_poly_clear(b);
    nmod_poly_clear(a);
    free(ys);
    free(xs);
    free(g);
    free(f);
    return CLMODP_OK;
}

static clmodp_status reconstruct_block(void *argument, size_t block, size_t worker)
{
    collins *c = argument;
    size_t end = (block + 1) * CRT_BLOCK < c->points ? (block + 1) * CRT_BLOCK : c->points;
    fmpz_comb_temp_t scratch;
    fmpz_t z;

    (void)worker;
    fmpz_init(z);
    fmpz_comb_temp_init(scratch, c->comb);
    for (size_t i = block * CRT_BLOCK; i < end; i++) {
        fmpz_multi_CRT_ui(z, c->images + i * c->primes, c->comb, scratch, 1);
        fmpz_get_mpz(c->results[i], z);
    }
    fmpz_comb_temp_clear(scratch);
    fmpz_clear(z);
    return CLMODP_OK;
}

/* Finds the largest primes of 62 bits whose product exceeds twice the height. */
static void find_primes(collins *c, uint64_t height_bits)
{
    mp_limb_t candidate = ((mp_limb_t)1 << PRIME_BITS) - 1;

    /* Each is 2^62 (1 - e) with e < 2^-40 n even for millions of primes. */
    c->primes = (size_t)((double)(height_bits + 2) / (PRIME_BITS - 1e-9)) + 1;
    c->prime = need(c->primes, sizeof *c->prime);
    for (size_t n = 0; n < c->primes; candidate -= 2)
        if (n_is_prime(candidate))
            c->prime[n++] = candidate;
}

void collins_flint(clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g, size_t threads)
{
    collins c = {.f = grid_of(f), .g = grid_of(g)};
    clm_error error = {0};
    clm_bounds bounds;

    must(clm_bounds_compute(&error, &bounds, f, g, NULL) == CLMODP_OK, "no bounds");
    c.points = (size_t)bounds.degree + 1;
    find_primes(&c, bounds.height_bits);
    c.images = need(c.primes * c.points, sizeof *c.images);
    c.results = need(c.points, sizeof *c.results);
    for (size_t i = 0; i < c.points; i++)
        mpz_init(c.results[i]);

    must(clm_parallel_for(c.primes, threads, one_prime, &c) == CLMODP_OK, "threads");
    fmpz_comb_init(c.comb, c.prime, (slong)c.primes);
    must(clm_parallel_for((c.points + CRT_BLOCK - 1) / CRT_BLOCK, threads, reconstruct_block,
                          &c) == CLMODP_OK,
         "threads");
    for (size_t i = c.points; i-- > 0;)
        must(clmodp_zx_set_coeff(r, c.results[i], i) == CLMODP_OK, "result");

    fmpz_comb_clear(c.comb);
    for (size_t i = 0; i < c.points; i++)
        mpz_clear(c.results[i]);
    free(c.results);
    free(c.images);
    free(c.prime);
    free(c.g.coefficients);
    free(c.f.coefficients);
}
