/* Values by transforms, gcds at several points at once, and interpolation by inverse transforms.
 *
 * With variables x_i packed as powers x^(w_i), points x = root^k are points x_i = root^(k w_i) of
 * a curve, on which cofactors of the gcd may vanish or have a common factor, whatever the prime
 * is: z^2 - y vanishes for z = x and y = x^2. So other points are x_i = s_i root^(k w_i) with
 * random factors s_i. */
#include "gcd/image.h"

#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/columns.h"
#include "gcd/monomials.h"

/* Largest number of sets of points that are tried. */
enum { MOST_TRIES = 6 };

/* Above this degree gcds take less time point by point than in lanes. */
#define MOST_LOCKSTEP ((size_t)1024)

/* A prime, its points, and scratch memory. Rows are those of f, g and c, by powers of y. */
typedef struct points {
    const clm_column_functions *vectors;
    clm_columns of;
    clm_modulus modulus;
    clm_monomials factors, inverses; /* of the coordinates; {0}: 1 */
    size_t row[3], rows;             /* first rows, and all */
    size_t most;                     /* coefficients of gcds of interest */
    uint32_t *blocks;                /* coefficients, then values */
    uint32_t *found;                 /* values of the image */
    uint32_t *swapped;               /* a block for a transform */
    uint32_t *columns;               /* at some points */
    const clm_poller *watch;
} points;

void clm_gcd_terms_clear(clm_gcd_terms *terms)
{
    free(terms->c);
    free(terms->x);
    free(terms->y);
    free(terms->e);
    free(terms->end);
    *terms = (clm_gcd_terms){0};
}

clmodp_status clm_gcd_terms_create(clm_error *error, clm_gcd_terms *out, size_t count)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_gcd_terms){.count = count};
    NEW(error, out->c, count);
    NEW(error, out->x, count);
    NEW(error, out->y, count);
    NEW(error, out->e, count);
    NEW(error, out->end, count);
done:
    return st;
}

static size_t rows_of(const clm_gcd_operands *of)
{
    return (size_t)of->part[CLM_GCD_F].degree + of->part[CLM_GCD_G].degree + 3;
}

static size_t longest_column(const clm_gcd_operands *of)
{
    return clm_size_max(of->part[CLM_GCD_F].degree, of->part[CLM_GCD_G].degree) + (size_t)1;
}

/* Returns whether gcds at several points are found at once. */
static bool in_lanes(const clm_gcd_operands *of)
{
    return of->points > 1 && longest_column(of) <= MOST_LOCKSTEP;
}

size_t clm_gcd_image_words(const clm_gcd_operands *of)
{
    const size_t lanes = clm_columns_of(clm_vector_level_best())->lanes;
    const size_t rows = rows_of(of) + longest_column(of) + 3 * lanes;
    const size_t columns = clm_size_times(rows, in_lanes(of) ? lanes : 1);
    size_t all;

    return clm_size_add(&all, clm_size_times(rows + 1, of->points), columns) ? all : SIZE_MAX;
}

static clmodp_status points_init(clm_error *error, points *at, clm_gcd_scratch *scratch,
                                 const clm_gcd_operands *of, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = of->points;
    uint32_t root, *roots;

    at->vectors = clm_columns_of(clm_vector_level_best());
    at->of = (clm_columns){clm_field(p), of->points, NULL};
    at->modulus = clm_modulus_of(p);
    at->row[CLM_GCD_G] = of->part[CLM_GCD_F].degree + (size_t)1;
    at->row[CLM_GCD_LEAD] = at->row[CLM_GCD_G] + of->part[CLM_GCD_G].degree + 1;
    at->rows = rows_of(of);
    GROW(error, scratch->words, scratch->room, clm_gcd_image_words(of));
    roots = scratch->words;
    at->blocks = roots + n;
    at->found = at->blocks + clm_column_words(at->vectors->lanes, at->rows, n);
    at->swapped = at->found + clm_column_words(at->vectors->lanes, longest_column(of), n);
    at->columns = at->swapped + at->vectors->lanes * n;
    root = clm_field_root(at->of.field, at->of.count);
    roots[0] = at->of.field.one;
    for (size_t k = 1; k < n; k++)
        roots[k] = fp_mul(roots[k - 1], root, at->of.field);
    at->of.roots = roots;
done:
    return st;
}

/* Returns the word of a row of blocks at point k. */
static uint32_t *word_at(const points *at, uint32_t *blocks, size_t row, size_t k)
{
    return &blocks[clm_column_place(at->vectors->lanes, at->of.count, row, k)];
}

/* Sets out to the coefficients in blocks, from values at the points. */
static clmodp_status interpolate(clm_gcd_image *out, const clm_gcd_operands *of, const points *at)
{
    clmodp_status st = CLMODP_OK;
    const fp_field f = at->of.field;
    const size_t n = at->of.count, lanes = at->vectors->lanes;
    const uint32_t by = fp_mul((uint32_t)clm_invmod64(n, f.p), f.r2, f);

    for (size_t y = 0; y <= out->degree && n > 1; y += lanes) {
        TRY(clm_poller_check(at->watch));
        at->vectors->transform(word_at(at, at->found, y, 0), at->swapped, &at->of);
    }
    for (size_t k = 0; k < n; k++) {
        uint32_t e[CLMODP_MOST_VARIABLES], factor = by;

        TRY(clm_poller_check(at->watch));
        if (at->inverses.words != NULL) {
            clm_place_exponents(e, &of->x, k);
            factor = fp_mul(factor, clm_monomials_value(&at->inverses, e), f);
        }
        for (size_t y = 0; y <= out->degree; y++)
            out->c[y * n + k] = fp_mul(*word_at(at, at->found, y, k > 0 ? n - k : 0), factor, f);
    }
done:
    return st;
}

/* ---- values ---- */

/* Sets the rows from a part's first one on to its coefficients. */
static clmodp_status fill_rows(const points *at, const clm_gcd_terms *of, size_t row,
                               const uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = at->of.count;

    for (size_t k = 0; k < of->count; k++) {
        const size_t x = of->x[k] < n ? of->x[k] : of->x[k] % n;
        uint32_t *place = word_at(at, at->blocks, row + of->y[k], x), word = residues[k];

        TRY(clm_poller_check(at->watch));
        if (at->factors.words != NULL)
            word = fp_mul(word, clm_monomials_value(&at->factors, of->e[k]), at->of.field);
        *place = fp_add(*place, word, at->of.field);
    }
done:
    return st;
}

/* Sets the rows to values of all operands, by transforms. */
static clmodp_status evaluate(const points *at, const clm_gcd_operands *of,
                              const uint32_t *residues)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = at->of.count, lanes = at->vectors->lanes;

    memset(at->blocks, 0, clm_column_words(lanes, at->rows, n) * sizeof *at->blocks);
    for (int k = 0; k < 3; residues += of->part[k++].count)
        TRY(fill_rows(at, &of->part[k], at->row[k], residues));
    for (size_t row = 0; row < at->rows && n > 1; row += lanes) {
        TRY(clm_poller_check(at->watch));
        at->vectors->transform(word_at(at, at->blocks, row, 0), at->swapped, &at->of);
    }
done:
    return st;
}

static clm_host_poly column_of(const points *at, uint32_t *to, size_t row, size_t count, size_t k)
{
    for (size_t y = 0; y < count; y++)
        to[y] = *word_at(at, at->blocks, row + y, k);
    return (clm_host_poly){to, clm_host_count(to, count)};
}

/* Finds the value of the image at point k. *count: of its coefficients; 0: c has a zero, or f and
 * g vanish. */
static clmodp_status find_value(clm_error *error, const points *at, size_t *count, size_t k)
{
    clmodp_status st = CLMODP_OK;
    const size_t g_row = at->row[CLM_GCD_G], c_row = at->row[CLM_GCD_LEAD];
    uint32_t *const words = at->columns;
    const clm_host_poly a = column_of(at, words, 0, g_row, k);
    const clm_host_poly b = column_of(at, words + g_row, g_row, c_row - g_row, k);
    const uint32_t lead = *word_at(at, at->blocks, c_row, k);
    clm_host_result g = {.c = words + c_row};

    *count = 0;
    if (lead == 0 || a.count + b.count == 0)
        return CLMODP_OK;
    TRY(clm_host_gcd(error, &g, NULL, a, b, &at->modulus, 1, at->watch));
    *count = g.count;
    for (size_t y = 0; y < g.count && y < at->most; y++)
        *word_at(at, at->found, y, k) = clm_modulus_mul(g.c[y], lead, &at->modulus);
done:
    return st;
}

/* Finds values at points from `first` on, as many as there are lanes, at once. *count: as above;
 * also 0 if the degrees of remainders differ. */
static void find_in_lanes(const points *at, size_t *count, size_t first)
{
    const size_t lanes = at->vectors->lanes, g_row = at->row[CLM_GCD_G];
    const size_t c_row = at->row[CLM_GCD_LEAD];
    uint32_t *const columns = at->columns, *const lead = columns + c_row * lanes;
    uint32_t *const to = columns + (at->rows + lanes) * lanes;

    *count = 0;
    at->vectors->gather(columns, at->blocks, at->rows, first, &at->of);
    for (size_t k = 0; k < lanes; k++)
        if (lead[k] == 0)
            return;
    *count = at->vectors->gcd(to, columns, g_row, columns + g_row * lanes, c_row - g_row, lead,
                              &at->of.field);
    if (*count <= at->most)
        at->vectors->scatter(at->found, to, *count, first, &at->of);
}

/* Finds the values of the image at all points. out->lucky: degrees agree, and c has no zero. */
static clmodp_status find_values(clm_error *error, clm_gcd_image *out,
                                 const clm_gcd_operands *of, const points *at)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = at->of.count, group = in_lanes(of) ? at->vectors->lanes : 1;
    size_t known = 0, count = 0;

    out->lucky = false;
    for (size_t k = 0, next; k < n; k = next) {
        TRY(clm_poller_check(at->watch));
        next = k % group == 0 && group > 1 ? k + group : k + 1;
        if (next > k + 1)
            find_in_lanes(at, &count, k);
        if (next == k + 1 || count == 0) {
            next = k + 1;
            TRY(find_value(error, at, &count, k));
        }
        if (count == 0 || count > at->most || (k > 0 && count != known))
            return CLMODP_OK;
        known = count;
    }
    out->degree = (uint32_t)(known - 1);
    GROW(error, out->c, out->room, clm_size_times(known, n));
    out->lucky = true;
done:
    return st;
}

/* Chooses random factors of the coordinates. */
static clmodp_status choose_factors(clm_error *error, points *at, const clm_gcd_operands *of,
                                    clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    uint32_t factor[CLMODP_MOST_VARIABLES], inverse[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < of->others; i++) {
        factor[i] = 1 + (uint32_t)clm_random_below(random, at->of.field.p - 1);
        inverse[i] = clm_modulus_inverse(factor[i], &at->modulus);
    }
    clm_monomials_clear(&at->factors);
    clm_monomials_clear(&at->inverses);
    TRY(clm_monomials_create(error, &at->factors, factor, of->most, of->others, at->of.field));
    TRY(clm_monomials_create(error, &at->inverses, inverse, of->bound, of->others,
                             at->of.field));
done:
    return st;
}

clmodp_status clm_gcd_image_find(clm_error *error, clm_gcd_image *out, clm_gcd_scratch *scratch,
                                 const clm_gcd_operands *of, const uint32_t *residues, uint32_t p,
                                 uint32_t most, bool random, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    points at = {.most = most + (size_t)1, .watch = watch};
    clm_random numbers = {p};
    const int tries = of->points > 1 ? MOST_TRIES : 1;

    out->lucky = false;
    TRY(points_init(error, &at, scratch, of, p));
    for (int k = 0; !out->lucky && k < tries; k++) {
        if (of->points > 1 && (random || k > 0))
            TRY(choose_factors(error, &at, of, &numbers));
        TRY(evaluate(&at, of, residues));
        TRY(find_values(error, out, of, &at));
    }
    if (out->lucky)
        TRY(interpolate(out, of, &at));
done:
    clm_monomials_clear(&at.inverses);
    clm_monomials_clear(&at.factors);
    return st;
}
