/* Builds, sorts and combines sums of terms, within the limits of a budget. */
#include "polynomials/sum.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zxy.h"

/* Limits of a budget, and its progress callback. */

void clm_budget_init(clm_budget *budget, size_t bytes)
{
    *budget = (clm_budget){
        .limit = bytes,
        .bits = 2.0 * (double)bytes,
        .pairs = 0.25 * (double)bytes,
    };
}

clmodp_status clm_budget_poll(clm_budget *budget)
{
    clm_cancellation *asking = &budget->asking;

    budget->work = 0;
    if (!asking->stopped && asking->progress != NULL)
        asking->stopped = asking->progress(asking->user, asking->fraction) != 0;
    if (!asking->stopped)
        return CLMODP_OK;
    return clm_fail(&budget->error, CLMODP_CANCELLED, "cancelled by the progress callback");
}

clmodp_status clm_budget_check(clm_budget *budget, double more)
{
    if ((double)budget->used + more <= (double)budget->limit)
        return CLMODP_OK;
    return clm_fail(&budget->error, CLMODP_LIMIT,
                    "the multiplied-out polynomial takes more than %g MiB",
                    (double)budget->limit / 1048576.0);
}

clmodp_status clm_budget_check_bits(clm_budget *budget, double bits)
{
    if (bits <= budget->bits)
        return CLMODP_OK;
    return clm_fail(&budget->error, CLMODP_LIMIT,
                    "an integer of about %.3g bits is too long; at most %.0f are possible", bits,
                    budget->bits);
}

void clm_fraction_reduce(clm_fraction *a)
{
    mpz_t common;

    if (clm_fraction_whole(a))
        return;
    if (mpz_cmp_ui(a->den, 1) != 0) {
        mpz_init(common);
        mpz_gcd(common, a->num, a->den);
        if (mpz_cmp_ui(common, 1) != 0) {
            mpz_divexact(a->num, a->num, common);
            mpz_divexact(a->den, a->den, common);
        }
        mpz_clear(common);
    }
    if (mpz_cmp_ui(a->den, 1) == 0)
        mpz_set_ui(a->den, 0);
}

/* Sets a := a + b. Pre: the bits of both together are far below GMP's limit, 2^37. */
static void fraction_add(clm_fraction *a, const clm_fraction *b)
{
    mpz_t cross;

    if (mpz_cmp(a->den, b->den) == 0) {
        mpz_add(a->num, a->num, b->num);
    } else if (clm_fraction_whole(a)) {
        mpz_set(a->den, b->den);
        mpz_mul(a->num, a->num, b->den);
        mpz_add(a->num, a->num, b->num);
        return;
    } else if (clm_fraction_whole(b)) {
        mpz_addmul(a->num, b->num, a->den);
        return;
    } else {
        mpz_init(cross);
        mpz_mul(cross, b->num, a->den);
        mpz_mul(a->num, a->num, b->den);
        mpz_add(a->num, a->num, cross);
        mpz_mul(a->den, a->den, b->den);
        mpz_clear(cross);
    }
    clm_fraction_reduce(a);
}

void clm_fraction_multiply(clm_fraction *a, const clm_fraction *b)
{
    bool whole = clm_fraction_whole(a) && clm_fraction_whole(b);

    mpz_mul(a->num, a->num, b->num);
    if (whole)
        return;
    if (clm_fraction_whole(a))
        mpz_set(a->den, b->den);
    else if (!clm_fraction_whole(b))
        mpz_mul(a->den, a->den, b->den);
    clm_fraction_reduce(a);
}

void clm_fraction_invert(clm_fraction *a)
{
    bool negative = mpz_sgn(a->num) < 0;

    if (clm_fraction_whole(a))
        mpz_set_ui(a->den, 1);
    mpz_swap(a->num, a->den);
    if (negative) {
        mpz_neg(a->num, a->num);
        mpz_neg(a->den, a->den);
    }
    if (mpz_cmp_ui(a->den, 1) == 0)
        mpz_set_ui(a->den, 0);
}

void clm_sum_init(clm_sum *sum, clm_budget *budget)
{
    *sum = (clm_sum){.budget = budget};
}

void clm_sum_clear(clm_sum *sum)
{
    for (size_t k = 0; k < sum->length; k++)
        clm_fraction_clear(&sum->term[k].c);
    free(sum->term);
    sum->budget->used -= sum->bytes;
    clm_sum_init(sum, sum->budget);
}

void clm_sum_move(clm_sum *to, clm_sum *from)
{
    *to = *from;
    clm_sum_init(from, from->budget);
}

static size_t term_bytes(const clm_summand *term)
{
    return sizeof *term + clm_fraction_limbs(&term->c) * sizeof(mp_limb_t);
}

/* Charges the present size of the terms. Errors: LIMIT */
static clmodp_status sum_charge(clm_sum *sum)
{
    size_t bytes = 0;

    for (size_t k = 0; k < sum->length; k++)
        bytes += term_bytes(&sum->term[k]);
    sum->budget->used += bytes - sum->bytes;
    sum->bytes = bytes;
    return clm_budget_check(sum->budget, 0.0);
}

static clmodp_status reserve_terms(clm_sum *sum, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    GROW(&sum->budget->error, sum->term, sum->room, terms);
done:
    return st;
}

/* Compares exponents, by j, then by i. */
static int compare_exponents(const clm_summand *a, const clm_summand *b)
{
    if (a->j != b->j)
        return a->j < b->j ? -1 : 1;
    return a->i < b->i ? -1 : a->i > b->i;
}

static int compare_terms(const void *a, const void *b)
{
    return compare_exponents(a, b);
}

/* Appends a term and takes over its integers. Pre: there is space. */
static void put_last(clm_sum *sum, const clm_summand *term)
{
    size_t k = sum->length++;

    sum->term[k] = *term;
    if (sum->combined == k && mpz_sgn(term->c.num) != 0 &&
        (k == 0 || compare_exponents(&sum->term[k - 1], term) < 0))
        sum->combined++;
    sum->bytes += term_bytes(term);
    sum->budget->used += term_bytes(term);
}

/* Combines terms with equal exponents if many have piled up; with the usual budget, 65536. */
static clmodp_status combine_pile(clm_sum *sum)
{
    size_t pile = clm_size_min((size_t)1 << 16, sum->budget->limit >> 10);

    if (sum->length <= 2 * sum->combined + pile)
        return CLMODP_OK;
    return clm_sum_combine(sum);
}

clmodp_status clm_sum_append(clm_sum *sum, uint32_t i, uint32_t j, clm_fraction *c)
{
    clmodp_status st = CLMODP_OK;
    clm_summand term = {.i = i, .j = j};

    TRY(reserve_terms(sum, sum->length + 1));
    TRY(clm_budget_check(sum->budget, (double)sizeof term));
    clm_fraction_init(&term.c);
    mpz_swap(term.c.num, c->num);
    mpz_swap(term.c.den, c->den);
    put_last(sum, &term);
    TRY(combine_pile(sum));
done:
    return st;
}

clmodp_status clm_sum_absorb(clm_sum *sum, clm_sum *other, bool negate)
{
    clmodp_status st = CLMODP_OK;

    if (negate)
        for (size_t k = 0; k < other->length; k++)
            mpz_neg(other->term[k].c.num, other->term[k].c.num);
    if (other->length > sum->length) {
        clm_sum kept = *sum;

        *sum = *other;
        *other = kept;
    }
    TRY(reserve_terms(sum, sum->length + other->length));
    for (size_t k = 0; k < other->length; k++)
        put_last(sum, &other->term[k]);
    other->length = 0; /* the integers have moved */
    clm_sum_clear(other);
    TRY(combine_pile(sum));
done:
    return st;
}

/* Sorts the terms, unless in order or, as people write them, in reverse order. */
static void sort_terms(clm_sum *sum)
{
    bool descending = true;

    for (size_t k = 1; k < sum->length && descending; k++)
        descending = compare_exponents(&sum->term[k - 1], &sum->term[k]) > 0;
    if (!descending) {
        qsort(sum->term, sum->length, sizeof *sum->term, compare_terms);
        return;
    }
    for (size_t low = 0, high = sum->length; low + 1 < high; low++) {
        clm_summand kept = sum->term[low];

        high--;
        sum->term[low] = sum->term[high];
        sum->term[high] = kept;
    }
}

/* Sets the first of `count` terms to their sum, the others to 0. Adds pairs, then pairs of pairs
 * and so on, so that many small fractions, or one long integer among many short ones, cost at most
 * the result's size times the rounds. */
static clmodp_status add_up(clm_budget *budget, clm_summand *term, size_t count)
{
    clmodp_status st = CLMODP_OK;

    for (size_t step = 1; step < count; step *= 2)
        for (size_t k = 0; k + step < count; k += 2 * step) {
            clm_fraction *a = &term[k].c, *b = &term[k + step].c;

            TRY(clm_budget_step(budget, 1 + clm_fraction_limbs(a) + clm_fraction_limbs(b)));
            TRY(clm_budget_check_bits(budget, clm_fraction_bits(a) + clm_fraction_bits(b)));
            fraction_add(a, b);
            clm_fraction_clear(b);
            clm_fraction_init(b);
        }
done:
    return st;
}

clmodp_status clm_sum_combine(clm_sum *sum)
{
    clmodp_status st = CLMODP_OK;
    size_t kept = 0;

    if (sum->combined == sum->length)
        return CLMODP_OK;
    sum->combined = 0;
    TRY(clm_budget_step(sum->budget, sum->length));
    sort_terms(sum);
    for (size_t first = 0, next; first < sum->length; first = next) {
        next = first + 1;
        while (next < sum->length && compare_exponents(&sum->term[first], &sum->term[next]) == 0)
            next++;
        TRY(add_up(sum->budget, &sum->term[first], next - first));
    }
    for (size_t k = 0; k < sum->length; k++) {
        clm_summand term = sum->term[k];

        if (mpz_sgn(term.c.num) == 0)
            clm_fraction_clear(&term.c);
        else
            sum->term[kept++] = term;
    }
    sum->length = sum->combined = kept;
    TRY(sum_charge(sum));
done:
    return st;
}

clmodp_status clm_sum_scale(clm_sum *sum, uint64_t i, uint64_t j, const clm_fraction *c)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &sum->budget->error;
    bool one = clm_fraction_whole(c) && mpz_cmp_ui(c->num, 1) == 0;
    size_t limbs = clm_fraction_limbs(c);

    if (one && i == 0 && j == 0)
        return CLMODP_OK;
    if (limbs > 1)
        TRY(clm_budget_check(sum->budget,
                             (double)limbs * (double)sum->length * sizeof(mp_limb_t)));
    for (size_t k = 0; k < sum->length; k++) {
        clm_summand *term = &sum->term[k];

        if (i + term->i >= CLM_ZXY_MOST_EXPONENT || j + term->j >= CLM_ZXY_MOST_EXPONENT)
            FAIL(error, CLMODP_LIMIT, "an exponent reaches 2^31");
        term->i += (uint32_t)i;
        term->j += (uint32_t)j;
        if (one)
            continue;
        TRY(clm_budget_step(sum->budget, 1 + limbs + clm_fraction_limbs(&term->c)));
        TRY(clm_budget_check_bits(sum->budget,
                                  clm_fraction_bits(&term->c) + clm_fraction_bits(c)));
        clm_fraction_multiply(&term->c, c);
    }
    TRY(sum_charge(sum));
done:
    return st;
}

/* Sets common to the least common multiple of all denominators. Equal sizes are combined first:
 * level[k] holds the multiple of 2^k denominators, like the digits of a counter. */
static clmodp_status common_denominator(const clm_sum *sum, mpz_t common, mpz_t *level)
{
    clmodp_status st = CLMODP_OK;
    mpz_srcptr last = NULL;
    size_t count = 0;

    for (size_t k = 0; k < sum->length; k++) {
        mpz_srcptr den = sum->term[k].c.den;
        size_t carry = 0;

        if (mpz_sgn(den) == 0 || (last != NULL && mpz_cmp(den, last) == 0))
            continue;
        last = den;
        TRY(clm_budget_step(sum->budget, 1 + mpz_size(den)));
        mpz_set(common, den);
        for (; (count >> carry & 1) != 0; carry++)
            mpz_lcm(common, common, level[carry]);
        TRY(clm_budget_check_bits(sum->budget, (double)mpz_sizeinbase(common, 2)));
        mpz_swap(level[carry], common);
        count++;
    }
    mpz_set_ui(common, 1);
    for (size_t k = 0; count >> k != 0; k++) {
        if ((count >> k & 1) != 0)
            mpz_lcm(common, common, level[k]);
        TRY(clm_budget_check_bits(sum->budget, (double)mpz_sizeinbase(common, 2)));
    }
done:
    return st;
}

#define LEVELS 64

clmodp_status clm_sum_clear_denominators(clm_sum *sum, mpz_t common)
{
    clmodp_status st = CLMODP_OK;
    mpz_t level[LEVELS], factor;

    mpz_init(factor);
    for (size_t k = 0; k < LEVELS; k++)
        mpz_init(level[k]);
    TRY(common_denominator(sum, common, level));
    if (mpz_cmp_ui(common, 1) == 0)
        goto done;
    TRY(clm_budget_check(sum->budget, (double)mpz_size(common) * (double)sum->length *
                                          sizeof(mp_limb_t)));
    for (size_t k = 0; k < sum->length; k++) {
        clm_fraction *c = &sum->term[k].c;

        TRY(clm_budget_step(sum->budget, 1 + mpz_size(common)));
        if (clm_fraction_whole(c)) {
            mpz_mul(c->num, c->num, common);
            continue;
        }
        mpz_divexact(factor, common, c->den);
        mpz_mul(c->num, c->num, factor);
        mpz_set_ui(c->den, 0);
    }
    TRY(sum_charge(sum));
done:
    for (size_t k = 0; k < LEVELS; k++)
        mpz_clear(level[k]);
    mpz_clear(factor);
    return st;
}

clmodp_status clm_sum_divide(clm_sum *sum, const mpz_t d)
{
    clmodp_status st;
    clm_fraction factor;

    if (mpz_cmp_ui(d, 1) == 0)
        return CLMODP_OK;
    mpz_init_set_ui(factor.num, 1);
    mpz_init_set(factor.den, d);
    st = clm_sum_scale(sum, 0, 0, &factor);
    clm_fraction_clear(&factor);
    return st;
}

double clm_integer_log2(const mpz_t a)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, a);

    /* The mantissa is cut to 53 bits, the logarithm rounded; both errors are far below 2^-20. */
    return (double)exponent + log2(fabs(mantissa)) + 0x1p-20;
}

clmodp_status clm_fraction_power(clm_budget *budget, clm_fraction *a, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    double bits;

    if (clm_fraction_whole(a) && mpz_cmpabs_ui(a->num, 1) <= 0) {
        if (e == 0)
            mpz_set_ui(a->num, 1);
        else if (e % 2 == 0)
            mpz_abs(a->num, a->num);
        return CLMODP_OK;
    }
    bits = clm_integer_log2(a->num);
    if (!clm_fraction_whole(a))
        bits = fmax(bits, clm_integer_log2(a->den));
    TRY(clm_budget_check_bits(budget, bits * (double)e));
    mpz_pow_ui(a->num, a->num, (unsigned long)e);
    if (!clm_fraction_whole(a))
        mpz_pow_ui(a->den, a->den, (unsigned long)e);
    clm_fraction_reduce(a);
done:
    return st;
}
