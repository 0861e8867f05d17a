/* Computes probable results. Estimates the height by determinants of the Sylvester matrix at
 * complex points, in floating point; probes for the degree; then takes primes in batches until a
 * candidate passes the check. If this fails, the result is proved. */
#include "resultant/probable.h"

#include <complex.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "engines/engine.h"
#include "opencl/context.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"
#include "resultant/prepare.h"

enum {
    MOST_DEGREES = 160, /* p + q: 1.4 million products per point */
    POINTS = 2          /* two, as one may lie near a zero of R */
};

/* With entries of 1, a pivot of 2^-45 still has some seven of 53 bits; smaller ones are
 * inaccurate. */
#define LEAST_PIVOT 0x1p-45

/* Rows of a polynomial at one point, scaled by 2^-exponent to at most about 1. */
typedef struct values {
    size_t degree;
    long exponent;
    double complex row[MOST_DEGREES + 1];
} values;

static long greatest_exponent(const clmodp_zxy *f)
{
    long greatest = 0;

    for (size_t k = 0; k < f->length; k++) {
        const long bits = (long)mpz_sizeinbase(f->term[k].c, 2);

        greatest = bits > greatest ? bits : greatest;
    }
    return greatest;
}

static void evaluate(values *v, const clmodp_zxy *f, double angle)
{
    v->degree = (size_t)clmodp_zxy_degree_y(f);
    v->exponent = greatest_exponent(f);
    for (size_t j = 0; j <= v->degree; j++)
        v->row[j] = 0.0;
    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];
        long exponent;
        double c = mpz_get_d_2exp(&exponent, term->c);
        double turn = fmod(term->i * angle, 2.0 * M_PI);

        if (exponent - v->exponent > -900)
            v->row[term->j] +=
                ldexp(c, (int)(exponent - v->exponent)) * (cos(turn) + I * sin(turn));
    }
}

/* Returns e with x < 2^e. Pre: x is not 0. */
static long exponent_of(double complex x)
{
    int exponent;

    (void)frexp(cabs(x), &exponent);
    return exponent;
}

/* Adds to *bits the bits by which the entry of the least power of y exceeds that of the greatest,
 * and to *powers the difference of both powers. */
static void add_slope(const values *v, long *bits, long *powers)
{
    size_t low = 0, high = v->degree;

    while (low < high && v->row[low] == 0.0)
        low++;
    while (low < high && v->row[high] == 0.0)
        high--;
    if (low < high)
        *bits += exponent_of(v->row[low]) - exponent_of(v->row[high]);
    *powers += (long)(high - low);
}

/* Replaces y by 2^s y, and scales the row again. */
static void scale_y(values *v, long s)
{
    long greatest = LONG_MIN;

    for (size_t j = 0; j <= v->degree; j++)
        if (v->row[j] != 0.0 && exponent_of(v->row[j]) + s * (long)j > greatest)
            greatest = exponent_of(v->row[j]) + s * (long)j;
    for (size_t j = 0; j <= v->degree; j++)
        if (v->row[j] != 0.0)
            v->row[j] *= ldexp(1.0, (int)(s * (long)j - greatest));
    if (greatest > LONG_MIN)
        v->exponent += greatest;
}

/* Scales y so that first and last entries are about equal, since pivots would otherwise shrink
 * from row to row until they are meaningless. Returns s. */
static long balance(values *a, values *b)
{
    long bits = 0, powers = 0, s = 0;

    add_slope(a, &bits, &powers);
    add_slope(b, &bits, &powers);
    if (powers > 0)
        s = lround((double)bits / (double)powers);
    scale_y(a, s);
    scale_y(b, s);
    return s;
}

/* Writes the coefficients of v, highest first, to a row from column `shift` on. */
static void place(double complex *row, const values *v, size_t shift)
{
    for (size_t j = 0; j <= v->degree; j++)
        row[shift + v->degree - j] = v->row[j];
}

/* Divides n entries at distance `step` by the greatest; returns its log2. */
static double normalise(double complex *entry, size_t n, size_t step)
{
    double greatest = 0.0;

    for (size_t k = 0; k < n; k++)
        greatest = fmax(greatest, cabs(entry[k * step]));
    for (size_t k = 0; k < n && greatest > 0.0; k++)
        entry[k * step] /= greatest;
    return log2(greatest);
}

/* Scales columns and rows to greatest entries of 1. Returns log2 of the determinant's loss. */
static double equilibrate(double complex *matrix, size_t n)
{
    double sum = 0.0;

    for (size_t j = 0; j < n; j++)
        sum += normalise(matrix + j, n, n);
    for (size_t i = 0; i < n; i++)
        sum += normalise(matrix + i * n, n, 1);
    return sum;
}

/* Subtracts multiples of row `top` from the rows below. Products are in real numbers, since
 * complex products also check for infinities. */
static void eliminate(double complex *matrix, size_t n, size_t top)
{
    const double complex *pivot_row = matrix + top * n;
    const double *pivots = (const double *)pivot_row;

    for (size_t i = top + 1; i < n; i++) {
        double *row = (double *)(matrix + i * n);
        const double complex factor = matrix[i * n + top] / pivot_row[top];
        const double re = creal(factor), im = cimag(factor);

        if (factor == 0.0)
            continue;
        for (size_t j = 2 * (top + 1); j < 2 * n; j += 2) {
            row[j] -= re * pivots[j] - im * pivots[j + 1];
            row[j + 1] -= re * pivots[j + 1] + im * pivots[j];
        }
    }
}

/* Exchanges row `top` with the row that has the greatest entry in column `top`. */
static void choose_pivot(double complex *matrix, size_t n, size_t top)
{
    size_t best = top;

    for (size_t i = top + 1; i < n; i++)
        if (cabs(matrix[i * n + top]) > cabs(matrix[best * n + top]))
            best = i;
    for (size_t j = top; j < n && best != top; j++) {
        const double complex moved = matrix[top * n + j];

        matrix[top * n + j] = matrix[best * n + j];
        matrix[best * n + j] = moved;
    }
}

/* Returns log2 of the absolute value of the determinant; -INFINITY if a pivot is inaccurate. */
static double log_determinant(double complex *matrix, size_t n)
{
    double sum = equilibrate(matrix, n);

    for (size_t top = 0; top < n; top++) {
        double pivot;

        choose_pivot(matrix, n, top);
        pivot = cabs(matrix[top * n + top]);
        if (!(pivot > LEAST_PIVOT))
            return -INFINITY;
        sum += log2(pivot);
        eliminate(matrix, n, top);
    }
    return sum;
}

clmodp_status clm_estimate_size(clm_error *error, bool *found, double *bits, const clmodp_zxy *f,
                                const clmodp_zxy *g, clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    const size_t p = (size_t)clmodp_zxy_degree_y(f), q = (size_t)clmodp_zxy_degree_y(g);
    const size_t n = p + q;
    double complex *matrix = NULL;
    values a, b;

    *found = false;
    *bits = -INFINITY;
    if (n > MOST_DEGREES)
        return CLMODP_OK;
    for (int point = 0; point < POINTS; point++) {
        const double angle = 0x1p-32 * (double)clm_random_below(random, UINT64_C(1) << 32) * M_PI;
        double size;
        long s;

        free(matrix);
        NEW(error, matrix, n * n);
        evaluate(&a, f, angle);
        evaluate(&b, g, angle);
        s = balance(&a, &b);
        for (size_t i = 0; i < q; i++)
            place(matrix + i * n, &a, i);
        for (size_t i = 0; i < p; i++)
            place(matrix + (q + i) * n, &b, i);
        size = log_determinant(matrix, n) + (double)q * (double)a.exponent +
               (double)p * ((double)b.exponent - (double)q * (double)s);
        *bits = fmax(*bits, size);
    }
    *found = isfinite(*bits);
done:
    free(matrix);
    return st;
}

/* ---- costs ---- */

/* Returns the number of coefficients of all results. */
static double results_of(const clm_cost_window *w)
{
    return w->width * (double)clm_minors_outputs(w->minors);
}

/* Operation counts of the window modulo all primes, in `batches` batches. */
static clm_amounts run_cost(const clm_cost_window *w, double batches)
{
    return w->engine->cost(w->layout, w->minors, w->width, w->primes, batches, w->ctx);
}

clm_amounts clm_cost_proof(const clm_cost_window *bounds)
{
    clm_amounts all = run_cost(bounds, 1.0);

    all.of[CLM_OP_PRIME_FOUND] += bounds->primes;
    all.of[CLM_OP_CRT_HOST_RESIDUE] += results_of(bounds) * bounds->primes;
    return all;
}

/* Operation counts of one prime at all points of the window. */
static clm_amounts probe_cost(const clm_cost_window *bounds)
{
    clm_cost_window one = *bounds;
    clm_amounts all;

    one.primes = 1.0;
    all = run_cost(&one, 1.0);
    all.of[CLM_OP_PRIME_FOUND] += 1.0;
    return all;
}

/* Operation counts after the probe: a candidate in the window, and the search for its primes among
 * the `most` required by the bounds, if `estimated` with an estimate of their size. */
static clm_amounts search_cost(const clm_cost_window *window, double most, bool estimated)
{
    const double n = window->primes, residues = n * results_of(window);
    /* Each batch is a seventh of all before, except the first ones. */
    const double batches = estimated ? 2.0 : fmin(n, 8.0) + 5.0 * log2(fmax(n / 8.0, 1.0));
    clm_amounts all = run_cost(window, batches);

    all.of[CLM_OP_PRIME_FOUND] += most;
    all.of[CLM_OP_CRT_HOST_RESIDUE] += residues;
    all.of[CLM_OP_COMBINATION_RESIDUE] += residues;
    all.of[CLM_OP_COMBINATION_PAIR] += n * n / 2.0;
    all.of[CLM_OP_CHECK_PAIR] += (double)window->layout->p * (double)window->layout->q;
    return all;
}

/* Operation counts of clm_estimate_size for these degrees. */
static clm_amounts estimate_cost(const clm_row_layout *layout)
{
    const double n = (double)layout->p + (double)layout->q;

    return (clm_amounts){.of = {[CLM_OP_ESTIMATE_PRODUCT] = POINTS * n * n * n / 3.0}};
}

/* ---- early termination ---- */

/* Reconstructs one linear combination of all coefficients, with random signs, as primes come in,
 * in mixed radix:
 *
 *     a_0 + a_1 p_0 + a_2 p_0 p_1 + ...,   0 <= a_k < p_k.
 *
 * Once its absolute value is below p_0 ... p_{k-1}, every further digit is 0, or p_k - 1 for a
 * negative one. This only suggests enough primes; results are checked. [Monagan 2005] terminates
 * early by such digits of the coefficients themselves. */

typedef struct clm_combination {
    uint32_t *digit;
    size_t digits;
    clm_random signs; /* initial state of the signs, the same for every prime */
} clm_combination;

/* Allocates the digits for all primes of the plan. Release with combination_destroy ({0} is safe).
 * Errors: HOST_MEMORY */
static clmodp_status combination_create(clm_error *error, clm_combination *out,
                                        const clm_plan *plan, clm_random *random)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_combination){.signs = {clm_random_next(random)}};
    NEW(error, out->digit, plan->primes);
done:
    return st;
}

static void combination_destroy(clm_combination *combination)
{
    free(combination->digit);
    *combination = (clm_combination){0};
}

/* Returns the sum of an image's coefficients with the next signs. */
static int64_t combine_image(clm_random *signs, const uint32_t *image, size_t width)
{
    uint64_t word = 0;
    int64_t sum = 0; /* of less than 2^30 words below 2^31 */

    for (size_t k = 0; k < width; k++) {
        if (k % 64 == 0)
            word = clm_random_next(signs);
        sum += word & 1 ? (int64_t)image[k] : -(int64_t)image[k];
        word >>= 1;
    }
    return sum;
}

/* Returns the signed sum over all outputs, modulo p. */
static uint32_t combine(const clm_combination *combination, const clm_images *images, size_t prime,
                        uint32_t p)
{
    clm_random signs = combination->signs;
    int64_t sum = 0;

    for (size_t n = 0; n < images->outputs; n++)
        sum += combine_image(&signs, clm_image(images, n, prime), images->width) % (int64_t)p;
    sum %= (int64_t)p;
    return (uint32_t)(sum < 0 ? sum + (int64_t)p : sum);
}

/* Extends the mixed-radix expansion by the next `count` images.
 * In:   images  of 32-bit words
 * Cost: width additions per image, and as many multiplications as there are digits before it */
static void combination_extend(clm_combination *combination, const clm_plan *plan,
                               const clm_images *images, size_t count)
{
    for (; count > 0; count--) {
        const size_t n = combination->digits;
        const fp_field f = clm_field((uint32_t)clm_prime_word(plan->prime, n));
        const uint64_t p = f.p;
        uint32_t target = combine(combination, images, n, f.p);
        uint64_t value = 0, product = 1;

        /* The number so far and the product of its primes, modulo p. */
        for (size_t k = n; k-- > 0;) {
            const uint64_t prime = clm_prime_word(plan->prime, k);

            value = (value * prime + combination->digit[k]) % p;
            product = product * prime % p;
        }
        target = fp_sub(target, (uint32_t)value, f);
        combination->digit[n] = fp_mul(target, fp_inv(fp_to((uint32_t)product, f), f), f);
        combination->digits++;
    }
}

/* Returns whether the last digit suggests that the number is complete. */
static bool combination_is_stable(const clm_combination *combination, const clm_plan *plan)
{
    const size_t last = combination->digits - 1;

    return combination->digit[last] == 0 ||
           combination->digit[last] == clm_prime_word(plan->prime, last) - 1;
}

/* ---- the search ---- */

enum {
    CHECK_ALWAYS = 8 /* with so few primes every batch makes a candidate: one prime too many
                        exceeds the 15 % allowed, and reconstruction costs next to nothing */
};

/* A probe may be in vain, so it costs at most this part of a proof. */
#define WORTH_A_PROBE 0.05

/* A search must be cheaper than a proof by more than the error of the predictions. */
#define WORTH_A_SEARCH 0.9

/* An estimate may cost this part of a proof. */
#define WORTH_AN_ESTIMATE 0.02

typedef struct search {
    clmodp_context *ctx;
    const clm_prepared *p;
    clm_bounds seen; /* the window of the results according to the probe */
    bool nothing;    /* all results vanish modulo the probe's prime */
    double proof;    /* predicted nanoseconds of a proof; INFINITY: tests force the search */
    double most;     /* approximate number of primes required by the bounds */
    double least;    /* primes that seem necessary; 0: not known */
    uint64_t spare;  /* evaluations left of the 2 M beyond the search's share */
    uint64_t primes; /* used so far, by probes as well */
    uint64_t checks; /* candidates checked so far */
    double began;    /* start of the current stage */
    bool found;
    bool sized;     /* an estimate decided whether the results are too large */
    bool too_large; /* the decision */

    /* One attempt, with the window of one probe. */
    clm_plan *plan;
    clm_executor *worker;
    clm_images images;
    clm_combination combination;
} search;

static void end_stage(search *s, clm_stage stage)
{
    clm_stage_end(s->p->task->record->times.host, stage, &s->began);
}

static void end_attempt(search *s)
{
    combination_destroy(&s->combination);
    clm_executor_destroy(s->worker);
    clm_images_destroy(s->ctx, &s->images);
    clm_plan_destroy(s->plan);
    s->worker = NULL;
    s->plan = NULL;
}

/* Creates a plan, and buffers for its images and digits. */
static clmodp_status begin_attempt(search *s, const clm_bounds *bounds, clm_plan_aim aim)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = s->ctx;

    TRY(clm_execute_plan(ctx, &s->plan, s->p, bounds, aim));
    s->began = clm_clock_seconds();
    TRY(clm_plan_images(ctx, &s->images, s->plan));
    TRY(combination_create(&ctx->error, &s->combination, s->plan, s->p->task->random));
    end_stage(s, CLM_STAGE_PLAN);
done:
    return st;
}

static clmodp_status create_executor(search *s, size_t most)
{
    return clm_executor_create(s->ctx, &s->worker, s->plan, clm_size_min(most, s->plan->primes),
                               clm_random_next(s->p->task->random));
}

/* Computes the images modulo `count` more primes from number `first` on. *fits: they vanish
 * outside the window. */
static clmodp_status extend(search *s, size_t first, size_t count, bool *fits)
{
    clmodp_status st = CLMODP_OK;
    clm_counts counts;

    TRY(clm_executor_run(s->worker, &s->images, &counts, first, count));
    clm_record_counts(s->p->task->record, &counts);
    s->primes += count;
    s->began = clm_clock_seconds();
    *fits = counts.misfits == 0;
done:
    return st;
}

/* Computes an image modulo one prime, at as many points as the bounds require. */
static clmodp_status probe(search *s)
{
    clmodp_status st = CLMODP_OK;
    bool fits;

    s->spare = 0;
    TRY(begin_attempt(s, &s->p->bounds, CLM_PLAN_PROBE));
    TRY(create_executor(s, 1));
    TRY(extend(s, 0, 1, &fits));
    s->seen = s->p->bounds;
    s->nothing = !clm_images_ends(&s->images, &s->seen.valuation, &s->seen.degree);
    s->spare = 2 * s->plan->width - s->plan->points;
done:
    end_attempt(s);
    return st;
}

/* Checks candidates for all results, which they become if accepted, without copies. */
static clmodp_status check(search *s, clmodp_zx *const *candidates)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = s->p->task;

    s->checks++;
    TRY(clm_check_fresh_prime(&s->ctx->error, &s->found, candidates, task->minors, s->p->f,
                              s->p->g, clm_fresh_prime(task->random), s->ctx->threads,
                              task->random, NULL));
    for (size_t n = 0; n < task->count && s->found; n++)
        clm_zx_swap(task->results[n], candidates[n]);
    end_stage(s, CLM_STAGE_CHECK);
done:
    return st;
}

/* Reconstructs candidates from the images so far and checks them. */
static clmodp_status try_candidate(search *s, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx **candidates = NULL;
    clm_reconstruction reconstruction = {.primes = primes};

    clm_executor_destroy(
        s->worker); /* reconstruction needs memory, and rarely more primes follow */
    s->worker = NULL;
    NEW(&s->ctx->error, candidates, s->p->task->count);
    reconstruction.results = candidates;
    for (size_t n = 0; n < s->p->task->count; n++)
        TRY(clmodp_zx_create(&candidates[n]));
    TRY(clm_plan_reconstruct(s->ctx, s->plan, &s->images, &reconstruction));
    s->p->task->record->report.crt_name = reconstruction.method;
    clm_record_counts(s->p->task->record, &reconstruction.counts);
    s->began = clm_clock_seconds();
    TRY(check(s, candidates));
done:
    for (size_t n = 0; candidates != NULL && n < s->p->task->count; n++)
        clmodp_zx_destroy(candidates[n]);
    free(candidates);
    return st;
}

static double prime_bits(const search *s)
{
    return log2((double)s->p->engine->prime_max(&s->p->task->options->of_engine));
}

/* Describes the results in a window, modulo `primes` primes. */
static clm_cost_window cost_window(const search *s, const clm_bounds *window, double primes)
{
    return (clm_cost_window){.engine = s->p->engine, .layout = &s->p->layout,
                             .minors = s->p->task->minors,
                             .width = (double)(window->degree - window->valuation) + 1.0,
                             .primes = primes, .ctx = s->ctx};
}

static double nanoseconds(const search *s, clm_amounts amounts)
{
    return clm_nanoseconds(&amounts, &s->ctx->costs);
}

/* Predicts the cost of a proof; returns whether a probe pays. */
static bool probe_pays(search *s)
{
    clm_cost_window all;

    s->most = 1.0 + floor((double)s->p->bounds.height_bits / prime_bits(s));
    all = cost_window(s, &s->p->bounds, s->most);
    s->proof = s->ctx->overrides.always_searches ? INFINITY
                                                  : nanoseconds(s, clm_cost_proof(&all));
    return nanoseconds(s, probe_cost(&all)) < WORTH_A_PROBE * s->proof;
}

/* Returns whether a search, with a few spare primes, should cost less than a proof. */
static bool search_pays(const search *s)
{
    const bool estimated = s->least > 0.0;
    const double primes = estimated ? fmin(1.03 * s->least + 2.0, s->most) : s->most;
    const clm_cost_window seen = cost_window(s, &s->seen, primes);

    return nanoseconds(s, search_cost(&seen, s->most, estimated)) < WORTH_A_SEARCH * s->proof;
}

static clmodp_status estimate_primes(search *s)
{
    clmodp_status st = CLMODP_OK;
    const double width = (double)(s->seen.degree - s->seen.valuation) + 1.0;
    double bits;
    bool estimated = false;

    s->began = clm_clock_seconds();
    if (nanoseconds(s, estimate_cost(&s->p->layout)) < WORTH_AN_ESTIMATE * s->proof)
        TRY(clm_estimate_size(&s->ctx->error, &estimated, &bits, s->p->f, s->p->g,
                              s->p->task->random));
    s->least = 0.0;
    if (estimated) { /* N primes hold 2 * height */
        bits -= log2(width);
        s->least = fmax(1.0 + floor(bits / prime_bits(s)), 0.0);
        s->sized = true;
        st = clm_result_size_check(&s->ctx->error, width, bits, s->p->task->options->max_result);
        s->too_large = st != CLMODP_OK;
        TRY(st);
    }
    end_stage(s, CLM_STAGE_PLAN);
done:
    return st;
}

/* Returns the primes to take next, if `done` primes were too few or one too few to be sure. So N
 * >= done - 1 are necessary, and the evaluations allowed for N may be spent. The first batch has
 * the primes of the estimate, and two more if early termination decides. */
static size_t next_batch(const search *s, size_t done)
{
    const double necessary = fmax(s->least, done > 0 ? (double)(done - 1) : 0.0);
    const double pairs = 1.15 * (double)s->plan->width * necessary + (double)s->spare;
    const double primes = pairs / (double)s->plan->points - (double)done;
    const size_t left = s->plan->primes - done;
    size_t batch = primes > 1.0 ? (size_t)primes : 1;

    if (done == 0 && s->least >= 1.0)
        batch = clm_size_min(batch, (size_t)s->least + (s->least < CHECK_ALWAYS ? 0 : 2));
    return clm_size_min(batch, left);
}

/* Takes primes until a candidate passes. If the plan's primes do not suffice, the window is
 * wrong. */
static clmodp_status search_in_window(search *s)
{
    clmodp_status st = CLMODP_OK;
    bool fits = true;

    TRY(begin_attempt(s, &s->seen, CLM_PLAN_CANDIDATE));
    for (size_t done = 0; done < s->plan->primes && fits && !s->found;) {
        const size_t batch = next_batch(s, done);

        if (s->worker == NULL)
            TRY(create_executor(s, clm_size_max(batch, 1 + s->plan->primes / 6)));
        TRY(extend(s, done, batch, &fits));
        done += batch;
        combination_extend(&s->combination, s->plan, &s->images, batch);
        end_stage(s, CLM_STAGE_CRT);
        if (fits && (done <= CHECK_ALWAYS || done == s->plan->primes ||
                      combination_is_stable(&s->combination, s->plan)))
            TRY(try_candidate(s, done));
    }
    s->p->task->record->report.points = s->plan->points;
done:
    end_attempt(s);
    return st;
}

/* Probes, and searches in the window if that should cost less than a proof. */
static clmodp_status probe_and_search(search *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(probe(s));
    if (s->nothing) {
        TRY(check(s, s->p->task->results));
        goto done;
    }
    TRY(estimate_primes(s));
    if (search_pays(s))
        TRY(search_in_window(s));
done:
    return st;
}

/* Proves the result after a search in vain; as in mode CERTIFIED, bounds limit its size. */
static clmodp_status prove(const search *s)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = s->p->task;
    bool planned;

    if (!s->sized)
        TRY(clm_result_size_check_bounds(&s->ctx->error, NULL, s->p->each, task->count,
                                         task->options->max_result));
    TRY(clm_execute_proof(s->ctx, s->p, &planned));
done:
    return st;
}

clmodp_status clm_probable(clmodp_context *ctx, const clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_report *report = &p->task->record->report;
    search s = {.ctx = ctx, .p = p};

    if (probe_pays(&s))
        st = probe_and_search(&s);
    if (st == CLMODP_LIMIT && !s.too_large) { /* other numbers of points may have enough primes */
        clm_error_clear(&ctx->error);
        st = CLMODP_OK;
    }
    TRY(st);
    if (!s.found) {
        TRY(prove(&s));
        goto done;
    }
    report->primes = s.primes;
    /* A candidate exceeds the bound on the height by less than one prime and a sign. */
    report->error_probability =
        (double)s.checks * clm_check_error(p->bounds.degree, p->bounds.height_bits + 64);
done:
    return st;
}
