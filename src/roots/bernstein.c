/* Bernstein coefficients in planes, their signs, and bisection in passes of more and more bits. */
#include "roots/bernstein.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "roots/planes.h"
#include "roots/taylor.h"

CLM_VECTOR_CHOICE(clm_plane_functions, clm_planes);

/* Bits after the point, at least, of the first coefficients. */
#define FIRST_BITS ((size_t)4 * CLM_PLANE_BITS)

/* Bisections without fewer sign changes before the first attempt to skip some. */
#define FIRST_JUMP 32

/* Coefficients on an interval. */
typedef struct node {
    mpz_t c;
    size_t k;       /* the interval from c / 2^k to (c + 1) / 2^k */
    int64_t *words; /* planes of coefficients */
    uint64_t error; /* of each, in units of the lowest bit */
    bool zero[2];   /* the polynomial is 0 at the left end, at the right end */
    int end[2];     /* its sign there, if not certain by the coefficients; 0: not known */
    size_t cluster; /* sign changes, >= 2 and certain, of as many ancestors as `steady`; or 0 */
    size_t steady;
    bool open;      /* the interval, or one that contains it, is to be decided in this pass */
} node;

typedef struct nodes {
    node *node;
    size_t count, room;
} nodes;

/* The isolation in a chart, or in an interval of it with a cluster of roots. */
typedef struct isolation {
    const clm_poly *p;
    clm_chart chart;
    mpz_t c;           /* the interval from c / 2^k to (c + 1) / 2^k; all of it for k = 0 */
    size_t k;
    size_t cluster, steady; /* of its node */
    mpz_t *taylor;     /* for k > 0: coefficients on the interval, with first_bits bits */
    clm_cells *cells;  /* found so far */
    size_t first_cell; /* of this chart */
    const clm_plane_functions *on;
    const clm_poller *watch;
    int64_t *first;    /* coefficients on (0, 1): n + 1 words in each of `first_planes` */
    size_t first_planes, first_bits; /* with an error of 2^-first_bits */
    size_t units;      /* bits after the point of `first` */
    size_t planes;     /* of nodes in this pass */
    bool zero_at_one;
    clm_cells undecided, later; /* of this pass, and of the next one */
    nodes stack;
} isolation;

/* Appends a cell with a copy of c. Errors: HOST_MEMORY */
static clmodp_status append_cell(clm_cells *cells, mpz_srcptr c, long k, bool exact, int sign)
{
    clmodp_status st = CLMODP_OK;

    GROW(NULL, cells->cell, cells->room, cells->count + 1);
    cells->cell[cells->count] = (clm_cell){.k = k, .exact = exact, .sign = sign};
    mpz_init_set(cells->cell[cells->count++].c, c);
done:
    return st;
}

void clm_cells_clear(clm_cells *cells)
{
    for (size_t i = 0; i < cells->count; i++)
        mpz_clear(cells->cell[i].c);
    free(cells->cell);
    *cells = (clm_cells){0};
}

/* ---- numbers in planes ---- */

/* Carries of one number, divided by 2^shift. */
static void carry_one(const isolation *w, int64_t *words, size_t i, size_t shift)
{
    w->on->carry(words + i, w->p->n + 1, w->planes, 1, (unsigned)shift);
}

/* Writes |c| in words of 48 bits, negated for negative c. */
static void put_number(int64_t *words, size_t stride, size_t planes, mpz_srcptr c)
{
    const mp_limb_t *limbs = mpz_limbs_read(c);
    const size_t count = mpz_size(c);

    for (size_t k = 0; k < planes; k++) {
        const size_t bit = k * CLM_PLANE_BITS, limb = bit / 64, shift = bit % 64;
        uint64_t word = limb < count ? limbs[limb] >> shift : 0;

        if (shift > 64 - CLM_PLANE_BITS && limb + 1 < count)
            word |= limbs[limb + 1] << (64 - shift);
        word &= ((uint64_t)1 << CLM_PLANE_BITS) - 1;
        words[k * stride] = mpz_sgn(c) < 0 ? -(int64_t)word : (int64_t)word;
    }
}

/* Returns the bits of a number in planes after carries, without the sign. */
static size_t bits_of_number(const int64_t *words, size_t stride, size_t planes)
{
    const bool negative = words[(planes - 1) * stride] < 0;

    for (size_t k = planes; k-- > 0;) {
        int64_t word = words[k * stride];

        if (negative)
            word = k == planes - 1 ? ~word : word ^ (((int64_t)1 << CLM_PLANE_BITS) - 1);
        if (word != 0)
            return k * CLM_PLANE_BITS + 64 - (size_t)__builtin_clzll((uint64_t)word);
    }
    return 1;
}

/* ---- the first coefficients ---- */

/* Bernstein coefficients b_i on (0, 1) are the sums of C(i, j) d_j for differences d_j = a_j /
 * C(n, j): a difference table, backwards. Partial sums are at most n + 1 times the largest a_j,
 * as C(i, m - j) <= C(n, m) for i + j <= n, and an error below one unit in each d_j becomes one of
 * at most 2^n units in b_i. */
static clmodp_status make_differences(const isolation *w, int64_t *table, size_t planes)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = w->p->n;
    mpz_t a, binomial;

    mpz_init(a);
    mpz_init_set_ui(binomial, 1);
    for (size_t j = 0; j <= n; j++) {
        if (w->k > 0)
            mpz_mul_2exp(a, w->taylor[j], n);
        else
            clm_poly_coefficient(a, w->p, w->chart, j, (long)w->units);
        mpz_fdiv_q(a, a, binomial);
        put_number(table + j, n + 1, planes, a);
        mpz_mul_ui(binomial, binomial, n - j);
        mpz_divexact_ui(binomial, binomial, j + 1);
        if (j % 64 == 0)
            TRY(clm_poller_check(w->watch));
    }
done:
    mpz_clears(a, binomial, NULL);
    return st;
}

/* Finds Taylor coefficients with `bits` bits. The number of bits to work with is estimated: in a
 * cluster of v roots values are about the v-th power of the width. */
static clmodp_status make_taylor(isolation *w, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = w->p->n;
    size_t work = w->cluster * w->k + bits + clm_taylor_least(w->p);

    if (w->taylor == NULL) {
        NEW(NULL, w->taylor, n + 1);
        for (size_t j = 0; j <= n; j++)
            mpz_init(w->taylor[j]);
    }
    TRY(clm_taylor(w->taylor, n + 1, w->p, w->chart, (clm_dyadic_cell){w->c, w->k}, bits, &work,
                   w->watch));
done:
    return st;
}

/* Computes the coefficients on the interval with an error of 2^-bits relative to the largest
 * coefficient of the chart or, in a cluster, 2^(2 - bits) (n + 1) relative to that of `taylor`. */
static clmodp_status make_first(isolation *w, size_t bits)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = w->p->n;
    int64_t *table = NULL;

    free(w->first);
    w->first = NULL;
    w->units = n + bits;
    w->first_bits = bits;
    if (w->k > 0)
        TRY(make_taylor(w, bits));
    w->first_planes = (w->units + 64 - (size_t)__builtin_clzll(n + 1)) / CLM_PLANE_BITS + 1;
    NEW(NULL, w->first, clm_size_times(n + 1, w->first_planes));
    NEW(NULL, table, clm_size_times(n + 1, w->first_planes));
    TRY(make_differences(w, table, w->first_planes));
    for (size_t k = 0; k < w->first_planes; k++)
        w->first[k * (n + 1)] = table[k * (n + 1)];
    for (size_t done = 0, levels; done < n; done += levels) {
        levels = clm_size_min(CLM_PLANE_LEVELS - 1, n - done);
        for (size_t k = 0; k < w->first_planes; k++)
            w->on->sum(table + k * (n + 1), n + 1 - done, levels,
                       w->first + k * (n + 1) + done + 1);
        w->on->carry(table, n + 1, w->first_planes, n + 1 - done - levels, 0);
        TRY(clm_poller_check(w->watch));
    }
    w->on->carry(w->first, n + 1, w->first_planes, n + 1, 0);
done:
    free(table);
    return st;
}

/* Copies bits from `low` on, rounded down. */
static void take_bits(const isolation *w, int64_t *words, size_t low)
{
    const size_t stride = w->p->n + 1, from = low / CLM_PLANE_BITS, shift = low % CLM_PLANE_BITS;
    const int64_t mask = ((int64_t)1 << CLM_PLANE_BITS) - 1;

    for (size_t k = 0; k < w->planes; k++)
        for (size_t i = 0; i < stride; i++) {
            const int64_t *number = w->first + i;
            const size_t at = from + k, most = w->first_planes;
            const int64_t sign = number[(most - 1) * stride] >> 63;
            const int64_t lower = at < most ? number[at * stride] : sign;
            const int64_t upper = at + 1 < most ? number[(at + 1) * stride] : sign;
            const int64_t word =
                (lower & mask) >> shift | (int64_t)((uint64_t)upper << (CLM_PLANE_BITS - shift));

            words[k * stride + i] =
                k + 1 < w->planes ? word & mask : (int64_t)((uint64_t)word << 16) >> 16;
        }
}

/* Fills the coefficients of (0, 1) with as many bits as the planes hold, and sets its error. */
static clmodp_status make_root(isolation *w, node *root)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = w->p->n, kept = w->planes * CLM_PLANE_BITS - 1;
    const size_t inexact = n + (w->k > 0 ? clm_taylor_least(w->p) : 0); /* bits */
    size_t most;

    if (w->first == NULL)
        TRY(make_first(w, clm_size_max(FIRST_BITS, kept + 16)));
    for (;;) {
        most = 1;
        for (size_t i = 0; i <= n; i++)
            most = clm_size_max(most, bits_of_number(w->first + i, n + 1, w->first_planes));
        if (most >= kept + inexact)
            break;
        TRY(make_first(w, w->first_bits + clm_size_max(kept + inexact - most, w->first_bits)));
    }
    take_bits(w, root->words, most - kept);
    root->error = 3; /* 2^n units of `first` are at most one, and another for rounding */
done:
    return st;
}

/* ---- nodes ---- */

/* {0} is safe. */
static void node_clear(node *f)
{
    if (f->words != NULL)
        mpz_clear(f->c);
    free(f->words);
}

static clmodp_status push(isolation *w, node *f)
{
    clmodp_status st = CLMODP_OK;

    GROW(NULL, w->stack.node, w->stack.room, w->stack.count + 1);
    w->stack.node[w->stack.count++] = *f;
    *f = (node){0};
done:
    return st;
}

static clmodp_status node_init(const isolation *w, node *f)
{
    clmodp_status st = CLMODP_OK;

    *f = (node){0};
    NEW(NULL, f->words, clm_size_times(w->p->n + 1, w->planes));
    mpz_init(f->c);
done:
    return st;
}

/* Halves the interval by de Casteljau's algorithm: f becomes the right half. Numbers lose their
 * factors 2^level when carries are propagated, each time with an error of one unit. */
static void halve(const isolation *w, node *left, node *f)
{
    const size_t n = w->p->n, stride = n + 1;

    for (size_t k = 0; k < w->planes; k++)
        left->words[k * stride] = f->words[k * stride];
    for (size_t done = 0, levels; done < n && !clm_poller_stopped(w->watch); done += levels) {
        const size_t count = stride - done;

        levels = clm_size_min(CLM_PLANE_LEVELS, n - done);
        for (size_t k = 0; k < w->planes; k++)
            w->on->sum(f->words + k * stride, count, levels, left->words + k * stride + done + 1);
        for (size_t t = 1; t <= levels; t++) {
            carry_one(w, left->words, done + t, t);
            carry_one(w, f->words, count - t, t - 1);
        }
        w->on->carry(f->words, stride, w->planes, count - levels, (unsigned)levels);
        f->error++;
    }
    left->error = f->error;
    left->k = ++f->k;
    mpz_mul_2exp(left->c, f->c, 1);
    mpz_add_ui(f->c, left->c, 1);
    left->open = f->open;
    left->zero[0] = f->zero[0];
    left->zero[1] = f->zero[0] = false;
    left->end[0] = f->end[0];
    left->end[1] = f->end[0] = 0;
    left->cluster = f->cluster;
    left->steady = ++f->steady;
}

/* Returns the sign of number i if it is certain, else 0; sets *strong if the number exceeds its
 * error by far. */
static int sign_of(const isolation *w, const node *f, size_t i, bool *strong)
{
    const size_t stride = w->p->n + 1;
    const int64_t *word = f->words + i;
    const int64_t most = (int64_t)f->error;
    int64_t high = 0;

    if (w->planes == 1)
        high = word[0] >> CLM_PLANE_BITS;
    for (size_t k = w->planes; k-- > 1 && (high == 0 || high == -1);)
        high = (int64_t)((uint64_t)high << CLM_PLANE_BITS) + word[k * stride];
    if (high > 0 || high < -1) {
        *strong = true;
        return high > 0 ? 1 : -1;
    }
    high = w->planes == 1 ? word[0] : (int64_t)((uint64_t)high << CLM_PLANE_BITS) + word[0];
    if (high > 64 * most || high < -64 * most)
        *strong = true;
    return (high > most) - (high < -most);
}

/* Bounds for the number of sign changes. */
typedef struct changes {
    size_t least, most;
    int first;   /* the first certain sign; 0: none is */
    bool strong; /* a number exceeds its error by far */
} changes;

static changes count_changes(const isolation *w, const node *f)
{
    changes out = {0};
    size_t unknown = 0; /* signs behind the last certain one */
    int last = 0;

    for (size_t i = f->zero[0]; i + f->zero[1] <= w->p->n; i++) {
        int sign = sign_of(w, f, i, &out.strong);

        if (sign == 0 && (i == 0 || i == w->p->n))
            sign = f->end[i > 0];
        if (sign == 0) {
            unknown++;
            continue;
        }
        if (last == 0) {
            out.first = sign;
            out.most = unknown;
        } else if (sign == last) {
            out.most += 2 * ((unknown + 1) / 2);
        } else {
            out.least++;
            out.most += 1 + 2 * (unknown / 2);
        }
        last = sign;
        unknown = 0;
    }
    out.most += unknown;
    return out;
}

/* Returns whether the polynomial vanishes at c / 2^k in the chart. */
static bool vanishes(const isolation *w, mpz_srcptr c, size_t k)
{
    mpz_t num, den;
    bool zero;

    mpz_init(num);
    mpz_init(den);
    clm_chart_fraction(num, den, w->p, w->chart, c, (long)k);
    zero = clm_poly_vanishes(w->p, num, den);
    mpz_clears(num, den, NULL);
    return zero;
}

/* Detects a root at the common end of two halves, or finds the sign there. */
static clmodp_status check_middle(isolation *w, node *left, node *right)
{
    clmodp_status st = CLMODP_OK;
    bool known = false, strong;

    if (sign_of(w, right, 0, &strong) != 0)
        return CLMODP_OK;
    for (size_t i = w->first_cell; i < w->cells->count && !known; i++)
        known = w->cells->cell[i].exact && (size_t)w->cells->cell[i].k == right->k &&
                mpz_cmp(w->cells->cell[i].c, right->c) == 0;
    if (!known && vanishes(w, right->c, right->k)) {
        TRY(append_cell(w->cells, right->c, (long)right->k, true, 0));
        known = true;
    }
    left->zero[1] = right->zero[0] = known;
    if (!known)
        left->end[1] = right->end[0] =
            clm_poly_sign_at_y(w->p, w->chart, right->c, right->k, w->watch);
done:
    return st;
}

/* Returns whether the node, not yet open, is or contains an undecided interval; opens it if it is
 * one. */
static bool is_wanted(const isolation *w, node *f)
{
    mpz_t c;
    bool wanted = f->open;

    mpz_init(c);
    for (size_t i = 0; i < w->undecided.count && !wanted; i++) {
        const clm_cell *cell = &w->undecided.cell[i];

        if ((size_t)cell->k < f->k)
            continue;
        mpz_fdiv_q_2exp(c, cell->c, (size_t)cell->k - f->k);
        wanted = mpz_cmp(c, f->c) == 0;
        f->open = wanted && (size_t)cell->k == f->k;
    }
    mpz_clear(c);
    return wanted;
}

/* Returns whether the interval of a node contains roots of other bands, if they exist. */
static bool has_skipped(const isolation *w, const node *f)
{
    return mpz_sgn(f->c) == 0 && w->p->skipped > 0;
}

/* Decides an open node. *divide: it must be halved. */
static clmodp_status decide(isolation *w, node *f, bool *divide)
{
    const changes signs = count_changes(w, f);

    *divide = false;
    if (signs.first != 0 && signs.most == 0)
        return CLMODP_OK;
    if (signs.least == 1 && signs.most == 1 && !has_skipped(w, f))
        return append_cell(w->cells, f->c, (long)f->k, false, signs.first);
    if (!signs.strong)
        return append_cell(&w->later, f->c, (long)f->k, false, 0);
    if (signs.least != signs.most || signs.most != f->cluster)
        f->steady = 0;
    f->cluster = signs.least == signs.most ? signs.most : 0;
    *divide = true;
    return CLMODP_OK;
}

static clmodp_status run_passes(isolation *w);
static void isolation_clear(isolation *w);

/* Sets c to that of the part of a node, one of 2^s parts, to which Newton's step for a v-fold root
 * leads from the left end: t = -v p / p'. Sets *found to whether there is one. */
static clmodp_status find_part(const isolation *w, mpz_ptr c, bool *found, const node *f, size_t s)
{
    clmodp_status st = CLMODP_OK;
    const size_t bits = 2 * s + 64;
    size_t work = f->cluster * f->k + bits;
    mpz_t t[2];

    mpz_inits(t[0], t[1], NULL);
    TRY(clm_taylor(t, 2, w->p, w->chart, (clm_dyadic_cell){f->c, f->k}, bits, &work, w->watch));
    *found = mpz_sgn(t[0]) * mpz_sgn(t[1]) < 0;
    if (!*found)
        goto done;
    mpz_mul_ui(t[0], t[0], f->cluster);
    mpz_mul_2exp(t[0], t[0], s);
    mpz_neg(t[0], t[0]);
    mpz_fdiv_q(t[0], t[0], t[1]);
    *found = mpz_sizeinbase(t[0], 2) <= s;
    mpz_mul_2exp(c, f->c, s);
    mpz_add(c, c, t[0]);
done:
    mpz_clears(t[0], t[1], NULL);
    return st;
}

/* Returns whether a cluster's interval has all sign changes of its node, so that the rest of the
 * node has no root, and no root at an end. A cluster close to an end takes more planes, with at
 * most about half of the bits of Taylor coefficients. */
static clmodp_status has_all(isolation *w, bool *all)
{
    clmodp_status st = CLMODP_OK;
    const size_t most_planes = w->cluster * w->steady / 2 / CLM_PLANE_BITS;
    node f = {0};

    for (;; w->planes *= 2) {
        bool strong;
        changes signs;

        node_clear(&f);
        TRY(node_init(w, &f));
        TRY(make_root(w, &f));
        signs = count_changes(w, &f);
        *all = signs.least >= w->cluster && sign_of(w, &f, 0, &strong) != 0 &&
               sign_of(w, &f, w->p->n, &strong) != 0;
        if (*all || signs.most < w->cluster || 2 * w->planes > most_planes)
            break;
    }
done:
    node_clear(&f);
    return st;
}

/* Replaces a node, whose sign changes have not become fewer for long, by an interval that is much
 * narrower, if one is found: then the next step is twice as long [Sagraloff, Mehlhorn 2016]. */
static clmodp_status jump(isolation *w, node *f, bool *divide)
{
    clmodp_status st = CLMODP_OK;
    isolation part = {.p = w->p, .chart = w->chart, .cells = w->cells, .k = f->k + f->steady,
                      .cluster = f->cluster, .steady = 2 * f->steady,
                      .first_cell = w->cells->count, .planes = 1, .on = w->on,
                      .watch = w->watch};
    bool found = false;

    mpz_init(part.c);
    TRY(find_part(w, part.c, &found, f, f->steady));
    if (found)
        TRY(has_all(&part, &found));
    if (found)
        TRY(run_passes(&part));
    *divide = !found;
    f->steady = 0;
done:
    isolation_clear(&part);
    return st;
}

/* Takes a node from the stack, and pushes its halves if necessary. */
static clmodp_status step(isolation *w)
{
    clmodp_status st = CLMODP_OK;
    node right = w->stack.node[--w->stack.count], left = {0};
    bool divide = true;

    if (right.open)
        TRY(decide(w, &right, &divide));
    if (divide && right.open && right.cluster > 0 && right.steady >= FIRST_JUMP &&
        right.k >= clm_taylor_least(w->p) && !has_skipped(w, &right))
        TRY(jump(w, &right, &divide));
    if (!divide)
        goto done;
    TRY(node_init(w, &left));
    halve(w, &left, &right);
    TRY(clm_poller_check(w->watch));
    TRY(check_middle(w, &left, &right));
    if (is_wanted(w, &right))
        TRY(push(w, &right));
    if (is_wanted(w, &left) && !(has_skipped(w, &left) && left.k >= w->p->skipped))
        TRY(push(w, &left));
done:
    node_clear(&left);
    node_clear(&right);
    return st;
}

/* Decides intervals with the present number of planes, or adds them to `later`. */
static clmodp_status run_pass(isolation *w)
{
    clmodp_status st = CLMODP_OK;
    node root;

    TRY(node_init(w, &root));
    TRY(make_root(w, &root));
    mpz_set(root.c, w->c);
    root.k = w->k;
    root.cluster = w->cluster;
    root.steady = w->steady;
    root.zero[1] = w->zero_at_one;
    (void)is_wanted(w, &root);
    TRY(push(w, &root));
    while (w->stack.count > 0)
        TRY(step(w));
done:
    node_clear(&root);
    return st;
}

static void isolation_clear(isolation *w)
{
    for (size_t j = 0; w->taylor != NULL && j <= w->p->n; j++)
        mpz_clear(w->taylor[j]);
    free(w->taylor);
    mpz_clear(w->c);
    for (size_t i = 0; i < w->stack.count; i++)
        node_clear(&w->stack.node[i]);
    free(w->stack.node);
    free(w->first);
    clm_cells_clear(&w->undecided);
    clm_cells_clear(&w->later);
}

/* Isolates the roots of the interval, with more and more planes. */
static clmodp_status run_passes(isolation *w)
{
    clmodp_status st = CLMODP_OK;

    TRY(append_cell(&w->undecided, w->c, (long)w->k, false, 0));
    for (; w->undecided.count > 0; w->planes *= 2) {
        const clm_cells done = w->undecided;

        TRY(run_pass(w));
        w->undecided = w->later;
        w->later = done;
        clm_cells_clear(&w->later);
    }
done:
    return st;
}

clmodp_status clm_bernstein_isolate(clm_cells *cells, const clm_poly *p, clm_chart chart,
                                    const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    isolation w = {.p = p, .chart = chart, .cells = cells, .planes = 1,
                   .first_cell = cells->count, .on = clm_planes(clm_vector_level_best()),
                   .watch = watch};
    mpz_t one;

    mpz_init_set_ui(one, 1);
    mpz_init(w.c);
    w.zero_at_one = vanishes(&w, one, 0);
    if (w.zero_at_one && !chart.large)
        TRY(append_cell(cells, one, 0, true, 0));
    TRY(run_passes(&w));
done:
    mpz_clear(one);
    isolation_clear(&w);
    return st;
}
