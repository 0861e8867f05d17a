/* Implicit equations of rational plane curves.
 *
 * For x = p/q and y = r/s in lowest terms over K(t), the resultant in t of q X - p and s Y - r is
 * c F^k with an irreducible F, c in K, and k values of t for a general point of the curve
 * [SWP08, 4.5]; or, if x is constant, for a point of the line's parametrisation. Without its
 * content R is F^k or -F^k. For polynomials in one variable, F^k = R is k F' R = F R' with the
 * right lowest coefficient, which gives all coefficients of F one after the other. */
#include <clmodp/elimination.h>

#include <stdbool.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "gcd/several.h"
#include "opencl/context.h"
#include "polynomials/kronecker.h"
#include "polynomials/zx.h"
#include "resultant/implicit.h"

/* Most exponents of a packed power. */
#define MOST_PACKED ((size_t)1 << 24)

static void swap_exponents(clmodp_mpoly *f, size_t i, size_t j)
{
    for (size_t k = 0; k < f->length; k++) {
        uint32_t *const e = clm_mpoly_exponents(f, k), kept = e[i];

        e[i] = e[j];
        e[j] = kept;
    }
}

/* ---- roots of powers ---- */

/* A polynomial R as one in a single variable: its terms from the lowest one on, which has exponent
 * `low`; and coefficients of F R' - k F' R. */
typedef struct packed {
    const clmodp_mpoly *r;
    clm_places places;
    size_t low, high; /* exponents of R */
    mpz_ptr sum;      /* of x^(2 low + n - 1) times x, n <= high - low */
} packed;

/* Returns the packed exponent of term k. */
static size_t exponent_of(const packed *p, size_t k)
{
    return clm_place_of(&p->places, clm_mpoly_exponents(p->r, k));
}

/* Appends c x^n to F, and adds its products to the sums. */
static clmodp_status find_term(clmodp_mpoly *f, packed *p, size_t n, mpz_t c, size_t k)
{
    clmodp_status st = clm_mpoly_reserve(f, f->length + 1);
    mpz_t product;

    if (st != CLMODP_OK)
        return st;
    mpz_init(product);
    for (size_t l = 1; l < p->r->length; l++) {
        const size_t m = exponent_of(p, l) - p->low;

        if (n + m > p->high - p->low)
            break;
        mpz_mul(product, c, clm_mpoly_coefficient(p->r, l));
        mpz_mul_si(product, product, (long)m - (long)(k * n));
        mpz_add(p->sum + n + m, p->sum + n + m, product);
    }
    mpz_clear(product);
    clm_place_exponents(clm_mpoly_append(f, c), &p->places, n + p->low / k);
    return CLMODP_OK;
}

/* Tells whether all degrees of f are those of a k-th root. Then F^k = R in several variables, too,
 * since exponents of F^k are packed as those of R. */
static bool has_degrees(const clmodp_mpoly *f, const packed *p, size_t k)
{
    for (size_t i = 0; i < f->variables; i++)
        if (clmodp_mpoly_degree(f, i) * (long)k > clmodp_mpoly_degree(p->r, i))
            return false;
    return true;
}

/* Sets f to the k-th root of the packed polynomial, whose lowest coefficient is positive. */
static clmodp_status find_root(clmodp_mpoly *f, bool *exists, packed *p, size_t k)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *found = NULL;
    mpz_srcptr lowest = clm_mpoly_coefficient(p->r, 0);
    mpz_t c, divisor;

    mpz_inits(c, divisor, NULL);
    TRY(clmodp_mpoly_create(&found, p->r->variables));
    *exists = p->low % k == 0 && mpz_root(c, lowest, (unsigned long)k) != 0;
    if (*exists)
        TRY(find_term(found, p, 0, c, k));
    for (size_t n = 1; n <= p->high - p->low && *exists; n++) {
        if (mpz_sgn(p->sum + n) == 0)
            continue;
        mpz_mul_ui(divisor, lowest, (unsigned long)(k * n));
        *exists = k * n <= p->high - p->low && mpz_divisible_p(p->sum + n, divisor);
        if (*exists) {
            mpz_divexact(c, p->sum + n, divisor);
            TRY(find_term(found, p, n, c, k));
        }
    }
    clm_mpoly_combine(found);
    *exists = *exists && has_degrees(found, p, k);
    if (*exists)
        clmodp_mpoly_swap(f, found);
done:
    clmodp_mpoly_destroy(found);
    mpz_clears(c, divisor, NULL);
    return st;
}

/* Tries a root, with new sums. */
static clmodp_status try_root(clmodp_mpoly *f, bool *exists, packed *p, size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_numbers sums = {0};

    TRY(clm_numbers_create(NULL, &sums, p->high - p->low + 1));
    p->sum = sums.storage[0];
    TRY(find_root(f, exists, p, k));
done:
    clm_numbers_destroy(&sums);
    return st;
}

/* Replaces f by its root of the highest order, up to its sign; makes the first coefficient
 * positive. */
static clmodp_status take_root(clm_error *error, clmodp_mpoly *f)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *root = NULL;
    packed p = {.r = f};
    size_t common = 0;
    bool exists = false;

    if (mpz_sgn(clm_mpoly_coefficient(f, 0)) < 0)
        clm_mpoly_negate(f);
    for (size_t i = 0; i < f->variables; i++)
        common = clm_size_gcd(common, (size_t)clmodp_mpoly_degree(f, i));
    p.places = clm_places_make(f);
    p.low = exponent_of(&p, 0);
    p.high = exponent_of(&p, f->length - 1);
    if (p.places.count > MOST_PACKED && common > 1)
        FAIL(error, CLMODP_LIMIT, "the equation may be a power, but is too large to take roots");
    TRY(clmodp_mpoly_create(&root, f->variables));
    for (size_t k = common; k > 1 && !exists; k--)
        if (common % k == 0)
            TRY(try_root(root, &exists, &p, k));
    if (exists)
        clmodp_mpoly_swap(f, root);
    if (mpz_sgn(clm_mpoly_coefficient(f, f->length - 1)) < 0)
        clm_mpoly_negate(f);
done:
    clmodp_mpoly_destroy(root);
    return st;
}

/* ---- equations ---- */

clmodp_status clm_implicit_coordinate(clmodp_mpoly *f, const clmodp_mpoly *p,
                                      const clmodp_mpoly *q, size_t x)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_call call = {.threads = 1};
    clmodp_mpoly *n = NULL, *d = NULL;

    TRY(clmodp_mpoly_create(&n, p->variables));
    TRY(clmodp_mpoly_create(&d, p->variables));
    TRY(clmodp_mpoly_set(n, p));
    TRY(clmodp_mpoly_set(d, q));
    TRY(clm_gcd_cancel(&call, n, d));
    clm_mpoly_negate(n);
    for (size_t k = 0; k < d->length; k++)
        clm_mpoly_exponents(d, k)[x] = 1;
    clm_mpoly_combine(d);
    TRY(clmodp_mpoly_add(f, d, n));
done:
    clmodp_mpoly_destroy(d);
    clmodp_mpoly_destroy(n);
    return st;
}

/* Sets f to the square-free equation, for the resultant in f. */
static clmodp_status simplify(clm_error *error, clmodp_mpoly *f, size_t x, size_t y)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_call call = {.error = error, .threads = 1};

    swap_exponents(f, 0, x);
    y = y == 0 ? x : y;
    swap_exponents(f, 1, y);
    clm_mpoly_combine(f);
    TRY(clm_gcd_make_primitive(&call, f, 2));
    TRY(take_root(error, f));
    swap_exponents(f, 1, y);
    swap_exponents(f, 0, x);
    clm_mpoly_combine(f);
    if (mpz_sgn(clm_mpoly_coefficient(f, f->length - 1)) < 0)
        clm_mpoly_negate(f);
done:
    return st;
}

static clmodp_status check_input(clm_error *error, const clmodp_mpoly *const input[4],
                                 size_t parameter, size_t x, size_t y)
{
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < 4; k++)
        REQUIRE(error, input[k] != NULL && input[k]->variables == input[0]->variables);
    REQUIRE(error, parameter < input[0]->variables && x < input[0]->variables &&
                       y < input[0]->variables && parameter != x && parameter != y && x != y);
    for (int k = 0; k < 4; k++) {
        if (clmodp_mpoly_degree(input[k], x) > 0 || clmodp_mpoly_degree(input[k], y) > 0)
            FAIL(error, CLMODP_INVALID, "a coordinate of the curve occurs in a function");
        if (k % 2 == 1 && input[k]->length == 0)
            FAIL(error, CLMODP_DOMAIN, "a denominator is 0");
    }
done:
    return st;
}

clmodp_status clmodp_implicit(clmodp_context *context, clmodp_mpoly *f,
                              clmodp_resultant_report *report, const clmodp_mpoly *p,
                              const clmodp_mpoly *q, const clmodp_mpoly *r, const clmodp_mpoly *s,
                              size_t parameter, size_t x, size_t y,
                              const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *a = NULL, *b = NULL, *found = NULL;

    START(context, &context->error);
    TRY(check_input(&context->error, (const clmodp_mpoly *const[4]){p, q, r, s}, parameter, x, y));
    TRY(clmodp_mpoly_create(&a, p->variables));
    TRY(clmodp_mpoly_create(&b, p->variables));
    TRY(clmodp_mpoly_create(&found, p->variables));
    TRY(clm_implicit_coordinate(a, p, q, x));
    TRY(clm_implicit_coordinate(b, r, s, y));
    if (clmodp_mpoly_degree(a, parameter) < 1 && clmodp_mpoly_degree(b, parameter) < 1)
        FAIL(&context->error, CLMODP_DOMAIN, "both coordinates are constant: this is a point, not "
             "a curve");
    TRY(clmodp_mpoly_resultant(context, found, report, a, b, parameter, 0, options));
    TRY(simplify(&context->error, found, x, y));
    clmodp_mpoly_swap(f, found);
done:
    clmodp_mpoly_destroy(found);
    clmodp_mpoly_destroy(b);
    clmodp_mpoly_destroy(a);
    return clm_error_complete(&context->error, st);
}
