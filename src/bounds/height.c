/* Computes the 1-norms of a polynomial's rows, and height bounds: Hadamard's inequality by rows
 * and by columns, and Mahler's measure. */
#include "bounds/height.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/zxy.h"

clmodp_status clm_norms_create(clm_error *error, clm_norms *out, const clmodp_zxy *f)
{
    clmodp_status st = CLMODP_OK;
    clm_norms norms = {.terms = f->length};

    REQUIRE(error, f->length > 0);
    for (size_t k = 0; k < f->length; k++)
        norms.rows += k == 0 || f->term[k].j != f->term[k - 1].j;
    NEW(error, norms.row, norms.rows);
    norms.degree = f->term[f->length - 1].j;
    norms.rows = 0;
    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];
        clm_norm *row;

        if (k == 0 || term->j != term[-1].j)
            norms.row[norms.rows++] = (clm_norm){.j = term->j, .first = k, .low = term->i};
        row = &norms.row[norms.rows - 1];
        row->top = term->i;
        row->terms++;
        row->norm = clm_scaled_add(row->norm, clm_scaled_from(term->c));
    }
    *out = norms;
done:
    return st;
}

void clm_norms_destroy(clm_norms *norms)
{
    free(norms->row);
    *norms = (clm_norms){0};
}

clm_scaled clm_norm_weighted(const clm_norm *row, int64_t weight)
{
    int64_t shift = weight * (int64_t)row->j;
    int64_t whole = shift / CLM_WEIGHT_UNIT, part = shift % CLM_WEIGHT_UNIT;

    return clm_scaled_normal(row->norm.m * exp2((double)part / CLM_WEIGHT_UNIT),
                             row->norm.e + whole);
}

enum {
    WEIGHT_LIMIT = 1 << 24,      /* |weight|: the weighted exponents stay below 2^52 */
    WEIGHT_ROWS = 100000,        /* no search beyond: 40 passes would be noticeable */
    COLUMN_LIMIT = 1 << 22
};

/* Returns log2 of the 2-norm of the weighted rows, rounded up by more than its error. */
static double log2_of_rows(const clm_norms *f, int64_t weight)
{
    clm_scaled sum = {0.0, 0};

    for (size_t k = 0; k < f->rows; k++) {
        clm_scaled s = clm_norm_weighted(&f->row[k], weight);

        sum = clm_scaled_add(sum, clm_scaled_mul(s, s));
    }
    /* Each sum of n numbers has a relative error below (n + 8) 2^-51. */
    return 0.5 * clm_scaled_log2(sum) + ldexp((double)(f->terms + f->rows + 32), -50);
}

double clm_height_weight_bits(const clm_norms *f, const clm_norms *g, int64_t weight, size_t k)
{
    const double p = (double)f->degree, q = (double)g->degree, index = (double)k;
    const double power = p * q - index * (index + 1.0) + (weight > 0 ? 0.0 : index);

    return (double)weight / CLM_WEIGHT_UNIT * power;
}

double clm_height_round_up(double bits, const clm_norms *f, double lf, const clm_norms *g,
                           double lg, int64_t weight)
{
    double p = (double)f->degree, q = (double)g->degree;
    double size = q * (fabs(lf) + 1.0) + p * (fabs(lg) + 1.0) +
                  fabs(clm_height_weight_bits(f, g, weight, 0));

    return bits + ldexp(size + 1.0, -44);
}

double clm_height_by_rows(const clm_norms *f, const clm_norms *g, int64_t weight, size_t k)
{
    double lf = log2_of_rows(f, weight), lg = log2_of_rows(g, weight);
    double bits = (double)(g->degree - k) * lf + (double)(f->degree - k) * lg;

    bits -= clm_height_weight_bits(f, g, weight, k);
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

    /* The bound is convex in the weight (a sum of logarithms of sums of exponentials), and least
     * where two rows are equally large, or nearer 0. */
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

/* Sets squares[j] to the square of the weighted norm of row j; the caller has set all to 0. */
static void square_rows(clm_scaled *squares, const clm_norms *f, int64_t weight)
{
    for (size_t k = 0; k < f->rows; k++) {
        clm_scaled s = clm_norm_weighted(&f->row[k], weight);

        squares[f->row[k].j] = clm_scaled_mul(s, s);
    }
}

/* Adds values[c] + values[c - 1] + ... + values[c - width + 1] to sums[c] for
 * c < count + width - 1, values outside 0 ... count - 1 being 0. Avoids subtractions: columns are
 * cut into blocks of `width`, and a window ends one block and begins the next. ends[] has space
 * for `width` numbers. */
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

/* Height of a resultant from Mahler's measure.
 *
 * Let |x| = 1, f and g in C[y] the values there, s_1 ... s_q the roots of g, and M(g) = |lc(g)|
 * prod max(1, |s_j|). Then |f(s)| <= L(f) max(1, |s|)^p with L(f) the 1-norm of f's coefficients,
 * and
 *
 *     |R(x)| = |lc(g)|^p prod |f(s_j)| <= L(f)^q M(g)^p.
 *
 * (If lc(g) vanishes, this holds by continuity.) M(g) is at most the 2-norm of g [Landau 1905].
 * Graeffe's step G(y^2) = g(y) g(-y) squares the roots, so that M(G) = M(g)^2. After m steps
 * the 2-norm exceeds M(g)^(2^m) by a factor of at most 2^q, whose 2^m-th root tends to 1.
 *
 * For all x at once only bounds N_j >= |g_j| are known, the 1-norms of the rows. The coefficients
 * of G are sums over i + j = 2k of +-g_i g_j, bounded by those of N_i N_j; terms at odd powers
 * cancel. Nothing is lost for a + b y, M -> max(N_0, N_1), and little if one row outweighs the
 * others. Else a step may worsen the bound: the best one counts.
 *
 * M(g(y^t)) = M(g) and M(y^k g) = M(g): exponents are taken without common steps, so that
 * y^q + x costs as little as y + x.
 *
 * If signs matter, as for y^2 + y + 1 with M = 1, norms only find the measure of y^2 - y - 1, with
 * high powers far off. So for short g and long f the first steps are exact (clm_graeffe).
 *
 * Relative errors: a row's norm has (terms + 4) 2^-51, a step doubles the error and adds
 * (terms of the sum + 2) 2^-51, the 2-norm adds half as much, and the 2^m-th root halves m times:
 * altogether less than (terms + 2 degree + 8) 2^-51, or 3/2 of this in the logarithm.
 * Source: [Mahler 1960]; [Landau 1905] */

enum {
    STEPS = 20,              /* exponents of 2, up to 2^38, stay below 2^62 */
    DEGREE_LIMIT = 1 << 20,
    MOST_PRODUCTS = 1 << 21  /* and sums of norms: some 10 ms; the same on all machines */
};

/* Bounds on the absolute values of a polynomial's coefficients. */
typedef struct majorant {
    clm_scaled *norm, *next; /* 0 ... degree; the norms after one more step */
    size_t *place;           /* indices of non-zero norms */
    size_t degree;
} majorant;

static void majorant_destroy(majorant *a)
{
    free(a->norm);
    free(a->next);
    free(a->place);
}

/* Divides the exponents by their common step; norm stays NULL if the degree is still too large. */
static clmodp_status majorant_create(clm_error *error, majorant *out, const clm_norms *g,
                                     int64_t weight)
{
    clmodp_status st = CLMODP_OK;
    size_t low = g->row[0].j, step = 0;

    for (size_t k = 1; k < g->rows; k++)
        step = clm_size_gcd(step, g->row[k].j - low);
    step = clm_size_max(step, 1);
    out->degree = (g->degree - low) / step;
    if (out->degree > DEGREE_LIMIT)
        goto done;
    NEW(error, out->norm, out->degree + 1);
    NEW(error, out->next, out->degree + 1);
    NEW(error, out->place, out->degree + 1);
    for (size_t k = 0; k < g->rows; k++)
        out->norm[(g->row[k].j - low) / step] = clm_norm_weighted(&g->row[k], weight);
done:
    return st;
}

/* Lists the indices of non-zero norms and returns their number. */
static size_t find_places(const majorant *a)
{
    size_t count = 0;

    for (size_t k = 0; k <= a->degree; k++)
        if (a->norm[k].m > 0.0)
            a->place[count++] = k;
    return count;
}

/* Makes one Graeffe step. */
static void square_majorant(majorant *a, size_t count)
{
    clm_scaled *squared = a->next;

    memset(squared, 0, (a->degree + 1) * sizeof *squared);
    for (size_t u = 0; u < count; u++)
        for (size_t v = u; v < count; v++) {
            const size_t i = a->place[u], j = a->place[v];
            const clm_scaled x = a->norm[i], y = a->norm[j];

            if ((i + j) % 2 == 0) /* the product twice for u != v; the sum is normalised */
                squared[(i + j) / 2] = clm_scaled_add(
                    squared[(i + j) / 2], (clm_scaled){x.m * y.m, x.e + y.e + (u != v)});
        }
    a->next = a->norm;
    a->norm = squared;
}

static double log2_of_norm(const majorant *a)
{
    clm_scaled sum = {0.0, 0};

    for (size_t k = 0; k <= a->degree; k++)
        sum = clm_scaled_add(sum, clm_scaled_mul(a->norm[k], a->norm[k]));
    return 0.5 * clm_scaled_log2(sum);
}

/* Returns log2 of the sum of all rows' norms, rounded up by more than its error. */
static double log2_of_sum(const clm_norms *f, int64_t weight)
{
    clm_scaled sum = {0.0, 0};

    for (size_t k = 0; k < f->rows; k++)
        sum = clm_scaled_add(sum, clm_norm_weighted(&f->row[k], weight));
    return clm_scaled_log2(sum) + ldexp((double)(f->terms + f->rows + 32), -50);
}

/* Finds log2 of a bound on M(g), rounded up likewise, by steps while cheap and likely to improve
 * `power` times the logarithm by a quarter of a bit. */
static clmodp_status log2_of_mahler(clm_error *error, double *bits, const clm_norms *g,
                                    int64_t weight, size_t power)
{
    clmodp_status st = CLMODP_OK;
    majorant a = {0};
    double left = MOST_PRODUCTS, excess;

    *bits = log2_of_sum(g, weight); /* M <= L */
    TRY(majorant_create(error, &a, g, weight));
    if (a.norm == NULL)
        goto done;
    excess = 0.5 * (double)power * log2((double)a.degree + 1.0);
    for (int m = 0; m <= STEPS; m++) {
        size_t count = find_places(&a);
        double error_bits = ldexp((double)(g->terms + 2 * a.degree + 32), -50);

        *bits = fmin(*bits, ldexp(log2_of_norm(&a), -m) + error_bits);
        left -= (double)a.degree + 0.5 * (double)count * (double)count;
        if (left < 0.0 || ldexp(excess, -m) < 0.25)
            break;
        square_majorant(&a, count);
    }
done:
    majorant_destroy(&a);
    return st;
}

clmodp_status clm_height_by_mahler(clm_error *error, double *bits, const clm_norms *f,
                                   const clm_norms *g, int64_t weight)
{
    clmodp_status st = CLMODP_OK;
    double p = (double)f->degree, q = (double)g->degree;
    double weighted = (double)weight / CLM_WEIGHT_UNIT * p * q;
    double lf = log2_of_sum(f, weight), lg = log2_of_sum(g, weight), mf, mg;

    TRY(log2_of_mahler(error, &mf, f, weight, g->degree));
    TRY(log2_of_mahler(error, &mg, g, weight, f->degree));
    *bits = fmin(clm_height_round_up(q * lf + p * mg - weighted, f, lf, g, mg, weight),
                 clm_height_round_up(q * mf + p * lg - weighted, f, mf, g, lg, weight));
done:
    return st;
}

clmodp_status clm_height_by_graeffe(clm_error *error, double *bits, const clm_norms *f,
                                    const clm_norms *g, const clm_graeffe *of_g)
{
    clmodp_status st = CLMODP_OK;
    const double p = (double)f->degree, q = (double)g->degree, lf = log2_of_sum(f, 0);
    double mg;

    TRY(log2_of_mahler(error, &mg, &of_g->norms, 0, clm_size_max(f->degree >> of_g->steps, 1)));
    mg = ldexp(mg, -(int)of_g->steps);
    *bits = clm_height_round_up(q * lf + p * mg, f, lf, g, mg, 0);
done:
    return st;
}

/* Exact Graeffe steps: G_k = sum over i + j = 2 k of (-1)^i g_i g_j. They square Mahler's measure
 * in y at every x:
 *
 *     M(g(x, .)) = M(G(x, .))^(1/2^m) after m steps.
 *
 * Each step doubles the integers' length and the degree in x. Measures do not depend on powers of
 * y or on t in g(y^t), which are removed.
 *
 * A bound on M(G) by norms loses about a constant in the logarithm, of which the root leaves 2^-m:
 * with |x| = 1, at most q + (log2(terms of a row)) / 2 bits, since |G_k(x)| <= C(q, k) M(G)
 * and the 1-norm of a polynomial in x is at most sqrt(terms) times its maximum on the circle.
 * Source: [Mahler 1960]; [Landau 1905] */

enum { EXACT_STEPS = 20, MOST_CELLS = 1 << 18 };

/* Coefficients of x^i y^j, i < width, row by row in y. */
typedef struct dense {
    mpz_t *cell;
    size_t degree; /* in y */
    size_t width;
} dense;

static size_t cells_of(size_t degree, size_t width)
{
    return clm_size_times(degree + 1, width);
}

static clmodp_status dense_create(clm_error *error, dense *out, size_t degree, size_t width)
{
    clmodp_status st = CLMODP_OK;

    *out = (dense){.degree = degree, .width = width};
    NEW(error, out->cell, cells_of(degree, width));
    for (size_t k = 0; k < cells_of(degree, width); k++)
        mpz_init(out->cell[k]);
done:
    return st;
}

static void dense_destroy(dense *g)
{
    for (size_t k = 0; g->cell != NULL && k < cells_of(g->degree, g->width); k++)
        mpz_clear(g->cell[k]);
    free(g->cell);
    *g = (dense){0};
}

/* The least exponents of g's terms, and the common steps of their distances. */
typedef struct lattice {
    size_t low_x, step_x, width;
    size_t low_y, step_y, degree;
} lattice;

static lattice find_lattice(const clmodp_zxy *g, const clm_norms *norms)
{
    lattice l = {.low_x = SIZE_MAX, .low_y = norms->row[0].j};
    size_t top = 0;

    for (size_t k = 0; k < norms->rows; k++) {
        l.low_x = clm_size_min(l.low_x, norms->row[k].low);
        top = clm_size_max(top, norms->row[k].top);
        l.step_y = clm_size_gcd(l.step_y, norms->row[k].j - l.low_y);
    }
    for (size_t k = 0; k < g->length; k++)
        l.step_x = clm_size_gcd(l.step_x, g->term[k].i - l.low_x);
    l.step_x = clm_size_max(l.step_x, 1);
    l.step_y = clm_size_max(l.step_y, 1);
    l.width = (top - l.low_x) / l.step_x + 1;
    l.degree = (norms->degree - l.low_y) / l.step_y;
    return l;
}

/* Writes the terms of g to their cells. */
static void fill_dense(dense *out, const clmodp_zxy *g, const lattice *l)
{
    for (size_t k = 0; k < g->length; k++) {
        const size_t row = (g->term[k].j - l->low_y) / l->step_y;

        mpz_set(out->cell[row * out->width + (g->term[k].i - l->low_x) / l->step_x],
                g->term[k].c);
    }
}

/* Adds a * b to sum, or subtracts it if `negative`, for rows of `width` coefficients. */
static void add_product(mpz_t *sum, mpz_t *a, mpz_t *b, size_t width, bool negative)
{
    for (size_t u = 0; u < width; u++)
        for (size_t v = 0; mpz_sgn(a[u]) != 0 && v < width; v++) {
            if (negative)
                mpz_submul(sum[u + v], a[u], b[v]);
            else
                mpz_addmul(sum[u + v], a[u], b[v]);
        }
}

/* Sets next to the Graeffe step of g; its cells are 0 before. */
static void square_exactly(dense *next, const dense *g)
{
    for (size_t k = 0; k <= g->degree; k++) {
        mpz_t *row = next->cell + k * next->width;

        for (size_t i = k; i <= clm_size_min(2 * k, g->degree); i++) {
            mpz_t *a = g->cell + i * g->width, *b = g->cell + (2 * k - i) * g->width;

            add_product(row, a, b, g->width, i % 2 != 0);
            if (i > k) /* the pair in the other order */
                add_product(row, a, b, g->width, i % 2 != 0);
        }
    }
}

/* Returns the limbs of the longest coefficient. */
static size_t longest_cell(const dense *g)
{
    size_t limbs = 0;

    for (size_t k = 0; k < cells_of(g->degree, g->width); k++)
        limbs = clm_size_max(limbs, mpz_size(g->cell[k]));
    return limbs;
}

/* Returns the greatest number of limb products that a step takes. */
static double step_cost(const dense *g)
{
    const double rows = (double)g->degree + 1.0, width = (double)g->width;
    const double limbs = (double)longest_cell(g);

    return rows * rows / 2.0 * width * width * (limbs * limbs + CLM_GRAEFFE_PRODUCT);
}

static clmodp_status measure_rows(clm_error *error, clm_norms *out, const dense *g)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_norms){.degree = g->degree};
    NEW(error, out->row, g->degree + 1);
    for (size_t j = 0; j <= g->degree; j++) {
        clm_norm row = {.j = j};

        for (size_t i = 0; i < g->width; i++) {
            mpz_srcptr c = g->cell[j * g->width + i];

            if (mpz_sgn(c) == 0)
                continue;
            row.low = row.terms == 0 ? i : row.low;
            row.top = i;
            row.terms++;
            row.norm = clm_scaled_add(row.norm, clm_scaled_from(c));
        }
        out->terms += row.terms;
        if (row.terms > 0)
            out->row[out->rows++] = row;
    }
done:
    return st;
}

/* Returns whether another step could reduce `power` log2(M) significantly. */
static bool is_loose(const dense *g, unsigned steps, size_t power)
{
    const double most =
        (double)g->degree + 0.5 * log2((double)g->width * ((double)g->degree + 1.0));
    const double excess = ldexp(most, -(int)steps);
    const double bits = ldexp(64.0 * (double)(longest_cell(g) - 1), -(int)steps);

    return (double)power * excess >= 0.25 && excess >= 0x1p-10 * bits;
}

clmodp_status clm_graeffe_create(clm_error *error, clm_graeffe *out, const clmodp_zxy *g,
                                 const clm_norms *norms, size_t power, double budget)
{
    clmodp_status st = CLMODP_OK;
    const lattice l = find_lattice(g, norms);
    dense now = {0}, next = {0};

    *out = (clm_graeffe){0};
    if (l.width > MOST_CELLS || l.degree > MOST_CELLS || cells_of(l.degree, l.width) > MOST_CELLS)
        return clm_norms_create(error, &out->norms, g);
    TRY(dense_create(error, &now, l.degree, l.width));
    fill_dense(&now, g, &l);
    while (out->steps < EXACT_STEPS && is_loose(&now, out->steps, power)) {
        budget -= step_cost(&now);
        if (budget < 0.0 || cells_of(now.degree, 2 * now.width - 1) > MOST_CELLS)
            break;
        TRY(dense_create(error, &next, now.degree, 2 * now.width - 1));
        square_exactly(&next, &now);
        dense_destroy(&now);
        now = next;
        next = (dense){0};
        out->steps++;
    }
    TRY(measure_rows(error, &out->norms, &now));
done:
    dense_destroy(&next);
    dense_destroy(&now);
    if (st != CLMODP_OK)
        clm_graeffe_destroy(out);
    return st;
}

void clm_graeffe_destroy(clm_graeffe *graeffe)
{
    clm_norms_destroy(&graeffe->norms);
    *graeffe = (clm_graeffe){0};
}
