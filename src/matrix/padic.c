/* Digits of p-adic expansions: each step solves A d = r modulo p for the next digits d of the
 * solution and replaces r, at first v, by (r - A d) / p. Without full rank, d has components for
 * the columns of the pivots. Then other rows have solutions modulo p^k if and only if p divides
 * their components of r - A d in each of k steps. */
#include "matrix/padic.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"

__extension__ typedef __int128 i128;

#define DIGIT_BITS 48

/* ---- matrices ---- */

/* Returns the words of a number that is at least `columns` times an integer of `bits` bits. */
static size_t limbs_of(size_t columns, size_t bits)
{
    return (clm_size_bits(columns | 1) + bits + 2) / 64 + 1;
}

size_t clm_digits_words(size_t columns, size_t bits)
{
    return limbs_of(columns, bits) == 1 ? 1 : clm_div_up(bits, DIGIT_BITS);
}

clmodp_status clm_digits_create(clm_error *error, clm_digits *a, size_t rows, size_t columns,
                                  size_t bits)
{
    clmodp_status st = CLMODP_OK;

    *a = (clm_digits){.rows = rows, .columns = columns, .limbs = limbs_of(columns, bits),
                        .digits = clm_digits_words(columns, bits)};
    NEW(error, a->digit, clm_size_times(clm_size_times(rows, columns), a->digits));
done:
    return st;
}

void clm_digits_destroy(clm_digits *a)
{
    free(a->digit);
}

void clm_digits_set(clm_digits *a, size_t i, size_t j, mpz_srcptr c)
{
    int64_t *const to = a->digit + i * a->digits * a->columns + j;
    const int sign = mpz_sgn(c);

    if (a->limbs == 1) {
        *to = (int64_t)mpz_get_ui(c) * sign;
        return;
    }
    for (size_t k = 0; k < a->digits; k++) {
        const mp_size_t limb = (mp_size_t)(k * DIGIT_BITS / 64);
        const size_t shift = k * DIGIT_BITS % 64;
        uint64_t word = mpz_getlimbn(c, limb) >> shift;

        if (shift > 0)
            word |= mpz_getlimbn(c, limb + 1) << (64 - shift);
        to[k * a->columns] = (int64_t)(word & (((uint64_t)1 << DIGIT_BITS) - 1)) * sign;
    }
}

/* Sets `residues` to a matrix modulo a prime, in Montgomery form. */
static void reduce(uint64_t *residues, const clm_digits *a, const clm_mont64 *field)
{
    const uint64_t radix = clm_mont64_to((uint64_t)1 << DIGIT_BITS, field);

    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->columns; j++) {
            const int64_t *const entry = a->digit + i * a->digits * a->columns + j;
            uint64_t sum = 0;

            for (size_t k = a->digits; k-- > 0;) {
                const uint64_t digit = (uint64_t)entry[k * a->columns];

                sum = clm_mont64_mul(sum, radix, field);
                sum = clm_mont64_add(sum, clm_mont64_mul(digit, field->one, field), field);
                if (digit >> 63 != 0)
                    sum = clm_mont64_sub(sum, field->one, field);
            }
            residues[i * a->columns + j] = clm_mont64_to(sum, field);
        }
}

/* Subtracts 2^shift times a number, modulo 2^(64 limbs). */
static void subtract_shifted(uint64_t *r, size_t limbs, i128 number, size_t shift)
{
    const uint64_t word[3] = {(uint64_t)number, (uint64_t)(number >> 64), number < 0 ? -1 : 0};
    const size_t bits = shift % 64;
    uint64_t below = 0, borrow = 0;

    for (size_t k = shift / 64, i = 0; k < limbs; k++, i++) {
        const uint64_t w = word[i < 2 ? i : 2];
        const uint64_t part = w << bits | (bits > 0 ? below >> (64 - bits) : 0);
        const clm_u128 difference = (clm_u128)r[k] - part - borrow;

        r[k] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
        below = w;
    }
}

/* Subtracts the sum of the products of row i and n residues x, modulo 2^(64 limbs). */
static void subtract_products(uint64_t *r, size_t limbs, const clm_digits *a, size_t i,
                              const uint64_t *x, size_t n)
{
    for (size_t k = 0; k < a->digits; k++) {
        const int64_t *const digit = a->digit + (i * a->digits + k) * a->columns;
        i128 even = 0, odd = 0; /* x < 2^61, and n |digit| < 2^64 */

        if (limbs == 1) {
            uint64_t sum = 0;

            for (size_t j = 0; j < n; j++)
                sum += (uint64_t)digit[j] * x[j];
            *r -= sum;
            continue;
        }
        for (size_t j = 0; j + 1 < n; j += 2) {
            even += (i128)digit[j] * (int64_t)x[j];
            odd += (i128)digit[j + 1] * (int64_t)x[j + 1];
        }
        if (n % 2 != 0)
            odd += (i128)digit[n - 1] * (int64_t)x[n - 1];
        subtract_shifted(r, limbs, even + odd, k * DIGIT_BITS);
    }
}

/* ---- equations ---- */

clmodp_status clm_padic_create(clm_error *error, clm_padic *padic, const clm_digits *a,
                               uint64_t prime, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = a->rows, columns = a->columns;
    uint64_t *last;

    *padic = (clm_padic){.a = a, .field = clm_mont64_of(prime), .watch = watch};
    NEW(error, padic->lu, rows * columns);
    NEW(error, padic->row, rows + columns);
    padic->column = padic->row + rows;
    for (size_t k = 0; k < rows + columns; k++)
        padic->row[k] = (uint32_t)(k < rows ? k : k - rows);
    reduce(padic->lu, a, &padic->field);
    padic->found = clm_mont64_eliminate(padic->lu, rows, columns, padic->row, padic->column,
                                        &padic->field, watch);
    TRY(clm_poller_check(watch));
    for (size_t k = 0; k < padic->found.rank; k++)
        padic->width = clm_size_max(padic->width, padic->column[k] + 1);
    if (padic->found.rank > 0 && !padic->found.inverted) {
        last = padic->lu + (padic->found.rank - 1) * (columns + 1);
        *last = clm_mont64_neg(clm_mont64_inv(*last, &padic->field), &padic->field);
    }
done:
    return st;
}

void clm_padic_destroy(clm_padic *padic)
{
    free(padic->lu);
    free(padic->row);
}

/* Returns an integer of words in two's complement modulo p. */
static uint64_t residue(const uint64_t *a, size_t limbs, const clm_mont64 *field)
{
    uint64_t sum = a[limbs - 1] >> 63 != 0 ? field->p - 1 : 0;

    for (size_t k = limbs; k-- > 0;)
        sum = clm_mont64_add(clm_mont64_mul(sum, field->square, field),
                             clm_mont64_mul(a[k], field->one, field), field);
    return sum;
}

/* Returns the sum of products of residues, one of each in Montgomery form. */
static uint64_t dot(const uint64_t *a, const uint64_t *b, size_t count, const clm_mont64 *field)
{
    enum { BLOCK = 8 };
    clm_u128 even = 0, odd = 0; /* below p 2^64, and then 8 p^2 more */
    size_t k = 0;

    for (; k + 2 * BLOCK <= count; k += 2 * BLOCK) {
        for (size_t i = k; i < k + 2 * BLOCK; i += 2) {
            even += (clm_u128)a[i] * b[i];
            odd += (clm_u128)a[i + 1] * b[i + 1];
        }
        even = clm_u128_fold(even, field->p);
        odd = clm_u128_fold(odd, field->p);
    }
    even = clm_u128_fold(even + odd, field->p);
    for (size_t end; k < count; k = end) {
        end = clm_size_min(k + BLOCK, count);
        for (size_t i = k; i < end; i++)
            even += (clm_u128)a[i] * b[i];
        even = clm_u128_fold(even, field->p);
    }
    return clm_mont64_reduce(even, field);
}

/* Solves L U x = b; at first x is b. */
static void solve(uint64_t *x, const clm_padic *s)
{
    const size_t columns = s->a->columns, rank = s->found.rank;

    for (size_t i = 1; i < rank; i++)
        x[i] = clm_mont64_add(x[i], dot(s->lu + i * columns, x, i, &s->field), &s->field);
    for (size_t i = rank; i-- > 0;) {
        const uint64_t *const right = s->lu + i * (columns + 1);
        const uint64_t sum = dot(right + 1, x + i + 1, rank - i - 1, &s->field);

        x[i] = clm_mont64_mul(clm_mont64_sub(sum, x[i], &s->field), *right, &s->field);
    }
}

/* Divides a multiple of p by p, modulo 2^(64 limbs). */
static void divide(uint64_t *r, size_t limbs, const clm_mont64 *field)
{
    uint64_t carry = 0;

    for (size_t k = 0; k < limbs; k++) {
        const bool borrow = r[k] < carry;

        r[k] = (r[k] - carry) * field->inverse;
        carry = (uint64_t)((clm_u128)r[k] * field->p >> 64) + borrow;
    }
}

/* An expansion: r, row by row, the digits x of all columns, and space for a solution. */
typedef struct expansion {
    uint64_t *r, *x, *solution;
    size_t limbs; /* of a component of r */
} expansion;

static clmodp_status create(clm_error *error, expansion *e, const clm_digits *a, size_t limbs)
{
    clmodp_status st = CLMODP_OK;

    e->limbs = limbs;
    NEW(error, e->r, a->rows * limbs + 2 * a->columns);
    e->x = e->r + a->rows * limbs;
    e->solution = e->x + a->columns;
done:
    return st;
}

/* Finds the next digits, for the pivots' rows of r, and the next r. */
static void step(expansion *e, const clm_padic *s)
{
    const clm_digits *a = s->a;

    for (size_t i = 0; i < s->found.rank; i++)
        e->solution[i] = residue(e->r + s->row[i] * e->limbs, e->limbs, &s->field);
    solve(e->solution, s);
    for (size_t i = 0; i < s->found.rank; i++)
        e->x[s->column[i]] = e->solution[i];
    for (size_t i = 0; i < a->rows; i++)
        subtract_products(e->r + i * e->limbs, e->limbs, a, i, e->x, s->width);
}

static void divide_all(expansion *e, const clm_padic *s)
{
    for (size_t i = 0; i < s->a->rows; i++)
        divide(e->r + i * e->limbs, e->limbs, &s->field);
}

clmodp_status clm_padic_solve(clm_error *error, const clm_padic *padic, uint64_t *digits,
                              size_t count, const unsigned char *choice)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = padic->a->columns;
    expansion e = {.r = NULL};

    TRY(create(error, &e, padic->a, padic->a->limbs));
    for (size_t i = 0; i < n; i++)
        e.r[i * e.limbs] = choice[i] & 1;
    for (size_t k = 0; k < count; k++) {
        clm_u128 sum = 0;

        TRY(clm_poller_check(padic->watch));
        step(&e, padic);
        divide_all(&e, padic);
        for (size_t i = 0; i < n; i++)
            sum += choice[i] >> 1 != 0 ? e.x[i] : 0;
        digits[2 * k] = (uint64_t)sum;
        digits[2 * k + 1] = (uint64_t)(sum >> 64);
    }
done:
    free(e.r);
    return st;
}

clmodp_status clm_padic_vanishes(clm_error *error, bool *vanishes, const clm_padic *padic,
                                 size_t count, size_t index)
{
    clmodp_status st = CLMODP_OK;
    const clm_digits *a = padic->a;
    const size_t rank = padic->found.rank, column = padic->column[rank + index];
    expansion e = {.r = NULL};

    *vanishes = true;
    TRY(create(error, &e, a, a->limbs + 1)); /* A d fits */
    e.x[column] = 1;
    for (size_t i = 0; i < a->rows; i++)
        subtract_products(e.r + i * e.limbs, e.limbs, a, i, e.x, a->columns);
    e.x[column] = 0;
    for (size_t k = 0; k < count && *vanishes; k++) {
        TRY(clm_poller_check(padic->watch));
        step(&e, padic);
        for (size_t i = rank; i < a->rows && *vanishes; i++)
            *vanishes = residue(e.r + padic->row[i] * e.limbs, e.limbs, &padic->field) == 0;
        divide_all(&e, padic);
    }
done:
    free(e.r);
    return st;
}
