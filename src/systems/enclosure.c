/* Ball arithmetic with middles of limited length [Hoeven 2009]. */
#include "systems/enclosure.h"

void clm_enclosure_init(clm_enclosure *b)
{
    mpz_init(b->middle);
    mpz_init(b->radius);
    b->exponent = 0;
}

void clm_enclosure_clear(clm_enclosure *b)
{
    mpz_clear(b->middle);
    mpz_clear(b->radius);
}

void clm_enclosure_set(clm_enclosure *b, const clm_enclosure *a)
{
    mpz_set(b->middle, a->middle);
    mpz_set(b->radius, a->radius);
    b->exponent = a->exponent;
}

void clm_enclosure_set_z(clm_enclosure *b, mpz_srcptr c)
{
    mpz_set(b->middle, c);
    mpz_set_ui(b->radius, 0);
    b->exponent = 0;
}

/* Returns the bits of the longer one of middle and radius; 0 for the number 0. */
static long length(const clm_enclosure *b)
{
    const size_t middle = mpz_sgn(b->middle) != 0 ? mpz_sizeinbase(b->middle, 2) : 0;
    const size_t radius = mpz_sgn(b->radius) != 0 ? mpz_sizeinbase(b->radius, 2) : 0;

    return (long)(middle > radius ? middle : radius);
}

/* Sets b to a ball that contains b, with this exponent. */
static void rescale(clm_enclosure *b, long exponent)
{
    if (exponent <= b->exponent) {
        mpz_mul_2exp(b->middle, b->middle, (mp_bitcnt_t)(b->exponent - exponent));
        mpz_mul_2exp(b->radius, b->radius, (mp_bitcnt_t)(b->exponent - exponent));
    } else {
        mpz_tdiv_q_2exp(b->middle, b->middle, (mp_bitcnt_t)(exponent - b->exponent));
        mpz_cdiv_q_2exp(b->radius, b->radius, (mp_bitcnt_t)(exponent - b->exponent));
        mpz_add_ui(b->radius, b->radius, 1);
    }
    b->exponent = exponent;
}

static void round_to(clm_enclosure *b, long bits)
{
    const long excess = length(b) - bits;

    if (excess > 0)
        rescale(b, b->exponent + excess);
}

void clm_enclosure_add(clm_enclosure *a, clm_enclosure *b, long bits)
{
    const long top_a = a->exponent + length(a), top_b = b->exponent + length(b);
    const long least = a->exponent < b->exponent ? a->exponent : b->exponent;
    const long enough = (top_a > top_b ? top_a : top_b) - bits;
    const long exponent = enough > least ? enough : least;

    if (length(b) == 0)
        return;
    if (length(a) == 0) {
        clm_enclosure_set(a, b);
        return;
    }
    rescale(a, exponent);
    rescale(b, exponent);
    mpz_add(a->middle, a->middle, b->middle);
    mpz_add(a->radius, a->radius, b->radius);
}

void clm_enclosure_mul(clm_enclosure *a, const clm_enclosure *b, long bits)
{
    /* |xy - ab| <= |a| s + r (|b| + s) for |x - a| <= r, |y - b| <= s */
    mpz_t reach, size;

    mpz_init(reach);
    mpz_init(size);
    mpz_abs(reach, b->middle);
    mpz_add(reach, reach, b->radius);
    mpz_mul(a->radius, a->radius, reach);
    mpz_abs(size, a->middle);
    mpz_addmul(a->radius, size, b->radius);
    mpz_mul(a->middle, a->middle, b->middle);
    a->exponent += b->exponent;
    round_to(a, bits);
    mpz_clear(size);
    mpz_clear(reach);
}

bool clm_enclosure_div(clm_enclosure *a, const clm_enclosure *b, long bits)
{
    /* |x/y - a/b| <= (|a| s + |b| r) / (|b| (|b| - s)) for |x - a| <= r, |y - b| <= s < |b| */
    const long shift = bits + length(b) - length(a);
    mpz_t size, least;

    if (mpz_cmpabs(b->middle, b->radius) <= 0)
        return false;
    if (shift > 0)
        rescale(a, a->exponent - shift);
    mpz_init(size);
    mpz_init(least);
    mpz_abs(size, b->middle);
    mpz_sub(least, size, b->radius);
    mpz_mul(least, least, size);
    mpz_mul(a->radius, a->radius, size);
    mpz_abs(size, a->middle);
    mpz_addmul(a->radius, size, b->radius);
    mpz_cdiv_q(a->radius, a->radius, least);
    mpz_add_ui(a->radius, a->radius, 1);
    mpz_tdiv_q(a->middle, a->middle, b->middle);
    a->exponent -= b->exponent;
    round_to(a, bits);
    mpz_clear(least);
    mpz_clear(size);
    return true;
}

void clm_enclosure_set_interval(clm_enclosure *b, mpz_srcptr low, mpz_srcptr high,
                                mpz_srcptr denominator, long bits)
{
    clm_enclosure divisor;

    clm_enclosure_init(&divisor);
    clm_enclosure_set_z(&divisor, denominator);
    mpz_add(b->middle, low, high);
    mpz_sub(b->radius, high, low);
    b->exponent = -1;
    clm_enclosure_div(b, &divisor, bits);
    clm_enclosure_clear(&divisor);
}

void clm_enclosure_evaluate(clm_enclosure *b, const clmodp_zx *f, const clm_enclosure *x,
                            long bits)
{
    clm_enclosure c;

    clm_enclosure_init(&c);
    mpz_set_ui(b->middle, 0);
    mpz_set_ui(b->radius, 0);
    b->exponent = 0;
    for (long i = clmodp_zx_degree(f); i >= 0; i--) {
        clm_enclosure_mul(b, x, bits);
        clm_enclosure_set_z(&c, clmodp_zx_coeff(f, (size_t)i));
        clm_enclosure_add(b, &c, bits);
    }
    clm_enclosure_clear(&c);
}

bool clm_enclosure_is_accurate(const clm_enclosure *b, long bits, bool relative)
{
    const long width = b->exponent + 1 + (long)mpz_sizeinbase(b->radius, 2);
    const long least = b->exponent + (long)mpz_sizeinbase(b->middle, 2) - 2;

    if (mpz_sgn(b->radius) == 0)
        return true;
    if (!relative)
        return width <= -bits;
    return mpz_cmpabs(b->middle, b->radius) > 0 && width <= least - bits;
}

/* Sets q := n * 2^exponent. */
static void set_scaled(mpq_ptr q, mpz_srcptr n, long exponent)
{
    mpq_set_z(q, n);
    if (exponent >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-exponent);
}

void clm_enclosure_get_ends(mpq_ptr low, mpq_ptr high, const clm_enclosure *b)
{
    mpz_t end;

    mpz_init(end);
    mpz_sub(end, b->middle, b->radius);
    set_scaled(low, end, b->exponent);
    mpz_add(end, b->middle, b->radius);
    set_scaled(high, end, b->exponent);
    mpz_clear(end);
}
