/* Greatest common divisors, cofactors and resultants on the host by half-GCDs, which compute the
 * quotients of half of the steps from leading coefficients alone. */
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/product.h"
#include "fpx/host/transform.h"

/* Steps of a half-GCD without recursion, and the greatest length of sequences made so. */
#define BASE_STEPS 256
#define BASE_COUNT 2048

/* Words around the coefficients of an element: a 0 before them, and a vector behind. */
#define MARGIN ((size_t)17)

/* A remainder sequence, with all that determines the resultant. */
typedef struct sequence {
    clm_error *error;
    const clm_modulus *modulus;
    fp_field field; /* unless p is 2 */
    const clm_transform_functions *vectors;
    size_t threads;
    const clm_poller *watch;
    uint32_t *degrees, *leads;
    uint32_t *scales; /* factors of the remainders; 0 stands for 1 */
    size_t steps;
    size_t dropped; /* low coefficients that the current half-GCD ignores */
} sequence;

/* Two rows of a matrix of polynomials, or two remainders. Behind the coefficients of a matrix are
 * zeros. */
typedef struct matrix {
    uint32_t *words;
    clm_host_result e[8]; /* a matrix has 4 */
} matrix;

static clm_host_poly poly_of(clm_host_result a)
{
    return (clm_host_poly){a.c, a.count};
}

/* Allocates `count` elements, all 0, of at most `room` coefficients. */
static clmodp_status matrix_create(sequence *s, matrix *m, size_t count, size_t room)
{
    clmodp_status st = CLMODP_OK;

    *m = (matrix){0};
    NEW(s->error, m->words, clm_size_times(count, room + MARGIN));
    for (size_t k = 0; k < count; k++)
        m->e[k].c = m->words + k * (room + MARGIN) + 1;
done:
    return st;
}

/* (x, y) := (y, x - q y); x has memory for the result. */
static clmodp_status exchange(sequence *s, clm_host_result *x, clm_host_result *y, clm_host_poly q)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_result other = *y;
    const size_t count = q.count > 0 && y->count > 0 ? q.count + y->count - 1 : 0;

    if (count > x->count) {
        memset(x->c + x->count, 0, (count - x->count) * sizeof *x->c);
        x->count = count;
    }
    TRY(clm_host_add_product(s->error, -1, x->c, q, poly_of(*y), count, s->modulus, s->threads,
                             s->watch));
    x->count = clm_host_count(x->c, x->count);
    *y = *x;
    *x = other;
done:
    return st;
}

/* Makes a division of the remainders r[0] by r[1], and applies it to pairs of elements. */
static clmodp_status divide_step(sequence *s, clm_host_result *r, uint32_t *quotient,
                                 clm_host_result *x, size_t pairs)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_result a = r[0], b = r[1];
    const clm_host_poly q = {quotient, a.count >= b.count ? a.count - b.count + 1 : 0};

    s->degrees[s->steps] = (uint32_t)(s->dropped + b.count - 1);
    s->leads[s->steps++] = b.c[b.count - 1];
    TRY(clm_host_divide(s->error, quotient, a.c, poly_of(a), poly_of(b), s->modulus, s->threads,
                        s->watch));
    r[0] = b;
    r[1] = (clm_host_result){a.c, clm_host_count(a.c, clm_size_min(a.count, b.count - 1))};
    for (size_t k = 0; k < pairs; k++)
        TRY(exchange(s, &x[k], &x[pairs + k], q));
done:
    return st;
}

/* The same for quotients of degree 0 or 1 and an odd prime, without an inverse: the new remainder,
 * and elements of its row, are multiplied by the square of the divisor's leading coefficient, over
 * R^2. */
static void scaled_step(sequence *s, clm_host_result *r, clm_host_result *x, size_t pairs)
{
    const fp_field f = s->field;
    const clm_host_result a = r[0], b = r[1];
    const uint32_t *top = b.c + (b.count - 1);
    const uint32_t lead = *top, last = a.c[a.count - 1];
    const bool linear = a.count > b.count;
    const clm_elimination by = {
        .of_a = fp_mul(lead, lead, f),
        .below = linear ? fp_neg(fp_mul(last, lead, f), f) : 0,
        .of_b = linear ? fp_cross(last, *(top - 1), lead, a.c[b.count - 1], f)
                       : fp_neg(fp_mul(last, lead, f), f)};

    s->degrees[s->steps] = (uint32_t)(s->dropped + b.count - 1);
    s->scales[s->steps] = fp_redc(by.of_a, f);
    s->leads[s->steps++] = lead;
    s->vectors->eliminate(a.c, b.c, b.count - 1, by, &s->field);
    r[0] = b;
    r[1] = (clm_host_result){a.c, clm_host_count(a.c, b.count - 1)};
    for (size_t k = 0; k < pairs; k++) {
        const clm_host_result old = x[k], next = x[pairs + k];
        const size_t count = next.count > 0 ? next.count + linear : 0;

        x[k] = next;
        x[pairs + k] = (clm_host_result){old.c, clm_size_max(old.count, count)};
        s->vectors->eliminate(old.c, next.c, x[pairs + k].count, by, &s->field);
    }
}

/* Makes a step of either kind. */
static clmodp_status make_step(sequence *s, clm_host_result *r, uint32_t *quotient,
                               clm_host_result *x, size_t pairs)
{
    if (r[0].count - r[1].count > 1 || s->modulus->p == 2)
        return divide_step(s, r, quotient, x, pairs);
    scaled_step(s, r, x, pairs);
    return CLMODP_OK;
}

/* out := m times a column of two rows or a matrix, elements of at most `count` coefficients. */
static clmodp_status apply(sequence *s, clm_host_result *out, const matrix *m,
                           const clm_host_result *to, size_t columns, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_host_poly a[4], b[4];
    uint32_t *words[4] = {NULL};
    const clm_host_matrices product = {a, b, 2, 2, columns};

    for (size_t k = 0; k < 4; k++)
        a[k] = poly_of(m->e[k]);
    for (size_t k = 0; k < 2 * columns; k++) {
        b[k] = poly_of(to[k]);
        words[k] = out[k].c;
    }
    TRY(clm_host_combine(s->error, words, count, &product, s->modulus, s->threads, s->watch));
    for (size_t k = 0; k < 2 * columns; k++)
        out[k].count = clm_host_count(out[k].c, count);
done:
    return st;
}

static clmodp_status half_gcd(sequence *s, matrix *m, clm_host_poly a, clm_host_poly b, size_t k,
                              size_t room);

/* *m := the matrix of single steps of the polynomials r, whose divisors have `end` coefficients at
 * least; r := m r. */
static clmodp_status half_gcd_base(sequence *s, matrix *m, clm_host_result *r, uint32_t *quotient,
                                   size_t end, size_t room)
{
    clmodp_status st = CLMODP_OK;

    TRY(matrix_create(s, m, 4, room));
    for (int i = 0; i < 4; i += 3) {
        m->e[i].c[0] = 1;
        m->e[i].count = 1;
    }
    while (r[1].count >= end && r[1].count > 0)
        TRY(make_step(s, r, quotient, m->e, 2));
done:
    return st;
}

/* half_gcd by two of half the size, and a step between them. */
static clmodp_status half_gcd_twice(sequence *s, matrix *m, clm_host_result *r, uint32_t *quotient,
                                    size_t k, size_t room)
{
    clmodp_status st = CLMODP_OK;
    const size_t end = r[0].count - k, count = r[0].count;
    matrix first = {0}, second = {0}, next = {0};
    size_t rest;

    TRY(half_gcd(s, &first, poly_of(r[0]), poly_of(r[1]), k / 2, room));
    TRY(matrix_create(s, &next, 2, count));
    TRY(apply(s, next.e, &first, r, 1, count + 1 - first.e[3].count));
    if (next.e[1].count >= end && next.e[1].count > 0)
        TRY(make_step(s, next.e, quotient, first.e, 2));
    rest = next.e[0].count >= end ? next.e[0].count - end : 0;
    if (next.e[1].count < end || next.e[1].count == 0) {
        *m = first;
        first.words = NULL;
        goto done;
    }
    TRY(half_gcd(s, &second, poly_of(next.e[0]), poly_of(next.e[1]), rest, rest + 2));
    TRY(matrix_create(s, m, 4, room));
    TRY(apply(s, m->e, &second, first.e, 2, first.e[3].count + second.e[3].count - 1));
done:
    free(next.words);
    free(second.words);
    free(first.words);
    return st;
}

/* *m := the matrix of the sequence of a and b up to remainders a' and b' with
 *
 * m [a b] = [a' b'],   deg a' >= deg a - k > deg b',   deg m = deg a - deg a' <= k,
 *
 * elements with memory for `room` coefficients. It depends on the 2 k + 1 leading coefficients
 * only. Pre: deg a > deg b, deg a >= k. Source: [Gathen, Gerhard 2013, 11.1] */
static clmodp_status half_gcd(sequence *s, matrix *m, clm_host_poly a, clm_host_poly b, size_t k,
                              size_t room)
{
    clmodp_status st = CLMODP_OK;
    const size_t drop = a.count > 2 * k + 1 ? a.count - (2 * k + 1) : 0;
    matrix pair = {0};
    uint32_t *quotient = NULL;

    s->dropped += drop;
    TRY(matrix_create(s, &pair, 2, a.count - drop));
    NEW(s->error, quotient, a.count - drop);
    pair.e[0].count = a.count - drop;
    memcpy(pair.e[0].c, a.c + drop, pair.e[0].count * sizeof *a.c);
    if (b.count > drop) {
        pair.e[1].count = b.count - drop;
        memcpy(pair.e[1].c, b.c + drop, pair.e[1].count * sizeof *b.c);
    }
    if (k <= BASE_STEPS)
        TRY(half_gcd_base(s, m, pair.e, quotient, pair.e[0].count - k, room));
    else
        TRY(half_gcd_twice(s, m, pair.e, quotient, k, room));
    s->dropped -= drop;
done:
    free(quotient);
    free(pair.words);
    return st;
}

/* *m := the matrix of the sequence of the remainders r up to its middle; r := m r. Pre: deg r[0] >
 * deg r[1] */
static clmodp_status skip_half(sequence *s, matrix *m, clm_host_result *r)
{
    clmodp_status st = CLMODP_OK;
    const size_t k = (r[0].count - 1) / 2, all = r[0].count;
    matrix next = {0};

    TRY(half_gcd(s, m, poly_of(r[0]), poly_of(r[1]), k, k + 2));
    TRY(matrix_create(s, &next, 2, all + 1 - m->e[3].count));
    TRY(apply(s, next.e, m, r, 1, all + 1 - m->e[3].count));
    for (int i = 0; i < 2; i++) {
        r[i].count = next.e[i].count;
        memcpy(r[i].c, next.e[i].c, next.e[i].count * sizeof *next.words);
    }
done:
    free(next.words);
    return st;
}

/* Matrices of parts of a sequence, in order: two each time that the degree is halved, below 2^32,
 * and one if at first the dividend is not the longer one. */
typedef struct parts {
    matrix m[2 * 32 + 1];
    size_t count;
} parts;

/* Makes the sequence of r in parts: its first halves, each with a step behind it, and the short
 * rest. */
static clmodp_status make_parts(sequence *s, parts *all, clm_host_result *r, uint32_t *quotient)
{
    clmodp_status st = CLMODP_OK;

    while (r[1].count > 0) {
        size_t end;

        if (r[1].count > BASE_COUNT && r[0].count > r[1].count)
            TRY(skip_half(s, &all->m[all->count++], r));
        if (r[1].count == 0)
            break;
        end = r[1].count > BASE_COUNT ? r[1].count : 1;
        TRY(half_gcd_base(s, &all->m[all->count++], r, quotient, end,
                          clm_size_max(r[0].count, end) - end + 2));
    }
done:
    return st;
}

/* u := its first row times m, or the first element of this row. */
static clmodp_status multiply_row(sequence *s, matrix *u, const matrix *m, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const clm_host_poly a[2] = {poly_of(u->e[0]), poly_of(u->e[1])};
    const clm_host_poly b[4] = {poly_of(m->e[0]), poly_of(m->e[3 - columns]), poly_of(m->e[2]),
                                poly_of(m->e[3])};
    const clm_host_matrices product = {a, b, 1, 2, columns};
    size_t count = 0;
    matrix next = {0};

    for (size_t k = 0; k < 2 * columns; k++)
        count = clm_size_max(count, b[k].count);
    count += clm_size_max(a[0].count, a[1].count) - 1; /* neither is 0 */
    TRY(matrix_create(s, &next, 2, count));
    TRY(clm_host_combine(s->error, (uint32_t *const[]){next.e[0].c, next.e[1].c}, count, &product,
                         s->modulus, s->threads, s->watch));
    for (size_t k = 0; k < columns; k++)
        next.e[k].count = clm_host_count(next.e[k].c, count);
    free(u->words);
    *u = next;
    next.words = NULL;
done:
    free(next.words);
    return st;
}

/* Makes the sequence of r, and sets u to the cofactor of r[0] for the last remainder: the first
 * element of the product of the matrices of all parts, the last one on the left. This row of the
 * product grows from the last part on, whose degree is low. */
static clmodp_status make_cofactor(sequence *s, clm_host_result *u, clm_host_result *r,
                                   uint32_t *quotient)
{
    clmodp_status st = CLMODP_OK;
    parts all = {.count = 0};
    matrix *row;

    TRY(make_parts(s, &all, r, quotient));
    row = &all.m[all.count - 1];
    for (size_t k = all.count - 1; k-- > 0;)
        TRY(multiply_row(s, row, &all.m[k], k > 0 ? 2 : 1));
    u->count = row->e[0].count;
    memcpy(u->c, row->e[0].c, u->count * sizeof *u->c);
done:
    while (all.count > 0)
        free(all.m[--all.count].words);
    return st;
}

/* Makes the whole sequence of a and b, not both 0: r[0] := the last remainder, and u[0] its
 * cofactor of a. `memory` owns all, by one allocation, which takes less time than several. */
static clmodp_status make_sequence(sequence *s, matrix *memory, clm_host_poly a, clm_host_poly b,
                                   bool cofactors)
{
    clmodp_status st = CLMODP_OK;
    const size_t room = clm_size_max(a.count, b.count) + 2;
    clm_host_result *r = memory->e, *u = cofactors ? memory->e + 2 : NULL;
    uint32_t *quotient;

    s->vectors = clm_transforms(clm_vector_level_best());
    if (s->modulus->p > 2)
        s->field = clm_field(s->modulus->p);
    TRY(matrix_create(s, memory, 8, room));
    s->degrees = memory->e[4].c;
    s->leads = memory->e[5].c;
    s->scales = memory->e[6].c;
    quotient = memory->e[7].c;
    if (a.count > 0)
        memcpy(r[0].c, a.c, a.count * sizeof *a.c);
    if (b.count > 0)
        memcpy(r[1].c, b.c, b.count * sizeof *b.c);
    r[0].count = a.count;
    r[1].count = b.count;
    memory->e[2].c[0] = 1;
    memory->e[2].count = 1;
    if (cofactors && clm_size_min(a.count, b.count) > BASE_COUNT) {
        TRY(make_cofactor(s, u, r, quotient));
        goto done;
    }
    while (r[1].count > 0) {
        matrix m = {0};

        if (r[1].count > BASE_COUNT && r[0].count > r[1].count) { /* and u is NULL */
            st = skip_half(s, &m, r);
            free(m.words);
            TRY(st);
        }
        if (r[1].count > 0)
            TRY(make_step(s, r, quotient, u, u == NULL ? 0 : 1));
    }
done:
    return st;
}

static void give_scaled(clm_host_result *to, clm_host_result from, uint32_t factor,
                        const clm_modulus *m)
{
    to->count = from.count;
    for (size_t k = 0; k < from.count; k++)
        to->c[k] = clm_modulus_mul(from.c[k], factor, m);
}

clmodp_status clm_host_gcd(clm_error *error, clm_host_result *g, clm_host_result *u,
                           clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                           size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.error = error, .modulus = m, .threads = threads, .watch = watch};
    matrix memory = {0};
    uint32_t factor = 0;

    TRY(make_sequence(&s, &memory, a, b, u != NULL));
    if (memory.e[0].count > 0)
        factor = clm_modulus_inverse(memory.e[0].c[memory.e[0].count - 1], m);
    give_scaled(g, memory.e[0], factor, m);
    if (u != NULL)
        give_scaled(u, factor == 0 ? (clm_host_result){0} : memory.e[2], factor, m);
done:
    free(memory.words);
    return st;
}

/* The resultant from the divisors' degrees and leading coefficients, and the first dividend's
 * degree n: res(a, b) = (-1)^(n m) lc(b)^(n - d) res(b, r) for degrees n, m, and d of the
 * remainder r; and the power of the last one, a constant. A factor c of r is one of c^m of
 * res(b, r); the product of all these grows with each degree. */
static uint32_t resultant_of(const sequence *s, size_t n)
{
    const clm_modulus *p = s->modulus;
    uint32_t product = 1, scale = 1, scales = 1;

    if (s->degrees[s->steps - 1] > 0)
        return 0; /* a common factor */
    for (size_t k = 0; k < s->steps; n = s->degrees[k++]) {
        const size_t d = k + 1 < s->steps ? s->degrees[k + 1] : 0;

        product = clm_modulus_mul(product, clm_modulus_power(s->leads[k], n - d, p), p);
        if (s->scales[k] != 0)
            scale = clm_modulus_mul(scale, s->scales[k], p);
        scales = clm_modulus_mul(scales, clm_modulus_power(scale, s->degrees[k] - d, p), p);
        if (n % 2 == 1 && s->degrees[k] % 2 == 1)
            product = clm_modulus_sub(0, product, p);
    }
    return scales == 1 ? product : clm_modulus_mul(product, clm_modulus_inverse(scales, p), p);
}

clmodp_status clm_host_resultant(clm_error *error, uint32_t *r, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.error = error, .modulus = m, .threads = threads, .watch = watch};
    matrix memory = {0};

    *r = 0;
    if (a.count == 0 || b.count == 0)
        return CLMODP_OK;
    TRY(make_sequence(&s, &memory, a, b, false));
    *r = resultant_of(&s, a.count - 1);
done:
    free(memory.words);
    return st;
}

clm_amounts clm_host_gcd_cost(size_t n, size_t m, uint32_t p, size_t threads, bool cofactors)
{
    const double times = cofactors ? 2.0 : 1.0, steps = (double)m;
    clm_amounts all = {.of = {0}}, one;

    if (m <= BASE_COUNT) {
        all.of[CLM_OP_HOST_REMAINDER] = 2.0 + 0.65 * times * steps;
        all.of[CLM_OP_HOST_SHORT_PAIR] =
            0.85 * times * (2.0 * (double)n - steps) * steps * clm_host_pair_slowdown();
        return all;
    }
    all = clm_host_divide_cost(n, m, p, threads, false);
    all.of[CLM_OP_HOST_REMAINDER] += 5.0 * steps;
    if (cofactors) {
        one = clm_host_gcd_cost(BASE_COUNT, BASE_COUNT, p, threads, false);
        clm_amounts_add(&all, &one, 1.0);
    }
    for (size_t part = m - 1, many = 1; part >= BASE_COUNT; part /= 2, many *= 2) {
        const bool shared = part > CLM_TRANSFORM_LAZY_SIZE / 2; /* as in clm_host_combine */

        one = clm_host_product_cost(part, part, p, shared ? threads : 1);
        clm_amounts_add(&all, &one, (cofactors && many == 1 ? 12.6 : 6.3) * (double)many);
    }
    return all;
}
