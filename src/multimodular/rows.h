/* The two inputs as the device sees them: polynomials in x, one for each power of y. */
#ifndef CLM_MULTIMODULAR_ROWS_H
#define CLM_MULTIMODULAR_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "fpx/batch/powers.h"
#include "multimodular/reduction.h"

typedef struct clm_pair {
    const clmodp_zxy *f, *g;
} clm_pair;

/* f's rows y^0 ... y^p, then g's rows y^0 ... y^q, packed behind each other, each with the
 * constant term first; so for each of the merged pairs, of one shape. Without gaps there
 * are no rows for powers of y that the longer polynomial (f, if they are alike) lacks. The
 * coefficients stay those of the pairs, which must outlive this. */
typedef struct clm_row_layout {
    size_t pairs;             /* merged; 1, unless many problems are computed at once */
    size_t p, q;
    size_t count;             /* of rows: p + q + 2, or less without gaps */
    size_t residues;          /* coefficients of a pair, zeros within rows included */
    size_t longest;           /* greatest length */
    size_t padded;            /* of the longest rows of all blocks, as in clm_rows */
    clm_row *row;
    uint32_t *blocks;         /* where these begin */
    double division;          /* as of clm_division */
    bool by_powers;           /* there are no gaps, and the first division is by powers of y: */
    uint32_t *place;          /* of each row among p + q + 2; else NULL */
    clm_powers powers;        /* the steps of that division */
    mpz_srcptr *coefficients; /* of one pair behind the other's; NULL stands for 0 */
} clm_row_layout;

/* The longer polynomial modulo the other at a point: step by step, or by powers of y where it is
 * long and has few terms. */
typedef struct clm_division {
    bool by_powers;
    double products; /* of coefficients */
    uint64_t rows;   /* of a layout without gaps */
} clm_division;

/* Cost: linear in the terms */
clm_division clm_division_of(const clmodp_zxy *f, const clmodp_zxy *g);

/* Pre: f and g not zero. Release with clm_row_layout_destroy ({0} is safe).
 * Errors: LIMIT (2^31 coefficients or more), HOST_MEMORY */
clmodp_status clm_row_layout_create(clm_error *error, clm_row_layout *out, const clmodp_zxy *f,
                                    const clmodp_zxy *g);

/* The same without gaps, if the longer polynomial is to be divided by powers of y. */
clmodp_status clm_row_layout_create_gapless(clm_error *error, clm_row_layout *out,
                                            const clmodp_zxy *f, const clmodp_zxy *g);

/* What either takes of the host's memory, with so many rows. */
uint64_t clm_row_layout_bytes(const clmodp_zxy *f, const clmodp_zxy *g, uint64_t rows);

/* The same for `count` pairs, all of them with the degrees in y of the pair that gives the shape,
 * and with no terms where that has a row end before. */
clmodp_status clm_row_layout_merge(clm_error *error, clm_row_layout *out, const clm_pair *shape,
                                   const clm_pair *pairs, size_t count);
void clm_row_layout_destroy(clm_row_layout *layout);

/* The figures of the rows, without buffers. */
clm_rows clm_row_layout_shape(const clm_row_layout *layout);

/* The rows of the first pair at x modulo the field's prime, on the host.
 *
 * Out:    values  a word a row, Montgomery: f's, then g's
 * In:     x       Montgomery */
void clm_row_layout_values(u32 *values, const clm_row_layout *layout, u32 x, fp_field field);

/* The rows, and how their coefficients become residues on the device. */
typedef struct clm_inputs {
    clm_reduction reduction; /* of the coefficients, packed */
    clm_rows rows;
    clm_buffer powers; /* the steps of a division by powers of y, if it is one */
} clm_inputs;

/* List the rows for `tables`, and the coefficients as the plan, or clm_reduction_create, has it;
 * release with clm_inputs_destroy ({0} is safe).
 *
 * Out:    out     stays where it is until the tables have been created
 * In:     layout  must outlive the inputs
 * Errors: those of clm_reduction_create */
clmodp_status clm_inputs_create(clmodp_context *ctx, clm_inputs *out,
                                const clm_row_layout *layout, const clm_reduction_plan *plan,
                                clm_tables *tables);
void clm_inputs_destroy(clmodp_context *ctx, clm_inputs *inputs);

#endif
