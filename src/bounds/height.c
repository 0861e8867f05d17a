/* Heights from the 1-norms of the rows: Hadamard's inequality by rows and by columns. */
#include "bounds/height.h"

#include "base/memory.h"
#include "base/size.h"

enum {
    WEIGHT_LIMIT = 1 << 24,      /* |weight|: the weighted exponents stay below 2^52 */
    WEIGHT_ROWS = 100000,        /* no search beyond: 40 passes would be felt */
    COLUMN_LIMIT = 1 << 22
};

/* log2 of the 2-norm of the weighted rows, rounded up by more than its error. */
static double log2_of_rows(const clm_norms *f, int64_t weight)
{
    clm_scaled sum = {0.0, 0};

    for (size_t k = 0; k < f->rows; k++) {
        clm_scaled s = clm_norm_weighted(&f->row[k], weight);

        sum = clm_scaled_add(sum, clm_scaled_mul(s, s));
    }
    /* Each sum of n numbers is off by less than (n + 8) 2^-51, relatively. */
    return 0.5 * clm_scaled_log2(sum) + ldexp((double)(f->terms + f->rows + 32), -50);
}

double clm_height_weight_bits(const clm_norms *f, const clm_norms *g, int64_t weight, size_t less)
{
    double power = (double)f->degree * (double)g->degree;

    return (double)weight / CLM_WEIGHT_UNIT * (less == 0 ? power : power - (weight > 0 ? 2 : 1));
}

double clm_height_round_up(double bits, const clm_norms *f, double lf, const clm_norms *g,
                           double lg, int64_t weight)
{
    double p = (double)f->degree, q = (double)g->degree;
    double size = q * (fabs(lf) + 1.0) + p * (fabs(lg) + 1.0) +
                  fabs(clm_height_weight_bits(f, g, weight, 0));

    return bits + ldexp(size + 1.0, -44);
}

double clm_height_by_rows(const clm_norms *f, const clm_norms *g, int64_t weight, size_t less)
{
    double lf = log2_of_rows(f, weight), lg = log2_of_rows(g, weight);
    double bits = (double)(g->degree - less) * lf + (double)(f->degree - less) * lg;

    bits -= clm_height_weight_bits(f, g, weight, less);
    return clm_height_round_up(bits, f, lf, g, lg, weight);
}

int64_t clm_height_weight(const clm_norms *f, const clm_norms *g)
{
    int64_t low, high, span = 0;

    if (f->rows + g->rows > WEIGHT_ROWS || f->degree == 0 || g->degree == 0)
        return 0;
    for (size_t k = 0; k < f->rows; k++)
        span = f->row[k].norm.e > span ? f->row[k].norm.e : span;
    for (size_t k = 0; k < g->rows; k++)
        span = g->row[k].norm.e > span ? g->row[k].norm.e : span;

    /* The bound is a convex function of the weight (a sum of logarithms of sums of
     * exponentials); its least value lies where two rows are of equal size or nearer 0. */
    high = span + 2 > WEIGHT_LIMIT / CLM_WEIGHT_UNIT ? WEIGHT_LIMIT
                                                     : (span + 2) * CLM_WEIGHT_UNIT;
    low = -high;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;

        if (clm_height_by_rows(f, g, middle, 0) <= clm_height_by_rows(f, g, middle + 1, 0))
            high = middle;
        else
            low = middle + 1;
    }
    /* Weighting is pointless if it does not gain half a bit. */
    return clm_height_by_rows(f, g, low, 0) < clm_height_by_rows(f, g, 0, 0) - 0.5 ? low : 0;
}

/* squares[j] = (norm of row j)^2, weighted; zeroed by the caller. */
static void square_rows(clm_scaled *squares, const clm_norms *f, int64_t weight)
{
    for (size_t k = 0; k < f->rows; k++) {
        clm_scaled s = clm_norm_weighted(&f->row[k], weight);

        squares[f->row[k].j] = clm_scaled_mul(s, s);
    }
}

/* sums[c] += values[c] + values[c - 1] + ... + values[c - width + 1] for c < count + width
 * - 1, values outside 0 ... count - 1 being 0. Without subtractions: columns are cut into
 * blocks of `width`, and a window is the end of one block and the beginning of the next.
 * ends[] has room for `width` numbers. */
static void add_windows(clm_scaled *sums, const clm_scaled *values, size_t count, size_t width,
                        clm_scaled *ends)
{
    size_t columns = count + width - 1;

    for (size_t k = 0; k < width; k++)
        ends[k] = (clm_scaled){0.0, 0};
    for (size_t block = 0; width > 0 && block < columns; block += width) {
        clm_scaled beginning = {0.0, 0}, end = {0.0, 0};
        size_t length = clm_size_min(width, columns - block);

        for (size_t k = 0; k < length; k++) {
            if (block + k < count)
                beginning = clm_scaled_add(beginning, values[block + k]);
            sums[block + k] = clm_scaled_add(sums[block + k], beginning);
            if (k + 1 < width)
                sums[block + k] = clm_scaled_add(sums[block + k], ends[k + 1]);
        }
        for (size_t k = width; k-- > 0;) {
            if (block + k < count)
                end = clm_scaled_add(end, values[block + k]);
            ends[k] = end;
        }
    }
}

clmodp_status clm_height_by_columns(clm_error *error, double *bits, const clm_norms *f,
                                    const clm_norms *g, int64_t weight)
{
    clmodp_status st = CLMODP_OK;
    size_t p = f->degree, q = g->degree, columns = p + q;
    clm_scaled *squares = NULL, *sums = NULL, *ends = NULL;
    double total = 0.0, size = 0.0;

    *bits = INFINITY;
    if (columns > COLUMN_LIMIT)
        goto done;
    NEW(error, sums, columns);
    NEW(error, ends, columns);
    NEW(error, squares, columns + 1);
    square_rows(squares, f, weight);
    add_windows(sums, squares, p + 1, q, ends);
    for (size_t j = 0; j <= p; j++)
        squares[j] = (clm_scaled){0.0, 0};
    square_rows(squares, g, weight);
    add_windows(sums, squares, q + 1, p, ends);

    for (size_t c = 0; c < columns; c++) {
        double l = 0.5 * clm_scaled_log2(sums[c]);

        if (sums[c].m == 0.0) { /* a column of zeros: R = 0 */
            *bits = 0.0;
            goto done;
        }
        total += l + ldexp((double)(f->terms + g->terms + columns + 32), -50);
        size = fmax(size, fabs(l));
    }
    total -= clm_height_weight_bits(f, g, weight, 0);
    *bits = clm_height_round_up(total, f, size + (double)columns, g,
                                size + (double)columns, weight);
done:
    free(squares);
    free(ends);
    free(sums);
    return st;
}
