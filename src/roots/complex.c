/* All complex roots of a polynomial, from its square-free factors. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>

#include "core/memory.h"
#include "gcd/zx_gcd.h"
#include "opencl/context.h"
#include "polynomials/zx.h"
#include "roots/decimal.h"
#include "roots/aberth.h"
#include "roots/roots.h"

typedef struct found_root {
    clm_box box;
    size_t multiplicity;
} found_root;

struct clmodp_complex_roots {
    found_root *root;
    size_t count;
};

/* A square-free factor, or a part of one that has all of its roots on the imaginary axis. */
typedef struct part {
    clmodp_zx *f;
    size_t multiplicity;
    clm_aberth roots;
} part;

typedef struct search {
    clmodp_complex_roots *out;
    const clmodp_zx *f;
    uint64_t precision;
    clm_factor_list factors;
    part *part;
    size_t parts;
    const clm_poller *watch;
} search;

/* ---- factors ---- */

/* out := f(-x) */
static clmodp_status set_opposite(clmodp_zx *out, const clmodp_zx *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = (size_t)clmodp_zx_degree(f) + 1;
    mpz_t *coeff;

    TRY(clm_zx_resize(out, &coeff, length));
    for (size_t i = 0; i < length; i++) {
        mpz_set(coeff[i], clmodp_zx_coeff(f, i));
        if (i % 2 != 0)
            mpz_neg(coeff[i], coeff[i]);
    }
    clm_zx_trim(out);
done:
    return st;
}

/* Moves f, if it has roots, to the parts. */
static clmodp_status append_part(search *s, clmodp_zx **f, size_t multiplicity)
{
    part *p = &s->part[s->parts];

    if (clmodp_zx_degree(*f) < 1)
        return CLMODP_OK;
    p->f = *f;
    p->multiplicity = multiplicity;
    *f = NULL;
    s->parts++;
    return clm_aberth_init(NULL, &p->roots, p->f);
}

/* Splits a factor into gcd(f(x), f(-x)), which has the roots -z of all its roots z, the imaginary
 * ones of f among them, and the rest. */
static clmodp_status split_factor(search *s, const clm_factor *factor)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *opposite = NULL, *even = NULL, *rest = NULL, *other = NULL;

    TRY(clmodp_zx_create(&opposite));
    TRY(clmodp_zx_create(&even));
    TRY(clmodp_zx_create(&rest));
    TRY(clmodp_zx_create(&other));
    TRY(set_opposite(opposite, factor->f));
    TRY(clm_zx_gcd(NULL, even, rest, other, factor->f, opposite, s->watch));
    TRY(append_part(s, &even, factor->multiplicity));
    TRY(append_part(s, &rest, factor->multiplicity));
done:
    clmodp_zx_destroy(other);
    clmodp_zx_destroy(rest);
    clmodp_zx_destroy(even);
    clmodp_zx_destroy(opposite);
    return st;
}

static clmodp_status find_parts(search *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_square_free(NULL, &s->factors, s->f, s->watch));
    NEW(NULL, s->part, 2 * s->factors.count);
    for (size_t k = 0; k < s->factors.count; k++)
        TRY(split_factor(s, &s->factors.factor[k]));
done:
    return st;
}

/* ---- boxes ---- */

/* Compares a / c with b / d. */
static int compare(mpz_srcptr a, mpz_srcptr c, mpz_srcptr b, mpz_srcptr d)
{
    mpz_t left, right;
    int order;

    mpz_inits(left, right, NULL);
    mpz_mul(left, a, d);
    mpz_mul(right, b, c);
    order = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return order;
}

static bool are_apart(const clm_box *a, const clm_box *b)
{
    return compare(a->re[1], a->d, b->re[0], b->d) < 0 ||
           compare(b->re[1], b->d, a->re[0], a->d) < 0 ||
           compare(a->im[1], a->d, b->im[0], b->d) < 0 ||
           compare(b->im[1], b->d, a->im[0], a->d) < 0;
}

/* Returns whether the boxes of different parts are apart. Those of conjugates are then, too. */
static bool parts_are_apart(const search *s)
{
    bool apart = true;

    for (size_t k = 0; k < s->parts; k++)
        for (size_t j = 0; j < k; j++) {
            const clm_aberth *a = &s->part[k].roots, *b = &s->part[j].roots;

            for (size_t i = 0; i < a->boxes && apart; i++)
                for (size_t h = 0; h < b->boxes && apart; h++)
                    apart = are_apart(&a->box[i], &b->box[h]) && !clm_poller_stopped(s->watch);
        }
    return apart;
}

static bool is_real(const clm_box *box)
{
    return mpz_sgn(box->im[0]) == 0 && mpz_sgn(box->im[1]) == 0;
}

static int by_order(const void *a, const void *b)
{
    const clm_box *p = &((const found_root *)a)->box, *q = &((const found_root *)b)->box;
    int order = is_real(q) - is_real(p);

    if (order == 0)
        order = compare(p->re[0], p->d, q->re[0], q->d);
    return order != 0 ? order : compare(p->im[0], p->d, q->im[0], q->d);
}

static void swap_boxes(clm_box *a, clm_box *b)
{
    const clm_box box = *a;

    *a = *b;
    *b = box;
}

/* Sets b to the mirror image of a in the real axis. */
static void reflect(clm_box *b, const clm_box *a)
{
    for (int end = 0; end < 2; end++) {
        mpz_set(b->re[end], a->re[end]);
        mpz_neg(b->im[end], a->im[1 - end]);
    }
    mpz_set(b->d, a->d);
}

/* Moves the boxes to the result in order, and adds those of conjugates. */
static clmodp_status collect(search *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_complex_roots *out = s->out;
    size_t boxes = 0, count = 0, next;

    for (size_t k = 0; k < s->parts; k++) {
        boxes += s->part[k].roots.boxes;
        count += s->part[k].roots.degree;
    }
    NEW(NULL, out->root, count);
    out->count = count;
    for (size_t k = 0; k < count; k++)
        clm_box_init(&out->root[k].box);
    next = 0;
    for (size_t k = 0; k < s->parts; k++)
        for (size_t i = 0; i < s->part[k].roots.boxes; i++, next++) {
            swap_boxes(&out->root[next].box, &s->part[k].roots.box[i]);
            out->root[next].multiplicity = s->part[k].multiplicity;
        }
    if (boxes > 0)
        qsort(out->root, boxes, sizeof *out->root, by_order);
    for (size_t to = count; boxes-- > 0;) { /* from the end, so that none is overwritten */
        const bool real = is_real(&out->root[boxes].box);

        to -= real ? 1 : 2;
        if (to != boxes)
            swap_boxes(&out->root[to].box, &out->root[boxes].box);
        out->root[to].multiplicity = out->root[boxes].multiplicity;
        if (!real) {
            reflect(&out->root[to + 1].box, &out->root[to].box);
            out->root[to + 1].multiplicity = out->root[to].multiplicity;
        }
    }
done:
    return st;
}

/* ---- calls ---- */

static clmodp_status find(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    search *s = argument;
    uint64_t precision = s->precision;

    (void)index;
    (void)thread;
    TRY(find_parts(s));
    do {
        for (size_t k = 0; k < s->parts; k++)
            TRY(clm_aberth_refine(NULL, &s->part[k].roots, precision, s->watch));
        if (clm_poller_stopped(s->watch))
            return CLMODP_CANCELLED;
        precision = precision == 0 ? 16 : 2 * precision;
    } while (!parts_are_apart(s));
    TRY(collect(s));
done:
    return st;
}

static clmodp_status run(clmodp_context *ctx, search *s)
{
    clm_progress_at at = {.context = ctx};
    clm_poller watch = {.ask = clm_progress_poll, .user = &at};
    clmodp_status st;

    s->watch = &watch;
    st = clm_roots_is_long(s->f, s->precision) ? clm_parallel_watched(1, 1, find, s, &watch)
                                               : find(s, 0, 0);
    for (size_t k = 0; k < s->parts; k++) {
        clm_aberth_clear(&s->part[k].roots);
        clmodp_zx_destroy(s->part[k].f);
    }
    free(s->part);
    clm_factor_list_clear(&s->factors);
    if (st == CLMODP_HOST_MEMORY && ctx->error.message[0] == '\0')
        (void)clm_fail(&ctx->error, st, "no memory for the roots of a polynomial");
    return st;
}

clmodp_status clmodp_complex_roots_find(clmodp_context *context, clmodp_complex_roots **roots,
                                        const clmodp_zx *f, const clmodp_roots_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_roots_options read;
    search s = {.f = f};
    clm_call call;

    if (context == NULL || roots == NULL)
        return CLMODP_INVALID;
    *roots = NULL;
    clm_error_clear(&context->error);
    TRY(clm_roots_read(&context->error, &read, f, options));
    s.precision = read.precision;
    NEW(&context->error, s.out, 1);
    clm_call_begin(&call, context, 0, true);
    st = clm_call_end(context, &call, run(context, &s));
    if (st == CLMODP_OK)
        *roots = s.out;
    else
        clmodp_complex_roots_destroy(s.out);
done:
    return clm_error_complete(&context->error, st);
}

void clmodp_complex_roots_destroy(clmodp_complex_roots *roots)
{
    if (roots == NULL)
        return;
    for (size_t k = 0; k < roots->count; k++)
        clm_box_clear(&roots->root[k].box);
    free(roots->root);
    free(roots);
}

size_t clmodp_complex_roots_count(const clmodp_complex_roots *roots)
{
    return roots->count;
}

size_t clmodp_complex_roots_multiplicity(const clmodp_complex_roots *roots, size_t k)
{
    return roots->root[k].multiplicity;
}

void clmodp_complex_roots_box(mpz_t real_low, mpz_t real_high, mpz_t imaginary_low,
                              mpz_t imaginary_high, mpz_t denominator,
                              const clmodp_complex_roots *roots, size_t k)
{
    const clm_box *box = &roots->root[k].box;

    mpz_set(real_low, box->re[0]);
    mpz_set(real_high, box->re[1]);
    mpz_set(imaginary_low, box->im[0]);
    mpz_set(imaginary_high, box->im[1]);
    mpz_set(denominator, box->d);
}

/* Returns a new text of a number with these parts; NULL without memory. */
static char *join(const char *re, const char *im, bool real, bool imaginary)
{
    const bool minus = !imaginary && im[0] == '-';
    char *text = malloc(strlen(re) + strlen(im) + sizeof " + *i"), *rest = text;

    if (text == NULL)
        return NULL;
    if (!imaginary)
        rest = stpcpy(rest, re);
    if (real)
        return text;
    if (!imaginary)
        rest = stpcpy(rest, minus ? " - " : " + ");
    rest = stpcpy(rest, im + minus);
    (void)strcpy(rest, "*i");
    return text;
}

clmodp_status clmodp_complex_roots_to_text(char **text, const clmodp_complex_roots *roots,
                                           size_t k, size_t digits)
{
    clmodp_status st;
    const clm_box *box;
    char *re = NULL, *im = NULL;

    *text = NULL;
    if (roots == NULL || k >= roots->count)
        return CLMODP_INVALID;
    box = &roots->root[k].box;
    TRY(clm_interval_to_text(&re, box->re[0], box->re[1], box->d, digits));
    TRY(clm_interval_to_text(&im, box->im[0], box->im[1], box->d, digits));
    *text = join(re, im, is_real(box),
                 !is_real(box) && mpz_sgn(box->re[0]) == 0 && mpz_sgn(box->re[1]) == 0);
    st = *text != NULL ? CLMODP_OK : CLMODP_HOST_MEMORY;
done:
    free(re);
    free(im);
    return st;
}
