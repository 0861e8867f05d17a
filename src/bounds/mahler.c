/* Height of a resultant from Mahler's measure of its arguments.
 *
 * Let |x| = 1, f and g in C[y] the values there, s_1 ... s_q the roots of g, and
 * M(g) = |lc(g)| prod max(1, |s_j|). Then |f(s)| <= L(f) max(1, |s|)^p with L(f) the sum of
 * the absolute values of f's coefficients, and
 *
 *     |R(x)| = |lc(g)|^p prod |f(s_j)| <= L(f)^q M(g)^p.
 *
 * (Where lc(g) vanishes, by continuity.) M(g) is at most the 2-norm of g [Landau 1905].
 * Graeffe's step G(y^2) = g(y) g(-y) squares the roots, so that M(G) = M(g)^2, and after m
 * steps the 2-norm is at most 2^q times too large, but of M(g)^(2^m): a 2^m-th root takes
 * that away.
 *
 * All that is known of g for all x at once is bounds N_j >= |g_j|, the 1-norms of the rows.
 * The coefficients of G are sums over i + j = 2k of +-g_i g_j, bounded by those of N_i N_j:
 * what stands at odd powers cancels and is left out. For a + b y nothing is lost at all,
 * M -> max(N_0, N_1), and little where one row outweighs the others. Elsewhere a step may
 * make the bound worse: the best one counts.
 *
 * M(g(y^t)) = M(g) and M(y^k g) = M(g): exponents are taken without common steps, so that
 * y^q + x costs as little as y + x.
 *
 * Where signs matter, as for y^2 + y + 1 with M = 1, norms of rows only find the measure of
 * y^2 - y - 1, and a high power of it is far from the truth. So a short g against a long f has its
 * first steps done exactly (graeffe.h); norms go on from there.
 *
 * Relative errors: a row's norm has (terms + 4) 2^-51, a step doubles what there was and adds
 * (terms of the sum + 2) 2^-51, the 2-norm half of that, and the 2^m-th root halves m times:
 * altogether less than (terms + 2 degree + 8) 2^-51, or 3/2 of that in the logarithm.
 * Source: [Mahler 1960]; [Landau 1905] */
#include <string.h>

#include "base/memory.h"
#include "base/size.h"
#include "bounds/height.h"

enum {
    STEPS = 20,              /* exponents of 2, up to 2^38, stay below 2^62 */
    DEGREE_LIMIT = 1 << 20,
    MOST_PRODUCTS = 1 << 21  /* and sums of norms: some 10 ms, the same on all machines */
};

/* Bounds on the absolute values of a polynomial's coefficients. */
typedef struct majorant {
    clm_scaled *norm, *next; /* 0 ... degree; those after one more step */
    size_t *place;           /* of those that are not zero */
    size_t degree;
} majorant;

static void majorant_destroy(majorant *a)
{
    free(a->norm);
    free(a->next);
    free(a->place);
}

/* Without common steps of the exponents; norm stays NULL when the degree is too large then. */
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

/* List the places; returns how many there are. */
static size_t find_places(const majorant *a)
{
    size_t count = 0;

    for (size_t k = 0; k <= a->degree; k++)
        if (a->norm[k].m > 0.0)
            a->place[count++] = k;
    return count;
}

/* One step of Graeffe's. */
static void square_roots(majorant *a, size_t count)
{
    clm_scaled *squared = a->next;

    memset(squared, 0, (a->degree + 1) * sizeof *squared);
    for (size_t u = 0; u < count; u++)
        for (size_t v = u; v < count; v++) {
            size_t i = a->place[u], j = a->place[v];
            clm_scaled product;

            if ((i + j) % 2 != 0)
                continue;
            product = clm_scaled_mul(a->norm[i], a->norm[j]);
            product.e += u != v; /* twice */
            squared[(i + j) / 2] = clm_scaled_add(squared[(i + j) / 2], product);
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

/* log2 of the sum of all rows' norms, rounded up by more than its error. */
static double log2_of_sum(const clm_norms *f, int64_t weight)
{
    clm_scaled sum = {0.0, 0};

    for (size_t k = 0; k < f->rows; k++)
        sum = clm_scaled_add(sum, clm_norm_weighted(&f->row[k], weight));
    return clm_scaled_log2(sum) + ldexp((double)(f->terms + f->rows + 32), -50);
}

/* log2 of a bound on M(g), rounded up likewise: steps are made until another one would not
 * make `power` times that better by a quarter of a bit, or while they are cheap. */
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
        square_roots(&a, count);
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
