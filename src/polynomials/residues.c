/* Products and exact quotients by residues modulo primes, and the Chinese remainder theorem: the
 * number below P / 2 in absolute value with residues r_k modulo p_k is the sum of all d_k P / p_k
 * less m P, with d_k = r_k (P / p_k)^-1 modulo p_k and m the rounded sum of all d_k / p_k
 * [Bernstein, Sorenson 2007]. */
#include "polynomials/residues.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "polynomials/row_quotient.h"
#include "polynomials/sparse.h"

/* The greatest primes p = 1 mod 2^21, of BITS bits or more, twice as many as are taken, since some
 * may divide a leading coefficient: transforms have at most 2^21 vectors. */
#define BITS 29.3
const uint32_t clm_residues_primes[2 * CLM_RESIDUES_PRIMES] = {
    2130706433, 2113929217, 2099249153, 2095054849, 2088763393, 2025848833, 2013265921, 1998585857,
    1931476993, 1893728257, 1868562433, 1866465281, 1835008001, 1811939329, 1790967809, 1711276033,
    1709178881, 1654652929, 1572864001, 1570766849, 1558183937, 1541406721, 1484783617, 1438646273,
    1415577601, 1365245953, 1327497217, 1321205761, 1306525697, 1300234241, 1281359873, 1224736769,
    1218445313, 1214251009, 1212153857, 1205862401, 1161822209, 1151336449, 1138753537, 1107296257,
    1092616193, 1012924417, 1004535809, 998244353, 985661441, 975175681, 962592769, 950009857,
    943718401, 935329793, 924844033, 918552577, 899678209, 897581057, 880803841, 824180737,
    799014913, 786432001, 754974721, 740294657, 715128833, 710934529, 683671553, 666894337,
};

void clm_residues_destroy(clm_residues *x)
{
    for (size_t k = 0; k < CLM_RESIDUES_PRIMES; k++)
        free(x->residue[k]);
    *x = (clm_residues){0};
}

bool clm_residues_suit(double bits)
{
    return bits + 2.0 < BITS * CLM_RESIDUES_PRIMES;
}

/* Sets `to` to f modulo a prime. */
static void reduce(uint32_t *to, const clm_slots *f, const clm_modulus *m)
{
    const uint32_t shift = clm_modulus_power(2, 64, m);

    memset(to, 0, (f->top + 1) * sizeof *to);
    for (size_t k = 0; k < f->count; k++)
        to[clm_slots_place(f, k)] = clm_residue_of(clm_slots_coefficient(f, k), shift, m);
}

/* Chooses primes that do not divide `lead` for numbers below 2^bits in absolute value, and
 * prepares their reconstruction. Pre: `lead` has at most so many bits, too, or is 1 */
static void choose_primes(clm_residues *x, double bits, mpz_srcptr lead)
{
    mpz_t product, part;

    x->bits = -1.0;
    for (const uint32_t *prime = clm_residues_primes; x->bits <= bits + 1.0; prime++)
        if (mpz_fdiv_ui(lead, *prime) != 0) {
            x->bits += log2(*prime);
            x->modulus[x->primes++] = clm_modulus_of(*prime);
        }
    mpz_init(part);
    mpz_init_set_ui(product, 1);
    for (size_t k = 0; k < x->primes; k++)
        mpz_mul_ui(product, product, x->modulus[k].p);
    for (size_t k = 0; k < x->primes; k++) {
        const clm_modulus *m = &x->modulus[k];

        mpz_divexact_ui(part, product, m->p);
        clm_sparse_set(x->part[k], part, CLM_RESIDUES_LIMBS);
        x->weight[k] = clm_modulus_inverse((uint32_t)mpz_fdiv_ui(part, m->p), m);
    }
    clm_sparse_set(x->product, product, CLM_RESIDUES_LIMBS);
    x->limbs = 31 * x->primes / 64 + 1; /* of `primes` times the product at most */
    mpz_clears(product, part, NULL);
}

static bool is_zero(const clm_residues *x, size_t k)
{
    uint32_t any = 0;

    for (size_t i = 0; i < x->primes; i++)
        any |= x->residue[i][k];
    return any == 0;
}

size_t clm_residues_terms(const clm_residues *x)
{
    size_t terms = 0;

    for (size_t k = 0; k < x->count; k++)
        terms += !is_zero(x, k);
    return terms;
}

void clm_residues_get(mpz_ptr c, const clm_residues *x, size_t k)
{
    uint64_t sum[CLM_RESIDUES_LIMBS] = {0};
    double quotient = 0.5;

    for (size_t i = 0; i < x->primes; i++) {
        const uint32_t d = clm_modulus_mul(x->residue[i][k], x->weight[i], &x->modulus[i]);

        (void)mpn_addmul_1(sum, x->part[i], (mp_size_t)x->limbs, d);
        quotient += (double)d / x->modulus[i].p;
    }
    (void)mpn_submul_1(sum, x->product, (mp_size_t)x->limbs, (mp_limb_t)quotient);
    clm_sparse_get(c, sum, x->limbs);
}

clmodp_status clm_residues_multiply(clm_residues *x, const clm_slots *f, const clm_slots *g,
                                  double bits, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *a = NULL, *b = NULL;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    x->count = f->top + g->top + 1;
    choose_primes(x, bits, one);
    NEW(NULL, a, f->top + 1);
    NEW(NULL, b, g->top + 1);
    for (size_t k = 0; k < x->primes; k++) {
        const clm_modulus *m = &x->modulus[k];

        NEW(NULL, x->residue[k], x->count);
        reduce(a, f, m);
        reduce(b, g, m);
        TRY(clm_host_product(NULL, x->residue[k], (clm_host_poly){a, f->top + 1},
                             (clm_host_poly){b, g->top + 1}, 0, x->count, m, 1, watch));
    }
done:
    free(b);
    free(a);
    mpz_clear(one);
    if (st != CLMODP_OK)
        clm_residues_destroy(x);
    return st;
}

/* Sets q to f / g modulo a prime, or *divides to false, if g is thereby proved not to divide f. */
static clmodp_status divide_by(uint32_t *q, bool *divides, const clm_slots *f, const clm_slots *g,
                               const clm_modulus *m, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = f->top + 1, divisor = g->top + 1;
    uint32_t *a = NULL, *b = NULL;

    NEW(NULL, a, n);
    NEW(NULL, b, divisor);
    reduce(a, f, m);
    reduce(b, g, m);
    TRY(clm_host_divide(NULL, q, a, (clm_host_poly){a, n}, (clm_host_poly){b, divisor}, m, 1,
                        watch));
    *divides = clm_host_count(a, clm_size_min(n, divisor - 1)) == 0;
done:
    free(b);
    free(a);
    return st;
}

/* Sets *x to the quotient f / g modulo P, or *divides to false, if g is proved not to divide f. */
static clmodp_status divide(clm_residues *x, bool *divides, const clm_slots *f,
                            const clm_slots *g, double bits, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    bool by_rows = clm_row_quotient_suits(f, g);

    *divides = true;
    x->count = f->top - g->top + 1;
    choose_primes(x, bits, clm_slots_coefficient(g, g->count - 1));
    for (size_t k = 0; k < x->primes && *divides; k++) {
        NEW(NULL, x->residue[k], x->count + f->width); /* rows are whole */
        if (by_rows) {
            st = clm_row_quotient(x->residue[k], divides, f, g, &x->modulus[k], watch);
            by_rows = st != CLMODP_LIMIT;
            if (by_rows)
                TRY(st);
        }
        if (!by_rows)
            TRY(divide_by(x->residue[k], divides, f, g, &x->modulus[k], watch));
    }
done:
    if (st != CLMODP_OK)
        clm_residues_destroy(x);
    return st;
}

clmodp_status clm_residues_divide(mpz_t *q, bool *divides, bool *done, const clm_slots *f,
                                  const clm_slots *g, const clm_quotient_bits *bits,
                                  const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    double wanted = (double)clm_size_max(bits->dividend + 2, bits->extra);
    clm_residues x = {0};

    for (*done = false; !*done && f->top >= CLM_RESIDUES_DIVIDEND && clm_residues_suit(wanted);
         wanted *= 2.0) {
        size_t longest = 0;

        TRY(divide(&x, divides, f, g, wanted, watch));
        for (size_t k = 0; k < x.count && *divides; k++) {
            clm_residues_get(q[k], &x, k);
            longest = clm_size_max(longest, mpz_sizeinbase(q[k], 2));
        }
        *done = !*divides || (double)(longest + bits->extra) <= x.bits;
        if (!*done && x.bits > (double)bits->most) {
            *divides = false;
            *done = true;
        }
        clm_residues_destroy(&x);
    }
done:
    clm_residues_destroy(&x);
    return st;
}
