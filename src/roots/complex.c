/* All complex roots of a polynomial, from its square-free factors. */
#include "roots/complex.h"

#include <stdlib.h>

#include "core/memory.h"
#include "gcd/zx_gcd.h"
#include "opencl/context.h"
#include "polynomials/zx.h"
#include "roots/aberth.h"
#include "roots/newton.h"
#include "roots/recentre.h"
#include "roots/roots.h"

/* A part of a square-free factor, whose roots are z + centre for the roots z of f. */
typedef struct part {
    clmodp_zx *f;
    mpz_t centre;
    size_t factor;
    bool may_be_exact; /* a root may be in Q(i) */
    clm_aberth roots;  /* until they are isolated */
} part;

/* A root with an imaginary part >= 0. */
typedef struct found_root {
    clm_box box;
    const part *of;
    clm_newton newton;
} found_root;

/* Parts of a factor: two of split, and a root that is the centre. */
#define MOST_PARTS 3

struct clmodp_complex_roots {
    clm_factor_list factors;
    part *part;
    size_t parts;
    found_root *root; /* the real ones, then one for each pair */
    size_t boxes, reals;
};

/* One computation, in steps of independent items for threads. */
typedef struct search {
    clmodp_complex_roots *out;
    bool long_work;    /* polls the progress callback, and takes threads */
    size_t threads;    /* 1 for other work */
    found_root *first; /* to refine */
    uint64_t precision;
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
static clmodp_status append_part(clmodp_complex_roots *out, clmodp_zx **f, mpz_srcptr centre,
                                 size_t factor)
{
    clmodp_status st = CLMODP_OK;
    part *p = &out->part[out->parts];

    if (clmodp_zx_degree(*f) < 1)
        return CLMODP_OK;
    p->f = *f;
    p->factor = factor;
    mpz_init_set(p->centre, centre);
    *f = NULL;
    out->parts++;
    TRY(clm_newton_may_recognise(&p->may_be_exact, p->f));
    TRY(clm_aberth_init(&p->roots, p->f));
done:
    return st;
}

/* Splits f into gcd(f(x), f(-x)), which has the roots -z of all its roots z, the imaginary ones of
 * f among them, and the rest. */
static clmodp_status split(const search *s, const clmodp_zx *f, mpz_srcptr centre, size_t factor)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *opposite = NULL, *even = NULL, *rest = NULL, *other = NULL;

    TRY(clmodp_zx_create(&opposite));
    TRY(clmodp_zx_create(&even));
    TRY(clmodp_zx_create(&rest));
    TRY(clmodp_zx_create(&other));
    TRY(set_opposite(opposite, f));
    TRY(clm_zx_gcd(NULL, even, rest, other, f, opposite, s->watch));
    TRY(append_part(s->out, &even, centre, factor));
    TRY(append_part(s->out, &rest, centre, factor));
done:
    clmodp_zx_destroy(other);
    clmodp_zx_destroy(rest);
    clmodp_zx_destroy(even);
    clmodp_zx_destroy(opposite);
    return st;
}

/* Splits a factor, moved to the mean of its roots if these are close together. */
static clmodp_status split_factor(const search *s, size_t k)
{
    const clmodp_zx *f = s->out->factors.factor[k].f;
    clmodp_status st = CLMODP_OK;
    clmodp_zx *moved = NULL, *piece = NULL;
    mpz_t centre;

    mpz_init(centre);
    TRY(clmodp_zx_create(&moved));
    TRY(clmodp_zx_create(&piece));
    TRY(clm_recentre(moved, centre, f, s->watch));
    if (mpz_sgn(centre) != 0 && mpz_sgn(clmodp_zx_coeff(moved, 0)) == 0) { /* a root */
        TRY(clm_primitive_part(piece, moved, 1, s->watch));
        clm_zx_swap(piece, moved);
        TRY(clmodp_zx_set_dense_si(piece, (const long[]){0, 1}, 2));
        TRY(append_part(s->out, &piece, centre, k));
    }
    TRY(split(s, mpz_sgn(centre) != 0 ? moved : f, centre, k));
done:
    clmodp_zx_destroy(piece);
    clmodp_zx_destroy(moved);
    mpz_clear(centre);
    return st;
}

/* ---- steps ---- */

static clmodp_status find_parts(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const search *s = argument;

    (void)index;
    (void)thread;
    NEW(NULL, s->out->part, MOST_PARTS * s->out->factors.count);
    for (size_t k = 0; k < s->out->factors.count; k++)
        TRY(split_factor(s, k));
done:
    return st;
}

/* Isolates the roots of each part on all threads. */
static clmodp_status isolate_parts(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const search *s = argument;

    (void)index;
    (void)thread;
    for (size_t k = 0; k < s->out->parts; k++)
        TRY(clm_aberth_isolate(&s->out->part[k].roots, s->threads, s->watch));
done:
    return st;
}

/* Adds a multiple of the centre of its part to a root. */
static void move(found_root *root, int times)
{
    mpz_t by;

    mpz_init(by);
    mpz_mul_si(by, root->of->centre, times);
    clm_box_move(&root->box, by);
    mpz_clear(by);
}

static clmodp_status recognise_root(void *argument, size_t index, size_t thread)
{
    found_root *root = &((const search *)argument)->first[index];
    clmodp_status st;

    (void)thread;
    if (!root->of->may_be_exact)
        return CLMODP_OK;
    move(root, -1);
    st = clm_newton_recognise(&root->box, &root->newton, root->of->f,
                              ((const search *)argument)->watch);
    move(root, 1);
    return st;
}

/* Narrows a box relative to the parts of the root. A root about a centre other than 0 is narrowed
 * to a number of bits after the point, which follows from the upper bound of its lesser part. If
 * the box was so wide that this bound is far too large, the loop repeats with the next one. */
static clmodp_status refine(found_root *root, uint64_t bits, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;

    if (mpz_sgn(root->of->centre) == 0)
        return clm_newton_refine(&root->box, &root->newton, root->of->f, bits, true, watch);
    while (!clm_box_is_narrow(&root->box, bits, true) && st == CLMODP_OK) {
        const long more = (long)bits + 1 - clm_box_least_exponent(&root->box);

        move(root, -1);
        st = clm_newton_refine(&root->box, &root->newton, root->of->f,
                               more > 0 ? (uint64_t)more : 0, false, watch);
        move(root, 1);
    }
    return st;
}

static clmodp_status refine_root(void *argument, size_t index, size_t thread)
{
    const search *s = argument;

    (void)thread;
    return refine(&s->first[index], s->precision, s->watch);
}

/* Refines boxes of different parts until they are apart. Those of conjugates are then, too. */
static clmodp_status separate(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    const search *s = argument;
    found_root *root = s->out->root;

    (void)index;
    (void)thread;
    for (size_t k = 0; k < s->out->boxes; k++)
        for (size_t j = 0; j < k && root[j].of != root[k].of; j++)
            for (uint64_t bits = 32; !clm_box_apart(&root[j].box, &root[k].box); bits *= 2) {
                TRY(refine(&root[j], bits, s->watch));
                TRY(refine(&root[k], bits, s->watch));
            }
done:
    return st;
}

static clmodp_status run_step(clmodp_context *ctx, search *s, size_t count, clm_work work,
                              double fraction)
{
    return clm_roots_step(ctx, &s->watch, s->long_work, count, work, s, fraction);
}

/* ---- roots of all parts together ---- */

static int by_order(const void *a, const void *b)
{
    return clm_box_order(&((const found_root *)a)->box, &((const found_root *)b)->box);
}

/* Moves the boxes of all parts to the result. */
static clmodp_status collect(clm_error *error, clmodp_complex_roots *out)
{
    clmodp_status st = CLMODP_OK;
    size_t count = 0;

    for (size_t k = 0; k < out->parts; k++)
        count += out->part[k].roots.degree;
    NEW(error, out->root, count);
    for (size_t k = 0; k < out->parts; k++) {
        clm_aberth *found = &out->part[k].roots;

        for (size_t i = 0; i < found->degree; i++) {
            found_root *root = &out->root[out->boxes];

            if (!found->state[i].boxed)
                continue;
            out->boxes++;
            clm_box_init(&root->box);
            clm_box_swap(&root->box, &found->box[i]);
            root->of = &out->part[k];
            root->newton = found->newton[i];
            move(root, 1);
            out->reals += clm_box_is_real(&root->box);
        }
        clm_aberth_clear(found);
    }
done:
    return st;
}

/* Finds the roots of the factors. */
static clmodp_status find(clmodp_context *ctx, search *s)
{
    clmodp_status st = CLMODP_OK;
    clmodp_complex_roots *out = s->out;

    TRY(run_step(ctx, s, 1, find_parts, 0.0));
    TRY(run_step(ctx, s, 1, isolate_parts, 0.1));
    TRY(collect(&ctx->error, out));
    s->first = out->root;
    TRY(run_step(ctx, s, out->boxes, recognise_root, 0.6));
    TRY(run_step(ctx, s, 1, separate, 0.8));
    if (s->precision > 0)
        TRY(run_step(ctx, s, out->boxes, refine_root, 0.9));
    if (out->boxes > 0)
        qsort(out->root, out->boxes, sizeof *out->root, by_order);
done:
    return st;
}

/* ---- calls ---- */

clmodp_status clm_complex_roots_of(clmodp_context *context, clmodp_complex_roots **roots,
                                   clm_factor_list *factors, uint64_t precision)
{
    clmodp_status st = CLMODP_OK;
    search s = {.precision = precision};
    clm_call call;

    *roots = NULL;
    NEW(&context->error, s.out, 1);
    s.out->factors = *factors;
    *factors = (clm_factor_list){0};
    for (size_t k = 0; k < s.out->factors.count; k++)
        s.long_work = s.long_work || clm_roots_is_long(s.out->factors.factor[k].f, precision);
    s.threads = s.long_work ? context->threads : 1;
    clm_call_begin(&call, context, 0, true);
    st = clm_call_end(context, &call, find(context, &s));
    if (st == CLMODP_OK)
        *roots = s.out;
    else
        clmodp_complex_roots_destroy(s.out);
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_complex_roots_find(clmodp_context *context, clmodp_complex_roots **roots,
                                        const clmodp_zx *f, const clmodp_roots_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_roots_options read;
    clm_factor_list factors = {0};

    if (context == NULL || roots == NULL)
        return CLMODP_INVALID;
    *roots = NULL;
    clm_error_clear(&context->error);
    TRY(clm_roots_read(&context->error, &read, f, false, options));
    TRY(clm_roots_factors(context, &factors, f));
    TRY(clm_complex_roots_of(context, roots, &factors, read.precision));
done:
    clm_factor_list_clear(&factors);
    return clm_error_complete(&context->error, st);
}

void clmodp_complex_roots_destroy(clmodp_complex_roots *roots)
{
    if (roots == NULL)
        return;
    for (size_t k = 0; k < roots->boxes; k++)
        clm_box_clear(&roots->root[k].box);
    free(roots->root);
    for (size_t k = 0; k < roots->parts; k++) {
        clm_aberth_clear(&roots->part[k].roots);
        clmodp_zx_destroy(roots->part[k].f);
        mpz_clear(roots->part[k].centre);
    }
    free(roots->part);
    clm_factor_list_clear(&roots->factors);
    free(roots);
}

size_t clmodp_complex_roots_count(const clmodp_complex_roots *roots)
{
    return 2 * roots->boxes - roots->reals;
}

size_t clm_complex_roots_reals(const clmodp_complex_roots *roots)
{
    return roots->reals;
}

size_t clm_complex_roots_conjugate(const clmodp_complex_roots *roots, size_t k)
{
    return k < roots->reals ? k : roots->reals + ((k - roots->reals) ^ 1);
}

/* Returns the root whose number is k, or that of its conjugate. */
static found_root *find_root(const clmodp_complex_roots *roots, size_t k)
{
    return &roots->root[k < roots->reals ? k : roots->reals + (k - roots->reals) / 2];
}

size_t clm_complex_roots_factor(const clmodp_complex_roots *roots, size_t k)
{
    return find_root(roots, k)->of->factor;
}

size_t clmodp_complex_roots_multiplicity(const clmodp_complex_roots *roots, size_t k)
{
    return roots->factors.factor[clm_complex_roots_factor(roots, k)].multiplicity;
}

void clm_complex_roots_get(clm_box *box, const clmodp_complex_roots *roots, size_t k)
{
    clm_box_set(box, &find_root(roots, k)->box);
    if (k >= roots->reals && (k - roots->reals) % 2 != 0)
        clm_box_reflect(box);
}

void clmodp_complex_roots_box(mpz_t real_low, mpz_t real_high, mpz_t imaginary_low,
                              mpz_t imaginary_high, mpz_t denominator,
                              const clmodp_complex_roots *roots, size_t k)
{
    clm_box box;

    clm_box_init(&box);
    clm_complex_roots_get(&box, roots, k);
    clm_box_get(real_low, real_high, imaginary_low, imaginary_high, denominator, &box);
    clm_box_clear(&box);
}

clmodp_status clmodp_complex_roots_refine(clmodp_context *context, clmodp_complex_roots *roots,
                                          size_t k, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;
    search s = {.precision = bits};

    START(context, &context->error);
    REQUIRE(&context->error, roots != NULL);
    TRY(clm_roots_check(&context->error, k, clmodp_complex_roots_count(roots)));
    TRY(clm_roots_check_precision(&context->error, bits));
    s.first = find_root(roots, k);
    if (!clm_box_is_narrow(&s.first->box, bits, true))
        st = clm_roots_call(context, &s.watch, clm_roots_is_long(s.first->of->f, bits), 1,
                            refine_root, &s);
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_complex_roots_to_text(char **text, const clmodp_complex_roots *roots,
                                           size_t k, size_t digits)
{
    clmodp_status st;
    clm_box box;

    *text = NULL;
    if (roots == NULL || k >= clmodp_complex_roots_count(roots))
        return CLMODP_INVALID;
    clm_box_init(&box);
    clm_complex_roots_get(&box, roots, k);
    st = clm_box_to_text(text, &box, digits);
    clm_box_clear(&box);
    return st;
}
