/* Exact remainders of sparse polynomials across large gaps of degrees. */
#include "resultant/gaps.h"

#include <math.h>
#include <stddef.h>

#include "core/size.h"
#include "polynomials/zxy.h"

enum {
    LEAST_DEGREE = 32, /* in y, of the shorter polynomial: other remainder sequences are short */
    MOST_POWERS = 32,  /* of y in an input, */
    MOST_KEPT = 128,   /* and between eliminations */
    MOST_STEPS = 8,
    MOST_BITS = 4      /* that a remainder may add to results for each degree */
};

/* A set of powers of y. */
typedef struct powers {
    size_t count, of[MOST_KEPT];
} powers;

/* Adds a power; false if too many. */
static bool add_power(powers *set, size_t power, size_t most)
{
    for (size_t k = 0; k < set->count; k++)
        if (set->of[k] == power)
            return true;
    if (set->count == most)
        return false;
    set->of[set->count++] = power;
    return true;
}

static bool find_powers(powers *out, const clmodp_zxy *f)
{
    bool few = true;

    out->count = 0;
    for (size_t k = f->length; k-- > 0 && few;)
        few = add_power(out, f->term[k].j, MOST_POWERS);
    return few;
}

/* Returns the eliminations by b that leave a with less than half of b's degree, if no other terms
 * cancel; 0 if too many. */
static size_t count_steps(const clmodp_zxy *a, const clmodp_zxy *b)
{
    const size_t q = (size_t)clmodp_zxy_degree_y(b);
    powers left, of_b;

    if (!find_powers(&left, a) || !find_powers(&of_b, b))
        return 0;
    for (size_t steps = 0; steps <= MOST_STEPS; steps++) {
        size_t top = 0, power;

        for (size_t k = 1; k < left.count; k++)
            top = left.of[k] > left.of[top] ? k : top;
        power = left.of[top];
        if (power < q)
            return 2 * power < q ? steps : 0;
        left.of[top] = left.of[--left.count];
        for (size_t k = 1; k < of_b.count; k++) /* the first one is q */
            if (!add_power(&left, power - q + of_b.of[k], MOST_KEPT))
                return 0;
        if (left.count == 0) /* the remainder is 0 */
            return 0;
    }
    return 0;
}

/* Sets a := lc(b) a - lc(a) y^(p - q) b, where lc(b) has one term. */
static clmodp_status eliminate(clmodp_zxy *a, const clmodp_zxy *b)
{
    clmodp_status st = CLMODP_OK;
    const clm_term *lead = &b->term[b->length - 1];
    const uint32_t p = a->term[a->length - 1].j, gap = p - lead->j;
    size_t first = a->length; /* of the terms of lc(a) */
    clmodp_zxy *sum = NULL;
    clm_term *to;

    while (first > 0 && a->term[first - 1].j == p)
        first--;
    TRY(clmodp_zxy_create(&sum));
    TRY(clm_zxy_resize(sum, a->length + (a->length - first) * b->length));
    to = sum->term;
    for (size_t k = 0; k < a->length; k++, to++) {
        to->i = a->term[k].i + lead->i;
        to->j = a->term[k].j;
        mpz_mul(to->c, a->term[k].c, lead->c);
    }
    for (size_t k = first; k < a->length; k++)
        for (size_t n = 0; n < b->length; n++, to++) {
            to->i = a->term[k].i + b->term[n].i;
            to->j = gap + b->term[n].j;
            mpz_mul(to->c, a->term[k].c, b->term[n].c);
            mpz_neg(to->c, to->c);
        }
    clm_zxy_combine(sum);
    clm_zxy_swap(a, sum);
done:
    clmodp_zxy_destroy(sum);
    return st;
}

static size_t degree_x(const clmodp_zxy *f)
{
    size_t degree = 0;

    for (size_t k = 0; k < f->length; k++)
        degree = clm_size_max(degree, f->term[k].i);
    return degree;
}

/* Returns the eliminations of a by b, 0 if impossible or too expensive: at most lc(b)^`more`
 * divides the other resultant. */
static size_t plan_steps(const clmodp_zxy *a, const clmodp_zxy *b)
{
    const clm_term *lead = &b->term[b->length - 1];
    const bool alone = b->length < 2 || b->term[b->length - 2].j < lead->j;
    const size_t p = (size_t)clmodp_zxy_degree_y(a), q = lead->j;
    size_t steps, more;

    if (p < q || q < LEAST_DEGREE || !alone || mpz_size(lead->c) > 1)
        return 0;
    steps = count_steps(a, b);
    more = steps * q + q / 2 > p ? steps * q + q / 2 - p : 0;
    if (more * lead->i > p ||
        (double)more * log2(fabs(mpz_get_d(lead->c))) > MOST_BITS * (double)p ||
        degree_x(a) + MOST_STEPS * degree_x(b) >= CLM_MOST_EXPONENT / 2)
        return 0;
    return steps;
}

/* Multiplies the factors by (c x^e)^power. */
static void multiply_power(clm_factors *out, const clm_term *lead, int64_t power)
{
    mpz_t c;

    out->shift += power * (int64_t)lead->i;
    mpz_init(c);
    mpz_pow_ui(c, lead->c, (unsigned long)(power < 0 ? -power : power));
    if (power < 0)
        mpz_mul(out->divisor, out->divisor, c);
    else
        mpz_mul(out->integer, out->integer, c);
    mpz_clear(c);
}

/* Divides a by b and updates the factors; `exchanged` for res(b, a). *done: this does not pay. */
static clmodp_status cross(clm_factors *out, bool *done, clmodp_zxy *a, const clmodp_zxy *b,
                           bool exchanged)
{
    clmodp_status st = CLMODP_OK;
    const size_t p = (size_t)clmodp_zxy_degree_y(a), q = (size_t)clmodp_zxy_degree_y(b);
    size_t steps = plan_steps(a, b), lost;
    clmodp_zxy *r = NULL;
    int64_t power = 0;

    *done = steps == 0;
    if (*done)
        return CLMODP_OK;
    TRY(clmodp_zxy_create(&r));
    TRY(clmodp_zxy_set(r, a));
    for (; steps > 0 && r->length > 0 && r->term[r->length - 1].j >= q; steps--) {
        TRY(eliminate(r, b));
        power -= (int64_t)q;
    }
    *done = r->length == 0 || r->term[r->length - 1].j >= q;
    if (*done)
        goto done;
    lost = p - r->term[r->length - 1].j;
    multiply_power(out, &b->term[b->length - 1], power + (int64_t)lost);
    if (!exchanged && q % 2 != 0 && lost % 2 != 0)
        mpz_neg(out->integer, out->integer);
    clm_zxy_swap(a, r);
done:
    clmodp_zxy_destroy(r);
    return st;
}

clmodp_status clm_gaps_cross(clm_error *error, clm_factors *factors, clmodp_zxy *f, clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;

    for (bool none = false; !none;) {
        TRY(cross(factors, &none, f, g, false));
        if (none)
            TRY(cross(factors, &none, g, f, true));
    }
done:
    if (st != CLMODP_OK)
        (void)clm_fail(error, st, "no memory for remainders of the polynomials");
    return st;
}
