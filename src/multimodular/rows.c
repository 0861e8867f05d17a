/* Lays out the inputs row by row, and sends them to the device. */
#include "multimodular/rows.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/batch/sums.h"
#include "polynomials/zxy.h"

#define MAX_COEFFICIENTS ((uint64_t)1 << 31)

/* Conditions of remainders by powers of y: the polynomial is at least POWERS_RATIO times as long
 * as the divisor and the number of its terms, and at least POWERS_LENGTH long; and the predicted
 * products decrease by a factor of POWERS_GAIN. */
#define POWERS_RATIO 8
#define POWERS_LENGTH 64
#define POWERS_GAIN 2.0

/* Columns are listed for rows of at least this length, if at most one in COLUMNS_RATIO of their
 * coefficients is not 0. */
#define COLUMNS_LENGTH 64
#define COLUMNS_RATIO 4

/* Lists the non-empty rows' exponents of y; returns their number. exponent may be NULL. */
static size_t list_exponents(uint32_t *exponent, const clmodp_zxy *f)
{
    size_t count = 0;

    for (size_t k = 0; k < f->length; k++) {
        if (k > 0 && f->term[k].j == f->term[k - 1].j)
            continue;
        if (exponent != NULL)
            exponent[count] = f->term[k].j;
        count++;
    }
    return count;
}

static const clmodp_zxy *longer_of(const clmodp_zxy *f, const clmodp_zxy *g)
{
    return clmodp_zxy_degree_y(f) >= clmodp_zxy_degree_y(g) ? f : g;
}

/* Returns the products for a remainder of f by powers of y; INFINITY: unsuitable degrees. */
static double products_by_powers(const clmodp_zxy *f, size_t m)
{
    const size_t n = (size_t)clmodp_zxy_degree_y(f);
    double products = 0.0;
    uint32_t known = 0;

    if (m == 0 || m > POWERS_MOST || n < POWERS_LENGTH || n / POWERS_RATIO < m ||
        n / POWERS_RATIO < list_exponents(NULL, f))
        return INFINITY;
    for (size_t k = f->length; k-- > 0;) { /* gaps from the highest term down, and to y^0 */
        const uint32_t gap = f->term[k].j - (k > 0 ? f->term[k - 1].j : 0);

        products += gap > 0 ? clm_powers_gap(gap, m, &known) : 0.0;
    }
    return products;
}

clm_division clm_division_of(const clmodp_zxy *f, const clmodp_zxy *g)
{
    const clmodp_zxy *longer = longer_of(f, g);
    const size_t n = (size_t)clmodp_zxy_degree_y(longer);
    const size_t m = (size_t)clmodp_zxy_degree_y(longer == f ? g : f);
    const double steps = ((double)n - (double)m) * (double)m;
    const double powers = products_by_powers(longer, m);

    if (POWERS_GAIN * powers < steps)
        return (clm_division){true, powers, list_exponents(NULL, longer) + m + 1};
    return (clm_division){false, steps, (uint64_t)n + (uint64_t)m + 2};
}

/* Omits the rows without terms of the longer polynomial, and lists the steps of its division. */
static clmodp_status leave_gaps(clm_error *error, clm_row_layout *layout, const clmodp_zxy *f,
                                const clmodp_zxy *g)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_zxy *longer = longer_of(f, g);
    const size_t m = clm_size_min(layout->p, layout->q), terms = list_exponents(NULL, longer);
    const size_t first = longer == f ? 0 : m + 1;
    uint32_t *exponent = NULL;

    NEW(error, exponent, terms);
    (void)list_exponents(exponent, longer);
    TRY(clm_powers_create(error, &layout->powers, exponent, terms, m));
    layout->count = terms + m + 1;
    NEW(error, layout->place, layout->count);
    for (size_t k = 0; k < terms; k++)
        layout->place[first + k] = (uint32_t)(first + exponent[k]);
    for (size_t j = 0; j <= m; j++) {
        const size_t row = longer == f ? terms + j : j;

        layout->place[row] = (uint32_t)(longer == f ? layout->p + 1 + j : j);
    }
done:
    free(exponent);
    return st;
}

/* Returns the row of y^j of f or, with side 1, g. */
static size_t row_of(const clm_row_layout *layout, size_t side, size_t j)
{
    const size_t place = side * (layout->p + 1) + j;
    size_t low = 0, high = layout->count;

    if (layout->place == NULL)
        return place;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (layout->place[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Sets the lengths of the rows of f or, with side 1, g. */
static void measure_rows(clm_row_layout *layout, const clmodp_zxy *f, size_t side)
{
    for (size_t k = 0; k < f->length; k++) /* sorted by j, then by i: the last has the degree */
        layout->row[row_of(layout, side, f->term[k].j)].length = f->term[k].i + 1;
}

static void place_coefficients(const clm_row_layout *layout, mpz_srcptr *coefficients,
                               const clmodp_zxy *f, size_t side)
{
    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];

        coefficients[layout->row[row_of(layout, side, term->j)].offset + term->i] = term->c;
    }
}

uint64_t clm_row_cells(const clmodp_zxy *f)
{
    uint64_t all = 0;

    for (size_t k = 0; k < f->length; k++)
        if (k + 1 == f->length || f->term[k + 1].j != f->term[k].j) /* the last of a row */
            all += f->term[k].i + 1;
    return all;
}

uint64_t clm_row_layout_bytes(const clmodp_zxy *f, const clmodp_zxy *g, uint64_t rows)
{
    return rows * sizeof(clm_row) +
           (clm_row_cells(f) + clm_row_cells(g)) * sizeof(mpz_srcptr);
}

/* Returns whether sums over columns should have fewer products. */
static bool is_sparse(const clm_row_layout *layout)
{
    return layout->pairs == 1 && layout->place == NULL && layout->longest >= COLUMNS_LENGTH &&
           layout->terms <= layout->residues / COLUMNS_RATIO;
}

/* Completes a layout whose rows are counted, from pairs with the shape's rows; g may be NULL. */
static clmodp_status fill_layout(clm_error *error, clm_row_layout *layout, const clm_pair *shape,
                                 const clm_pair *pairs)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = layout->pairs;
    uint64_t total = 0;
    size_t all;

    NEW(error, layout->row, layout->count);
    measure_rows(layout, shape->f, 0);
    if (shape->g != NULL)
        measure_rows(layout, shape->g, 1);
    for (size_t r = 0; r < layout->count; r++) {
        uint32_t length = layout->row[r].length;

        layout->row[r].offset = (uint32_t)total;
        total += length;
        if (length > layout->longest)
            layout->longest = length;
        if (total >= MAX_COEFFICIENTS)
            FAIL(error, CLMODP_LIMIT,
                 "the inputs have 2^31 coefficients or more when written densely in x; "
                 "lower their degrees");
    }
    layout->residues = (size_t)total;
    layout->terms = shape->f->length + (shape->g != NULL ? shape->g->length : 0);
    NEW(error, layout->blocks, clm_sums_block_entries(layout->count));
    layout->padded = clm_sums_blocks(layout->blocks, layout->row, layout->count);
    if (!clm_size_mul(&all, layout->residues, count) || all >= MAX_COEFFICIENTS)
        FAIL(error, CLMODP_LIMIT, "%zu pairs of %zu coefficients are too many at once", count,
             layout->residues);
    NEW(error, layout->coefficients, all);
    for (size_t k = 0; k < count; k++) {
        mpz_srcptr *own = layout->coefficients + k * layout->residues;

        place_coefficients(layout, own, pairs[k].f, 0);
        if (pairs[k].g != NULL)
            place_coefficients(layout, own, pairs[k].g, 1);
    }
    if (is_sparse(layout))
        TRY(clm_columns_create(error, &layout->sparse, shape->f, shape->g, layout->count,
                               layout->padded / COLUMNS_RATIO));
done:
    return st;
}

static clmodp_status lay_out(clm_error *error, clm_row_layout *out, const clm_pair *shape,
                             const clm_pair *pairs, size_t count, bool compact)
{
    clmodp_status st = CLMODP_OK;
    const clm_division division = clm_division_of(shape->f, shape->g);
    clm_row_layout layout = {.pairs = count, .division = division.products};

    layout.p = (size_t)clmodp_zxy_degree_y(shape->f);
    layout.q = (size_t)clmodp_zxy_degree_y(shape->g);
    layout.count = layout.p + layout.q + 2;
    layout.by_powers = compact && division.by_powers;
    if (layout.by_powers)
        TRY(leave_gaps(error, &layout, shape->f, shape->g));
    TRY(fill_layout(error, &layout, shape, pairs));
    *out = layout;
    layout = (clm_row_layout){0};
done:
    clm_row_layout_destroy(&layout);
    return st;
}

clmodp_status clm_row_layout_create(clm_error *error, clm_row_layout *out, const clmodp_zxy *f,
                                    const clmodp_zxy *g, bool compact)
{
    const clm_pair alone = {f, g};

    return lay_out(error, out, &alone, &alone, 1, compact);
}

clmodp_status clm_row_layout_merge(clm_error *error, clm_row_layout *out, const clm_pair *shape,
                                   const clm_pair *pairs, size_t count)
{
    return lay_out(error, out, shape, pairs, count, false);
}

clmodp_status clm_envelope_create(clm_error *error, clm_envelope *out, const clmodp_zxy *a,
                                  size_t n)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_envelope){.order = n, .entries = list_exponents(NULL, a)};
    NEW(error, out->first, 2 * n);
    for (size_t k = 0; k < n; k++)
        out->first[k] = out->first[n + k] = (uint32_t)k;
    for (size_t k = 0; k < a->length; k++) {
        const size_t i = a->term[k].j / n, j = a->term[k].j % n;
        uint32_t *first = j < i ? &out->first[i] : &out->first[n + j];

        *first = (uint32_t)clm_size_min(*first, clm_size_min(i, j));
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = out->first[i]; j < n; j++) {
            const size_t begin = clm_size_max(out->first[i], out->first[n + j]);
            const size_t end = clm_size_min(i, j);

            out->products += end > begin ? (double)(end - begin) : 0.0;
        }
done:
    return st;
}

void clm_envelope_destroy(clm_envelope *envelope)
{
    free(envelope->first);
    *envelope = (clm_envelope){0};
}

/* Matrices with fewer entries than this part of all are laid out without zeros. */
#define COMPACT_RATIO 2

size_t clm_envelope_rows(const clm_envelope *envelope)
{
    const size_t square = envelope->order * envelope->order;

    return envelope->entries <= square / COMPACT_RATIO ? envelope->entries : square;
}

clmodp_status clm_row_layout_create_matrix(clm_error *error, clm_row_layout *out,
                                           const clmodp_zxy *a, size_t n)
{
    clmodp_status st = CLMODP_OK;
    const clm_pair alone = {a, NULL};
    clm_row_layout layout = {.pairs = 1, .p = n};

    TRY(clm_envelope_create(error, &layout.matrix, a, n));
    layout.count = clm_envelope_rows(&layout.matrix);
    if (layout.count < n * n) {
        NEW(error, layout.place, layout.count);
        (void)list_exponents(layout.place, a);
    }
    TRY(fill_layout(error, &layout, &alone, &alone));
    *out = layout;
    layout = (clm_row_layout){0};
done:
    clm_row_layout_destroy(&layout);
    return st;
}

void clm_row_layout_destroy(clm_row_layout *layout)
{
    clm_envelope_destroy(&layout->matrix);
    free(layout->row);
    free(layout->blocks);
    free(layout->place);
    if (layout->by_powers)
        clm_powers_destroy(&layout->powers);
    clm_columns_destroy(&layout->sparse);
    free(layout->coefficients);
    *layout = (clm_row_layout){0};
}

clm_rows clm_row_layout_shape(const clm_row_layout *layout)
{
    return (clm_rows){.count = layout->count,
                      .residues = layout->residues,
                      .longest = layout->longest,
                      .padded = layout->padded,
                      .powers = layout->sparse.powers,
                      .columns = layout->sparse.columns};
}

/* Returns the sum of c[i] x^i for one row, from integers, in Montgomery form. */
static u32 evaluate_row(const clm_row_layout *layout, clm_row row, u32 x, fp_field field)
{
    u32 value = 0;

    for (uint32_t i = row.length; i-- > 0;) {
        mpz_srcptr c = layout->coefficients[row.offset + i];
        u32 residue = c == NULL ? 0 : (u32)mpz_fdiv_ui(c, field.p);

        value = fp_add(fp_mul(value, x, field), fp_to(residue, field), field);
    }
    return value;
}

void clm_row_layout_values(u32 *values, const clm_row_layout *layout, u32 x, fp_field field)
{
    for (size_t row = 0; row < layout->count; row++)
        values[row] = evaluate_row(layout, layout->row[row], x, field);
}

clmodp_status clm_inputs_create(clmodp_context *ctx, clm_inputs *out,
                                const clm_row_layout *layout, const clm_reduction_plan *plan,
                                clm_tables *tables)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_inputs){.rows = clm_row_layout_shape(layout)};
    TRY(clm_tables_add(ctx, tables, &out->rows.table, layout->row, layout->count,
                       sizeof *layout->row));
    TRY(clm_tables_add(ctx, tables, &out->rows.blocks, layout->blocks,
                       clm_sums_block_entries(layout->count), sizeof *layout->blocks));
    if (layout->sparse.powers > 0)
        TRY(clm_tables_add(ctx, tables, &out->rows.sparse, layout->sparse.words,
                           layout->sparse.count, sizeof *layout->sparse.words));
    if (layout->by_powers) {
        TRY(clm_tables_add(ctx, tables, &out->rows.place, layout->place, layout->count,
                           sizeof *layout->place));
        TRY(clm_tables_add(ctx, tables, &out->powers, layout->powers.step, layout->powers.steps,
                           sizeof *layout->powers.step));
    }
    TRY(clm_reduction_create(ctx, &out->reduction, layout->coefficients,
                             layout->pairs * layout->residues, plan, tables));
done:
    if (st != CLMODP_OK)
        clm_inputs_destroy(ctx, out);
    return st;
}

void clm_inputs_destroy(clmodp_context *ctx, clm_inputs *inputs)
{
    clm_reduction_destroy(ctx, &inputs->reduction);
    clm_buffers_destroy(ctx, &inputs->rows.table, &inputs->rows.blocks, &inputs->rows.place,
                        &inputs->rows.sparse, &inputs->powers);
    *inputs = (clm_inputs){0};
}
