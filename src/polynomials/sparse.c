/* Sums of products of sparse polynomials. Products are added one by one to a window of exponents
 * if they fill it, else to a hash table, so that sums of many products are never sorted. */
#include "polynomials/sparse.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zx.h"

/* Most exponents of a window for each product. */
#define WINDOW_SHARE 8

#define EMPTY UINT64_MAX

clmodp_status clm_sparse_create(clm_sparse *out, size_t terms, size_t limbs)
{
    out->exponent = clm_reallocate(NULL, clm_size_max(terms, 1), (1 + limbs) * sizeof(uint64_t));
    if (out->exponent == NULL)
        return CLMODP_HOST_MEMORY;
    out->limb = out->exponent + terms;
    out->length = terms;
    return CLMODP_OK;
}

void clm_sparse_clear(clm_sparse *f)
{
    free(f->exponent);
    *f = (clm_sparse){0};
}

static void negate(uint64_t *limb, size_t limbs)
{
    bool carry = true;

    for (size_t k = 0; k < limbs; k++) {
        limb[k] = ~limb[k] + carry;
        carry = carry && limb[k] == 0;
    }
}

void clm_sparse_set(uint64_t *limb, mpz_srcptr c, size_t limbs)
{
    for (size_t k = 0; k < limbs; k++)
        limb[k] = mpz_getlimbn(c, (mp_size_t)k);
    if (mpz_sgn(c) < 0)
        negate(limb, limbs);
}

/* Sets magnitude to |limb|, without leading zeros; returns whether the sign is negative. */
static bool split(uint64_t *magnitude, size_t *length, const uint64_t *limb, size_t limbs)
{
    const bool negative = limb[limbs - 1] >> 63 != 0;

    memcpy(magnitude, limb, limbs * sizeof *limb);
    if (negative)
        negate(magnitude, limbs);
    while (limbs > 0 && magnitude[limbs - 1] == 0)
        limbs--;
    *length = limbs;
    return negative;
}

void clm_sparse_get(mpz_ptr c, const uint64_t *limb, size_t limbs)
{
    uint64_t *const out = mpz_limbs_write(c, (mp_size_t)limbs);
    size_t length;
    const bool negative = split(out, &length, limb, limbs);

    mpz_limbs_finish(c, negative ? -(mp_size_t)length : (mp_size_t)length);
}

double clm_sparse_pairs(const clm_sparse_product *products, size_t count)
{
    double pairs = 0.0;

    for (size_t k = 0; k < count; k++)
        pairs += (double)products[k].a->length * (double)products[k].b->length;
    return pairs;
}

/* ---- sums ---- */

void clm_sparse_sum_clear(clm_sparse_sum *sum)
{
    free(sum->key);
    free(sum->limb);
    *sum = (clm_sparse_sum){0};
}

/* A sum in progress. */
typedef struct running {
    clm_sparse_sum *sum;
    size_t limbs;
    uint64_t most_bytes;
    const clm_poller *watch;
    uint64_t low;   /* the least exponent of a window */
    size_t width;   /* exponents of a window; slots of a table, a power of 2 */
    unsigned shift; /* of hash values; 0: a window */
    size_t used;    /* slots of a table */
} running;

/* A factor +- c x^e of all terms of a polynomial. */
typedef struct factor {
    uint64_t exponent, *magnitude; /* two's complement with one or two limbs */
    size_t length;
    bool minus;
} factor;

/* Adds c * by to a slot. `limbs` is a constant except for long coefficients. */
static inline void add_at(uint64_t *slot, const uint64_t *c, const factor *by, size_t limbs)
{
    if (limbs == 1) {
        *slot += *c * *by->magnitude;
    } else if (limbs == 2) {
        const clm_word128 sum = ((clm_word128)slot[1] << 64 | slot[0]) +
                            ((clm_word128)c[1] << 64 | c[0]) *
                                ((clm_word128)by->magnitude[1] << 64 | by->magnitude[0]);

        slot[0] = (uint64_t)sum;
        slot[1] = (uint64_t)(sum >> 64);
    } else {
        for (size_t k = 0; k < by->length; k++)
            (void)(by->minus ? mpn_submul_1 : mpn_addmul_1)(slot + k, c, (mp_size_t)(limbs - k),
                                                           by->magnitude[k]);
    }
}

/* Returns the slot of an exponent in a table, new ones zeroed. Pre: a slot is free */
static inline uint64_t *find(running *r, uint64_t exponent, size_t limbs)
{
    uint64_t *const key = r->sum->key;
    size_t k = (size_t)(exponent * UINT64_C(0x9E3779B97F4A7C15) >> r->shift);

    while (key[k] != exponent && key[k] != EMPTY)
        k = (k + 1) & (r->width - 1);
    if (key[k] == EMPTY) {
        key[k] = exponent;
        memset(r->sum->limb + k * limbs, 0, limbs * sizeof *key);
        r->used++;
    }
    return r->sum->limb + k * limbs;
}

static inline void add_terms(running *r, const clm_sparse *a, const factor *by, size_t limbs)
{
    if (r->shift == 0)
        for (size_t k = 0; k < a->length; k++)
            add_at(r->sum->limb + (a->exponent[k] + by->exponent - r->low) * limbs,
                   a->limb + k * limbs, by, limbs);
    else
        for (size_t k = 0; k < a->length; k++)
            add_at(find(r, a->exponent[k] + by->exponent, limbs), a->limb + k * limbs, by, limbs);
}

static void add_multiple(running *r, const clm_sparse *a, const factor *by)
{
    if (r->limbs == 1)
        add_terms(r, a, by, 1);
    else if (r->limbs == 2)
        add_terms(r, a, by, 2);
    else
        add_terms(r, a, by, r->limbs);
}

/* Reserves `keys` keys and `slots` coefficients. */
static clmodp_status reserve(running *r, size_t keys, size_t slots)
{
    clmodp_status st = CLMODP_OK;
    clm_sparse_sum *const sum = r->sum;
    const size_t words = clm_size_times(slots, r->limbs);

    if (words > r->most_bytes / 32 || keys > r->most_bytes / 32)
        return CLMODP_LIMIT;
    GROW(NULL, sum->key, sum->keys, keys);
    GROW(NULL, sum->limb, sum->room, words);
done:
    return st;
}

/* Makes a table of at least `slots` slots. */
static clmodp_status make_table(running *r, size_t slots)
{
    clmodp_status st = CLMODP_OK;

    r->width = 64;
    r->shift = 58;
    for (; r->width < slots; r->width *= 2)
        r->shift--;
    TRY(reserve(r, r->width, r->width));
    memset(r->sum->key, 0xff, r->width * sizeof *r->sum->key);
    r->used = 0;
done:
    return st;
}

/* Enlarges the table if `more` more sums would leave less than half of its slots free. */
static clmodp_status grow_table(running *r, size_t more)
{
    clmodp_status st = CLMODP_OK;
    const clm_sparse_sum old = *r->sum;
    const size_t width = r->width, limbs = r->limbs;

    if (2 * (r->used + more) <= r->width)
        return CLMODP_OK;
    *r->sum = (clm_sparse_sum){0};
    st = make_table(r, 4 * (r->used + more));
    if (st != CLMODP_OK) {
        clm_sparse_sum_clear(r->sum);
        *r->sum = old;
        return st;
    }
    for (size_t k = 0; k < width && !clm_poller_stopped(r->watch); k++)
        if (old.key[k] != EMPTY)
            memcpy(find(r, old.key[k], limbs), old.limb + k * limbs, limbs * sizeof *old.limb);
    free(old.key);
    free(old.limb);
    return clm_poller_check(r->watch);
}

static void find_range(const clm_sparse *f, uint64_t *low, uint64_t *high)
{
    *low = UINT64_MAX;
    *high = 0;
    for (size_t k = 0; k < f->length; k++) {
        *low = f->exponent[k] < *low ? f->exponent[k] : *low;
        *high = f->exponent[k] > *high ? f->exponent[k] : *high;
    }
}

/* Makes a window or a table. */
static clmodp_status begin(running *r, const clm_sparse_product *products, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const double pairs = clm_sparse_pairs(products, count);
    uint64_t low = UINT64_MAX, high = 0;
    size_t longest = 0;

    for (size_t k = 0; k < count; k++) {
        const clm_sparse *a = products[k].a, *b = products[k].b;
        uint64_t of_a[2], of_b[2];

        if (a->length == 0 || b->length == 0)
            continue;
        find_range(a, &of_a[0], &of_a[1]);
        find_range(b, &of_b[0], &of_b[1]);
        low = of_a[0] + of_b[0] < low ? of_a[0] + of_b[0] : low;
        high = of_a[1] + of_b[1] > high ? of_a[1] + of_b[1] : high;
        longest = clm_size_max(longest, clm_size_max(a->length, b->length));
    }
    r->low = low;
    r->width = low > high ? 0 : (size_t)(high - low) + 1;
    if ((double)r->width > WINDOW_SHARE * pairs)
        return make_table(r, (size_t)(pairs < (double)longest ? pairs : (double)longest) * 4);
    TRY(reserve(r, 0, r->width));
    if (r->width > 0)
        memset(r->sum->limb, 0, r->width * r->limbs * sizeof *r->sum->limb);
done:
    return st;
}

static clmodp_status add_product(running *r, const clm_sparse_product *product)
{
    clmodp_status st = CLMODP_OK;
    const bool exchange = r->limbs <= 2 && product->a->length < product->b->length;
    const clm_sparse *a = exchange ? product->b : product->a;
    const clm_sparse *b = exchange ? product->a : product->b;
    uint64_t magnitude[CLM_SPARSE_LIMBS];

    for (size_t k = 0; k < b->length; k++) {
        factor by = {b->exponent[k], magnitude, r->limbs, product->minus};

        if (r->limbs > 2) {
            by.minus ^= split(magnitude, &by.length, b->limb + k * r->limbs, r->limbs);
        } else {
            memcpy(magnitude, b->limb + k * r->limbs, r->limbs * sizeof *magnitude);
            if (by.minus)
                negate(magnitude, r->limbs);
        }
        if (r->shift != 0)
            TRY(grow_table(r, a->length));
        add_multiple(r, a, &by);
        TRY(clm_poller_check(r->watch));
    }
done:
    return st;
}

static bool is_zero(const uint64_t *limb, size_t limbs)
{
    uint64_t any = 0;

    for (size_t k = 0; k < limbs; k++)
        any |= limb[k];
    return any == 0;
}

/* Tells whether slot k has a term. */
static bool has_term(const running *r, size_t k)
{
    return (r->shift == 0 || r->sum->key[k] != EMPTY) &&
           !is_zero(r->sum->limb + k * r->limbs, r->limbs);
}

/* Copies the terms of the sum. */
static clmodp_status collect(clm_sparse *out, const running *r)
{
    clmodp_status st = CLMODP_OK;
    const size_t limbs = r->limbs;
    size_t terms = 0;

    for (size_t k = 0; k < r->width && !clm_poller_stopped(r->watch); k++)
        terms += has_term(r, k);
    TRY(clm_poller_check(r->watch));
    if (terms > r->most_bytes / 32 / limbs)
        return CLMODP_LIMIT;
    TRY(clm_sparse_create(out, terms, limbs));
    for (size_t k = 0, n = 0; k < r->width; k++)
        if (has_term(r, k)) {
            out->exponent[n] = r->shift == 0 ? r->low + k : r->sum->key[k];
            memcpy(out->limb + limbs * n++, r->sum->limb + k * limbs, limbs * sizeof *out->limb);
        }
done:
    return st;
}

clmodp_status clm_sparse_add(clm_sparse *out, clm_sparse_sum *sum,
                             const clm_sparse_product *products, size_t count, size_t limbs,
                             uint64_t most_bytes, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    running r = {.sum = sum, .limbs = limbs, .most_bytes = most_bytes, .watch = watch};

    TRY(begin(&r, products, count));
    for (size_t k = 0; k < count; k++)
        TRY(add_product(&r, &products[k]));
    TRY(collect(out, &r));
done:
    return st;
}

/* ---- sorting ---- */

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* Sorts the terms into `to` by one digit of their exponents; terms with equal digits keep their
 * order. */
static void move_by_digit(clm_sparse *to, const clm_sparse *from, unsigned shift, size_t limbs)
{
    size_t place[DIGITS] = {0}, before = 0;

    for (size_t k = 0; k < from->length; k++)
        place[from->exponent[k] >> shift & (DIGITS - 1)]++;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        const size_t count = place[digit];

        place[digit] = before;
        before += count;
    }
    for (size_t k = 0; k < from->length; k++) {
        const size_t n = place[from->exponent[k] >> shift & (DIGITS - 1)]++;

        to->exponent[n] = from->exponent[k];
        memcpy(to->limb + n * limbs, from->limb + k * limbs, limbs * sizeof *to->limb);
    }
}

clmodp_status clm_sparse_sort(clm_sparse *f, size_t limbs, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_sparse other = {0};
    uint64_t low, high;

    find_range(f, &low, &high);
    TRY(clm_sparse_create(&other, f->length, limbs));
    for (unsigned shift = 0; shift < 64 && high >> shift != 0; shift += DIGIT_BITS) {
        const clm_sparse last = *f;

        TRY(clm_poller_check(watch));
        move_by_digit(&other, f, shift, limbs);
        *f = other;
        other = last;
    }
done:
    clm_sparse_clear(&other);
    return st;
}
