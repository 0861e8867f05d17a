/* Builds, sorts and combines sums of terms, within the limits of a budget. */
#include "polynomials/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/integers.h"
#include "polynomials/text.h"

/* Limits of a budget, and its progress callback. */

void clm_budget_init(clm_budget *budget, size_t variables, size_t bytes)
{
    *budget = (clm_budget){
        .variables = variables,
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

/* Returns the exponent of a decimal, "" or as "e-3"; beyond 10^12 a limit that no integer has. */
static int64_t read_scale(const char *text, size_t length)
{
    int64_t value = 0;

    for (size_t k = 1; k < length; k++)
        if (clm_is_digit(text[k]) && value < INT64_C(1000000000000))
            value = 10 * value + (text[k] - '0');
    return length > 1 && text[1] == '-' ? -value : value;
}

/* Multiplies an integer by 10^scale. */
static void scale_number(clm_fraction *a, int64_t scale)
{
    mpz_ui_pow_ui(a->den, 10, (unsigned long)(scale < 0 ? -scale : scale));
    if (scale > 0) {
        mpz_mul(a->num, a->num, a->den);
        mpz_set_ui(a->den, 0);
    }
    clm_fraction_reduce(a);
}

/* Reads numbers that may be long, or decimals. */
static clmodp_status read_digits(clm_budget *budget, clm_fraction *a, const char *text,
                                 size_t length, bool decimal)
{
    clmodp_status st = CLMODP_OK;
    char few[64], *many = NULL, *digits = few;
    size_t count, k = 0;
    int64_t scale = 0;

    if (length >= sizeof few) {
        NEW(&budget->error, many, length + 1);
        digits = many;
    }
    if (!decimal)
        memcpy(digits, text, k = length);
    count = k;
    for (bool point = false; k < length && text[k] != 'e' && text[k] != 'E'; k++) {
        if (text[k] != '.') {
            digits[count++] = text[k];
            scale -= point;
        }
        point |= text[k] == '.';
    }
    digits[count] = '\0';
    scale += read_scale(text + k, length - k);
    TRY(clm_budget_check_bits(budget,
                              3.33 * ((double)count + (double)(scale < 0 ? -scale : scale))));
    if (mpz_set_str(a->num, digits, 10) != 0)
        FAIL(&budget->error, CLMODP_CORRUPT, "a number could not be converted");
    if (scale != 0)
        scale_number(a, scale);
done:
    free(many);
    return st;
}

clmodp_status clm_fraction_read(clm_budget *budget, clm_fraction *a, const char *text,
                                size_t length, bool decimal)
{
    unsigned long value = 0;

    mpz_set_ui(a->den, 0);
    while (length > 1 && *text == '0' && !decimal) {
        text++;
        length--;
    }
    if (length >= 19 || decimal)
        return read_digits(budget, a, text, length, decimal);
    for (size_t k = 0; k < length; k++)
        value = 10 * value + (unsigned long)(text[k] - '0');
    mpz_set_ui(a->num, value);
    return CLMODP_OK;
}

void clm_sum_init(clm_sum *sum, clm_budget *budget)
{
    *sum = (clm_sum){.budget = budget};
}

void clm_sum_clear(clm_sum *sum)
{
    for (size_t k = 0; k < sum->length; k++)
        clm_fraction_clear(clm_sum_fraction(sum, k));
    free(sum->terms);
    sum->budget->used -= sum->bytes;
    clm_sum_init(sum, sum->budget);
}

void clm_sum_move(clm_sum *to, clm_sum *from)
{
    *to = *from;
    clm_sum_init(from, from->budget);
}

static size_t bytes_of_term(const clm_sum *sum)
{
    return clm_term_bytes(sum->budget->variables, sizeof(clm_fraction));
}

/* Returns the memory of a term, its integers included. */
static size_t memory_of_term(const clm_sum *sum, const clm_fraction *c)
{
    return bytes_of_term(sum) + clm_fraction_limbs(c) * sizeof(mp_limb_t);
}

/* Charges the present size of the terms. Errors: LIMIT */
static clmodp_status sum_charge(clm_sum *sum)
{
    size_t bytes = 0;

    for (size_t k = 0; k < sum->length; k++)
        bytes += memory_of_term(sum, clm_sum_fraction(sum, k));
    sum->budget->used += bytes - sum->bytes;
    sum->bytes = bytes;
    return clm_budget_check(sum->budget, 0.0);
}

static clmodp_status reserve_terms(clm_sum *sum, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    GROW(&sum->budget->error, sum->terms, sum->room, clm_size_times(terms, bytes_of_term(sum)));
done:
    return st;
}

clmodp_status clm_sum_reserve(clm_sum *sum, size_t terms)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_budget_check(sum->budget, (double)terms * (double)bytes_of_term(sum)));
    TRY(reserve_terms(sum, sum->length + terms));
done:
    return st;
}

/* Compares the exponents of two terms. */
static int compare_terms(const clm_sum *sum, size_t k, size_t l)
{
    return clm_compare_exponents(clm_sum_exponents(sum, k), clm_sum_exponents(sum, l),
                                 sum->budget->variables);
}

/* Takes over the last term, which was written behind the others. */
static void keep_last(clm_sum *sum)
{
    const size_t k = sum->length++, bytes = memory_of_term(sum, clm_sum_fraction(sum, k));

    if (sum->combined == k && mpz_sgn(clm_sum_fraction(sum, k)->num) != 0 &&
        (k == 0 || compare_terms(sum, k - 1, k) < 0))
        sum->combined++;
    sum->bytes += bytes;
    sum->budget->used += bytes;
}

/* Combines terms with equal exponents if many have piled up; with the usual budget, 65536. */
static clmodp_status combine_pile(clm_sum *sum)
{
    size_t pile = clm_size_min((size_t)1 << 16, sum->budget->limit >> 10);

    if (sum->length <= 2 * sum->combined + pile)
        return CLMODP_OK;
    return clm_sum_combine(sum);
}

clmodp_status clm_sum_append(clm_sum *sum, const uint32_t *exponents, clm_fraction *c)
{
    clmodp_status st = CLMODP_OK;
    const size_t variables = sum->budget->variables;
    uint32_t *e;
    clm_fraction *place;

    TRY(reserve_terms(sum, sum->length + 1));
    TRY(clm_budget_check(sum->budget, (double)bytes_of_term(sum)));
    e = clm_sum_exponents(sum, sum->length);
    place = clm_sum_fraction(sum, sum->length);
    memcpy(e, exponents, variables * sizeof *e);
    if (variables % 2 != 0)
        e[variables] = 0;
    clm_fraction_init(place);
    mpz_swap(place->num, c->num);
    mpz_swap(place->den, c->den);
    keep_last(sum);
    TRY(combine_pile(sum));
done:
    return st;
}

clmodp_status clm_sum_copy(clm_sum *sum, const clm_sum *other)
{
    clmodp_status st = CLMODP_OK;
    clm_fraction c;

    clm_fraction_init(&c);
    for (size_t k = 0; k < other->length; k++) {
        TRY(clm_budget_step(sum->budget, 1 + clm_fraction_limbs(clm_sum_fraction(other, k))));
        mpz_set(c.num, clm_sum_fraction(other, k)->num);
        mpz_set(c.den, clm_sum_fraction(other, k)->den);
        TRY(clm_sum_append(sum, clm_sum_exponents(other, k), &c));
    }
done:
    clm_fraction_clear(&c);
    return st;
}

bool clm_sum_is_number(const clm_sum *sum)
{
    static const uint32_t none[CLMODP_MOST_VARIABLES];

    return sum->length == 0 ||
           (sum->length == 1 && clm_compare_exponents(clm_sum_exponents(sum, 0), none,
                                                      sum->budget->variables) == 0);
}

bool clm_sum_equal(const clm_sum *a, const clm_sum *b)
{
    if (a->length != b->length)
        return false;
    for (size_t k = 0; k < a->length; k++) {
        const clm_fraction *c = clm_sum_fraction(a, k), *d = clm_sum_fraction(b, k);

        if (clm_compare_exponents(clm_sum_exponents(a, k), clm_sum_exponents(b, k),
                                  a->budget->variables) != 0 ||
            mpz_cmp(c->num, d->num) != 0 || mpz_cmp(c->den, d->den) != 0)
            return false;
    }
    return true;
}

clmodp_status clm_sum_absorb(clm_sum *sum, clm_sum *other, bool negate)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = bytes_of_term(sum);

    if (negate)
        for (size_t k = 0; k < other->length; k++)
            mpz_neg(clm_sum_fraction(other, k)->num, clm_sum_fraction(other, k)->num);
    if (other->length > sum->length) {
        clm_sum kept = *sum;

        *sum = *other;
        *other = kept;
    }
    TRY(reserve_terms(sum, sum->length + other->length));
    for (size_t k = 0; k < other->length; k++) {
        memcpy(clm_sum_exponents(sum, sum->length), clm_sum_exponents(other, k), bytes);
        keep_last(sum);
    }
    other->length = 0; /* the integers have moved */
    clm_sum_clear(other);
    TRY(combine_pile(sum));
done:
    return st;
}

static void swap_terms(clm_sum *sum, size_t k, size_t l)
{
    char kept[CLMODP_MOST_VARIABLES * sizeof(uint32_t) + sizeof(clm_fraction)];
    const size_t bytes = bytes_of_term(sum);

    memcpy(kept, clm_sum_exponents(sum, k), bytes);
    memcpy(clm_sum_exponents(sum, k), clm_sum_exponents(sum, l), bytes);
    memcpy(clm_sum_exponents(sum, l), kept, bytes);
}

/* Sorts the terms, unless in order or, as people write them, in reverse order. */
static void sort_terms(clm_sum *sum)
{
    bool descending = true;

    for (size_t k = 1; k < sum->length && descending; k++)
        descending = compare_terms(sum, k - 1, k) > 0;
    if (!descending) {
        clm_sort_terms(sum->terms, sum->length, bytes_of_term(sum), sum->budget->variables);
        return;
    }
    for (size_t low = 0, high = sum->length; low + 1 < high; low++)
        swap_terms(sum, low, --high);
}

/* Sets the first of `count` terms to their sum, the others to 0. Adds pairs, then pairs of pairs
 * and so on, so that many small fractions, or one long integer among many short ones, cost at most
 * the result's size times the rounds. */
static clmodp_status add_up(clm_sum *sum, size_t first, size_t count)
{
    clmodp_status st = CLMODP_OK;

    for (size_t step = 1; step < count; step *= 2)
        for (size_t k = 0; k + step < count; k += 2 * step) {
            clm_fraction *a = clm_sum_fraction(sum, first + k);
            clm_fraction *b = clm_sum_fraction(sum, first + k + step);

            TRY(clm_budget_step(sum->budget, 1 + clm_fraction_limbs(a) + clm_fraction_limbs(b)));
            TRY(clm_budget_check_bits(sum->budget, clm_fraction_bits(a) + clm_fraction_bits(b)));
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
        while (next < sum->length && compare_terms(sum, first, next) == 0)
            next++;
        TRY(add_up(sum, first, next - first));
    }
    for (size_t k = 0; k < sum->length; k++)
        if (mpz_sgn(clm_sum_fraction(sum, k)->num) == 0)
            clm_fraction_clear(clm_sum_fraction(sum, k));
        else
            memmove(clm_sum_exponents(sum, kept++), clm_sum_exponents(sum, k),
                    bytes_of_term(sum));
    sum->length = sum->combined = kept;
    TRY(sum_charge(sum));
done:
    return st;
}

/* Multiplies all terms by powers of the variables. */
static clmodp_status raise_exponents(clm_sum *sum, const uint64_t *exponents)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = 0; i < sum->budget->variables; i++)
        for (size_t k = 0; k < sum->length && exponents[i] > 0; k++) {
            uint32_t *e = clm_sum_exponents(sum, k);

            if (exponents[i] + e[i] >= CLM_MOST_EXPONENT)
                FAIL(&sum->budget->error, CLMODP_LIMIT, "an exponent reaches 2^31");
            e[i] += (uint32_t)exponents[i];
        }
done:
    return st;
}

clmodp_status clm_sum_scale(clm_sum *sum, const uint64_t *exponents, const clm_fraction *c)
{
    clmodp_status st = CLMODP_OK;
    const size_t limbs = clm_fraction_limbs(c);

    if (exponents != NULL)
        TRY(raise_exponents(sum, exponents));
    if (clm_fraction_whole(c) && mpz_cmp_ui(c->num, 1) == 0)
        return CLMODP_OK;
    if (limbs > 1)
        TRY(clm_budget_check(sum->budget,
                             (double)limbs * (double)sum->length * sizeof(mp_limb_t)));
    for (size_t k = 0; k < sum->length; k++) {
        clm_fraction *a = clm_sum_fraction(sum, k);

        TRY(clm_budget_step(sum->budget, 1 + limbs + clm_fraction_limbs(a)));
        TRY(clm_budget_check_bits(sum->budget, clm_fraction_bits(a) + clm_fraction_bits(c)));
        clm_fraction_multiply(a, c);
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
        mpz_srcptr den = clm_sum_fraction(sum, k)->den;
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
        clm_fraction *c = clm_sum_fraction(sum, k);

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
    st = clm_sum_scale(sum, NULL, &factor);
    clm_fraction_clear(&factor);
    return st;
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

clmodp_status clm_sum_take(clmodp_mpoly *f, clm_sum *sum)
{
    clmodp_status st = CLMODP_OK;
    const size_t variables = sum->budget->variables;
    clmodp_mpoly *taken = NULL;

    TRY(clm_sum_combine(sum));
    TRY(clmodp_mpoly_create(&taken, variables));
    TRY(clm_mpoly_resize(taken, sum->length));
    for (size_t k = 0; k < sum->length; k++) {
        memcpy(clm_mpoly_exponents(taken, k), clm_sum_exponents(sum, k),
               clm_stored_exponents(variables) * sizeof(uint32_t));
        mpz_swap(clm_mpoly_coefficient(taken, k), clm_sum_fraction(sum, k)->num);
    }
    clmodp_mpoly_swap(f, taken);
    clm_sum_clear(sum);
done:
    if (st == CLMODP_HOST_MEMORY)
        (void)clm_fail(&sum->budget->error, st, "no memory for %zu terms", sum->length);
    clmodp_mpoly_destroy(taken);
    return st;
}
