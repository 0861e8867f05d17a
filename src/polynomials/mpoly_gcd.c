/* Greatest common divisors of polynomials in several variables from gcds of their values at a
 * large integer. */
#include "polynomials/mpoly_gcd.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"

/* Most bits of a value, and most integers that are tried. */
#define MOST_BITS ((size_t)1 << 24)
enum { MOST_TRIES = 40 };

static clmodp_status create_like(clmodp_mpoly **f, const clmodp_mpoly *g)
{
    return clmodp_mpoly_create(f, g->variables);
}

/* Returns the leading coefficient. Pre: f != 0 */
static mpz_ptr leading(const clmodp_mpoly *f)
{
    return clm_mpoly_coefficient(f, f->length - 1);
}

void clm_mpoly_divide_integer(clmodp_mpoly *f, mpz_srcptr c)
{
    for (size_t k = 0; k < f->length; k++)
        mpz_divexact(clm_mpoly_coefficient(f, k), clm_mpoly_coefficient(f, k), c);
}

/* Makes f primitive, with a positive leading coefficient, and sets c to its content. */
static void make_primitive(clmodp_mpoly *f, mpz_t c)
{
    clmodp_mpoly_content(c, f);
    if (f->length == 0)
        return;
    if (mpz_sgn(leading(f)) < 0)
        mpz_neg(c, c);
    clm_mpoly_divide_integer(f, c);
    mpz_abs(c, c);
}

static size_t longest(const clmodp_mpoly *f, mpz_t most)
{
    mpz_set_ui(most, 0);
    for (size_t k = 0; k < f->length; k++)
        if (mpz_cmpabs(clm_mpoly_coefficient(f, k), most) > 0)
            mpz_abs(most, clm_mpoly_coefficient(f, k));
    return mpz_sizeinbase(most, 2);
}

/* Sets f to g at a value of a variable. */
static clmodp_status set_value(clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable,
                               mpz_srcptr value)
{
    clmodp_status st = CLMODP_OK;
    mpz_t most;
    const size_t degree = (size_t)(clmodp_mpoly_degree(g, variable) + 1);
    size_t bits;

    mpz_init(most);
    bits = longest(g, most);
    if (clm_size_times(degree, mpz_sizeinbase(value, 2)) + bits > MOST_BITS)
        TRY(CLMODP_LIMIT);
    TRY(clmodp_mpoly_set(f, g));
    for (size_t k = 0; k < f->length; k++) {
        mpz_ptr c = clm_mpoly_coefficient(f, k);

        mpz_pow_ui(most, value, clm_mpoly_exponents(f, k)[variable]);
        mpz_mul(c, c, most);
        clm_mpoly_exponents(f, k)[variable] = 0;
    }
    clm_mpoly_combine(f);
done:
    mpz_clear(most);
    return st;
}

/* Sets f to the polynomial with coefficients of at most half of `value`, whose value is g. */
static clmodp_status expand_value(clmodp_mpoly *f, const clmodp_mpoly *g, size_t variable,
                                  mpz_srcptr value)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *h = NULL;
    mpz_t rest, digit;

    mpz_inits(rest, digit, NULL);
    TRY(create_like(&h, g));
    for (size_t k = 0; k < g->length; k++) {
        mpz_set(rest, clm_mpoly_coefficient(g, k));
        for (uint32_t e = 0; mpz_sgn(rest) != 0; e++) {
            uint32_t *made;

            mpz_fdiv_qr(rest, digit, rest, value);
            mpz_mul_2exp(digit, digit, 1);
            if (mpz_cmp(digit, value) > 0) {
                mpz_submul_ui(digit, value, 2);
                mpz_add_ui(rest, rest, 1);
            }
            mpz_fdiv_q_2exp(digit, digit, 1);
            TRY(clm_mpoly_reserve(h, h->length + 1));
            made = clm_mpoly_append(h, digit);
            memcpy(made, clm_mpoly_exponents(g, k), g->variables * sizeof *made);
            made[variable] = e;
        }
    }
    clm_mpoly_combine(h);
    clmodp_mpoly_swap(f, h);
done:
    clmodp_mpoly_destroy(h);
    mpz_clears(rest, digit, NULL);
    return st;
}

/* Returns the variable of lowest degree that occurs; the number of variables if none does. */
static size_t choose_variable(const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    size_t best = f->variables;
    long degree = 0;

    for (size_t i = 0; i < f->variables; i++) {
        const long a = clmodp_mpoly_degree(f, i), b = clmodp_mpoly_degree(g, i);
        const long here = a > b ? a : b;

        if (here > 0 && (best == f->variables || here < degree)) {
            best = i;
            degree = here;
        }
    }
    return best;
}

/* Sets h to the gcd of primitive f and g, neither 0, which differ from h. */
static clmodp_status find_gcd(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *at_f = NULL, *at_g = NULL, *quotient = NULL;
    const size_t variable = choose_variable(f, g);
    bool divides = false;
    mpz_t value, c;

    mpz_inits(value, c, NULL);
    TRY(create_like(&at_f, f));
    TRY(create_like(&at_g, f));
    TRY(create_like(&quotient, f));
    if (variable == f->variables)
        TRY(clmodp_mpoly_set(h, f)); /* 1 */
    (void)longest(f, value);
    (void)longest(g, c);
    if (mpz_cmp(c, value) < 0)
        mpz_swap(c, value);
    mpz_mul_2exp(value, value, 1);
    mpz_add_ui(value, value, 29);
    for (int tries = 0; variable < f->variables && !divides; tries++) {
        if (tries == MOST_TRIES)
            TRY(CLMODP_LIMIT);
        TRY(set_value(at_f, f, variable, value));
        TRY(set_value(at_g, g, variable, value));
        TRY(clm_mpoly_gcd(h, at_f, at_g));
        TRY(expand_value(h, h, variable, value));
        make_primitive(h, c);
        if (h->length > 0)
            TRY(clm_mpoly_divide(quotient, &divides, f, h));
        if (divides)
            TRY(clm_mpoly_divide(quotient, &divides, g, h));
        mpz_mul_ui(value, value, 73794); /* [CGG89] */
        mpz_fdiv_q_ui(value, value, 27011);
    }
done:
    clmodp_mpoly_destroy(quotient);
    clmodp_mpoly_destroy(at_g);
    clmodp_mpoly_destroy(at_f);
    mpz_clears(value, c, NULL);
    return st;
}

void clm_mpoly_take_powers(clmodp_mpoly *f, uint32_t *e)
{
    for (size_t i = 0; i < f->variables; i++) {
        e[i] = UINT32_MAX;
        for (size_t k = 0; k < f->length; k++)
            if (clm_mpoly_exponents(f, k)[i] < e[i])
                e[i] = clm_mpoly_exponents(f, k)[i];
        for (size_t k = 0; k < f->length; k++)
            clm_mpoly_exponents(f, k)[i] -= e[i];
    }
}

clmodp_status clm_mpoly_gcd(clmodp_mpoly *h, const clmodp_mpoly *f, const clmodp_mpoly *g)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *a = NULL, *b = NULL, *found = NULL;
    uint32_t e[2][CLMODP_MOST_VARIABLES];
    mpz_t c[2];

    mpz_inits(c[0], c[1], NULL);
    TRY(create_like(&a, f));
    TRY(create_like(&b, f));
    TRY(create_like(&found, f));
    TRY(clmodp_mpoly_set(a, f->length > 0 ? f : g));
    TRY(clmodp_mpoly_set(b, g->length > 0 ? g : f));
    make_primitive(a, c[0]);
    make_primitive(b, c[1]);
    mpz_gcd(c[0], c[0], c[1]);
    if (a->length > 0) {
        clm_mpoly_take_powers(a, e[0]);
        clm_mpoly_take_powers(b, e[1]);
        TRY(find_gcd(found, a, b));
    }
    for (size_t k = 0; k < found->length; k++) {
        mpz_mul(clm_mpoly_coefficient(found, k), clm_mpoly_coefficient(found, k), c[0]);
        for (size_t i = 0; i < f->variables; i++)
            clm_mpoly_exponents(found, k)[i] += e[0][i] < e[1][i] ? e[0][i] : e[1][i];
    }
    clmodp_mpoly_swap(h, found);
done:
    clmodp_mpoly_destroy(found);
    clmodp_mpoly_destroy(b);
    clmodp_mpoly_destroy(a);
    mpz_clears(c[0], c[1], NULL);
    return st;
}

clmodp_status clm_mpoly_cancel(clmodp_mpoly *n, clmodp_mpoly *d)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mpoly *common = NULL;
    bool divides;

    TRY(clmodp_mpoly_create(&common, n->variables));
    TRY(clm_mpoly_gcd(common, n, d));
    TRY(clm_mpoly_divide(n, &divides, n, common));
    TRY(clm_mpoly_divide(d, &divides, d, common));
    if (mpz_sgn(leading(d)) < 0) {
        clm_mpoly_negate(n);
        clm_mpoly_negate(d);
    }
done:
    clmodp_mpoly_destroy(common);
    return st;
}
