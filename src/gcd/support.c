/* Interpolation of sparse images from values at points of a geometric progression. */
#include "gcd/support.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "gcd/power_sums.h"
#include "gcd/progression.h"

/* Geometric progressions that are tried modulo a prime. */
enum { MOST_TRIES = 3 };

void clm_gcd_support_clear(clm_gcd_support *support)
{
    free(support->y);
    free(support->e);
    *support = (clm_gcd_support){0};
}

clmodp_status clm_gcd_support_create(clm_error *error, clm_gcd_support *out, size_t length,
                                     size_t others)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_gcd_support){.length = length, .others = others};
    NEW(error, out->y, length);
    NEW(error, out->e, clm_size_times(length, others));
done:
    if (st != CLMODP_OK)
        clm_gcd_support_clear(out);
    return st;
}

/* Returns the end of the coefficients with the same power of y. */
static size_t row_end(const clm_gcd_support *support, size_t from)
{
    size_t end = from;

    while (end < support->length && support->y[end] == support->y[from])
        end++;
    return end;
}

size_t clm_gcd_support_widest(const clm_gcd_support *support)
{
    size_t widest = 0;

    for (size_t from = 0, end; from < support->length; from = end) {
        end = row_end(support, from);
        widest = clm_size_max(widest, end - from);
    }
    return widest;
}

double clm_gcd_support_squares(const clm_gcd_support *support)
{
    double squares = 0;

    for (size_t from = 0, end; from < support->length; from = end) {
        end = row_end(support, from);
        squares += (double)(end - from) * (double)(end - from);
    }
    return squares;
}

/* ---- values ---- */

/* Images modulo a prime at the points start quotient^j, where the start is s->point or another
 * one. */
typedef struct sampling {
    const clm_gcd_operands *of;
    fp_field field;
    clm_modulus modulus;
    const clm_poller *watch;
    clm_gcd_scratch *scratch;
    const uint32_t *residues;
    uint32_t point[CLMODP_MOST_VARIABLES]; /* the quotient, also the first start */
    clm_monomials quotient;
    clm_gcd_progression at;
    uint32_t *values; /* [y][point], y <= most */
    size_t stride;
    uint32_t most;
} sampling;

static void sampling_clear(sampling *s)
{
    clm_monomials_clear(&s->quotient);
    free(s->values);
}

/* Begins at another point than s->point. */
static clmodp_status begin_at(clm_error *error, sampling *s, const uint32_t *point)
{
    clmodp_status st = CLMODP_OK;
    clm_monomials start;

    TRY(clm_monomials_create(error, &start, point, s->of->most, s->of->others, s->field));
    TRY(clm_gcd_progression_start(error, &s->at, s->scratch, s->of, s->residues, &start,
                                  &s->quotient, s->watch));
done:
    clm_monomials_clear(&start);
    return st;
}

/* Chooses the progression of the powers of a random point. */
static clmodp_status choose_progression(clm_error *error, sampling *s, clm_random *random)
{
    clmodp_status st = CLMODP_OK;

    for (size_t i = 0; i < s->of->others; i++)
        s->point[i] = 1 + (uint32_t)clm_random_below(random, s->field.p - 1);
    clm_monomials_clear(&s->quotient);
    TRY(clm_monomials_create(error, &s->quotient, s->point, s->of->most, s->of->others,
                             s->field));
    TRY(clm_gcd_progression_start(error, &s->at, s->scratch, s->of, s->residues, NULL,
                                  &s->quotient, s->watch));
done:
    return st;
}

/* Finds values at `count` points. *degree: s->most if they all have this degree, else another
 * one. */
static clmodp_status find_values(clm_error *error, sampling *s, size_t count, uint32_t *degree)
{
    clmodp_status st = CLMODP_OK;

    *degree = s->most;
    for (size_t j = 0; j < count && *degree == s->most; j++)
        TRY(clm_gcd_progression_next(error, &s->at, degree, s->values + j, s->stride, s->most));
done:
    return st;
}

/* Sets c to the coefficients of start^e of the support, from values at the points; roots[k] is the
 * value of quotient^e. *fits: false if the values have another support. */
static clmodp_status solve(uint32_t *c, bool *fits, const sampling *s,
                           const clm_gcd_support *support, const uint32_t *roots,
                           uint32_t *scratch)
{
    clmodp_status st = CLMODP_OK;
    size_t from = 0;

    *fits = true;
    for (uint32_t y = 0; y <= support->degree && *fits; y++) {
        const bool occurs = from < support->length && support->y[from] == y;
        const size_t end = occurs ? row_end(support, from) : from;

        TRY(clm_power_sum_solve(c + from, fits, roots + from, end - from,
                                s->values + y * s->stride, scratch, &s->modulus, s->watch));
        from = end;
    }
done:
    return st;
}

/* Divides c[k] by start^e of the support. */
static clmodp_status divide_by_start(clm_error *error, uint32_t *c, const sampling *s,
                                     const clm_gcd_support *support)
{
    clmodp_status st = CLMODP_OK;
    clm_monomials inverse = {0};
    uint32_t point[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < s->of->others; i++)
        point[i] = clm_modulus_inverse(s->point[i], &s->modulus);
    TRY(clm_monomials_create(error, &inverse, point, s->of->bound, s->of->others, s->field));
    for (size_t k = 0; k < support->length; k++) {
        const uint32_t *e = support->e + k * support->others;

        TRY(clm_poller_check(s->watch));
        c[k] = fp_mul(c[k], clm_monomials_value(&inverse, e), s->field);
    }
done:
    clm_monomials_clear(&inverse);
    return st;
}

/* ---- images ---- */

clmodp_status clm_gcd_support_image(clm_error *error, clm_gcd_image *out, clm_gcd_scratch *scratch,
                                    const clm_gcd_operands *of, const clm_gcd_support *support,
                                    const uint32_t *residues, uint32_t p, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t points = clm_gcd_support_widest(support) + 1;
    sampling s = {.of = of, .field = clm_field(p), .modulus = clm_modulus_of(p), .watch = watch,
                  .scratch = scratch, .residues = residues, .stride = points,
                  .most = support->degree};
    clm_random random = {p};
    uint32_t *roots = NULL, *words = NULL;

    out->lucky = false;
    NEW(error, s.values, clm_size_times(points, support->degree + (size_t)1));
    NEW(error, roots, support->length);
    NEW(error, words, CLM_POWER_SUM_SCRATCH * points);
    GROW(error, out->c, out->room, support->length);
    for (int tries = 0; tries < MOST_TRIES && !out->lucky; tries++) {
        TRY(choose_progression(error, &s, &random));
        TRY(find_values(error, &s, points, &out->degree));
        if (out->degree != s.most)
            continue;
        for (size_t k = 0; k < support->length; k++) {
            TRY(clm_poller_check(watch));
            roots[k] = fp_from(clm_monomials_value(&s.quotient, support->e + k * support->others),
                               s.field);
        }
        TRY(solve(out->c, &out->lucky, &s, support, roots, words));
    }
    if (out->lucky)
        TRY(divide_by_start(error, out->c, &s, support));
done:
    free(words);
    free(roots);
    sampling_clear(&s);
    return st;
}

/* ---- supports ---- */

/* A support in the making. */
typedef struct finding {
    sampling s;
    clm_recurrence *of_y; /* s.most + 1 recurrences of values */
    size_t rows;
    size_t points, most_points;
    uint32_t *roots, *c; /* as many as there are coefficients */
    uint32_t *turned;    /* coefficients at other points */
    uint32_t *words;
    clm_random random;
} finding;

static void finding_clear(finding *f)
{
    for (size_t y = 0; f->of_y != NULL && y < f->rows; y++)
        clm_recurrence_clear(&f->of_y[y]);
    free(f->of_y);
    free(f->roots);
    free(f->words);
    sampling_clear(&f->s);
}

/* Moves rows of values apart, for more points. */
static clmodp_status widen(clm_error *error, sampling *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = s->most + (size_t)1, stride = s->stride + s->stride / 2 + 8;
    uint32_t *values = NULL;

    NEW(error, values, clm_size_times(rows, stride));
    for (size_t y = 0; y < rows && s->stride > 0; y++)
        memcpy(values + y * stride, s->values + y * s->stride, s->stride * sizeof *values);
    free(s->values);
    s->values = values;
    s->stride = stride;
done:
    return st;
}

/* Finds values until recurrences are known for all powers of y. *found: false if there are too
 * many points, or *degree is lower at one of them. */
static clmodp_status find_recurrences(clm_error *error, finding *f, bool *found, uint32_t *degree)
{
    clmodp_status st = CLMODP_OK;
    sampling *s = &f->s;
    bool known = false;

    for (f->points = 0; !known && f->points < f->most_points; f->points++) {
        if (f->points == s->stride)
            TRY(widen(error, s));
        TRY(clm_gcd_progression_next(error, &s->at, degree, s->values + f->points, s->stride,
                                     s->most));
        if (f->points == 0 && *degree < s->most)
            s->most = *degree;
        if (*degree != s->most || *degree == 0)
            break;
        known = true;
        for (uint32_t y = 0; y <= s->most; y++) {
            TRY(clm_poller_check(s->watch));
            TRY(clm_recurrence_extend(error, &f->of_y[y], s->values + y * s->stride, f->points,
                                      &s->modulus));
            known = known && 2 * f->of_y[y].length + 2 <= f->points + 1;
        }
    }
    *found = known;
done:
    return st;
}

/* Finds the powers of all recurrences, and their coefficients. */
static clmodp_status find_coefficients(clm_error *error, finding *f, clm_gcd_support *support,
                                       bool *found)
{
    clmodp_status st = CLMODP_OK;
    size_t length = 0, widest = 0, at = 0;

    for (uint32_t y = 0; y <= f->s.most; y++) {
        length += f->of_y[y].length;
        widest = clm_size_max(widest, f->of_y[y].length);
    }
    TRY(clm_gcd_support_create(error, support, length, f->s.of->others));
    support->degree = f->s.most;
    NEW(error, f->roots, 3 * length);
    NEW(error, f->words, CLM_POWER_SUM_SCRATCH * (widest + 1));
    f->c = f->roots + length;
    f->turned = f->c + length;
    for (uint32_t y = 0; y <= f->s.most && *found; y++) {
        TRY(clm_recurrence_roots(error, f->roots + at, found, &f->of_y[y], &f->random,
                                 &f->s.modulus, f->s.watch));
        for (size_t k = 0; k < f->of_y[y].length; k++)
            support->y[at++] = y;
    }
    if (*found)
        TRY(solve(f->c, found, &f->s, support, f->roots, f->words));
    for (size_t k = 0; k < length; k++)
        *found = *found && f->c[k] != 0;
done:
    return st;
}

/* Returns e < 2^bits with root^e = x, if there is one. In: root  of order 2^bits; both Montgomery.
 * Source: [Pohlig, Hellman 1978] */
static uint32_t logarithm(uint32_t x, uint32_t root, int bits, fp_field field)
{
    uint32_t e = 0, factor = fp_inv(root, field); /* root^(-2^k) */

    for (int k = 0; k < bits; k++, factor = fp_mul(factor, factor, field)) {
        uint32_t top = x;

        for (int n = k + 1; n < bits; n++)
            top = fp_mul(top, top, field);
        if (top == field.one)
            continue;
        e |= UINT32_C(1) << k;
        x = fp_mul(x, factor, field);
    }
    return e;
}

/* Variables from one on whose exponents are found at once, packed as the logarithm to base `root`,
 * of order 2^bits. */
typedef struct group {
    size_t first;
    clm_places x;
    int bits;
    uint32_t root;
} group;

/* Chooses as many variables from one on as possible. Returns whether there is one. */
static bool choose_group(group *g, size_t first, const clm_gcd_operands *of, fp_field field)
{
    size_t count = of->others - first;

    g->first = first;
    g->x = clm_places_of_degrees(of->bound + first, count);
    while (g->x.count > CLM_GCD_ORDER)
        g->x = clm_places_of_degrees(of->bound + first, --count);
    for (g->bits = 0; (size_t)1 << g->bits < g->x.count; g->bits++)
        ;
    g->root = clm_field_root(field, UINT32_C(1) << g->bits);
    return count > 0;
}

/* Finds the exponents of a group from the coefficients at points where each variable is multiplied
 * by root^weight: quotients of coefficients are powers of the root. */
static clmodp_status find_exponents(clm_error *error, finding *f, clm_gcd_support *support,
                                    const group *g, bool *found)
{
    clmodp_status st = CLMODP_OK;
    sampling *s = &f->s;
    const fp_field field = s->field;
    uint32_t degree, point[CLMODP_MOST_VARIABLES];

    memcpy(point, s->point, sizeof point);
    for (size_t i = 0; i < g->x.variables; i++)
        point[g->first + i] = fp_mul(
            point[g->first + i], fp_pow(g->root, (uint32_t)g->x.weight[i], field), field);
    TRY(begin_at(error, s, point));
    TRY(find_values(error, s, clm_gcd_support_widest(support) + 1, &degree));
    *found = degree == s->most;
    if (*found)
        TRY(solve(f->turned, found, s, support, f->roots, f->words));
    for (size_t k = 0; k < support->length && *found; k++) {
        const uint32_t quotient = fp_mul(
            fp_to(f->turned[k], field), fp_inv(fp_to(f->c[k], field), field), field);

        TRY(clm_poller_check(s->watch));
        clm_place_exponents(support->e + k * support->others + g->first, &g->x,
                            logarithm(quotient, g->root, g->bits, field));
    }
done:
    return st;
}

/* Finds all exponents, and verifies them. */
static clmodp_status find_support(clm_error *error, finding *f, clm_gcd_support *support,
                                  bool *found)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_operands *of = f->s.of;
    group g;

    TRY(find_coefficients(error, f, support, found));
    for (size_t first = 0; first < of->others && *found; first += g.x.variables) {
        *found = choose_group(&g, first, of, f->s.field);
        if (*found)
            TRY(find_exponents(error, f, support, &g, found));
    }
    for (size_t k = 0; k < support->length && *found; k++) {
        TRY(clm_poller_check(f->s.watch));
        *found = fp_from(clm_monomials_value(&f->s.quotient, support->e + k * of->others),
                         f->s.field) == f->roots[k];
    }
done:
    return st;
}

clmodp_status clm_gcd_support_find(clm_error *error, clm_gcd_support *out, clm_gcd_image *image,
                                   clm_gcd_scratch *scratch, const clm_gcd_operands *of,
                                   const uint32_t *residues, uint32_t p, uint32_t most,
                                   size_t most_points, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint32_t degree = most;
    finding f = {.s = {.of = of, .field = clm_field(p), .modulus = clm_modulus_of(p),
                       .watch = watch, .scratch = scratch, .residues = residues, .most = most},
                 .most_points = most_points, .rows = most + (size_t)1, .random = {p}};
    clm_gcd_support support = {0};

    image->lucky = false;
    NEW(error, f.of_y, f.rows);
    TRY(choose_progression(error, &f.s, &f.random));
    TRY(find_recurrences(error, &f, &image->lucky, &degree));
    image->degree = degree < most ? degree : f.s.most;
    if (!image->lucky)
        goto done;
    TRY(find_support(error, &f, &support, &image->lucky));
    if (!image->lucky)
        goto done;
    GROW(error, image->c, image->room, support.length);
    memcpy(image->c, f.c, support.length * sizeof *image->c);
    TRY(divide_by_start(error, image->c, &f.s, &support));
    *out = support;
    support = (clm_gcd_support){0};
done:
    clm_gcd_support_clear(&support);
    finding_clear(&f);
    return st;
}
