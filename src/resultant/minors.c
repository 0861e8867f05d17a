/* Expands resultants of sparse polynomials by minors of the matrix of small.c, whose rows g, y g,
 * ..., h_1, ..., h_q come one by one: after row k all minors of the rows so far with k columns. */
#include "resultant/minors.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/memory.h"
#include "cost/cost.h"

enum { MOST = CLM_MINORS_MOST };

typedef struct expansion {
    const clm_expansion *m;
    clm_sparse one;
    clm_sparse row[2][MOST]; /* the last two rows */
    clm_sparse *minor;       /* of each set of columns */
    unsigned *set;           /* sets with as many columns as there are rows */
    size_t sets, rows;
    clm_sparse_sum *sum;     /* one for each thread */
    atomic_size_t bytes;     /* of all minors */
    double spent;            /* products, with CLM_MINORS_SUM for each sum */
    double before;           /* average length of the minors of one row less */
} expansion;

static size_t bytes_of(const expansion *x, unsigned set)
{
    return x->minor[set].length * (1 + x->m->limbs) * sizeof(uint64_t);
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

/* Tells whether the time suffices for so many more products. */
static bool pays(const expansion *x, double products)
{
    return (x->spent + products) * x->m->product_ns <= x->m->most_ns;
}

/* Computes items that take so many products, on threads if that takes long. */
static clmodp_status compute_items(expansion *x, size_t count, clm_work work, double products)
{
    const clm_expansion *m = x->m;
    const bool watched = products * m->product_ns > clm_limit_ns(CLM_LIMIT_THREADS);

    return clm_parallel_watched(count, watched ? m->threads : 1, work, x,
                                watched ? m->watch : NULL);
}

/* ---- rows ---- */

/* Lists the products of a row's coefficient of y^column, and returns their number: of y^k g, or of
 * y h + f_(p-i) y^(p-q) g - g_(q-i) f for k = p - q + i, where h is the row before, and 0 for
 * i = 0. */
static size_t list_entry(const expansion *x, clm_sparse_product products[3], size_t column)
{
    const clm_expansion *m = x->m;
    const size_t k = x->rows, gap = m->p - m->q, i = k - gap;
    size_t count = 0;

    if (k < gap && column >= k && column - k <= m->q)
        products[count++] = (clm_sparse_product){&m->g[column - k], &x->one, false};
    if (k < gap)
        return count;
    if (i > 0 && column > 0)
        products[count++] = (clm_sparse_product){&x->row[(k - 1) % 2][column - 1], &x->one, false};
    if (column >= gap)
        products[count++] = (clm_sparse_product){&m->f[m->p - i], &m->g[column - gap], false};
    products[count++] = (clm_sparse_product){&m->f[column], &m->g[m->q - i], true};
    return count;
}

/* Index: a column. */
static clmodp_status make_entry(void *argument, size_t index, size_t thread)
{
    expansion *x = argument;
    clm_sparse_product products[3];
    const size_t count = list_entry(x, products, index);

    return add_products(x, &x->row[x->rows % 2][index], products, count, thread);
}

/* Replaces the row before the last one by the next one, if the time suffices. */
static clmodp_status make_row(expansion *x, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double products = 0.0;

    for (size_t column = 0; column < x->m->p; column++) {
        clm_sparse_product list[3];

        clm_sparse_clear(&x->row[x->rows % 2][column]);
        products += clm_sparse_pairs(list, list_entry(x, list, column)) + CLM_MINORS_SUM;
    }
    *done = pays(x, products);
    if (!*done)
        return CLMODP_OK;
    x->spent += products;
    TRY(compute_items(x, x->m->p, make_entry, products));
    x->rows++;
done:
    return st;
}

/* ---- minors ---- */

/* Lists the products of a set's minor, along the last row; returns their number. */
static size_t list_products(const expansion *x, clm_sparse_product *products, unsigned set)
{
    const clm_sparse *row = x->row[(x->rows - 1) % 2];
    size_t count = 0;
    bool minus = false; /* sign of the last column */

    for (size_t column = x->m->p; column-- > 0;) {
        if ((set >> column & 1) == 0)
            continue;
        if (row[column].length > 0)
            products[count++] =
                (clm_sparse_product){&x->minor[set ^ 1u << column], &row[column], minus};
        minus = !minus;
    }
    return count;
}

/* Index: a set. */
static clmodp_status compute_minor(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    expansion *x = argument;
    clm_sparse_product products[MOST];
    const unsigned set = x->set[index];
    const size_t count = list_products(x, products, set);
    clm_sparse *const out = &x->minor[set];

    if (clm_poller_stopped(x->m->watch))
        return CLMODP_CANCELLED;
    if (out->exponent != NULL) /* the sample */
        return CLMODP_OK;
    TRY(add_products(x, out, products, count, thread));
    atomic_fetch_add(&x->bytes, bytes_of(x, set));
done:
    return st;
}

/* Lists the sets of as many columns as rows, an average one first, and frees the minors of two
 * rows less. */
static void list_sets(expansion *x)
{
    unsigned first;

    x->sets = 0;
    for (unsigned set = 0; set < 1u << x->m->p; set++) {
        const size_t columns = (size_t)__builtin_popcount(set);

        if (columns == x->rows)
            x->set[x->sets++] = set;
        if (columns + 2 == x->rows) {
            atomic_fetch_sub(&x->bytes, bytes_of(x, set));
            clm_sparse_clear(&x->minor[set]);
        }
    }
    first = x->set[0];
    x->set[0] = x->set[x->sets / 2];
    x->set[x->sets / 2] = first;
}

/* Returns the products for all minors of the listed sets. */
static double count_products(const expansion *x)
{
    double products = CLM_MINORS_SUM * (double)x->sets;

    for (size_t k = 0; k < x->sets; k++) {
        clm_sparse_product list[MOST];

        products += clm_sparse_pairs(list, list_products(x, list, x->set[k]));
    }
    return products;
}

/* Predicts the products for the rows to come: minors of k rows grow like a power of k, which the
 * last two numbers of rows determine; a first row is shorter than others. */
static double predict_products(const expansion *x, double length)
{
    const clm_sparse *row = x->row[(x->rows - 1) % 2];
    const double n = (double)x->m->p, rows = (double)x->rows;
    double power = rows == 2.0 ? 1.0 : 0.0, entry = 0.0, sets = (double)x->sets, products = 0.0;

    if (x->rows > 1 && x->before > 0.0)
        power += fmax(log(fmax(length, 1.0) / x->before) / log(rows / (rows - 1.0)), 0.0);
    for (size_t column = 0; column < x->m->p; column++)
        entry += (double)row[column].length / n;
    for (double k = rows; k < n; k++) {
        products += sets * (n - k) * entry * length * pow(k / rows, power);
        sets *= (n - k) / (k + 1.0);
    }
    return products;
}

/* Computes all minors with one row more, if the time suffices for all rows to come; first one
 * minor, from which their time is predicted. */
static clmodp_status add_row(expansion *x, bool *done)
{
    clmodp_status st = CLMODP_OK;
    double products, length = 0.0;

    TRY(make_row(x, done));
    if (!*done)
        return CLMODP_OK;
    list_sets(x);
    products = count_products(x);
    *done = pays(x, products);
    if (!*done)
        return CLMODP_OK;
    TRY(compute_items(x, 1, compute_minor, products / (double)x->sets));
    length = (double)x->minor[x->set[0]].length;
    *done = pays(x, products + predict_products(x, length));
    if (!*done)
        return CLMODP_OK;
    x->spent += products;
    TRY(compute_items(x, x->sets, compute_minor, products));
    for (size_t k = 1; k < x->sets; k++)
        length += (double)x->minor[x->set[k]].length;
    x->before = length / (double)x->sets;
done:
    return st;
}

static clmodp_status create(expansion *x, const clm_expansion *m)
{
    clmodp_status st = CLMODP_OK;
    const size_t sets = (size_t)1 << m->p;

    *x = (expansion){.m = m};
    NEW(NULL, x->minor, sets);
    NEW(NULL, x->set, sets);
    NEW(NULL, x->sum, m->threads);
    TRY(clm_sparse_create(&x->one, 1, m->limbs));
    TRY(clm_sparse_create(&x->minor[0], 1, m->limbs));
    for (size_t k = 0; k <= m->limbs; k++) /* x^0 times 1 */
        x->one.exponent[k] = x->minor[0].exponent[k] = k == 1;
    atomic_store(&x->bytes, bytes_of(x, 0));
done:
    return st;
}

static void destroy(expansion *x)
{
    for (size_t k = 0; x->minor != NULL && k < (size_t)1 << x->m->p; k++)
        clm_sparse_clear(&x->minor[k]);
    for (size_t k = 0; k < 2 * MOST; k++)
        clm_sparse_clear(&x->row[k / MOST][k % MOST]);
    for (size_t k = 0; x->sum != NULL && k < x->m->threads; k++)
        clm_sparse_sum_clear(&x->sum[k]);
    clm_sparse_clear(&x->one);
    free(x->sum);
    free(x->set);
    free(x->minor);
}

clmodp_status clm_minors_resultant(bool *done, clm_sparse *r, const clm_expansion *m)
{
    clmodp_status st = CLMODP_OK;
    clm_sparse *all;
    expansion x;

    *done = true;
    TRY(create(&x, m));
    while (x.rows < m->p && *done)
        TRY(add_row(&x, done));
    if (*done) {
        all = &x.minor[((size_t)1 << m->p) - 1];
        *r = *all;
        *all = (clm_sparse){0};
    }
done:
    if (st == CLMODP_LIMIT) { /* on memory */
        *done = false;
        st = CLMODP_OK;
    }
    destroy(&x);
    return st;
}
