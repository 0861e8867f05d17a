/* Both coordinates as rational functions of t, in ball arithmetic, or exactly where t is rational;
 * and as roots of resultants where such a root is known. */
#include "systems/solutions.h"

#include <stdlib.h>

#include "opencl/queue.h"
#include "roots/point_value.h"
#include "roots/rational.h"
#include "roots/roots.h"

/* Solutions from which threads save time. */
#define THREADED 16

void clm_solutions_clear(clm_solutions *s)
{
    for (size_t k = 0; k < s->count; k++)
        clm_box_clear(&s->solution[k].box);
    free(s->solution);
    clmodp_complex_roots_destroy(s->y);
    clm_separation_destroy(&s->at);
    *s = (clm_solutions){0};
}

clm_solution *clm_solutions_append(clm_solutions *s, size_t root)
{
    clm_solution *one = &s->solution[s->count++];

    *one = (clm_solution){.root = root, .x = root, .y = CLM_NO_ROOT};
    clm_box_init(&one->box);
    return one;
}

/* ---- roots of a projection ---- */

static void get_root(clm_box *box, const clm_projection *p, size_t root)
{
    if (p->roots != NULL)
        clmodp_roots_interval(box->re[0], box->re[1], box->d, p->roots, root);
    else
        clm_complex_roots_get(box, p->complex, root);
}

static clmodp_status refine_root(clmodp_context *context, const clm_projection *p, size_t root,
                                 uint64_t bits)
{
    return p->roots != NULL ? clmodp_roots_refine(context, p->roots, root, bits)
                            : clmodp_complex_roots_refine(context, p->complex, root, bits);
}

static const clm_top *top_of(const clm_projection *p, size_t root, long *k)
{
    const size_t i = p->roots != NULL ? root : clm_complex_roots_factor(p->complex, root);

    *k = (long)p->degree[i];
    return clm_projection_top(p, i);
}

/* ---- coordinates by t ---- */

/* Sets y to f(t): exactly, if t is a point and there are enough bits. */
static void evaluate(clm_disc *y, const clmodp_zx *f, const clm_disc *t, size_t bits)
{
    if (mpz_sgn(t->radius) == 0)
        clm_disc_value(y, NULL, f, t, bits);
    else
        clm_point_value(y, NULL, f, t, bits);
}

/* Sets z to x or y, from a disc t with the root. Returns whether t is small enough. */
static bool enclose(clm_disc *z, const clm_projection *p, size_t root, unsigned coordinate,
                    const clm_disc *t, size_t bits)
{
    long k;
    const clm_top *top = top_of(p, root, &k);
    clm_disc inverse, factor;
    bool ok;

    clm_disc_init(&inverse);
    clm_disc_init(&factor);
    mpz_set_si(factor.re, -k);
    evaluate(z, top->second, t, bits);
    evaluate(&inverse, top->first, t, bits);
    clm_disc_mul(&inverse, &inverse, &factor, bits);
    ok = clm_disc_invert(&inverse, &inverse, bits);
    if (ok)
        clm_disc_mul(z, z, &inverse, bits);
    if (ok && coordinate == 0) {
        mpz_set_si(factor.re, p->shear);
        clm_disc_mul(z, z, &factor, bits);
        clm_disc_sub(z, t, z, bits);
    }
    clm_disc_trim(z);
    clm_disc_clear(&factor);
    clm_disc_clear(&inverse);
    return ok;
}

/* Sets the box, of the exact real root t, to y. */
static void find_y(clm_box *box, const clm_projection *p, size_t root)
{
    long k;
    const clm_top *top = top_of(p, root, &k);
    const long first = clmodp_zx_degree(top->first), second = clmodp_zx_degree(top->second);
    const long n = first > second ? first : second;
    mpz_t y, d;

    mpz_inits(y, d, NULL);
    clm_fraction_value(d, top->first, n, box->re[0], box->d, NULL);
    clm_fraction_value(y, top->second, n, box->re[0], box->d, NULL);
    mpz_mul_si(d, d, -k);
    clm_box_set_fraction(box, y, d);
    mpz_clears(y, d, NULL);
}

/* Sets the box to that of a coordinate, by the root t without refining it. Returns whether the box
 * is narrow. */
static bool find_coordinate(clm_box *box, const clm_solutions *s, const clm_solution *one,
                            unsigned coordinate, uint64_t width, uint64_t bits, bool relative)
{
    const clm_projection *p = &s->at.projection;
    bool found, real;
    clm_disc t, z;

    clm_disc_init(&t);
    clm_disc_init(&z);
    get_root(box, p, one->root);
    real = clm_box_is_real(box);
    clm_disc_set_box(&t, box, width + CLM_LEAST_BITS);
    if (coordinate == 1 && real && clm_box_is_point(box)) {
        find_y(box, p, one->root);
        found = true;
    } else {
        found = enclose(&z, p, one->root, coordinate, &t, width + CLM_LEAST_BITS);
        if (found)
            clm_box_set_disc(box, &z, real, false);
        found = found && clm_box_is_narrow(box, bits, relative);
    }
    clm_disc_clear(&z);
    clm_disc_clear(&t);
    return found;
}

clmodp_status clm_solution_find(clmodp_context *context, clm_box *box, const clm_solutions *s,
                                const clm_solution *one, unsigned coordinate, uint64_t bits,
                                bool relative)
{
    clmodp_status st = CLMODP_OK;
    bool found = false;

    for (uint64_t width = bits; !found; width *= 2) {
        TRY(clm_progress(context, 0));
        TRY(refine_root(context, &s->at.projection, one->root, width));
        found = find_coordinate(box, s, one, coordinate, width, bits, relative);
    }
done:
    return st;
}

/* Arguments of try_y. */
typedef struct first_boxes {
    clm_solutions *solutions;
    const clm_poller *watch;
} first_boxes;

static clmodp_status try_y(void *argument, size_t index, size_t thread)
{
    const first_boxes *f = argument;
    clm_solution *one = &f->solutions->solution[index];

    (void)thread;
    one->found = find_coordinate(&one->box, f->solutions, one, 1, CLM_ROOT_BITS, CLM_LEAST_BITS,
                                 false);
    return clm_poller_check(f->watch);
}

clmodp_status clm_solutions_try(clmodp_context *context, clm_solutions *s)
{
    first_boxes f = {.solutions = s};

    return clm_roots_call(context, &f.watch, s->count >= THREADED, s->count, try_y, &f);
}

/* ---- solutions ---- */

void clm_solution_get(clm_box *box, const clm_solutions *s, const clm_solution *one,
                      unsigned coordinate)
{
    if (coordinate == 0)
        get_root(box, clm_separation_columns(&s->at), one->x);
    else if (one->y != CLM_NO_ROOT)
        clm_complex_roots_get(box, s->y, one->y);
    else
        clm_box_set(box, &one->box);
}

/* Narrows the box of y to `bits` bits. */
static clmodp_status refine_y(clmodp_context *context, const clm_solutions *s, clm_solution *one,
                              uint64_t bits)
{
    clmodp_status st = CLMODP_OK;
    clm_box next;

    clm_box_init(&next);
    if (one->y != CLM_NO_ROOT) {
        TRY(clmodp_complex_roots_refine(context, s->y, one->y, bits));
        clm_complex_roots_get(&one->box, s->y, one->y);
    } else if (!clm_box_is_narrow(&one->box, bits, true)) {
        TRY(clm_solution_find(context, &next, s, one, 1, bits, true));
        if (clm_box_is_point(&next))
            clm_box_swap(&one->box, &next);
        else
            clm_box_intersect(&one->box, &next);
    }
done:
    clm_box_clear(&next);
    return st;
}

clmodp_status clm_solution_refine(clmodp_context *context, const clm_solutions *s,
                                  clm_solution *one, uint64_t bits)
{
    clmodp_status st = CLMODP_OK;

    TRY(refine_root(context, clm_separation_columns(&s->at), one->x, bits));
    TRY(refine_y(context, s, one, bits));
done:
    return st;
}

static int by_order(const void *a, const void *b)
{
    const clm_solution *left = a, *right = b;

    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return clm_box_order(&left->box, &right->box);
}

clmodp_status clm_solutions_sort(clmodp_context *context, const clm_solutions *s,
                                 clm_solution *first, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (count == 0)
        return CLMODP_OK;
    qsort(first, count, sizeof *first, by_order);
    for (size_t k = 0; k < count; k++)
        for (size_t j = k; j-- > 0 && first[j].x == first[k].x;)
            for (uint64_t bits = CLM_LEAST_BITS; !clm_box_apart(&first[j].box, &first[k].box);
                 bits *= 2) {
                TRY(refine_y(context, s, &first[j], bits));
                TRY(refine_y(context, s, &first[k], bits));
            }
    qsort(first, count, sizeof *first, by_order);
done:
    return st;
}
