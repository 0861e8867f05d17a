/* Determinants of pencils: compiled for each level of vector instructions.
 *
 * All products are sums of a line by four interleaved lines, reduced once; the words are balanced,
 * and sums kept in [-M, M], M = p 2^31, as in lu.c. */
#include "engines/host/pencil.h"

#include <string.h>

#include "core/size.h"

enum { B = 4 }; /* interleaved lines; four products fit between two corrections of a sum */

typedef struct state {
    size_t n;
    vec_field field;
    vec_lazy f;
    vec_pair half; /* M */
    const clm_poller *watch;
} state;

static vec balance(const state *s, vec v)
{
    return vec_lazy_balance(v, s->field.p);
}

static vec times(const state *s, vec a, vec b)
{
    return balance(s, vec_lazy_mul(a, b, &s->f));
}

/* Returns 1 / a, balanced; 0 for 0. */
static vec inverse_of(const state *s, vec a)
{
    return balance(s, vec_inverse(vec_lazy_canonical(a, s->field.p), &s->field));
}

static vec_pair sum_of(vec v)
{
    return (vec_pair){(vec_half)v << 32, (vec_half)v >> 32 << 32};
}

static vec_pair balance_sum(const state *s, vec_pair sum)
{
    return (vec_pair){vec_half_balance(sum.even, s->half.even),
                      vec_half_balance(sum.odd, s->half.odd)};
}

static vec reduce(const state *s, vec_pair sum)
{
    return balance(s, vec_lazy_redc(sum, &s->f));
}

static vec_pair less_product(vec_pair sum, vec a, vec b)
{
    const vec_pair product = vec_signed_product(vec_widen(a), vec_widen(b));

    return (vec_pair){sum.even - product.even, sum.odd - product.odd};
}

/* Subtracts from each of B sums the products of a line by one of B interleaved lines. */
static void subtract(const state *s, vec_pair *sum, const vec *line, const vec *lines,
                     size_t count)
{
    vec_pair own[B];

    memcpy(own, sum, sizeof own);
    for (size_t m = 1; m <= count; m++, lines += B) {
        const vec_pair factor = vec_widen(line[m - 1]);

        for (size_t c = 0; c < B; c++) {
            const vec_pair product = vec_signed_product(factor, vec_widen(lines[c]));

            own[c].even -= product.even;
            own[c].odd -= product.odd;
        }
        if (m % B != 0 && m != count)
            continue;
        for (size_t c = 0; c < B; c++)
            own[c] = balance_sum(s, own[c]);
    }
    memcpy(sum, own, sizeof own);
}

/* Replaces B words by themselves less the products, balanced. */
static void subtract_words(const state *s, vec *words, const vec *line, const vec *lines,
                           size_t count)
{
    vec_pair sum[B];

    for (size_t c = 0; c < B; c++)
        sum[c] = sum_of(words[c]);
    subtract(s, sum, line, lines, count);
    for (size_t c = 0; c < B; c++)
        words[c] = reduce(s, sum[c]);
}

/* Replaces M, by rows, by L below the diagonal, U above, and the inverses of the pivots.
 * Multiplies *determinant by the pivots; returns the lanes where one vanishes.
 * In: panel  B n words */
static uint32_t factor(const state *s, vec *a, vec *panel, vec *determinant)
{
    const size_t n = s->n;
    uint32_t failed = 0;

    for (size_t j = 0; j < n && !clm_poller_stopped(s->watch); j += B) {
        const size_t width = clm_size_min(B, n - j);

        for (size_t i = 0; i < n; i++) {
            for (size_t c = 0; c < B; c++)
                panel[B * i + c] = c < width ? a[i * n + j + c] : (vec){0};
            subtract_words(s, panel + B * i, a + i * n, panel, clm_size_min(i, j));
        }
        for (size_t c = 0; c < width; c++) {
            vec *const top = panel + B * (j + c);
            const vec inverse = inverse_of(s, top[c]);

            failed |= vec_zeros(top[c]);
            *determinant = times(s, *determinant, top[c]);
            top[c] = inverse;
            for (size_t i = j + c + 1; i < n; i++) {
                vec *const row = panel + B * i;

                row[c] = times(s, row[c], inverse);
                for (size_t d = c + 1; d < width; d++)
                    row[d] = balance(s, row[d] - vec_lazy_mul(row[c], top[d], &s->f));
            }
        }
        for (size_t i = 0; i < n; i++)
            for (size_t c = 0; c < width; c++)
                a[i * n + j + c] = panel[B * i + c];
    }
    return failed;
}

/* Replaces B interleaved columns y by M^-1 y. */
static void solve(const state *s, const vec *a, vec *y)
{
    const size_t n = s->n;

    for (size_t i = 1; i < n; i++)
        subtract_words(s, y + B * i, a + i * n, y, i);
    for (size_t i = n; i-- > 0;) {
        subtract_words(s, y + B * i, a + i * n + i + 1, y + B * (i + 1), n - 1 - i);
        for (size_t c = 0; c < B; c++)
            y[B * i + c] = times(s, y[B * i + c], a[i * n + i]);
    }
}

/* Exchanges words in the lanes of a mask. */
static void exchange(vec *a, vec *b, vec mask)
{
    const vec change = (*a ^ *b) & mask;

    *a ^= change;
    *b ^= change;
}

/* X L = L H, H in Hessenberg's form, L with ones on the diagonal and nothing else in its first row
 * and column, found column by column; X and L by interleaved rows. */
typedef struct similarity {
    vec *x, *l;
    vec *column; /* minus column k of L; below the diagonal, then column k of H */
    vec *h;
} similarity;

/* Exchanges rows and columns where h[k] vanishes, so that it does so only with all words below. */
static void pivot(const state *s, const similarity *t, size_t k)
{
    const size_t n = s->n;

    for (size_t j = k + 1; j < n && vec_zeros(t->h[k]) != 0; j++) {
        const vec mask = (vec)(t->h[k] == 0) & (vec)(t->h[j] != 0);

        if (vec_zeros(mask) == VEC_ALL)
            continue;
        exchange(&t->h[k], &t->h[j], mask);
        for (size_t i = 0; i < n; i++)
            exchange(&t->x[clm_pencil_cell(n, k, i)], &t->x[clm_pencil_cell(n, j, i)], mask);
        for (size_t i = 0; i < n; i++)
            exchange(&t->x[clm_pencil_cell(n, i, k)], &t->x[clm_pencil_cell(n, i, j)], mask);
        for (size_t i = 0; i < k; i++)
            exchange(&t->l[clm_pencil_cell(n, k, i)], &t->l[clm_pencil_cell(n, j, i)], mask);
    }
}

/* Sets h to column k of H, and column k + 1 of L. */
static void extend(const state *s, const similarity *t, size_t k)
{
    const size_t n = s->n;

    for (size_t i = 0; i < n; i += B) {
        vec_pair sum[B] = {{{0}, {0}}};

        subtract(s, sum, t->column + k, t->x + i * n + B * k, n - k);
        subtract(s, sum, t->h, t->l + i * n, clm_size_min(i, k + 1));
        for (size_t c = 0; c < B; c++) {
            for (size_t d = 0; d < c && i + d <= k; d++)
                sum[c] = less_product(sum[c], t->l[(i + d) * B + i * n + c], t->h[i + d]);
            t->h[i + c] = reduce(s, balance_sum(s, sum[c]));
        }
    }
    if (k + 1 == n)
        return;
    pivot(s, t, k + 1);
    t->column[k + 1] = balance(s, -s->field.one);
    if (k + 2 < n) {
        const vec inverse = inverse_of(s, t->h[k + 1]);

        for (size_t i = k + 2; i < n; i++) {
            const vec word = times(s, t->h[i], inverse);

            t->l[clm_pencil_cell(n, i, k + 1)] = word;
            t->column[i] = -word;
        }
    }
}

/* Sets out[k], k <= n, to the coefficients of det(1 - t X), balanced; X by interleaved rows.
 *
 * The characteristic polynomials of H's leading principal submatrices, interleaved four
 * coefficients at a time, are q_0 = 1 and q_(k+1) = t q_k - (the sum of g_i q_i, i <= k), g_i =
 * h_ik h_(i+1)i ... h_k(k-1). */
static void find_characteristic(const state *s, vec *out, vec *x, vec *work)
{
    const size_t n = s->n, words = clm_pencil_words(n, n);
    const similarity t = {x, work, work + words, work + words + n + B};
    vec *const chain = t.h + n + B, *const g = chain + n + B, *const q = g + n + B;

    memset(work, 0, clm_pencil_work(n) * sizeof *work);
    t.column[0] = balance(s, -s->field.one);
    q[0] = balance(s, s->field.one);
    for (size_t k = 0; k < n && !clm_poller_stopped(s->watch); k++) {
        const vec below = t.h[k]; /* of column k - 1 */

        for (size_t i = 0; i < k; i++)
            chain[i] = times(s, chain[i], below);
        chain[k] = balance(s, s->field.one);
        extend(s, &t, k);
        for (size_t i = 0; i <= k; i++)
            g[i] = times(s, t.h[i], chain[i]);
        for (size_t e = 0; e <= k + 1; e += B) {
            vec_pair sum[B];
            const size_t first = clm_size_min(e, k + 1); /* the degree of q_i is i */

            for (size_t c = 0; c < B; c++)
                sum[c] = sum_of(e + c > 0 && e + c <= k + 1
                                    ? q[clm_pencil_cell(n + 1, e + c - 1, k)]
                                    : (vec){0});
            subtract(s, sum, g + first, q + e * (n + 1) + B * first, k + 1 - first);
            for (size_t c = 0; c < B && e + c <= k + 1; c++)
                q[clm_pencil_cell(n + 1, e + c, k + 1)] = reduce(s, sum[c]);
        }
    }
    for (size_t e = 0; e <= n; e++)
        out[n - e] = q[clm_pencil_cell(n + 1, e, n)];
}

static state state_of(const vec_field *field, size_t n, const clm_poller *watch)
{
    const vec_pair p = vec_widen(field->p);

    return (state){.n = n,
                   .field = *field,
                   .f = vec_lazy_of(field),
                   .half = {(p.even & 0xffffffff) << 31, (p.odd & 0xffffffff) << 31},
                   .watch = watch};
}

uint32_t VEC_NAME(clm_host_pencil)(vec *out, const vec_pencil *pencil, const vec_field *field,
                                   const clm_poller *watch)
{
    const size_t n = pencil->n;
    const state s = state_of(field, n, watch);
    vec determinant = balance(&s, field->one);
    const vec back = balance(&s, vec_sub((vec){0}, pencil->c, field));
    const uint32_t failed = factor(&s, pencil->shifted, pencil->work, &determinant);

    if (failed == VEC_ALL || clm_poller_stopped(watch))
        return failed;
    for (size_t j = 0; j < n && !clm_poller_stopped(watch); j += B)
        solve(&s, pencil->shifted, pencil->minus_b + j * n);
    /* det(1 - t X) is that of the transpose, so columns serve as rows. */
    find_characteristic(&s, out, pencil->minus_b, pencil->work);
    for (size_t k = 0; k <= n; k++)
        out[k] = times(&s, out[k], determinant);
    for (size_t k = 0; k < n; k++)
        for (size_t i = n; i-- > k;)
            out[i] = balance(&s, out[i] + times(&s, out[i + 1], back));
    for (size_t k = 0; k <= n; k++)
        out[k] = vec_lazy_canonical(out[k], field->p);
    return failed;
}

void VEC_NAME(clm_host_differences)(vec *y, size_t n, const vec_field *field)
{
    vec point = {0}, factorial = field->one, inverse, last;

    for (size_t k = 1; k < n; k++) {
        for (size_t i = n - 1; i >= k; i--)
            y[i] = vec_sub(y[i], y[i - 1], field);
        point = vec_add(point, field->one, field); /* k */
        factorial = vec_mul(factorial, point, field);
    }
    inverse = vec_inverse(factorial, field);
    last = point;
    for (size_t k = n; k-- > 1;) { /* point = k */
        y[k] = vec_mul(y[k], inverse, field);
        inverse = vec_mul(inverse, point, field);
        point = vec_sub(point, field->one, field);
    }
    for (size_t k = n; k-- > 1;) { /* Newton's form, from the innermost bracket outwards */
        last = vec_sub(last, field->one, field); /* k - 1 */
        for (size_t i = k - 1; i + 1 < n; i++)
            y[i] = vec_sub(y[i], vec_mul(last, y[i + 1], field), field);
    }
}
