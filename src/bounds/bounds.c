/* Selects the best bounds on a resultant or another subresultant. Degree and valuation follow from
 * Newton polygons.
 *
 * Let f = f_p y^p + ... + f_0 with f_p != 0, and a_j = deg_x f_j (no point if f_j = 0). Over the
 * Puiseux series in 1/x, an algebraically closed field with the degree as minus a valuation, f =
 * f_p (y - r_1) ... (y - r_p), and the upper hull of the points (j, a_j)
 * shows the roots' degrees: an edge from (j, a) to (j + w, b) stands for w roots of degree (a - b)
 * / w; as many roots are 0 (degree -infinity) as y divides f.
 *
 *       a_j
 *        |   o----o             w = 2, a - b = 0: two roots of degree 0
 *        |  /  .   \            w = 1, a - b = 1: one root of degree 1
 *        | o     .  o           ...
 *        +--------------- j
 *
 * With s_1 ... s_q the roots of g and b_j = deg_x g_j,
 *     R = f_p^q g_q^p prod_{i,j} (r_i - s_j),     deg(r - s) <= max(deg r, deg s), so
 *     deg R <= q a_p + p b_q + sum_{i,j} max(deg r_i, deg s_j),
 * and a pair of edges adds to the sum w w' max(h / w, h' / w') = max(h w', h' w), integers.
 * Equality holds for generic coefficients on the hulls: the leading terms of r_i and s_j are then
 * roots of unrelated polynomials.
 *
 * For any weight s let alpha = max_j (a_j + s j), beta = max_j (b_j + s j). The bound by a
 * weighted degree, q alpha + p beta - s p q (s = 0: bi-degree, s = 1: total degree), is
 * never smaller: max(u, v) <= s + max(u - s, 0) + max(v - s, 0), and
 * sum_i max(deg r_i - s, 0) = alpha - a_p - s p.
 *
 * With 1/x instead of x, this sum bounds the valuation from below.
 *
 * Minors: the sum is also the greatest weight of a matching of the Sylvester matrix, if the
 * entries f_j and g_j have the heights of the hulls at j as weights. (Proof by potentials: order
 * all roots by degree, t_1 <= ... <= t_{p+q}, give column y^k the potential t_{k+2} + ... +
 * t_{p+q}, and each row the least potential that suffices. Entries with the sum of both potentials
 * as weight form a matching: the row of s_i has one where the roots up to s_i end.) A term of s_kj
 * is a matching of the matrix without the rows y^i f and y^i g, i < k, and the columns y^(2k) ...
 * y^0 but y^(k+j). With k times g_0, j times f_k and k - j times f_(k+1) in these rows and
 * columns, or f and g exchanged, it is one of the whole matrix. So its degree is at most the sum
 * less the greater of the two weights. This needs f_0 and g_0; if they are zero, 1 only raises
 * hulls.
 * Source: Newton, Puiseux; the sum is the mixed area of the polygons [Bernstein 1975]. */
#include "bounds/bounds.h"

#include <math.h>

#include "bounds/circle.h"
#include "bounds/height.h"
#include "core/memory.h"
#include "core/size.h"

__extension__ typedef __int128 int128;

/* An edge of a hull stands for w roots of degree h / w. */
typedef struct edge {
    int64_t w;
    int64_t h;
} edge;

/* The data of one polynomial that the bound depends on. */
typedef struct polygon {
    int64_t degree;  /* p */
    int64_t leading; /* a_p */
    int64_t zeros;   /* roots that are 0 */
    edge *edges;     /* by increasing h / w */
    size_t count;
} polygon;

/* Appends an edge at the right. Edges that do not turn downwards become one. */
static void add_edge(polygon *out, edge e)
{
    while (out->count > 0) {
        const edge *last = &out->edges[out->count - 1];

        if (last->h * e.w < e.h * last->w)
            break;
        e.w += last->w;
        e.h += last->h;
        out->count--;
    }
    out->edges[out->count++] = e;
}

/* Finds the upper hull of the tops or, if `lower`, of the negated lows; from y^0 on if `filled`.
 * out->edges has space for as many edges as there are rows. All numbers except products are below
 * 2^31. Source: monotone chain [Andrew 1979]. */
static void find_hull(polygon *out, const clm_norms *f, bool lower, bool filled)
{
    const clm_norm *last_row = &f->row[f->rows - 1], one = {0};

    out->degree = (int64_t)f->degree;
    out->leading = lower ? -(int64_t)last_row->low : (int64_t)last_row->top;
    out->zeros = filled ? 0 : (int64_t)f->row[0].j;
    out->count = 0;
    for (size_t k = filled && f->row[0].j > 0 ? 0 : 1; k < f->rows; k++) {
        const clm_norm *a = k > 0 ? &f->row[k - 1] : &one, *b = &f->row[k];

        add_edge(out, (edge){(int64_t)(b->j - a->j), lower ? (int64_t)b->low - (int64_t)a->low
                                                           : (int64_t)a->top - (int64_t)b->top});
    }
}

static int64_t total_height(const polygon *f)
{
    int64_t sum = 0;

    for (size_t k = 0; k < f->count; k++)
        sum += f->edges[k].h;
    return sum;
}

/* Returns the bound on deg R, below 2^96. Pre: not both have roots 0 */
static int128 mixed_height(const polygon *f, const polygon *g)
{
    int64_t width = 0, height = total_height(g); /* of g's edges before k; from k on */
    int128 sum = (int128)g->degree * f->leading + (int128)f->degree * g->leading;
    size_t k = 0;

    sum += (int128)f->zeros * height + (int128)g->zeros * total_height(f);
    for (size_t i = 0; i < f->count; i++) {
        const edge e = f->edges[i];

        for (; k < g->count && g->edges[k].h * e.w <= e.h * g->edges[k].w; k++) {
            width += g->edges[k].w;
            height -= g->edges[k].h;
        }
        sum += (int128)e.h * width + (int128)e.w * height;
    }
    return sum;
}

/* Tests whether an edge of f and one of g have the same slope. If not, deg(r - s) is the maximum
 * of the degrees for all roots r of f and s of g, and deg R the bound. */
static bool share_slope(const polygon *f, const polygon *g)
{
    for (size_t i = 0, k = 0; i < f->count && k < g->count;) {
        const int64_t of_f = f->edges[i].h * g->edges[k].w, of_g = g->edges[k].h * f->edges[i].w;

        if (of_f == of_g)
            return true;
        i += of_f < of_g;
        k += of_f > of_g;
    }
    return false;
}

/* Returns the hull at j, rounded down; far below all others for j beyond the degree. */
static int64_t hull_at(const polygon *f, int64_t j)
{
    int64_t value = f->leading + total_height(f);

    if (j > f->degree)
        return INT64_MIN / 4;
    for (size_t k = 0; j > 0; k++) {
        const edge e = f->edges[k];

        if (j < e.w) {
            int64_t drop = e.h * j;

            return value - drop / e.w - (drop % e.w > 0 ? 1 : 0);
        }
        value -= e.h;
        j -= e.w;
    }
    return value;
}

/* Returns the bound for s_k0 ... s_kk, k > 0, from filled hulls. */
static int128 bound_subresultant(const polygon *f, const polygon *g, int64_t k)
{
    const int128 height = mixed_height(f, g);
    const int128 of_f[3] = {hull_at(f, 0), hull_at(f, k), hull_at(f, k + 1)};
    const int128 of_g[3] = {hull_at(g, 0), hull_at(g, k), hull_at(g, k + 1)};
    int128 most = INT64_MIN;

    for (int64_t j = 0; j <= k; j++) { /* weights of the entries that complete s_kj */
        const int128 a = k * of_g[0] + j * of_f[1] + (k - j) * of_f[2];
        const int128 b = k * of_f[0] + j * of_g[1] + (k - j) * of_g[2];
        const int128 own = height - (a > b ? a : b);

        most = own > most ? own : most;
    }
    return most;
}

clmodp_status clm_newton_bounds(clm_error *error, clm_bounds *out, const clm_norms *f,
                                const clm_norms *g, size_t k)
{
    clmodp_status st = CLMODP_OK;
    polygon pf = {0}, pg = {0};
    int128 most[2] = {0, 0}; /* of the exponents, and of the negated ones */

    REQUIRE(error, f->rows > 0 && g->rows > 0 && f->degree >= k && g->degree >= k &&
                       (k == 0 || f->degree + g->degree > 2 * k));
    NEW(error, pf.edges, f->rows);
    NEW(error, pg.edges, g->rows);
    out->degree = out->valuation = 0;
    out->zero = k == 0 && f->row[0].j > 0 && g->row[0].j > 0;
    out->attained = k == 0 && !out->zero;
    if (out->zero)
        goto done;
    for (int low = 0; low < 2; low++) {
        find_hull(&pf, f, low != 0, k > 0);
        find_hull(&pg, g, low != 0, k > 0);
        most[low] =
            k > 0 ? bound_subresultant(&pf, &pg, (int64_t)k) : mixed_height(&pf, &pg);
        out->attained = out->attained && !share_slope(&pf, &pg);
    }
    out->zero = k == 0 && most[0] < -most[1];
    if (out->zero)
        goto done;
    if (most[0] > INT64_MAX)
        FAIL(error, CLMODP_LIMIT, "the %sresultant's degree may exceed 2^63", k > 0 ? "sub" : "");
    out->valuation = most[1] < 0 ? (uint64_t)-most[1] : 0;
    out->degree = most[0] > (int128)out->valuation ? (uint64_t)most[0] : out->valuation;
done:
    free(pg.edges);
    free(pf.edges);
    return st;
}

/* A bound on the height, in bits, and its name. */
typedef struct named_bits {
    double bits;
    const char *name;
} named_bits;

static void keep_least(named_bits *best, double bits, const char *name)
{
    if (bits < best->bits)
        *best = (named_bits){bits, name};
}

/* Gains of each bound over the previous ones on dense inputs (approximate, from random pairs). */
#define WEIGHT_GAIN 0.02
#define COLUMNS_GAIN 0.05
#define MEASURE_GAIN 0.02
#define CIRCLE_GAIN 0.04

/* With K samples of rows of degree d, half as many give 2 (p + q) d / K more bits, roughly. A
 * sample takes a quarter of its fixed cost coefficient, and a prime of 30 bits twice the time of
 * its remainder sequences. */
#define HALVING_BITS 2.0
#define LONG_GAIN 0.08 /* of the bound by long rows */
#define SAMPLE_SHARE 0.25
#define SEQUENCE_SHARE 2.0
#define WORD_BITS 30.0

/* Exact Graeffe steps are made if the other polynomial is GRAEFFE_RATIO times as long. They may
 * take at most GRAEFFE_SHARE of the time of all primes, and GRAEFFE_MOST products of limbs (some
 * 30 ms). */
#define GRAEFFE_RATIO 4
#define GRAEFFE_SHARE 0.02
#define GRAEFFE_MOST 0x1p26

/* A subresultant S_k, the norms of its inputs, and the best bound on its height so far. */
typedef struct heights {
    const clmodp_zxy *f, *g;
    const clm_norms *nf, *ng;
    size_t k;
    const clm_bounds_saving *saving;
    bool by_norms; /* only bounds that grow with the coefficients */
    double width;  /* number of coefficients */
    named_bits best;
} heights;

/* Returns whether a bound smaller by the part `gain` should save more time than it takes. */
static bool bound_pays(const heights *h, double gain, clm_operation operation, double count)
{
    const clm_bounds_saving *saving = h->saving;
    double primes, fewer;

    if (saving == NULL)
        return true;
    primes = ceil((h->best.bits + 2.0) / saving->prime_bits); /* P > 2 * 2^height_bits */
    fewer = ceil(((1.0 - gain) * h->best.bits + 2.0) / saving->prime_bits);
    return (primes - fewer) * h->width * saving->point_cost > saving->costs->ns[operation] * count;
}

/* Returns whether samples take more time than the primes for as many bits. Uses built-in cost
 * coefficients, so that all machines derive the same bounds. */
static bool samples_exceed(const heights *h, double samples, double bits)
{
    const double p = (double)h->nf->degree, q = (double)h->ng->degree;
    const double ns = samples * (double)(h->nf->rows + h->ng->rows) * SAMPLE_SHARE *
                      clm_cost(CLM_MACHINE_POCL, CLM_OP_BOUND_SAMPLE);
    const double point = p * q * clm_cost(CLM_MACHINE_POCL, CLM_OP_EUCLID_PAIR) +
                         clm_cost(CLM_MACHINE_POCL, CLM_OP_POINT);

    return ns > clm_limit_ns(CLM_LIMIT_SAMPLES) &&
           ns > bits / WORD_BITS * h->width * SEQUENCE_SHARE * point;
}

/* Returns the greatest number of samples on the circle that pays, or 0. Half of them, or none,
 * suffice where rows are long for their number, as of several variables packed into x. */
static size_t choose_samples(const heights *h)
{
    const double rows = (double)(h->nf->rows + h->ng->rows);
    const double degrees = (double)(h->nf->degree + h->ng->degree);
    const size_t degree = clm_size_max(clm_samples_widest(h->nf), clm_samples_widest(h->ng));
    const size_t least = clm_size_max(2 * degree, 2);
    size_t samples = clm_height_samples(h->nf, h->ng);

    while (samples > 0 && !bound_pays(h, CIRCLE_GAIN, CLM_OP_BOUND_SAMPLE, rows * (double)samples))
        samples = samples / 2 > least ? samples / 2 : 0;
    while (samples / 2 > least &&
           samples_exceed(h, 0.5 * (double)samples,
                          HALVING_BITS * degrees * (double)degree / (double)samples))
        samples /= 2;
    return samples_exceed(h, (double)samples, LONG_GAIN * h->best.bits) ? 0 : samples;
}

/* Returns the number of products of limbs that exact Graeffe steps may take. */
static double graeffe_budget(const heights *h)
{
    const clm_bounds_saving *saving = h->saving;
    double primes;

    if (saving == NULL)
        return GRAEFFE_MOST;
    primes = ceil((h->best.bits + 2.0) / saving->prime_bits) - 1.0; /* primes that may be saved */
    return fmin(GRAEFFE_SHARE * primes * h->width * saving->point_cost /
                    saving->costs->ns[CLM_OP_LIMB_PRODUCT], GRAEFFE_MOST);
}

/* Bounds the height by Mahler's measure of f or g, if its degree is much less than the other's. */
static clmodp_status try_graeffe(clm_error *error, heights *h)
{
    clmodp_status st = CLMODP_OK;
    const bool f_short = h->nf->degree < h->ng->degree;
    const clm_norms *lesser = f_short ? h->nf : h->ng, *greater = f_short ? h->ng : h->nf;
    const double budget = graeffe_budget(h);
    clm_graeffe graeffe = {0};
    double bits;

    if (lesser->degree < greater->degree / GRAEFFE_RATIO && budget >= CLM_GRAEFFE_PRODUCT) {
        TRY(clm_graeffe_create(error, &graeffe, f_short ? h->f : h->g, lesser, greater->degree,
                               budget));
        TRY(clm_height_by_graeffe(error, &bits, greater, lesser, &graeffe));
        keep_least(&h->best, bits, "mahler");
    }
done:
    clm_graeffe_destroy(&graeffe);
    return st;
}

/* Finds the smallest height bound. The weight is the best for the bound by rows and good for the
 * others, which may be better unweighted. */
static clmodp_status find_height(clm_error *error, heights *h)
{
    clmodp_status st = CLMODP_OK;
    const double rows = (double)(h->nf->rows + h->ng->rows);
    int64_t weights[2] = {0, 0};
    size_t samples;
    double bits;

    h->best = (named_bits){clm_height_by_rows(h->nf, h->ng, 0, h->k), "rows"};
    if (bound_pays(h, WEIGHT_GAIN, CLM_OP_BOUND_WEIGHT, rows))
        weights[0] = clm_height_weight(h->nf, h->ng);
    if (weights[0] != 0)
        keep_least(&h->best, clm_height_by_rows(h->nf, h->ng, weights[0], h->k), "rows");
    for (size_t n = 0; h->k == 0 && n < (weights[0] != 0 ? 2 : 1); n++) {
        if (bound_pays(h, COLUMNS_GAIN, CLM_OP_BOUND_COLUMNS, rows)) {
            TRY(clm_height_by_columns(error, &bits, h->nf, h->ng, weights[n]));
            keep_least(&h->best, bits, "columns");
        }
        if (!h->by_norms && bound_pays(h, MEASURE_GAIN, CLM_OP_BOUND_MAHLER, rows)) {
            TRY(clm_height_by_mahler(error, &bits, h->nf, h->ng, weights[n]));
            keep_least(&h->best, bits, "mahler");
        }
    }
    if (h->k == 0 && !h->by_norms)
        TRY(try_graeffe(error, h));
    samples = h->by_norms ? 0 : choose_samples(h);
    if (samples > 0) {
        TRY(clm_height_on_circle(error, &bits, h->f, h->nf, h->g, h->ng, weights[0], h->k,
                                 samples));
        keep_least(&h->best, bits, "circle");
    }
done:
    return st;
}

static clmodp_status set_height(clm_error *error, clm_bounds *bounds, named_bits height)
{
    if (!(height.bits < 0x1p62))
        return clm_fail(error, CLMODP_LIMIT,
                        "the resultant's coefficients may exceed 2^(2^62)");
    /* |c| <= 2^bits < 2^(floor(bits) + 1) */
    bounds->height_bits = height.bits > 0.0 ? (uint64_t)height.bits + 1 : 1;
    bounds->height_name = height.name;
    return CLMODP_OK;
}

/* Bounds S_k, k = h.k.
 * In: h  all but the norms and members derived from them */
static clmodp_status compute_bounds(clm_error *error, clm_bounds *out, heights h, bool with_height)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds bounds = {.height_name = with_height ? "rows" : ""};
    clm_norms nf = {0}, ng = {0};

    h.nf = &nf;
    h.ng = &ng;
    TRY(clm_norms_create(error, &nf, h.f));
    TRY(clm_norms_create(error, &ng, h.g));
    TRY(clm_newton_bounds(error, &bounds, &nf, &ng, h.k));
    if (with_height && !bounds.zero) {
        h.width = (double)(bounds.degree - bounds.valuation) + 1.0;
        TRY(find_height(error, &h));
        TRY(set_height(error, &bounds, h.best));
    }
    *out = bounds;
done:
    clm_norms_destroy(&nf);
    clm_norms_destroy(&ng);
    return st;
}

clmodp_status clm_bounds_compute(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g, const clm_bounds_saving *saving)
{
    return clm_bounds_subresultant(error, out, f, g, 0, true, saving);
}

clmodp_status clm_bounds_subresultant(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                      const clmodp_zxy *g, size_t k, bool with_height,
                                      const clm_bounds_saving *saving)
{
    return compute_bounds(error, out, (heights){.f = f, .g = g, .k = k, .saving = saving},
                          with_height);
}

clmodp_status clm_bounds_of_all(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                const clmodp_zxy *g, size_t k)
{
    return compute_bounds(error, out, (heights){.f = f, .g = g, .k = k, .by_norms = true}, true);
}

void clm_bounds_join(clm_bounds *bounds, const clm_bounds *other)
{
    if (other->zero)
        return;
    if (bounds->zero) {
        *bounds = *other;
        return;
    }
    bounds->attained = false;
    if (other->degree > bounds->degree)
        bounds->degree = other->degree;
    if (other->valuation < bounds->valuation)
        bounds->valuation = other->valuation;
    if (other->height_bits > bounds->height_bits) {
        bounds->height_bits = other->height_bits;
        bounds->height_name = other->height_name;
    }
}
