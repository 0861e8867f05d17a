/* Packs matrices in several variables by Kronecker's substitution, with radices from assignment
 * problems. A grading w for which all terms of entry (i, j) have weight W_i + V_j gives all terms
 * of the determinant the sum of all W_i and V_j, and a variable with w != 0 may be 1. */
#include "matrix/packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/assignment.h"
#include "core/memory.h"
#include "core/size.h"
#include "polynomials/mpoly.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/gradings.h"

enum { MOST = CLMODP_MOST_VARIABLES };

__extension__ typedef __int128 i128;

/* The state of packing a view. Exponents of variable v in the determinant are offset[v] +
 * step[v] digit, with digits from 0 to radix[v] - 1. */
typedef struct packer {
    clm_error *error;
    clm_matrix_packing *out;
    const clm_view *view;
    clmodp_zxy *packed;
    mpz_srcptr modulus; /* NULL: over Q */
    int64_t *entry; /* n x n weights of an assignment problem */
    int64_t offset[MOST], radix[MOST];
    size_t place[MOST];    /* of the digit of a variable */
    clm_gradings gradings; /* of digits */
    int64_t *degree;       /* of rows, then columns: MOST digits each */
} packer;

/* Solves the assignment problem for the highest exponents of variable v in the entries or, if
 * `lower`, for the negated lowest ones. */
static clmodp_status assign(packer *p, clm_assignment *best, size_t v, bool lower)
{
    const size_t n = p->view->n;

    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clm_view_entry(p->view, k / n, k % n)->f;
        int64_t weight = CLM_NO_WEIGHT;

        for (size_t t = 0; f != NULL && t < f->length; t++) {
            const int64_t e = (int64_t)clm_mpoly_exponents(f, t)[v];

            if (weight < (lower ? -e : e))
                weight = lower ? -e : e;
        }
        p->entry[k] = weight;
    }
    return clm_assignment_create(p->error, best, p->entry, n);
}

static bool occurs(const packer *p, size_t v)
{
    const size_t n = p->view->n;

    for (size_t k = 0; k < n * n; k++) {
        const clmodp_mpoly *f = clm_view_entry(p->view, k / n, k % n)->f;

        for (size_t t = 0; f != NULL && t < f->length; t++)
            if (clm_mpoly_exponents(f, t)[v] > 0)
                return true;
    }
    return false;
}

/* Returns the exponent of variable v in a term of entry (i, j) without the powers that its row and
 * column have in common: a multiple of the step. */
static int64_t kept_exponent(const clm_matrix_packing *packing, const clm_view *view, size_t i,
                             size_t j, size_t v, const uint32_t *exponents)
{
    const int64_t *shift = packing->shift + v * 2 * view->n;

    return (int64_t)exponents[v] - shift[i] - shift[view->n + j];
}

int64_t clm_packed_exponent(const clm_matrix_packing *packing, const clm_view *view, size_t i,
                            size_t j, const uint32_t *exponents)
{
    i128 sum = 0;

    for (size_t v = 0; v < view->a->variables; v++)
        if (packing->weight[v] > 0)
            sum += (i128)kept_exponent(packing, view, i, j, v, exponents) /
                   packing->step[v] * packing->weight[v];
    return sum < INT64_MAX ? (int64_t)sum : INT64_MAX;
}

/* Sets step to the gcd of the exponents of variable v that remain. */
static void find_step(packer *p, size_t v)
{
    const size_t n = p->view->n;
    size_t step = 0;

    for (size_t k = 0; k < n * n && step != 1; k++) {
        const clmodp_mpoly *f = clm_view_entry(p->view, k / n, k % n)->f;

        for (size_t t = 0; f != NULL && t < f->length; t++)
            step = clm_size_gcd(step, (size_t)kept_exponent(p->out, p->view, k / n, k % n, v,
                                                            clm_mpoly_exponents(f, t)));
    }
    p->out->step[v] = (int64_t)clm_size_max(step, 1);
}

/* Finds shift, offset, step and radix of variable v; sets out->zero if every product of entries
 * is 0. */
static clmodp_status measure_variable(packer *p, size_t v)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = p->view->n;
    clm_assignment high = {0}, low = {0};

    TRY(assign(p, &low, v, true));
    p->out->zero = !low.possible;
    if (p->out->zero)
        goto done;
    TRY(assign(p, &high, v, false));
    for (size_t k = 0; k < 2 * n; k++)
        p->out->shift[v * 2 * n + k] = -low.potential[k];
    find_step(p, v);
    p->offset[v] = -low.sum;
    p->radix[v] = (high.sum + low.sum) / p->out->step[v] + 1;
done:
    clm_assignment_destroy(&high);
    clm_assignment_destroy(&low);
    return st;
}

/* ---- gradings ---- */

/* Sets the digits of a term of entry (i, j), of the variables that the determinant has. */
static void set_digits(int64_t *digit, const packer *p, size_t i, size_t j,
                       const uint32_t *exponents)
{
    memset(digit, 0, CLM_GRADED * sizeof *digit);
    for (size_t v = 0; v < p->view->a->variables; v++)
        if (p->radix[v] > 1)
            digit[v] =
                kept_exponent(p->out, p->view, i, j, v, exponents) / p->out->step[v];
}

/* Keeps the gradings for which all terms of entry (i, j) have the degree of row i and column j. */
static void restrict_to_entry(packer *p, size_t i, size_t j)
{
    const clmodp_mpoly *f = clm_view_entry(p->view, i, j)->f;
    const int64_t *row = p->degree + i * MOST, *column = p->degree + (p->view->n + j) * MOST;
    int64_t difference[CLM_GRADED];

    for (size_t t = 0; t < f->length && p->gradings.count > 0; t++) {
        set_digits(difference, p, i, j, clm_mpoly_exponents(f, t));
        for (size_t v = 0; v < MOST; v++)
            difference[v] -= row[v] + column[v];
        clm_gradings_restrict(&p->gradings, difference);
    }
}

/* Sets the degree of line `to`, a row or column of entry (i, j), to that of the entry's first term
 * less the degree of line `from`, the entry's other line. */
static void set_degree(packer *p, size_t i, size_t j, size_t from, size_t to)
{
    int64_t digit[CLM_GRADED];

    set_digits(digit, p, i, j, clm_mpoly_exponents(clm_view_entry(p->view, i, j)->f, 0));
    for (size_t v = 0; v < MOST; v++)
        p->degree[to * MOST + v] = digit[v] - p->degree[from * MOST + v];
}

/* Finds degrees of rows and columns along the edges of spanning trees of the graph that joins row
 * i and column j if their entry is not 0. */
static clmodp_status find_degrees(packer *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = p->view->n;
    size_t *queue = NULL, end = 0;
    bool *found = NULL;

    NEW(p->error, p->degree, 2 * n * MOST);
    NEW(p->error, queue, 2 * n);
    NEW(p->error, found, 2 * n);
    for (size_t at = 0, root = 0; at < 2 * n; at++) {
        for (; at == end; root++)
            if (!found[root]) {
                found[root] = true;
                queue[end++] = root;
            }
        for (size_t k = 0; k < n; k++) {
            const bool by_row = queue[at] < n;
            const size_t i = by_row ? queue[at] : k, j = by_row ? k : queue[at] - n;
            const size_t to = by_row ? n + k : k;

            if (found[to] || clm_view_entry(p->view, i, j)->f == NULL)
                continue;
            set_degree(p, i, j, queue[at], to);
            found[to] = true;
            queue[end++] = to;
        }
    }
done:
    free(found);
    free(queue);
    return st;
}

/* Finds the gradings for which entries have the degrees of their rows and columns everywhere. */
static clmodp_status find_gradings(packer *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = p->view->n;

    for (size_t v = 0; v < p->view->a->variables; v++)
        if (p->radix[v] > 1)
            clm_gradings_add(&p->gradings, v);
    TRY(find_degrees(p));
    for (size_t k = 0; k < n * n && p->gradings.count > 0; k++)
        if (clm_view_entry(p->view, k / n, k % n)->f != NULL)
            restrict_to_entry(p, k / n, k % n);
    clm_gradings_assign(&p->gradings, p->radix);
done:
    return st;
}

/* Describes a variable that a grading determines: its digit is (W - sum of w_l digit l) / w, for
 * the weight W of the determinant. Returns false if a number is too large. */
static bool describe_determined(packer *p, size_t v, const clm_grading *g)
{
    const int64_t sign = g->w[v] < 0 ? -1 : 1, step = sign * p->out->step[v];
    i128 weight = 0, constant;

    for (size_t k = 0; k < 2 * p->view->n; k++)
        for (size_t l = 0; l < MOST; l++)
            weight += (i128)g->w[l] * p->degree[k * MOST + l];
    constant = weight * step + (i128)p->offset[v] * (sign * g->w[v]);
    p->out->way.of[v].divisor = sign * g->w[v];
    p->out->way.of[v].constant[0] = (int64_t)constant;
    for (size_t l = 0; l < MOST; l++)
        if (l != v && g->w[l] != 0)
            p->out->way.of[v].factor[p->place[l]] = -step * g->w[l];
    return constant < CLM_PACKING_MOST_NUMBER && constant > -CLM_PACKING_MOST_NUMBER;
}

/* ---- the packing ---- */

/* Returns the variable with the least radix above 1 that has no weight yet and is not determined;
 * MOST: none. */
static size_t next_digit(const packer *p)
{
    size_t best = MOST;

    for (size_t v = 0; v < p->view->a->variables; v++)
        if (p->radix[v] > 1 && p->out->weight[v] == 0 &&
            clm_grading_of(&p->gradings, v) == NULL &&
            (best == MOST || p->radix[v] < p->radix[best]))
            best = v;
    return best;
}

/* Assigns weights in increasing order of the radices. (Mostly no term has the highest exponents of
 * all variables.) */
static void place_digits(packer *p)
{
    clm_matrix_packing *out = p->out;
    clmodp_packing *way = &out->way;
    int64_t weight = 1;

    if (out->points < (double)CLM_PACKING_MOST_NUMBER)
        for (size_t v; (v = next_digit(p)) < MOST; way->digits++) {
            p->place[v] = (size_t)way->digits;
            out->weight[v] = way->weight[way->digits] = weight;
            way->radix[way->digits] = p->radix[v];
            way->of[v].factor[way->digits] = out->step[v];
            weight *= p->radix[v];
        }
}

/* Measures all variables, and describes how results are unpacked. */
static clmodp_status describe_packing(packer *p)
{
    clmodp_status st = CLMODP_OK;
    clm_matrix_packing *out = p->out;
    const size_t variables = p->view->a->variables;

    *out = (clm_matrix_packing){.points = 1.0, .shift = out->shift};
    out->way.variables = out->way.eliminated = (int64_t)variables;
    for (size_t v = 0; v < variables; v++)
        out->step[v] = p->radix[v] = out->way.of[v].divisor = 1;
    for (size_t v = 0; v < variables && !out->zero; v++) {
        if (occurs(p, v))
            TRY(measure_variable(p, v));
        out->way.of[v].constant[0] = p->offset[v];
    }
    if (out->zero)
        goto done;
    TRY(find_gradings(p));
    for (size_t v = 0; v < variables; v++)
        if (clm_grading_of(&p->gradings, v) == NULL)
            out->points *= (double)p->radix[v];
    place_digits(p);
    for (size_t v = 0; v < variables; v++) {
        const clm_grading *g = clm_grading_of(&p->gradings, v);

        if (g == NULL || describe_determined(p, v, g))
            continue;
        out->points = fmax(out->points, (double)CLM_PACKING_MOST_NUMBER); /* results could not be
                                                                           * unpacked */
        FAIL(p->error, CLMODP_LIMIT,
             "the determinant's degree in variable %zu, counted from 0, may reach 2^31", v);
    }
    if (out->points >= (double)CLM_MOST_EXPONENT)
        FAIL(p->error, CLMODP_LIMIT,
             "the variables are packed into one, with exponents of the determinant up to %.3g: "
             "these must be below 2^31", out->points);
done:
    return st;
}

/* ---- coefficients ---- */

/* Sets scale to the factor of an entry's coefficients: the row's denominator divided by the
 * entry's or, modulo m, the inverse of the entry's. Errors: DOMAIN (there is none) */
static clmodp_status find_scale(clm_error *error, mpz_t scale, const clm_entry *entry,
                                mpz_srcptr of_row, mpz_srcptr m)
{
    if (m == NULL)
        mpz_divexact(scale, of_row, entry->denominator);
    else if (mpz_cmp_ui(entry->denominator, 1) == 0)
        mpz_set_ui(scale, 1);
    else if (mpz_invert(scale, entry->denominator, m) == 0)
        return clm_fail(error, CLMODP_DOMAIN,
                        "the denominator of an entry has no inverse modulo the modulus");
    return CLMODP_OK;
}

/* Sets the denominator to the common one of row i; or to 1 modulo m, which may be NULL. */
static void find_denominator(mpz_t denominator, const clm_view *view, size_t i, mpz_srcptr m)
{
    mpz_set_ui(denominator, 1);
    for (size_t j = 0; j < view->n && m == NULL; j++) {
        const clm_entry *entry = clm_view_entry(view, i, j);

        if (entry->f != NULL && mpz_cmp_ui(entry->denominator, 1) != 0)
            mpz_lcm(denominator, denominator, entry->denominator);
    }
}

clmodp_status clm_view_use_row(clm_error *error, mpz_ptr d, const clm_view *view, size_t i,
                               mpz_srcptr m, clm_use_entry *use, void *user)
{
    clmodp_status st = CLMODP_OK;
    mpz_t of_row, scale;

    mpz_inits(of_row, scale, NULL);
    find_denominator(of_row, view, i, m);
    if (d != NULL)
        mpz_mul(d, d, of_row);
    for (size_t j = 0; j < view->n; j++) {
        const clm_entry *entry = clm_view_entry(view, i, j);

        if (entry->f == NULL)
            continue;
        TRY(find_scale(error, scale, entry, of_row, m));
        TRY(use(user, i, j, entry->f, scale));
    }
done:
    mpz_clears(of_row, scale, NULL);
    return st;
}

void clm_entry_coefficient(mpz_t c, const clmodp_mpoly *f, size_t term, mpz_srcptr scale,
                           mpz_srcptr m)
{
    mpz_mul(c, clm_mpoly_coefficient(f, term), scale);
    if (m != NULL)
        mpz_mod(c, c, m);
}

static clmodp_status pack_entry(void *user, size_t i, size_t j, const clmodp_mpoly *f,
                                mpz_srcptr scale)
{
    clmodp_status st = CLMODP_OK;
    const packer *p = user;
    mpz_t c;

    mpz_init(c);
    for (size_t t = 0; t < f->length; t++) {
        const int64_t x = clm_packed_exponent(p->out, p->view, i, j, clm_mpoly_exponents(f, t));

        if (x >= (int64_t)CLM_MOST_EXPONENT)
            FAIL(p->error, CLMODP_LIMIT, "packed exponents of an entry reach 2^31");
        clm_entry_coefficient(c, f, t, scale, p->modulus);
        TRY(clm_zxy_append(p->packed, c, (size_t)x, i * p->view->n + j));
    }
done:
    mpz_clear(c);
    return st == CLMODP_HOST_MEMORY ? clm_fail(p->error, st, "no memory for a matrix") : st;
}

clmodp_status clm_matrix_pack(clm_error *error, clm_matrix_packing *out, clmodp_zxy *packed,
                              mpz_t denominator, const clm_view *view, uint64_t modulus,
                              const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = view->n;
    packer p = {.error = error, .out = out, .view = view, .packed = packed};
    mpz_t m;

    mpz_init_set_ui(m, modulus);
    p.modulus = modulus != 0 ? m : NULL;
    mpz_set_ui(denominator, 1);
    out->shift = NULL;
    NEW(error, p.entry, n * n);
    NEW(error, out->shift, 2 * n * clm_size_max(view->a->variables, 1));
    TRY(describe_packing(&p));
    for (size_t i = 0; i < n && !out->zero; i++) {
        if (watch != NULL && i % CLM_VIEW_POLLS == 0)
            TRY(watch->ask(watch->user));
        TRY(clm_view_use_row(error, denominator, view, i, p.modulus, pack_entry, &p));
    }
    clm_zxy_combine(packed);
done:
    free(p.degree);
    free(p.entry);
    mpz_clear(m);
    return st;
}

clmodp_status clm_view_whole(clm_error *error, clm_view *view, const clmodp_matrix *a)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, a != NULL);
    if (a->rows != a->columns)
        FAIL(error, CLMODP_INVALID,
             "the matrix has %zu row%s and %zu column%s; a determinant needs as many rows as "
             "columns",
             a->rows, CLM_S(a->rows), a->columns, CLM_S(a->columns));
    *view = (clm_view){.a = a, .n = a->rows};
done:
    return st;
}

/* Packs all of a matrix, one without rows like [1]. */
static clmodp_status pack_whole(clm_error *error, clmodp_packing **packing, clmodp_zxy *packed,
                                mpz_t denominator, const clmodp_matrix *a, uint64_t modulus)
{
    clmodp_status st = CLMODP_OK;
    clm_matrix_packing found = {.shift = NULL};
    clmodp_packing *way = NULL;
    clm_view view;

    TRY(clm_view_whole(error, &view, a));
    REQUIRE(error, modulus != 1);
    NEW(error, way, 1);
    TRY(clm_zxy_resize(packed, 0));
    TRY(clm_matrix_pack(error, &found, packed, denominator, &view, modulus, NULL));
    if (view.n == 0)
        TRY(clmodp_zxy_set_coeff(packed, denominator, 0, 0));
    *way = found.way;
    *packing = way;
    way = NULL;
done:
    free(found.shift);
    free(way);
    return st;
}

clmodp_status clmodp_matrix_pack(clmodp_packing **packing, clmodp_zxy *packed, mpz_ptr denominator,
                                 const clmodp_matrix *a, uint64_t modulus, char *message,
                                 size_t size)
{
    clm_error error;
    clmodp_status st;

    *packing = NULL;
    clm_error_clear(&error);
    st = clm_error_complete(&error, pack_whole(&error, packing, packed, denominator, a, modulus));
    clm_error_tell(&error, message, size);
    return st;
}
