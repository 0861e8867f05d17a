/* Expands determinants row by row: after row k the minors of the rows so far for all sets of k
 * columns that these can reach, and that contain the columns without later rows. */
#include "polynomials/minors.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/memory.h"
#include "cost/cost.h"

enum {
    MOST = CLM_MINORS_ORDER,
    SAMPLES = 4 /* minors of a row that are computed first */
};

/* Nanoseconds of merging one set for one column, and the part of the expansion's time that the
 * lists of sets may take: they are in vain where the expansion does not pay. */
#define MERGE_NS 4.0
#define LISTS (1.0 / 16.0)

/* The minors of the first rows. */
typedef struct level {
    size_t sets;
    uint64_t *set; /* sorted; a bit for each column */
    clm_sparse *minor;
    double steps; /* pairs of a set and a column by which the row extends it */
} level;

typedef struct expansion {
    const clm_expansion *m;
    clm_sparse one;
    clm_sparse row[2][MOST]; /* the last two rows */
    level level[MOST + 1];
    size_t rows;
    clm_sparse_sum *sum; /* one for each thread */
    atomic_size_t bytes; /* of all minors */
    double spent;        /* products, with CLM_MINORS_SUM for each sum */
    double before;       /* average length of the minors of one row less */
} expansion;

static size_t bytes_of(const expansion *x, const clm_sparse *minor)
{
    return minor->length * (1 + x->m->limbs) * sizeof(uint64_t);
}

/* Returns the bytes that a thread may still use. */
static uint64_t bytes_left(const expansion *x)
{
    const uint64_t used = atomic_load(&x->bytes), most = x->m->most_bytes;

    return used < most ? (most - used) / x->m->threads : 0;
}

static clmodp_status add_products(expansion *x, clm_sparse *out,
                                  const clm_sparse_product *products, size_t count, size_t thread)
{
    const clm_expansion *m = x->m;

    return clm_sparse_add(out, &x->sum[thread], products, count, m->limbs, bytes_left(x),
                          m->watch);
}

/* Tells whether the time suffices for `products` more products. */
static bool pays(const expansion *x, double products)
{
    return (x->spent + products) * x->m->product_ns <= x->m->most_ns;
}

/* Computes items that take `products` products, on threads if that takes long. */
static clmodp_status compute_items(expansion *x, size_t count, clm_work work, double products)
{
    const clm_expansion *m = x->m;
    const bool watched = products * m->product_ns > clm_limit_ns(CLM_LIMIT_THREADS);

    return clm_parallel_watched(count, watched ? m->threads : 1, work, x,
                                watched ? m->watch : NULL);
}

/* ---- sets of columns ---- */

static uint64_t columns_of(const clm_expansion *m, size_t row)
{
    return m->columns != NULL ? m->columns[row] : UINT64_MAX >> (MOST - m->n);
}

/* Returns the most sets, with repetitions, that a row reaches. */
static double count_sets(const level *before, uint64_t columns)
{
    double count = 0.0;

    for (size_t k = 0; k < before->sets; k++)
        count += (double)__builtin_popcountll(columns & ~before->set[k]);
    return count;
}

/* The list of the sets of a level. */
typedef struct listing {
    level *to;
    const level *before;
    uint64_t columns; /* of the row */
    uint64_t needed;  /* by later rows */
    clm_poller *watch;
} listing;

/* Merges `count` ascending sets with the sets of the level before, extended by this column.
 * Returns the number of sets in `out`, which are ascending and distinct. */
static size_t merge_sets(uint64_t *out, const uint64_t *sets, size_t count, const listing *d,
                         uint64_t column)
{
    size_t found = 0, at = 0;

    for (size_t k = 0; k < d->before->sets && !clm_poller_stopped(d->watch); k++) {
        const uint64_t set = d->before->set[k] | column; /* ascending, as the sets are */

        if ((d->before->set[k] & column) != 0 || (d->needed & ~set) != 0)
            continue;
        d->to->steps += 1.0;
        while (at < count && sets[at] < set)
            out[found++] = sets[at++];
        at += at < count && sets[at] == set;
        out[found++] = set;
    }
    while (at < count)
        out[found++] = sets[at++];
    return found;
}

/* Lists the sets of a level: those of the level before with a column of the row, if they have all
 * needed columns. */
static clmodp_status list_sets(void *argument)
{
    clmodp_status st = CLMODP_OK;
    const listing *d = argument;
    level *const to = d->to;
    const size_t most = (size_t)count_sets(d->before, d->columns);
    uint64_t *work = NULL;

    NEW(NULL, to->set, most);
    NEW(NULL, work, most);
    for (uint64_t left = d->columns; left != 0; left &= left - 1) {
        uint64_t *const merged = work;

        TRY(clm_poller_check(d->watch));
        to->sets = merge_sets(merged, to->set, to->sets, d, left & -left);
        work = to->set;
        to->set = merged;
    }
done:
    free(work);
    return st;
}

/* Lists the sets of all levels, if the time suffices for them. */
static clmodp_status list_levels(expansion *x, bool *done)
{
    clmodp_status st = CLMODP_OK;
    const clm_expansion *m = x->m;
    uint64_t later[MOST + 1] = {0}; /* columns of the rows from this one */
    double products = 0.0, lists_ns = 0.0;

    for (size_t k = m->n; k-- > 0;)
        later[k] = later[k + 1] | columns_of(m, k);
    for (size_t k = 0; k < m->n && *done; k++) {
        level *const next = &x->level[k + 1];
        listing d = {next, &x->level[k], columns_of(m, k), later[0] & ~later[k + 1], NULL};
        const double most = count_sets(d.before, d.columns);
        const double ns = MERGE_NS * most * (double)__builtin_popcountll(d.columns);

        if (2.0 * most * sizeof(uint64_t) > (double)bytes_left(x)) /* before and after a merge */
            return CLMODP_LIMIT;
        lists_ns += ns;
        *done = m->columns == NULL || lists_ns <= LISTS * m->most_ns;
        if (!*done)
            return CLMODP_OK;
        d.watch = ns > clm_limit_ns(CLM_LIMIT_THREADS) ? m->watch : NULL;
        TRY(clm_run_watched(list_sets, &d, d.watch));
        products += CLM_MINORS_SUM * (double)next->sets + next->steps * m->least_products;
        *done = pays(x, products);
    }
done:
    return st;
}

/* Returns the minor of a set of columns of a level; 0 if it is not listed. */
static const clm_sparse *find_minor(const level *of, uint64_t set)
{
    static const clm_sparse zero = {0};
    size_t low = 0, high = of->sets;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (of->set[middle] < set)
            low = middle + 1;
        else
            high = middle;
    }
    return low < of->sets && of->set[low] == set ? &of->minor[low] : &zero;
}

/* ---- rows ---- */

static size_t list_entry(const expansion *x, clm_sparse_product *products, size_t column)
{
    const clm_expansion *m = x->m;
    const clm_minors_row row = {x->rows, x->row[(x->rows + 1) % 2], &x->one};

    return (columns_of(m, x->rows) >> column & 1) != 0 ? m->entry(m->user, products, &row, column)
                                                       : 0;
}

/* Index: a column. */
static clmodp_status make_entry(void *argument, size_t index, size_t thread)
{
    expansion *x = argument;
    clm_sparse_product products[CLM_MINORS_PRODUCTS];
    const size_t count = list_entry(x, products, index);

    return add_products(x, &x->row[x->rows % 2][index], products, count, thread);
}

/* Replaces the row before the last one by the next one, if the time suffices. */
static clmodp_status make_row(expansion *x, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double products = 0.0;

    for (size_t column = 0; column < x->m->n; column++) {
        clm_sparse_product list[CLM_MINORS_PRODUCTS];
        const size_t count = list_entry(x, list, column);

        clm_sparse_clear(&x->row[x->rows % 2][column]);
        products += clm_sparse_pairs(list, count) + (count > 0 ? CLM_MINORS_SUM : 0.0);
    }
    *done = pays(x, products);
    if (!*done)
        return CLMODP_OK;
    x->spent += products;
    TRY(compute_items(x, x->m->n, make_entry, products));
    x->rows++;
done:
    return st;
}

/* ---- minors ---- */

/* Lists the products of a set's minor, along the last row; returns their number. */
static size_t list_products(const expansion *x, clm_sparse_product *products, uint64_t set)
{
    const clm_sparse *row = x->row[(x->rows - 1) % 2];
    size_t count = 0;
    bool minus = false; /* sign of the last column */

    for (size_t column = x->m->n; column-- > 0;) {
        const uint64_t bit = (uint64_t)1 << column;

        if ((set & bit) == 0)
            continue;
        if (row[column].length > 0)
            products[count++] = (clm_sparse_product){find_minor(&x->level[x->rows - 1], set ^ bit),
                                                     &row[column], minus};
        minus = !minus;
    }
    return count;
}

/* Index: a set. */
static clmodp_status compute_minor(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    expansion *x = argument;
    const level *const last = &x->level[x->rows];
    clm_sparse_product products[MOST];
    const size_t count = list_products(x, products, last->set[index]);
    clm_sparse *const out = &last->minor[index];

    if (clm_poller_stopped(x->m->watch))
        return CLMODP_CANCELLED;
    if (out->exponent != NULL) /* the sample */
        return CLMODP_OK;
    TRY(add_products(x, out, products, count, thread));
    atomic_fetch_add(&x->bytes, bytes_of(x, out));
done:
    return st;
}

/* Returns the set of a sample. */
static size_t sample_set(const expansion *x, size_t index)
{
    return (2 * index + 1) * x->level[x->rows].sets / (2 * SAMPLES);
}

static clmodp_status compute_sample(void *argument, size_t index, size_t thread)
{
    return compute_minor(argument, sample_set(argument, index), thread);
}

/* Frees a level, whose sets' lists remain. */
static void clear_level(expansion *x, level *of)
{
    for (size_t k = 0; of->minor != NULL && k < of->sets; k++) {
        atomic_fetch_sub(&x->bytes, bytes_of(x, &of->minor[k]));
        clm_sparse_clear(&of->minor[k]);
    }
    free(of->minor);
    of->minor = NULL;
}

/* Returns the products for all minors of the last row. */
static double count_products(const expansion *x)
{
    const level *const last = &x->level[x->rows];
    double products = CLM_MINORS_SUM * (double)last->sets;

    for (size_t k = 0; k < last->sets; k++) {
        clm_sparse_product list[MOST];

        products += clm_sparse_pairs(list, list_products(x, list, last->set[k]));
    }
    return products;
}

/* Predicts the products for the rows to come: minors of k rows grow like a power of k, which the
 * last two numbers of rows determine; a first row is shorter than others. */
static double predict_products(const expansion *x, double length)
{
    const clm_expansion *m = x->m;
    const clm_sparse *row = x->row[(x->rows - 1) % 2];
    const double rows = (double)x->rows;
    const double columns = (double)__builtin_popcountll(columns_of(m, x->rows - 1));
    double power = rows == 2.0 ? 1.0 : 0.0, entry = 0.0, products = 0.0;

    if (x->rows > 1 && x->before > 0.0)
        power += fmax(log(fmax(length, 1.0) / x->before) / log(rows / (rows - 1.0)), 0.0);
    for (size_t column = 0; column < m->n; column++)
        entry += (double)row[column].length / columns;
    for (size_t k = x->rows; k < m->n; k++)
        products += x->level[k + 1].steps * entry *
                    fmin(length * pow((double)k / rows, power), m->most_terms);
    return products;
}

/* Computes all minors with one row more, if the time suffices for all rows to come, which is
 * predicted from some minors at first, and, where entries are not alike, from all. */
static clmodp_status add_row(expansion *x, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double products, length = 0.0;
    level *last;

    TRY(make_row(x, done));
    if (!*done)
        return CLMODP_OK;
    last = &x->level[x->rows];
    NEW(NULL, last->minor, last->sets);
    products = count_products(x);
    *done = pays(x, products);
    if (*done) {
        for (size_t k = 0; k < SAMPLES; k++) {
            TRY(compute_sample(x, k, 0));
            length += (double)last->minor[sample_set(x, k)].length / SAMPLES;
        }
        *done = pays(x, products + predict_products(x, length));
    }
    if (!*done)
        return CLMODP_OK;
    x->spent += products;
    TRY(compute_items(x, last->sets, compute_minor, products));
    clear_level(x, last - 1);
    length = 0.0;
    for (size_t k = 0; k < last->sets; k++)
        length += (double)last->minor[k].length / (double)last->sets;
    if (x->m->columns != NULL)
        *done = pays(x, predict_products(x, length));
    x->before = length;
done:
    return st;
}

static clmodp_status create(expansion *x, const clm_expansion *m)
{
    clmodp_status st = CLMODP_OK;
    level *const first = &x->level[0];

    *x = (expansion){.m = m};
    NEW(NULL, x->sum, m->threads);
    NEW(NULL, first->set, 1);
    NEW(NULL, first->minor, 1);
    first->sets = 1;
    TRY(clm_sparse_create(&x->one, 1, m->limbs));
    TRY(clm_sparse_create(&first->minor[0], 1, m->limbs));
    for (size_t k = 0; k <= m->limbs; k++) /* x^0 times 1 */
        x->one.exponent[k] = first->minor[0].exponent[k] = k == 1;
    atomic_store(&x->bytes, bytes_of(x, &first->minor[0]));
done:
    return st;
}

static void destroy(expansion *x)
{
    for (size_t k = 0; k <= x->m->n; k++) {
        clear_level(x, &x->level[k]);
        free(x->level[k].set);
    }
    for (size_t k = 0; k < 2 * MOST; k++)
        clm_sparse_clear(&x->row[k / MOST][k % MOST]);
    for (size_t k = 0; x->sum != NULL && k < x->m->threads; k++)
        clm_sparse_sum_clear(&x->sum[k]);
    clm_sparse_clear(&x->one);
    free(x->sum);
}

clmodp_status clm_minors_expand(bool *done, clm_sparse *r, const clm_expansion *m)
{
    clmodp_status st = CLMODP_OK;
    const level *last;
    expansion x;

    *done = true;
    TRY(create(&x, m));
    TRY(list_levels(&x, done));
    last = &x.level[m->n];
    if (last->sets == 0) /* no product of entries, or too many */
        goto done;
    if (m->prepare != NULL)
        TRY(m->prepare(m->user));
    while (x.rows < m->n && *done)
        TRY(add_row(&x, done));
    if (*done) {
        *r = last->minor[0];
        last->minor[0] = (clm_sparse){0};
    }
done:
    if (st == CLMODP_LIMIT) { /* on memory */
        *done = false;
        st = CLMODP_OK;
    }
    destroy(&x);
    return st;
}
