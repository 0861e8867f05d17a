/* Short polynomials over F_p: schoolbook arithmetic in arrays of fixed length, for primes from
 * 2^31 on by the functions of wide.h. */
#include "fpx/api/short.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/error.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/power.h"
#include "fpx/host/product.h"

/* The most coefficients of operands, and half of a dividend's; longer ones take less time by other
 * algorithms, or much longer than the frame of a call. */
enum {
    MOST_PRODUCT = 128,
    MOST_DIVISION = CLM_SHORT_QUOTIENT,
    MOST_POWER = 33, /* of a modulus */
    MOST_GCD = 24,
    MOST_VALUES = 8, /* also points */
    MOST_WIDE = 110
};

/* Returns the bytes of a coefficient of f. */
static inline size_t word_of(const clmodp_fpx *f)
{
    return f->field.p != 0 ? sizeof *f->value->wide : sizeof *f->value->words;
}

/* Tests whether a is an operand of f's field, and has few coefficients in memory of the host. */
static inline bool is_short(const clmodp_fpx *f, const clmodp_fpx *a, size_t most)
{
    return a != NULL && a->context == f->context && a->modulus.p == f->modulus.p &&
           a->field.p == f->field.p && a->value->count <= most &&
           (a->value->count == 0 || clm_value_words(a->value) != NULL);
}

/* Tests whether a call needs no frame. Its result f may also have device memory. */
static inline bool is_plain(const clmodp_fpx *f, const clmodp_fpx_report *report,
                            const clmodp_fpx_options *options)
{
    const bool host = options == NULL ||
                      (options->size == sizeof *options && options->max_memory == 0 &&
                       options->algorithm <= CLMODP_FPX_HOST &&
                       (options->s | options->group | options->span) == 0);

    return f != NULL && report == NULL && host && f->context->call->progress == NULL;
}

/* Sets *room to memory of the host for `count` coefficients of f, its own if possible; NULL: none.
 * Returns false then, unless f is NULL. */
static inline bool find_room(void **room, const clmodp_fpx *f, size_t count)
{
    *room = NULL;
    if (f == NULL)
        return true;
    *room = clm_value_words(f->value) != NULL && f->value->count >= count
                ? clm_value_words(f->value)
                : malloc(clm_size_max(count, 1) * word_of(f));
    return *room != NULL;
}

/* Finds memory for both results of a division. */
static bool find_rooms(void *room[2], const clmodp_fpx *quotient, size_t count,
                       const clmodp_fpx *remainder, size_t left)
{
    if (!find_room(&room[0], quotient, count))
        return false;
    if (find_room(&room[1], remainder, left))
        return true;
    if (quotient != NULL && room[0] != clm_value_words(quotient->value))
        free(room[0]);
    return false;
}

/* Stores coefficients in f, unless it is NULL, in memory from find_room, which may hold them. */
static inline void store(clmodp_fpx *f, void *room, const void *c, size_t count)
{
    clm_value *const v = f == NULL ? NULL : f->value;

    if (f == NULL)
        return;
    if (room != clm_value_words(f->value) || v->buffer.mem != NULL) {
        if (room == v->words)
            v->words = NULL;
        clm_value_destroy(f->context, v);
        if (f->field.p != 0)
            v->wide = room;
        else
            v->words = room;
    }
    if (c != room)
        memcpy(room, c, count * word_of(f));
    v->count = count;
    if (count == 0)
        clm_value_destroy(f->context, v);
}

/* Replaces f's coefficients. Returns false if memory is exhausted. */
static bool give(clmodp_fpx *f, const void *c, size_t count)
{
    void *room;

    if (!find_room(&room, f, count))
        return false;
    clm_error_clear(&f->context->error);
    store(f, room, c, count);
    return true;
}

/* clm_short_mul for primes from 2^31 on; separate, like divide_wide and gcd_wide, so that their
 * arrays cost no time for smaller primes. */
static __attribute__((noinline)) bool multiply_wide(clmodp_fpx *product,
                                                    const clmodp_fpx_report *report,
                                                    const clmodp_fpx *a, const clmodp_fpx *b,
                                                    const clmodp_fpx_options *options)
{
    uint64_t c[2 * MOST_WIDE];
    size_t count = 0;

    if (!is_plain(product, report, options) || !is_short(product, a, MOST_WIDE) ||
        !is_short(product, b, MOST_WIDE))
        return false;
    if (a->value->count > 0 && b->value->count > 0)
        count = a->value->count + b->value->count - 1;
    return clm_wide_product(&product->context->error, c, clm_value_wide(a->value),
                            clm_value_wide(b->value), 0, count, &product->field, 1,
                            NULL) == CLMODP_OK &&
           give(product, c, count);
}

/* c := f g, of degree 1, which takes longer by loops. */
static inline void multiply_linear(uint32_t *c, const uint32_t *f, const uint32_t *g,
                                   const clm_modulus *m)
{
    const uint64_t a = f[0], b = f[1], x = g[0], y = g[1]; /* c may be f or g */

    c[0] = clm_modulus_reduce(a * x, m);
    c[1] = clm_modulus_reduce(a * y + b * x, m);
    c[2] = clm_modulus_reduce(b * y, m);
}

bool clm_short_mul(clmodp_fpx *product, const clmodp_fpx_report *report, const clmodp_fpx *a,
                   const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    size_t count = 0;
    void *room;

    if (product != NULL && product->field.p != 0)
        return multiply_wide(product, report, a, b, options);
    if (!is_plain(product, report, options) || !is_short(product, a, MOST_PRODUCT) ||
        !is_short(product, b, MOST_PRODUCT))
        return false;
    const clm_host_poly f = clm_value_host(a->value), g = clm_value_host(b->value);

    if (f.count > 0 && g.count > 0)
        count = f.count + g.count - 1;
    if ((count > 0 && !clm_host_is_short(f.count, g.count)) ||
        !find_room(&room, product, count))
        return false;
    clm_error_clear(&product->context->error);
    if (count == 3 && f.count == 2)
        multiply_linear(room, f.c, g.c, &product->modulus);
    else
        clm_host_multiply_short(room, f, g, 0, count, &product->modulus, 0);
    store(product, room, room, count);
    return true;
}

/* Returns the inverse of g's leading coefficient modulo p, kept since g often divides again. */
static uint64_t inverse_of_lead(clm_value *g, uint64_t lead, uint64_t p)
{
    if (lead == 1)
        return 1;
    if (lead != g->lead) {
        g->inverse =
            p > INT32_MAX ? clm_invmod64(lead, p) : clm_invmod32((uint32_t)lead, (uint32_t)p);
        g->lead = lead;
    }
    return g->inverse;
}

static __attribute__((noinline)) bool divide_wide(clmodp_fpx *quotient, clmodp_fpx *remainder,
                                                  const clmodp_fpx *a, const clmodp_fpx *b)
{
    const clm_wide_poly f = clm_value_wide(a->value), g = clm_value_wide(b->value);
    const size_t count = f.count < g.count ? 0 : f.count - g.count + 1;
    const size_t most = clm_size_min(f.count, g.count - 1);
    const uint64_t inverse = inverse_of_lead(b->value, g.c[g.count - 1], a->field.p);
    uint64_t q[2 * MOST_WIDE], rest[MOST_WIDE];
    void *room[2];

    if (count == 0 && most > 0)
        memcpy(rest, f.c, most * sizeof *rest);
    if ((count > 0 && clm_wide_divide(&a->context->error, q, rest, f, g, &inverse, &a->field, 1,
                                      NULL) != CLMODP_OK) ||
        !find_rooms(room, quotient, count, remainder, most))
        return false;
    clm_error_clear(&a->context->error);
    store(quotient, room[0], q, count);
    store(remainder, room[1], rest, clm_wide_count(rest, most));
    return true;
}

bool clm_short_divrem(clmodp_fpx *quotient, clmodp_fpx *remainder,
                      const clmodp_fpx_report *report, const clmodp_fpx *a, const clmodp_fpx *b,
                      const clmodp_fpx_options *options)
{
    uint32_t others[3 * MOST_DIVISION], *q = others, *rest = others + 2 * MOST_DIVISION;
    const size_t longest = a != NULL && a->field.p != 0 ? MOST_WIDE : MOST_DIVISION;
    uint32_t inverse;
    void *room[2];

    if (!is_plain(a, report, options) || !is_short(a, a, 2 * longest) ||
        !is_short(a, b, longest) || b->value->count == 0 || quotient == remainder ||
        (quotient != NULL && !is_short(a, quotient, SIZE_MAX)) ||
        (remainder != NULL && !is_short(a, remainder, SIZE_MAX)))
        return false;
    if (a->field.p != 0)
        return divide_wide(quotient, remainder, a, b);
    const clm_value *const f = a->value;
    clm_value *const g = b->value;
    const size_t top = g->count - 1, count = f->count > top ? f->count - top : 0;
    const size_t most = clm_size_min(f->count, top);

    if ((count > 0 && !clm_host_is_short(count, g->count)) ||
        !find_rooms(room, quotient, count, remainder, most))
        return false;
    if (quotient != NULL && room[0] != f->words && room[0] != g->words)
        q = room[0];
    if (remainder != NULL && room[1] != g->words)
        rest = room[1];
    clm_error_clear(&a->context->error);
    inverse = count == 0 ? 0 : (uint32_t)inverse_of_lead(g, g->words[top], a->modulus.p);
    (void)clm_host_divide_with(&a->context->error, q, remainder == NULL ? NULL : rest,
                               clm_value_host(f), clm_value_host(g), &inverse, &a->modulus, 1,
                               NULL);
    store(quotient, room[0], q, count);
    store(remainder, room[1], rest, remainder == NULL ? 0 : clm_host_count(rest, most));
    return true;
}

clmodp_status clm_power_by_rows(clm_fpx_call *call, uint32_t *to, clm_host_poly base,
                                const mpz_t e, clm_host_poly m, uint32_t inverse,
                                const clm_modulus *p, uint32_t *words)
{
    clmodp_status st = CLMODP_OK;
    const clm_power_functions *const vectors = clm_powers(clm_vector_level_best());
    const size_t digits = mpz_sizeinbase(e, 2);
    clm_power t;

    vectors->begin(&t, words, base, m, inverse, p);
    for (size_t left = digits - 1, count; left > 0; left -= count) {
        count = (left - 1) % GMP_NUMB_BITS + 1;
        if (call != NULL)
            TRY(clm_progress(call->context, (double)(digits - left) / (double)digits));
        vectors->steps(&t, mpz_getlimbn(e, (mp_size_t)((left - count) / GMP_NUMB_BITS)), count);
    }
    vectors->end(&t, to);
done:
    return st;
}

bool clm_short_powmod(clmodp_fpx *power, const clmodp_fpx_report *report, const clmodp_fpx *a,
                      const mpz_t e, const clmodp_fpx *m, const clmodp_fpx_options *options)
{
    uint32_t quotient[2 * MOST_POWER], rest[MOST_POWER], words[CLM_POWER_WORDS(MOST_POWER)];
    void *room;

    if (!is_plain(power, report, options) || !is_short(power, a, 2 * MOST_POWER) ||
        !is_short(power, m, MOST_POWER) || power->modulus.p <= 2 || m->value->count < 2 ||
        e == NULL || mpz_cmp_ui(e, 1) <= 0)
        return false;
    const clm_modulus *const p = &power->modulus;
    const clm_host_poly f = clm_value_host(m->value);
    const size_t degree = f.count - 1;
    const uint32_t inverse = (uint32_t)inverse_of_lead(m->value, f.c[degree], p->p);
    clm_host_poly base = clm_value_host(a->value);

    if (!find_room(&room, power, degree))
        return false;
    clm_error_clear(&power->context->error);
    if (base.count > degree) {
        (void)clm_host_divide_with(&power->context->error, quotient, rest, base, f, &inverse, p, 1,
                                   NULL);
        base = (clm_host_poly){rest, degree};
    }
    if (degree == 1 && base.count == 1 && mpz_size(e) == 1)
        *(uint32_t *)room = clm_modulus_power(*base.c, mpz_getlimbn(e, 0), p);
    else
        (void)clm_power_by_rows(NULL, room, base, e, f, inverse, p, words);
    store(power, room, room, clm_host_count(room, degree));
    return true;
}

/* x[0 .. n - 1] := lc(y) x - lc(x) x^(n - m) y, without leading zeros. Returns its length. */
static size_t eliminate(uint32_t *x, size_t n, const uint32_t *y, size_t m, const clm_modulus *p)
{
    const uint64_t of_x = y[m - 1], of_y = p->p - x[n - 1];

    for (size_t i = 0; i < n - m; i++)
        x[i] = clm_modulus_reduce(of_x * x[i], p);
    for (size_t i = n - m; i + 1 < n; i++)
        x[i] = clm_modulus_reduce(of_x * x[i] + of_y * y[i - (n - m)], p);
    return clm_host_count(x, n - 1);
}

static __attribute__((noinline)) bool gcd_wide(clmodp_fpx *g, const clmodp_fpx_report *report,
                                               const clmodp_fpx *a, const clmodp_fpx *b,
                                               const clmodp_fpx_options *options)
{
    uint64_t c[MOST_WIDE];
    clm_wide_result divisor = {c, 0};

    return is_plain(g, report, options) && is_short(g, a, MOST_WIDE) &&
           is_short(g, b, MOST_WIDE) &&
           clm_wide_gcd(&g->context->error, &divisor, NULL, clm_value_wide(a->value),
                        clm_value_wide(b->value), &g->field, 1, NULL) == CLMODP_OK &&
           give(g, c, divisor.count);
}

bool clm_short_gcd(clmodp_fpx *g, const clmodp_fpx_report *report, const clmodp_fpx *a,
                   const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    uint32_t r[2][MOST_GCD], *x = r[0], *y = r[1];

    if (g != NULL && g->field.p != 0)
        return gcd_wide(g, report, a, b, options);
    if (!is_plain(g, report, options) || !is_short(g, a, MOST_GCD) || !is_short(g, b, MOST_GCD))
        return false;
    const clm_modulus *const m = &g->modulus;
    size_t n = a->value->count, k = b->value->count;

    if (n > 0)
        memcpy(x, a->value->words, n * sizeof *x);
    if (k > 0)
        memcpy(y, b->value->words, k * sizeof *y);
    while (n > 0 && k > 0)
        if (n >= k)
            n = eliminate(x, n, y, k, m);
        else
            k = eliminate(y, k, x, n, m);
    if (n == 0) {
        x = y;
        n = k;
    }
    if (n == 1) {
        x[0] = 1;
    } else if (n > 1 && x[n - 1] != 1) {
        const uint32_t factor = clm_modulus_inverse(x[n - 1], m);

        for (size_t i = 0; i < n; i++)
            x[i] = clm_modulus_mul(x[i], factor, m);
    }
    return give(g, x, n);
}

/* Returns a b - c d. */
static uint32_t cross(uint64_t a, uint64_t b, uint64_t c, uint64_t d, const clm_modulus *m)
{
    return clm_modulus_reduce(a * b + c * (m->p - d), m);
}

/* Returns the resultant of polynomials of degree 2: Bezout's determinant. */
static uint32_t quadratic_resultant(const uint32_t *a, const uint32_t *b, const clm_modulus *m)
{
    const uint32_t middle = cross(a[2], b[0], a[0], b[2], m);

    return cross(middle, middle, cross(a[2], b[1], a[1], b[2], m),
                 cross(a[1], b[0], a[0], b[1], m), m);
}

/* For deg x = n, deg y = m, an elimination with a result x' of degree d, and l = lc(y):
 * res(x, y) = (-1)^((n - d) m) l^(n - d - m) res(x', y); and res(x, y) = (-1)^(n m) res(y, x). */
bool clm_short_resultant(uint64_t *r, const clmodp_fpx_report *report, const clmodp_fpx *a,
                         const clmodp_fpx *b, const clmodp_fpx_options *options)
{
    uint32_t c[2][MOST_GCD], *x = c[0], *y = c[1], numerator = 1, denominator = 1;

    if (!is_plain(a, report, options) || !is_short(a, a, MOST_GCD) || !is_short(a, b, MOST_GCD) ||
        a->value->count == 0 || b->value->count == 0 || r == NULL || a->field.p != 0)
        return false;
    const clm_modulus *const p = &a->modulus;
    size_t n = a->value->count - 1, m = b->value->count - 1;

    if (n == m && (n == 1 || n == 2)) {
        const uint32_t *f = a->value->words, *g = b->value->words;

        clm_error_clear(&a->context->error);
        *r = n == 1 ? cross(f[1], g[0], f[0], g[1], p) : quadratic_resultant(f, g, p);
        return true;
    }
    memcpy(x, a->value->words, (n + 1) * sizeof *x);
    memcpy(y, b->value->words, (m + 1) * sizeof *y);
    while (n > 0 && m > 0) {
        if (n < m) {
            uint32_t *const exchanged = x;
            const size_t degree = n;

            x = y;
            y = exchanged;
            n = m;
            m = degree;
            if (n % 2 == 1 && m % 2 == 1)
                numerator = p->p - numerator;
        }
        const size_t count = eliminate(x, n + 1, y, m + 1, p);

        if (count == 0) {
            numerator = 0;
            break;
        }
        const size_t lost = n + 1 - count;
        uint32_t *const to = lost > m ? &numerator : &denominator;

        *to = clm_modulus_mul(*to, clm_modulus_power(y[m], lost > m ? lost - m : m - lost, p), p);
        if (lost % 2 == 1 && m % 2 == 1)
            numerator = p->p - numerator;
        n = count - 1;
    }
    clm_error_clear(&a->context->error);
    if (denominator != 1 && numerator != 0)
        numerator = clm_modulus_mul(numerator, clm_modulus_inverse(denominator, p), p);
    numerator = clm_modulus_mul(
        numerator, n == 0 ? clm_modulus_power(x[0], m, p) : clm_modulus_power(y[0], n, p), p);
    *r = numerator;
    return true;
}

bool clm_short_values(uint32_t *values, const clmodp_fpx_report *report, const clmodp_fpx *a,
                      const uint32_t *points, size_t count, const clmodp_fpx_options *options)
{
    uint32_t made[MOST_VALUES]; /* values and points may overlap */

    if (!is_plain(a, report, options) || a->field.p != 0 || !is_short(a, a, MOST_VALUES) ||
        count == 0 || count > MOST_VALUES || values == NULL || points == NULL)
        return false;
    for (size_t k = 0; k < count; k++) {
        if (points[k] >= a->modulus.p)
            return false;
        made[k] = clm_host_value(clm_value_host(a->value), points[k], &a->modulus);
    }
    clm_error_clear(&a->context->error);
    memcpy(values, made, count * sizeof *values);
    return true;
}

bool clm_short_shift(clmodp_fpx *f, const clmodp_fpx_report *report, const clmodp_fpx *a,
                     uint64_t c, const clmodp_fpx_options *options)
{
    uint64_t words[MOST_WIDE];

    if (f == NULL || c >= f->field.p || !is_plain(f, report, options) ||
        !is_short(f, a, MOST_WIDE))
        return false;
    if (a->value->count > 0)
        memcpy(words, a->value->wide, a->value->count * sizeof *words);
    return clm_wide_shift(&f->context->error, words, a->value->count, c, &f->field, 1, NULL) ==
               CLMODP_OK &&
           give(f, words, a->value->count);
}
