/* Half-GCDs of polynomials over F_p with coefficients of 32 or 64 bits. */
#include "fpx/host/half_gcd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"

/* Allocates `count` elements, all 0, of at most `room` coefficients. */
static clmodp_status elements_create(clm_sequence *s, clm_elements *m, size_t count, size_t room)
{
    const size_t words = clm_size_times(count, room + CLM_ELEMENT_MARGIN);

    *m = (clm_elements){.memory = clm_allocate(words, s->word)};
    if (m->memory == NULL)
        return clm_out_of_memory(s->error, words, s->word);
    for (size_t k = 0; k < count; k++)
        m->e[k].c = (char *)m->memory + (k * (room + CLM_ELEMENT_MARGIN) + 1) * s->word;
    return CLMODP_OK;
}

static void set_one(const clm_sequence *s, clm_element *to)
{
    if (s->word == sizeof(uint32_t))
        *(uint32_t *)to->c = 1;
    else
        *(uint64_t *)to->c = 1;
    to->count = 1;
}

static void trim(const clm_sequence *s, clm_element *a)
{
    if (s->word == sizeof(uint32_t))
        while (a->count > 0 && ((const uint32_t *)a->c)[a->count - 1] == 0)
            a->count--;
    else
        while (a->count > 0 && ((const uint64_t *)a->c)[a->count - 1] == 0)
            a->count--;
}

/* to := the coefficients of `from` from x^drop on. */
static void copy_upper(const clm_sequence *s, clm_element *to, clm_element from, size_t drop)
{
    to->count = from.count > drop ? from.count - drop : 0;
    if (to->count > 0)
        memcpy(to->c, (const char *)from.c + drop * s->word, to->count * s->word);
}

/* out := m times a column of two rows or a matrix, elements of at most `count` coefficients. */
static clmodp_status apply(clm_sequence *s, clm_element *out, const clm_elements *m,
                           const clm_element *to, size_t columns, size_t count)
{
    clmodp_status st = CLMODP_OK;

    TRY(s->multiply(s, out, count, m->e, to, 2, columns));
    for (size_t k = 0; k < 2 * columns; k++)
        trim(s, &out[k]);
done:
    return st;
}

static clmodp_status half_gcd(clm_sequence *s, clm_elements *m, clm_element a, clm_element b,
                              size_t k, size_t room);

/* *m := the matrix of the steps of r whose divisors have `end` coefficients or more, one by one;
 * r := m r. */
static clmodp_status half_gcd_base(clm_sequence *s, clm_elements *m, clm_element *r,
                                   void *quotient, size_t end, size_t room)
{
    clmodp_status st = CLMODP_OK;

    TRY(elements_create(s, m, 4, room));
    set_one(s, &m->e[0]);
    set_one(s, &m->e[3]);
    TRY(s->divide(s, r, quotient, m->e, 2, end, SIZE_MAX));
done:
    return st;
}

/* Computes a half-GCD by two of half the size, and a step between them. */
static clmodp_status half_gcd_twice(clm_sequence *s, clm_elements *m, clm_element *r,
                                    void *quotient, size_t k, size_t room)
{
    clmodp_status st = CLMODP_OK;
    const size_t end = r[0].count - k, count = r[0].count;
    clm_elements first = {0}, second = {0}, next = {0};
    size_t rest;

    TRY(half_gcd(s, &first, r[0], r[1], k / 2, room));
    TRY(elements_create(s, &next, 2, count));
    TRY(apply(s, next.e, &first, r, 1, count + 1 - first.e[3].count));
    TRY(s->divide(s, next.e, quotient, first.e, 2, end, 1));
    rest = next.e[0].count >= end ? next.e[0].count - end : 0;
    if (next.e[1].count < end || next.e[1].count == 0) {
        *m = first;
        first.memory = NULL;
        goto done;
    }
    TRY(half_gcd(s, &second, next.e[0], next.e[1], rest, rest + 2));
    TRY(elements_create(s, m, 4, room));
    TRY(apply(s, m->e, &second, first.e, 2, first.e[3].count + second.e[3].count - 1));
done:
    free(next.memory);
    free(second.memory);
    free(first.memory);
    return st;
}

/* *m := the matrix of the sequence of a and b up to remainders a' and b' with
 *
 * m [a b] = [a' b'],   deg a' >= deg a - k > deg b',   deg m = deg a - deg a' <= k,
 *
 * elements with memory for `room` coefficients. It depends on the 2 k + 1 leading coefficients
 * only. Pre: deg a > deg b, deg a >= k. Source: [Gathen, Gerhard 2013, 11.1] */
static clmodp_status half_gcd(clm_sequence *s, clm_elements *m, clm_element a, clm_element b,
                              size_t k, size_t room)
{
    clmodp_status st = CLMODP_OK;
    const size_t drop = a.count > 2 * k + 1 ? a.count - (2 * k + 1) : 0;
    clm_elements pair = {0};

    s->dropped += drop;
    TRY(elements_create(s, &pair, 3, a.count - drop)); /* the third one is a quotient */
    copy_upper(s, &pair.e[0], a, drop);
    copy_upper(s, &pair.e[1], b, drop);
    if (k <= s->base_steps)
        TRY(half_gcd_base(s, m, pair.e, pair.e[2].c, pair.e[0].count - k, room));
    else
        TRY(half_gcd_twice(s, m, pair.e, pair.e[2].c, k, room));
    s->dropped -= drop;
done:
    free(pair.memory);
    return st;
}

/* *m := the matrix of the sequence of the remainders r up to its middle; r := m r. Pre: deg r[0] >
 * deg r[1] */
static clmodp_status skip_half(clm_sequence *s, clm_elements *m, clm_element *r)
{
    clmodp_status st = CLMODP_OK;
    const size_t k = (r[0].count - 1) / 2, all = r[0].count;
    clm_elements next = {0};

    TRY(half_gcd(s, m, r[0], r[1], k, k + 2));
    TRY(elements_create(s, &next, 2, all + 1 - m->e[3].count));
    TRY(apply(s, next.e, m, r, 1, all + 1 - m->e[3].count));
    for (int i = 0; i < 2; i++)
        copy_upper(s, &r[i], next.e[i], 0);
done:
    free(next.memory);
    return st;
}

/* Matrices of parts of a sequence, in order: two each time that the degree is halved, below 2^32,
 * and one if at first the dividend is not the longer one. */
typedef struct parts {
    clm_elements m[2 * 32 + 1];
    size_t count;
} parts;

/* Computes the sequence of r in parts: half-GCDs, each followed by a step, and the short rest. */
static clmodp_status compute_parts(clm_sequence *s, parts *all, clm_element *r, void *quotient)
{
    clmodp_status st = CLMODP_OK;

    while (r[1].count > 0) {
        size_t end;

        if (r[1].count > s->base_count && r[0].count > r[1].count)
            TRY(skip_half(s, &all->m[all->count++], r));
        if (r[1].count == 0)
            break;
        end = r[1].count > s->base_count ? r[1].count : 1;
        TRY(half_gcd_base(s, &all->m[all->count++], r, quotient, end,
                          clm_size_max(r[0].count, end) - end + 2));
    }
done:
    return st;
}

/* u := the first row of u times m, or with one column the first element of this row. */
static clmodp_status multiply_row(clm_sequence *s, clm_elements *u, const clm_elements *m,
                                  size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const clm_element b[4] = {m->e[0], m->e[3 - columns], m->e[2], m->e[3]};
    clm_elements next = {0};
    size_t count = 0;

    for (size_t k = 0; k < 2 * columns; k++)
        count = clm_size_max(count, b[k].count);
    count += clm_size_max(u->e[0].count, u->e[1].count) - 1; /* neither is 0 */
    TRY(elements_create(s, &next, 2, count));
    TRY(s->multiply(s, next.e, count, u->e, b, 1, columns));
    for (size_t k = 0; k < columns; k++)
        trim(s, &next.e[k]);
    free(u->memory);
    *u = next;
    next.memory = NULL;
done:
    free(next.memory);
    return st;
}

/* Replaces r by the last remainders of its sequence, and sets u to the cofactor of r[0] for the
 * greatest common divisor. Pre: r[1] is not 0
 *
 * The cofactor is the first element of the product of the matrices of all parts, the last one on
 * the left. Only the first row is computed, from the last part on, whose degree is low. */
static clmodp_status find_cofactor(clm_sequence *s, clm_element *u, clm_element *r,
                                   void *quotient)
{
    clmodp_status st = CLMODP_OK;
    parts all = {.count = 0};
    clm_elements *row;

    TRY(compute_parts(s, &all, r, quotient));
    row = &all.m[all.count - 1];
    for (size_t k = all.count - 1; k-- > 0;)
        TRY(multiply_row(s, row, &all.m[k], k > 0 ? 2 : 1));
    copy_upper(s, u, row->e[0], 0);
done:
    while (all.count > 0)
        free(all.m[--all.count].memory);
    return st;
}

clmodp_status clm_sequence_begin(clm_sequence *s, clm_elements *m, size_t count, const void *a,
                                 size_t a_count, const void *b, size_t b_count)
{
    clmodp_status st = CLMODP_OK;

    TRY(elements_create(s, m, count, clm_size_max(a_count, b_count) + 2));
    if (a_count > 0)
        memcpy(m->e[0].c, a, a_count * s->word);
    if (b_count > 0)
        memcpy(m->e[1].c, b, b_count * s->word);
    m->e[0].count = a_count;
    m->e[1].count = b_count;
done:
    return st;
}

clmodp_status clm_sequence_stop(clm_sequence *s, clm_element *r, clm_element *u, void *quotient,
                                size_t end)
{
    clmodp_status st = CLMODP_OK;
    clm_element pair[2] = {r[1], r[0]}, t[2] = {u[1], u[0]};
    const size_t k = pair[0].count - end;
    clm_elements m = {0}, next = {0};

    set_one(s, &t[1]);
    if (pair[0].count <= s->base_count) {
        TRY(s->divide(s, pair, quotient, t, 1, end, SIZE_MAX));
    } else {
        TRY(half_gcd(s, &m, pair[0], pair[1], k, k + 2));
        TRY(elements_create(s, &next, 1, end));
        TRY(s->multiply(s, next.e, end, &m.e[2], pair, 1, 1));
        trim(s, next.e);
        copy_upper(s, &pair[1], next.e[0], 0);
        copy_upper(s, &t[1], m.e[3], 0);
    }
    r[0] = pair[1];
    u[0] = t[1];
done:
    free(next.memory);
    free(m.memory);
    return st;
}

clmodp_status clm_sequence_run(clm_sequence *s, clm_element *r, clm_element *u, void *quotient,
                               size_t end)
{
    clmodp_status st = CLMODP_OK;

    if (u != NULL) {
        set_one(s, u);
        if (clm_size_min(r[0].count, r[1].count) > s->base_count)
            return find_cofactor(s, u, r, quotient);
    }
    while (r[1].count > 0 && r[1].count >= end) {
        const bool is_long = r[1].count > s->base_count;
        clm_elements matrix = {0};

        if (is_long && r[0].count > r[1].count) { /* and u is NULL */
            st = skip_half(s, &matrix, r);
            free(matrix.memory);
            TRY(st);
        }
        TRY(s->divide(s, r, quotient, u, u == NULL ? 0 : 1, end, is_long ? 1 : SIZE_MAX));
    }
done:
    return st;
}
