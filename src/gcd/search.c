/* Collects images modulo primes until a random combination of all coefficients is much smaller
 * than the product of the primes, and reconstructs all by the CRT. */
#include "gcd/search.h"

#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "gcd/monomials.h"
#include "multimodular/crt_tree.h"
#include "multimodular/residues.h"
#include "polynomials/residues.h"

/* The least number of primes of a block, modulo which a thread reduces coefficients at once; the
 * greatest number of primes of a round. */
#define BLOCK ((size_t)16)
#define MOST_PRIMES ((size_t)4096)

/* Most words of an image and its scratch memory, and of all images of a round. */
#define MOST_WORDS ((size_t)1 << 28)

/* Supports that are tried, and the points for one if no dense image is possible. */
enum { MOST_SUPPORTS = 8 };
#define MOST_POINTS ((size_t)1 << 16)

/* Time of an image that takes longer than a thread to start, in nanoseconds. */
#define LONG_TIME 1e5

/* Primes modulo which coefficients of several limbs are reduced at once, also for the rounds that
 * follow, while rounds are short: reading the limbs takes longer than reducing them by vectors. */
enum { AHEAD = 8 };

/* Time of the roots of a recurrence, relative to a system of equations. */
#define ROOTS 8.0

/* Factors of the random combination, from 1 on, and bits by which its modulus is longer. A
 * combination that is small by chance costs a division. */
#define FACTORS 8
#define MARGIN 10

/* A thread's memory. */
typedef struct worker {
    clm_gcd_scratch scratch;
    uint32_t *residues; /* of a block */
    size_t room;
} worker;

struct clm_gcd_search {
    clm_error *error;
    const clm_gcd_operands *of;
    const clm_poller *watch;
    size_t threads, terms; /* of all operands */
    size_t longest;        /* coefficient, in limbs */
    worker *workers;
    clm_gcd_image *images; /* of a round */
    uint32_t *pending;     /* their primes */
    const uint32_t *reduced; /* residues modulo these, row by row; NULL: threads find them */
    uint32_t ahead[AHEAD], *ahead_residues; /* the next primes, and residues modulo them */
    size_t ahead_at, ahead_count, ahead_room; /* primes used, and all; words of memory */
    size_t image_room, pending_room;
    size_t block;        /* primes of a block */
    size_t waiting;      /* primes of the round */
    uint32_t next;       /* primes from this one on are used */
    uint32_t degree;     /* of an image: the lowest so far */
    bool sparse;         /* images have the support; otherwise it is that of all so far */
    size_t supports;     /* tried */
    bool refuted;        /* a candidate was not the gcd */
    clm_gcd_support support;
    double sparse_time; /* of an image with the support */
    uint32_t *primes, *residues; /* of the images kept, row by row, each with its combination */
    size_t count, prime_room, residue_room;
    uint32_t *factor;       /* of the combination */
    clm_product_tree *tree; /* of the primes */
    bool settled; /* the combination modulo the primes is so small that it is likely the integer */
};

static void clear_support(clm_gcd_search *s)
{
    clm_gcd_support_clear(&s->support);
    free(s->factor);
    s->factor = NULL;
    s->count = 0;
    s->sparse = false;
    s->settled = false;
    s->ahead_at = s->ahead_count; /* dense images need other primes */
}

void clm_gcd_search_destroy(clm_gcd_search *s)
{
    if (s == NULL)
        return;
    clear_support(s);
    clm_product_tree_destroy(s->tree);
    for (size_t k = 0; k < s->image_room; k++)
        free(s->images[k].c);
    for (size_t k = 0; s->workers != NULL && k < s->threads; k++) {
        free(s->workers[k].scratch.words);
        free(s->workers[k].residues);
    }
    free(s->images);
    free(s->pending);
    free(s->ahead_residues);
    free(s->workers);
    free(s->primes);
    free(s->residues);
    free(s);
}

static clmodp_status reserve_images(clm_gcd_search *s, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t known = s->image_room;

    GROW(s->error, s->images, s->image_room, count);
    memset(s->images + known, 0, (s->image_room - known) * sizeof *s->images);
    GROW(s->error, s->pending, s->pending_room, count);
done:
    return st;
}

clmodp_status clm_gcd_search_create(clm_error *error, clm_gcd_search **out,
                                    const clm_gcd_operands *of, uint32_t degree, bool sparse,
                                    size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_search *s = NULL;

    *out = NULL;
    NEW(error, s, 1);
    s->error = error;
    s->of = of;
    s->watch = watch;
    s->threads = threads;
    s->degree = degree;
    s->supports = sparse ? 0 : MOST_SUPPORTS;
    s->next = (uint32_t)1 << 31;
    for (int k = 0; k < 3; k++) {
        s->terms += of->part[k].count;
        for (size_t n = 0; n < of->part[k].count; n++)
            s->longest = clm_size_max(s->longest, mpz_size(of->part[k].c[n]));
    }
    NEW(error, s->workers, threads);
    TRY(reserve_images(s, 1));
    *out = s;
    s = NULL;
done:
    clm_gcd_search_destroy(s);
    return st;
}

/* ---- images ---- */

/* Sets residues[k * terms + n] to coefficient n of all operands modulo prime k of a block. */
static clmodp_status reduce(clm_error *error, const clm_gcd_search *s, uint32_t *residues,
                            const uint32_t *primes, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_modulus first = clm_modulus_of(primes[0]);
    const uint32_t shift = clm_modulus_power(2, 64, &first);
    clm_moduli by = {0};

    if (count > 1)
        TRY(clm_moduli_create(error, &by, primes, count, s->longest, NULL));
    for (int part = 0; part < 3; part++)
        for (size_t n = 0; n < s->of->part[part].count; n++, residues++) {
            mpz_srcptr c = s->of->part[part].c[n];

            TRY(clm_poller_check(s->watch));
            if (n + CLM_GCD_AHEAD < s->of->part[part].count)
                __builtin_prefetch(mpz_limbs_read(s->of->part[part].c[n + CLM_GCD_AHEAD]));
            if (count > 1)
                TRY(clm_moduli_reduce(&by, residues, s->terms, c));
            else
                *residues = clm_residue_of(c, shift, &first);
        }
done:
    clm_moduli_clear(&by);
    return st;
}

/* Computes the images of a block of primes. */
static clmodp_status find_images(void *argument, size_t index, size_t thread)
{
    clmodp_status st = CLMODP_OK;
    clm_gcd_search *s = argument;
    worker *w = &s->workers[thread];
    const size_t first = index * s->block;
    const size_t count = clm_size_min(s->block, s->waiting - first);
    const uint32_t *residues;

    if (s->reduced != NULL) {
        residues = s->reduced + first * s->terms;
    } else {
        GROW(NULL, w->residues, w->room, clm_size_times(count, s->terms));
        TRY(reduce(NULL, s, w->residues, s->pending + first, count));
        residues = w->residues;
    }
    for (size_t k = 0; k < count; k++, residues += s->terms) {
        clm_gcd_image *image = &s->images[first + k];

        if (s->sparse)
            TRY(clm_gcd_support_image(NULL, image, &w->scratch, s->of, &s->support, residues,
                                      s->pending[first + k], s->watch));
        else
            TRY(clm_gcd_image_find(NULL, image, &w->scratch, s->of, residues,
                                   s->pending[first + k], s->degree, s->refuted, s->watch));
    }
done:
    return st;
}

static bool can_be_dense(const clm_gcd_search *s)
{
    return s->of->points > 0 && clm_gcd_image_words(s->of) <= MOST_WORDS;
}

/* Returns the time of a gcd at a point, in nanoseconds, roughly. */
static double point_time(const clm_gcd_search *s)
{
    const double f = s->of->part[CLM_GCD_F].degree, g = s->of->part[CLM_GCD_G].degree;
    const double h = s->degree;

    return 200 + 0.7 * ((f + 1) * (g + 1) - h * h);
}

/* Returns the time of a dense image at several points, likewise: of transforms, mostly. */
static double dense_time(const clm_gcd_search *s)
{
    return can_be_dense(s)
               ? 0.15 * point_time(s) * s->of->points + 2 * (double)clm_gcd_image_words(s->of)
               : INFINITY;
}

/* Returns the time of a sparse image from so many points, likewise: of values of terms, and of a
 * system of equations for each power of y, which takes the square of its coefficients. */
static double sparse_time(const clm_gcd_search *s, double points, double squares)
{
    return (point_time(s) + 0.3 * (double)s->terms) * points + squares;
}

static bool is_long(const clm_gcd_search *s)
{
    return (s->sparse ? s->sparse_time : dense_time(s)) +
               (double)s->terms * (double)s->longest > LONG_TIME;
}

/* Chooses the primes of a round, at most s->waiting. */
static clmodp_status choose_primes(clm_gcd_search *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t order = s->sparse ? 1 : s->of->points;

    s->reduced = NULL;
    if (s->longest < 2 || s->waiting > AHEAD) {
        s->waiting = clm_primes_below(s->pending, s->waiting, s->next, (uint32_t)order);
        s->next = s->waiting > 0 ? s->pending[s->waiting - 1] : s->next;
        return CLMODP_OK;
    }
    if (s->ahead_at == s->ahead_count) {
        s->ahead_at = 0;
        s->ahead_count = clm_primes_below(s->ahead, AHEAD, s->next, (uint32_t)order);
        s->next = s->ahead_count > 0 ? s->ahead[s->ahead_count - 1] : s->next;
        GROW(s->error, s->ahead_residues, s->ahead_room, clm_size_times(AHEAD, s->terms));
        if (s->ahead_count > 0)
            TRY(reduce(s->error, s, s->ahead_residues, s->ahead, s->ahead_count));
    }
    s->waiting = clm_size_min(s->waiting, s->ahead_count - s->ahead_at);
    memcpy(s->pending, s->ahead + s->ahead_at, s->waiting * sizeof *s->pending);
    s->reduced = s->ahead_residues + s->ahead_at * s->terms;
    s->ahead_at += s->waiting;
done:
    return st;
}

/* Computes images modulo some more primes, about a quarter of those known or more. */
static clmodp_status make_round(clm_gcd_search *s)
{
    clmodp_status st = CLMODP_OK;
    const size_t threads = is_long(s) ? s->threads : 1;
    size_t blocks, block = s->longest > 2 ? BLOCK : 1;
    const size_t least = s->count == 0 ? 1 : threads * (s->count < BLOCK ? 1 : block);
    const size_t words = s->sparse ? s->support.length : clm_gcd_image_words(s->of);

    if (!s->sparse && !can_be_dense(s))
        FAIL(s->error, CLMODP_LIMIT, "a greatest common divisor in so many variables, of so high "
             "degrees and so many terms, needs too many values");
    s->waiting = clm_size_min(clm_size_max(s->count / 4, least), MOST_PRIMES);
    s->waiting = clm_size_min(s->waiting, MOST_WORDS / words + 1);
    TRY(reserve_images(s, s->waiting));
    TRY(choose_primes(s));
    if (s->waiting == 0)
        FAIL(s->error, CLMODP_LIMIT, "a greatest common divisor needs too many primes");
    if (s->reduced != NULL)
        block = 1;
    else if (block > 1)
        block = clm_size_max(block, clm_div_up(s->waiting, threads > 1 ? 2 * threads : 1));
    s->block = block;
    blocks = clm_div_up(s->waiting, s->block);
    st = clm_parallel_for(blocks, threads, find_images, s);
    if (st == CLMODP_HOST_MEMORY)
        FAIL(s->error, st, "no memory for an image of a greatest common divisor");
    TRY(st);
    TRY(clm_poller_check(s->watch));
done:
    return st;
}

/* ---- collection ---- */

/* Returns the place of a coefficient of the support in dense images. */
static size_t place_of(const clm_gcd_search *s, size_t k)
{
    return s->support.y[k] * (size_t)s->of->points +
           clm_place_of(&s->of->x, s->support.e + k * s->of->others);
}

/* Adopts a support, which becomes {0}. Residues so far are dropped, as they lack new
 * coefficients. */
static clmodp_status set_support(clm_gcd_search *s, clm_gcd_support *support)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {s->next};
    uint32_t *factor;

    NEW(s->error, factor, support->length);
    for (size_t k = 0; k < support->length; k++)
        factor[k] = 1 + (uint32_t)clm_random_below(&random, FACTORS);
    clear_support(s);
    s->factor = factor;
    s->support = *support;
    s->sparse_time = sparse_time(s, (double)clm_gcd_support_widest(support),
                                 clm_gcd_support_squares(support));
    *support = (clm_gcd_support){0};
done:
    return st;
}

/* Adds the exponents of a dense image's coefficients to the support. */
static clmodp_status extend_support(clm_gcd_search *s, const clm_gcd_image *image)
{
    clmodp_status st = CLMODP_OK;
    const clm_gcd_operands *of = s->of;
    const size_t all = (image->degree + (size_t)1) * of->points;
    clm_gcd_support made = {0};
    size_t length = s->support.length, known = 0, count = 0;

    for (size_t k = 0; k < all; k++)
        length += image->c[k] != 0;
    TRY(clm_gcd_support_create(s->error, &made, length, of->others));
    for (size_t k = 0; k < all; k++) {
        const bool before = known < s->support.length && place_of(s, known) == k;

        known += before;
        if (!before && image->c[k] == 0)
            continue;
        made.y[count] = (uint32_t)(k / of->points);
        clm_place_exponents(made.e + count++ * of->others, &of->x, k % of->points);
    }
    made.length = count;
    made.degree = image->degree;
    TRY(set_support(s, &made));
done:
    clm_gcd_support_clear(&made);
    return st;
}

/* Returns whether the support contains all coefficients of a dense image. */
static bool fits_support(const clm_gcd_search *s, const clm_gcd_image *image)
{
    const size_t all = (image->degree + (size_t)1) * s->of->points;
    size_t known = 0;

    if (s->support.length == all)
        return true;
    for (size_t k = 0; k < all; k++) {
        const bool before = known < s->support.length && place_of(s, known) == k;

        known += before;
        if (!before && image->c[k] != 0)
            return false;
    }
    return s->support.length > 0;
}

/* Adds the residues of an image with the support. */
static clmodp_status add_residues(clm_gcd_search *s, const clm_gcd_image *image, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = s->support.length;
    uint64_t sum = 0;
    uint32_t *row;

    if (s->count > 0 && p == s->primes[0]) /* that of the support, after a million others */
        return CLMODP_OK;
    GROW(s->error, s->primes, s->prime_room, s->count + 1);
    GROW(s->error, s->residues, s->residue_room, clm_size_times(s->count + 1, length + 1));
    row = s->residues + s->count * (length + 1);
    for (size_t k = 0; k < length; k++) {
        row[k] = image->c[s->sparse ? k : place_of(s, k)];
        sum = (sum + (uint64_t)row[k] * s->factor[k]) % p;
    }
    row[length] = (uint32_t)sum;
    s->primes[s->count++] = p;
done:
    return st;
}

/* Adds a lucky image, unless its degree shows that it is of no use. One of lower degree shows that
 * of all others, and a sparse one of the same degree without luck that the support is wrong. */
static clmodp_status add_image(clm_gcd_search *s, const clm_gcd_image *image, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    const bool misfit = s->sparse && !image->lucky;

    if ((!image->lucky && !misfit) || image->degree > s->degree)
        return CLMODP_OK;
    if (image->degree < s->degree || misfit)
        clear_support(s);
    s->degree = image->degree;
    if (s->degree == 0 || misfit)
        return CLMODP_OK;
    if (!s->sparse && !fits_support(s, image))
        TRY(extend_support(s, image));
    TRY(add_residues(s, image, p));
done:
    return st;
}

/* Returns the points for a support up to which it is found in the time of a dense image, roughly:
 * twice as many as there are coefficients. Roots take ROOTS times as long as coefficients. */
static size_t points_worth(const clm_gcd_search *s)
{
    double points = can_be_dense(s) ? s->of->points : MOST_POINTS;

    while (points >= 1 &&
           sparse_time(s, points, ROOTS * (s->degree + 1.0) * points * points) > dense_time(s))
        points *= 0.75;
    return (size_t)points;
}

/* Tries to find the support. */
static clmodp_status find_support(clm_gcd_search *s)
{
    clmodp_status st = CLMODP_OK;
    uint32_t primes[MOST_SUPPORTS], p, *residues = NULL;
    clm_gcd_image *image = &s->images[0];
    clm_gcd_support support = {0};

    s->supports++;
    if (clm_primes_below(primes, s->supports, (uint32_t)1 << 31, CLM_GCD_ORDER) < s->supports)
        return CLMODP_OK;
    p = primes[s->supports - 1];
    NEW(s->error, residues, s->terms);
    TRY(reduce(s->error, s, residues, &p, 1));
    TRY(clm_gcd_support_find(s->error, &support, image, &s->workers[0].scratch, s->of, residues, p,
                             s->degree, points_worth(s), s->watch));
    if (image->lucky) {
        s->degree = image->degree;
        TRY(set_support(s, &support));
        s->sparse = true;
        TRY(add_residues(s, image, p));
    } else if (image->degree < s->degree) {
        s->degree = image->degree;
    } else if (can_be_dense(s)) {
        s->supports = MOST_SUPPORTS; /* too many coefficients; or no luck, which is rare */
    }
done:
    clm_gcd_support_clear(&support);
    free(residues);
    return st;
}

/* Polls the search's watch, whose callback belongs to another thread. */
static clmodp_status ask_watch(void *search)
{
    return clm_poller_check(((const clm_gcd_search *)search)->watch);
}

/* Sets integers to those of least absolute value with the residues from a column on. */
static clmodp_status apply_crt(clm_gcd_search *s, mpz_ptr const *c, size_t count, size_t column)
{
    clm_poller watch = {.ask = ask_watch, .user = s};

    return clm_crt_tree(s->error, s->tree, c, count, s->residues + column, s->support.length + 1,
                        is_long(s) ? s->threads : 1, &watch);
}

/* Reconstructs the combination, and decides whether it is likely the integer. */
static clmodp_status settle(clm_gcd_search *s)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = {.ask = ask_watch, .user = s};
    mpz_t value, modulus;
    mpz_ptr const to = value;

    mpz_init(value);
    s->settled = false;
    if (s->count == 0)
        goto done;
    clm_product_tree_destroy(s->tree);
    s->tree = NULL;
    TRY(clm_product_tree_create(s->error, &s->tree, s->primes, s->count, 1, &watch));
    TRY(apply_crt(s, &to, 1, s->support.length));
    mpz_roinit_n(modulus, s->tree->nodes[0].product, (mp_size_t)s->tree->nodes[0].limbs);
    s->settled = mpz_sizeinbase(value, 2) + MARGIN < mpz_sizeinbase(modulus, 2);
done:
    mpz_clear(value);
    return st;
}

/* Adds images modulo some more primes. */
static clmodp_status add_round(clm_gcd_search *s)
{
    clmodp_status st = CLMODP_OK;
    const bool sparse = s->sparse;

    TRY(make_round(s));
    for (size_t k = 0; k < s->waiting && s->degree > 0 && s->sparse == sparse; k++)
        TRY(add_image(s, &s->images[k], s->pending[k]));
    s->sparse = s->sparse || (s->count > 0 && s->of->points != 1 &&
                              s->sparse_time < dense_time(s));
done:
    return st;
}

clmodp_status clm_gcd_search_next(clm_gcd_search *s, clm_gcd_candidate *out)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_gcd_candidate){.degree = s->degree};
    s->refuted = s->refuted || s->count > 0;
    for (s->settled = false; !s->settled && s->degree > 0;) {
        if (s->count == 0 && s->supports < MOST_SUPPORTS)
            TRY(find_support(s));
        else
            TRY(add_round(s));
        TRY(settle(s));
    }
    out->degree = s->degree;
    if (s->degree == 0)
        return CLMODP_OK;
    out->support = &s->support;
    TRY(clm_numbers_create(s->error, &out->c, s->support.length));
    TRY(apply_crt(s, out->c.pointer, out->c.count, 0));
done:
    if (st != CLMODP_OK)
        clm_numbers_destroy(&out->c);
    return st;
}
