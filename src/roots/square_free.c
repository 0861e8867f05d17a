/* Images of greatest common divisors, their reconstruction, and Yun's algorithm. */
#include "roots/square_free.h"

#include <stdbool.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "multimodular/crt.h"
#include "polynomials/zx.h"
#include "roots/radicals.h"

/* Primes searched at a time. */
#define PRIMES ((size_t)64)

/* Images of a gcd modulo primes. */
typedef struct images {
    clm_error *error;
    const clmodp_zx *a, *b;
    const clm_poller *watch;
    uint64_t next;      /* primes up to this one are unused */
    mpz_t lead;         /* a multiple of the gcd's leading coefficient */
    uint32_t *primes;   /* with residues of the images, times `lead`, row by row */
    uint32_t *residues;
    size_t count, prime_room, residue_room;
    size_t length;      /* of an image: the shortest so far */
    uint32_t *a_mod, *b_mod, *image;
} images;

static size_t length_of(const clmodp_zx *f)
{
    return (size_t)(clmodp_zx_degree(f) + 1);
}

static mpz_srcptr lead_of(const clmodp_zx *f)
{
    return clmodp_zx_coeff(f, length_of(f) - 1);
}

static void images_clear(images *m)
{
    mpz_clear(m->lead);
    free(m->primes);
    free(m->residues);
    free(m->a_mod);
    free(m->b_mod);
    free(m->image);
}

static clmodp_status images_init(clm_error *error, images *m, const clmodp_zx *a,
                                 const clmodp_zx *b, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t most = clm_size_max(length_of(a), length_of(b));

    *m = (images){.error = error, .a = a, .b = b, .watch = watch, .next = INT32_MAX,
                  .length = most + 1};
    mpz_init(m->lead);
    mpz_gcd(m->lead, lead_of(a), lead_of(b));
    NEW(error, m->a_mod, most);
    NEW(error, m->b_mod, most);
    NEW(error, m->image, most);
done:
    return st;
}

static void reduce(uint32_t *out, const clmodp_zx *f, uint32_t p)
{
    for (size_t i = 0; i < length_of(f); i++)
        out[i] = (uint32_t)mpz_fdiv_ui(clmodp_zx_coeff(f, i), p);
}

/* Adds the image modulo a prime that divides no leading coefficient, unless the prime is unlucky:
 * the image is longer than earlier ones, and not the gcd's. Shorter images replace others. */
static clmodp_status add_image(images *m, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    const clm_modulus f = clm_modulus_of(p);
    const uint32_t lead = (uint32_t)mpz_fdiv_ui(m->lead, p);
    clm_host_result g = {.c = m->image};

    reduce(m->a_mod, m->a, p);
    reduce(m->b_mod, m->b, p);
    if (m->a_mod[length_of(m->a) - 1] == 0 || m->b_mod[length_of(m->b) - 1] == 0)
        return CLMODP_OK;
    TRY(clm_host_gcd(m->error, &g, NULL, (clm_host_poly){m->a_mod, length_of(m->a)},
                     (clm_host_poly){m->b_mod, length_of(m->b)}, &f, m->watch));
    if (g.count > m->length)
        return CLMODP_OK;
    if (g.count < m->length)
        m->count = 0;
    m->length = g.count;
    GROW(m->error, m->primes, m->prime_room, m->count + 1);
    GROW(m->error, m->residues, m->residue_room, clm_size_times(m->count + 1, g.count));
    for (size_t i = 0; i < g.count; i++)
        m->residues[m->count * g.count + i] = clm_modulus_mul(g.c[i], lead, &f);
    m->primes[m->count++] = p;
done:
    return st;
}

/* Adds images until there are `wanted`, or the gcd is 1. */
static clmodp_status add_images(images *m, size_t wanted)
{
    clmodp_status st = CLMODP_OK;
    uint64_t primes[PRIMES];

    while (m->count < wanted && m->length != 1) {
        const size_t found = clm_primes_descending(
            primes, clm_size_min(wanted - m->count, PRIMES), m->next, (uint64_t)1 << 29);

        if (found == 0)
            FAIL(m->error, CLMODP_LIMIT, "a greatest common divisor needs too many primes");
        for (size_t k = 0; k < found && m->count < wanted && m->length != 1; k++) {
            m->next = primes[k] - 2;
            TRY(add_image(m, (uint32_t)primes[k]));
        }
    }
done:
    return st;
}

static void make_primitive(mpz_t *c, size_t count)
{
    mpz_t content;

    mpz_init(content);
    for (size_t i = 0; i < count && mpz_cmp_ui(content, 1) != 0; i++)
        mpz_gcd(content, content, c[i]);
    if (mpz_sgn(c[count - 1]) < 0)
        mpz_neg(content, content);
    for (size_t i = 0; i < count; i++)
        mpz_divexact(c[i], c[i], content);
    mpz_clear(content);
}

/* Sets coeff to the least integers with the residues. */
static clmodp_status apply_crt(const images *m, mpz_t *coeff)
{
    clmodp_status st = CLMODP_OK;
    clm_product_tree *tree = NULL;
    mpz_ptr *pointers = NULL;

    if (m->count == 1) {
        for (size_t i = 0; i < m->length; i++)
            mpz_set_si(coeff[i], (long)m->residues[i] -
                                     (m->residues[i] > m->primes[0] / 2 ? m->primes[0] : 0));
        return CLMODP_OK;
    }
    NEW(m->error, pointers, m->length);
    for (size_t i = 0; i < m->length; i++)
        pointers[i] = coeff[i];
    TRY(clm_product_tree_create(m->error, &tree, m->primes, m->count, 1, NULL));
    TRY(clm_crt_tree(m->error, tree, pointers, m->length, m->residues, m->length, 1, NULL));
done:
    clm_product_tree_destroy(tree);
    free(pointers);
    return st;
}

/* Reconstructs a candidate for the gcd; *plausible: its coefficients are much smaller than the
 * primes' product. */
static clmodp_status reconstruct(const images *m, clmodp_zx *g, bool *plausible)
{
    clmodp_status st = CLMODP_OK;
    size_t bits = 0;
    mpz_t *coeff;

    TRY(clm_zx_resize(g, &coeff, m->length));
    st = apply_crt(m, coeff);
    for (size_t i = 0; i < m->length && st == CLMODP_OK; i++)
        bits = clm_size_max(bits, mpz_sizeinbase(coeff[i], 2));
    *plausible = bits + 12 < 30 * m->count;
    if (st == CLMODP_OK && *plausible)
        make_primitive(coeff, m->length);
    clm_zx_trim(g);
done:
    return st;
}

/* out := a / g. Returns CORRUPT if g does not divide a. */
static clmodp_status divide(clm_error *error, clmodp_zx *out, const clmodp_zx *a,
                            const clmodp_zx *g)
{
    clmodp_status st;

    TRY(clmodp_zx_set(out, a));
    TRY(clm_zx_divide_exact(out, g, false));
done:
    return st == CLMODP_HOST_MEMORY ? clm_fail(error, st, "no memory for a quotient") : st;
}

/* Divides by a candidate, which proves it: no common divisor has a higher degree. */
static clmodp_status prove(const images *m, clmodp_zx *g, clmodp_zx *a_out, clmodp_zx *b_out,
                           bool *proved)
{
    clmodp_status st = divide(m->error, a_out, m->a, g);

    if (st == CLMODP_OK)
        st = divide(m->error, b_out, m->b, g);
    *proved = st == CLMODP_OK;
    return st == CLMODP_CORRUPT ? CLMODP_OK : st;
}

static clmodp_status find_gcd(images *m, clmodp_zx *g, clmodp_zx *a_out, clmodp_zx *b_out)
{
    clmodp_status st = CLMODP_OK;
    bool found = false;

    for (size_t wanted = 1; !found; wanted += (wanted + 1) / 2) {
        TRY(add_images(m, wanted));
        if (m->length == 1) {
            TRY(clm_zx_set_constant(g, 1));
            TRY(clmodp_zx_set(a_out, m->a));
            TRY(clmodp_zx_set(b_out, m->b));
            break;
        }
        TRY(reconstruct(m, g, &found));
        if (found)
            TRY(prove(m, g, a_out, b_out, &found));
        if (clm_poller_stopped(m->watch))
            FAIL(m->error, CLMODP_CANCELLED, "cancelled");
    }
done:
    return st;
}

clmodp_status clm_zx_gcd(clm_error *error, clmodp_zx *g, clmodp_zx *a_cofactor,
                         clmodp_zx *b_cofactor, const clmodp_zx *a, const clmodp_zx *b,
                         const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *a_out = NULL, *b_out = NULL, *out = NULL;
    images m;

    TRY(images_init(error, &m, a, b, watch));
    if (clmodp_zx_create(&a_out) != CLMODP_OK || clmodp_zx_create(&b_out) != CLMODP_OK ||
        clmodp_zx_create(&out) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
    TRY(find_gcd(&m, out, a_out, b_out));
    clm_zx_swap(g, out);
    if (a_cofactor != NULL)
        clm_zx_swap(a_cofactor, a_out);
    if (b_cofactor != NULL)
        clm_zx_swap(b_cofactor, b_out);
done:
    images_clear(&m);
    clmodp_zx_destroy(out);
    clmodp_zx_destroy(b_out);
    clmodp_zx_destroy(a_out);
    return st;
}

/* ---- decompositions ---- */

void clm_factor_list_clear(clm_factor_list *factors)
{
    for (size_t i = 0; i < factors->count; i++)
        clmodp_zx_destroy(factors->factor[i].f);
    free(factors->factor);
    *factors = (clm_factor_list){0};
}

/* Moves f to the list if its degree is 1 at least. */
static clmodp_status append(clm_error *error, clm_factor_list *factors, clmodp_zx *f,
                            size_t multiplicity)
{
    clmodp_status st = CLMODP_OK;
    clm_factor *next;

    if (clmodp_zx_degree(f) < 1)
        return CLMODP_OK;
    GROW(error, factors->factor, factors->room, factors->count + 1);
    next = &factors->factor[factors->count];
    *next = (clm_factor){.multiplicity = multiplicity};
    TRY(clmodp_zx_create(&next->f));
    factors->count++;
    clm_zx_swap(next->f, f);
done:
    return st == CLMODP_HOST_MEMORY ? clm_fail(error, st, "no memory for a factor") : st;
}

/* d := c + sign b' */
static clmodp_status add_derivative(clmodp_zx *d, const clmodp_zx *c, int sign, const clmodp_zx *b)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = clm_size_max(length_of(c), length_of(b));
    mpz_t *coeff;

    TRY(clm_zx_resize(d, &coeff, length));
    for (size_t i = 0; i < length; i++) {
        mpz_mul_si(coeff[i], clmodp_zx_coeff(b, i + 1), sign * (long)(i + 1));
        mpz_add(coeff[i], clmodp_zx_coeff(c, i), coeff[i]);
    }
    clm_zx_trim(d);
done:
    return st;
}

/* Polynomials of Yun's algorithm. */
typedef struct yun {
    clmodp_zx *b, *c, *d, *h;
} yun;

static clmodp_status create_two(clm_error *error, clmodp_zx **first, clmodp_zx **second)
{
    if (clmodp_zx_create(first) == CLMODP_OK && clmodp_zx_create(second) == CLMODP_OK)
        return CLMODP_OK;
    return clm_fail(error, CLMODP_HOST_MEMORY, "no memory for a polynomial");
}

static void yun_clear(yun *y)
{
    clmodp_zx_destroy(y->b);
    clmodp_zx_destroy(y->c);
    clmodp_zx_destroy(y->d);
    clmodp_zx_destroy(y->h);
}

/* Returns whether f = c (x - r)^n: (n - j) c_j n c_n = (j + 1) c_{j+1} c_{n-1} for all j. */
static bool is_linear_power(const clmodp_zx *f)
{
    const unsigned long n = (unsigned long)clmodp_zx_degree(f);
    bool equal = true;
    mpz_t left, right;

    mpz_inits(left, right, NULL);
    for (unsigned long j = n - 1; j-- > 0 && equal;) {
        mpz_mul(left, clmodp_zx_coeff(f, j), clmodp_zx_coeff(f, n));
        mpz_mul_ui(left, left, (n - j) * n);
        mpz_mul(right, clmodp_zx_coeff(f, j + 1), clmodp_zx_coeff(f, n - 1));
        mpz_mul_ui(right, right, j + 1);
        equal = mpz_cmp(left, right) == 0;
    }
    mpz_clears(left, right, NULL);
    return equal;
}

/* Sets out to x - r, primitive, for such a power. */
static clmodp_status set_linear(clmodp_zx *out, const clmodp_zx *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = (size_t)clmodp_zx_degree(f);
    mpz_t *coeff;

    TRY(clm_zx_resize(out, &coeff, 2));
    mpz_mul_ui(coeff[1], clmodp_zx_coeff(f, n), n);
    mpz_set(coeff[0], clmodp_zx_coeff(f, n - 1));
    make_primitive(coeff, 2);
    clm_zx_trim(out);
done:
    return st;
}

/* Decomposes y->b, primitive, of degree >= 1 and not divisible by x. All factors of b have the
 * multiplicity that is left / deg b if no factor has less. */
static clmodp_status decompose(clm_error *error, clm_factor_list *factors, yun *y,
                               const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    size_t left = (size_t)clmodp_zx_degree(y->b), degree;

    if (is_linear_power(y->b)) {
        TRY(set_linear(y->h, y->b));
        return append(error, factors, y->h, left);
    }
    if (clm_is_radical(y->b))
        return append(error, factors, y->b, 1);
    TRY(create_two(error, &y->c, &y->d));
    TRY(add_derivative(y->d, y->c, 1, y->b)); /* c = 0 */
    TRY(clm_zx_gcd(error, y->h, y->b, y->c, y->b, y->d, watch));
    for (size_t i = 1;; i++) {
        degree = (size_t)clmodp_zx_degree(y->b);
        if (degree == 1 || i * degree == left)
            return append(error, factors, y->b, left / degree);
        TRY(add_derivative(y->d, y->c, -1, y->b));
        TRY(clm_zx_gcd(error, y->h, y->b, y->c, y->b, y->d, watch));
        left -= i * (size_t)clmodp_zx_degree(y->h);
        TRY(append(error, factors, y->h, i));
    }
done:
    return st;
}

/* Sets out to f divided by x^valuation and its content. */
static clmodp_status set_primitive(clmodp_zx *out, const clmodp_zx *f, size_t valuation)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = length_of(f) - valuation;
    mpz_t *coeff;

    TRY(clm_zx_resize(out, &coeff, length));
    for (size_t i = 0; i < length; i++)
        mpz_set(coeff[i], clmodp_zx_coeff(f, valuation + i));
    make_primitive(coeff, length);
    clm_zx_trim(out);
done:
    return st;
}

/* Appends the factor x. */
static clmodp_status append_x(clm_error *error, clm_factor_list *factors, clmodp_zx *scratch,
                              size_t multiplicity)
{
    clmodp_status st = CLMODP_OK;
    const long x[2] = {0, 1};

    TRY(clmodp_zx_set_dense_si(scratch, x, 2));
    TRY(append(error, factors, scratch, multiplicity));
done:
    return st;
}

static int by_multiplicity(const void *a, const void *b)
{
    const clm_factor *f = a, *g = b;

    return (f->multiplicity > g->multiplicity) - (f->multiplicity < g->multiplicity);
}

clmodp_status clm_square_free(clm_error *error, clm_factor_list *factors, const clmodp_zx *f,
                              const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    size_t valuation = 0;
    yun y = {0};

    TRY(create_two(error, &y.b, &y.h));
    while (mpz_sgn(clmodp_zx_coeff(f, valuation)) == 0)
        valuation++;
    if (valuation > 0)
        TRY(append_x(error, factors, y.h, valuation));
    TRY(set_primitive(y.b, f, valuation));
    if (clmodp_zx_degree(y.b) >= 1)
        TRY(decompose(error, factors, &y, watch));
    if (factors->count > 0)
        qsort(factors->factor, factors->count, sizeof *factors->factor, by_multiplicity);
done:
    yun_clear(&y);
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(error, st, "no memory for a square-free decomposition");
    return st;
}
