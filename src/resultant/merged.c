/* Finds shapes, computes merged problems within common bounds, and checks results. */
#include "resultant/merged.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/size.h"
#include "polynomials/zxy.h"
#include "resultant/check.h"
#include "resultant/prepare.h"

#define MEMORY_PART 4 /* merged problems may take this part of the memory */
#define BLOCK 16      /* problems that a thread finishes at a time */

/* ---- shapes ---- */

enum {
    MOST_ROWS = 160,   /* of both; a pair with more nearly fills a device alone */
    MOST_LENGTH = 256, /* in x */
    DENSE_PART = 2     /* exponents that fill this part of their box share its shape */
};

/* Bytes of a shape that must agree: minors, p, q. */
#define SAME_BYTES (offsetof(clm_shape, length_f) - offsetof(clm_shape, minors))

#define SAMPLE_PRIME 1717986917u /* any large prime */

/* Sizes of one polynomial. */
typedef struct measure {
    size_t degree, length, terms, bits;
    size_t least_i, least_j, step_i, step_j; /* least exponents, and gcds of the exponents */
} measure;

static measure measure_terms(const clmodp_zxy *f)
{
    measure m = {.terms = f->length, .least_i = SIZE_MAX, .least_j = SIZE_MAX};

    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];

        m.length = clm_size_max(m.length, term->i + 1);
        m.degree = term->j;
        m.least_i = clm_size_min(m.least_i, term->i);
        m.least_j = clm_size_min(m.least_j, term->j);
        m.step_i = m.step_i == 1 ? 1 : clm_size_gcd(m.step_i, term->i);
        m.step_j = m.step_j == 1 ? 1 : clm_size_gcd(m.step_j, term->j);
        m.bits = clm_size_max(m.bits, mpz_sizeinbase(term->c, 2));
    }
    return m;
}

/* Rounds up to a multiple of 8; above 64 to a multiple of an eighth of the next power of 2. */
static uint32_t round_bits(size_t bits)
{
    size_t step = 8;

    while (bits > 8 * step)
        step *= 2;
    return (uint32_t)clm_round_up(bits, step);
}

static bool is_dense(const measure *m)
{
    return m->terms * DENSE_PART >= m->length * (m->degree + 1);
}

/* Continues a hash by the exponents of f. */
static uint64_t hash_support(uint64_t hash, const clmodp_zxy *f)
{
    for (size_t k = 0; k < f->length; k++)
        hash = clm_hash(hash, &f->term[k], offsetof(clm_term, c));
    return hash;
}

/* Sets c to the coefficients of f at x, all times a constant modulo the prime. */
static void evaluate_rows(u32 c[MOST_ROWS], const clmodp_zxy *f, uint64_t x)
{
    const clm_mont64 field = clm_mont64_of(SAMPLE_PRIME);
    uint64_t value[MOST_ROWS] = {0};

    clm_check_values(value, f, x, &field);
    for (size_t j = 0; j < MOST_ROWS; j++)
        c[j] = (u32)value[j];
}

/* Sets *normal to whether the degrees of the remainder sequence at a random point fall by one at
 * each step, down to 0. Errors: HOST_MEMORY */
static clmodp_status find_normal(clm_error *error, bool *normal, const clm_pair *pair,
                                 const measure *f, const measure *g, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {seed};
    const uint64_t x = clm_random_below(&random, SAMPLE_PRIME);
    u32 a[MOST_ROWS], b[MOST_ROWS];
    clm_degrees degrees = {0};

    *normal = false;
    evaluate_rows(a, pair->f, x);
    evaluate_rows(b, pair->g, x);
    if (a[f->degree] == 0 || b[g->degree] == 0)
        goto done;
    TRY(clm_degrees_find(error, &degrees, clm_field(SAMPLE_PRIME), (clm_dense){a, f->degree},
                         (clm_dense){b, g->degree}));
    *normal = degrees.count == clm_size_min(f->degree, g->degree) + 2;
done:
    clm_degrees_destroy(&degrees);
    return st;
}

/* Sets *out to the shape of a pair; *fits: whether merging it may pay. Errors: HOST_MEMORY */
static clmodp_status find_shape(clm_error *error, clm_shape *out, bool *fits, const clm_pair *pair,
                                clm_minors minors, uint64_t seed)
{
    clmodp_status st = CLMODP_OK;
    measure f, g;

    *fits = false;
    if (clmodp_zxy_degree_y(pair->f) < 1 || clmodp_zxy_degree_y(pair->g) < 1 ||
        clmodp_zxy_degree_y(pair->f) + clmodp_zxy_degree_y(pair->g) > MOST_ROWS - 2)
        goto done;
    f = measure_terms(pair->f);
    g = measure_terms(pair->g);
    if (clm_size_max(f.length, g.length) > MOST_LENGTH || f.least_i > 0 || g.least_i > 0 ||
        f.least_j > 0 || g.least_j > 0 || clm_size_gcd(f.step_i, g.step_i) > 1 ||
        clm_size_gcd(f.step_j, g.step_j) > 1)
        goto done;
    TRY(find_normal(error, fits, pair, &f, &g, seed));
    *out = (clm_shape){
        .minors = minors,
        .p = (uint32_t)f.degree,
        .q = (uint32_t)g.degree,
        .length_f = (uint32_t)f.length,
        .length_g = (uint32_t)g.length,
        .bits_f = round_bits(f.bits),
        .bits_g = round_bits(g.bits),
        .support = is_dense(&f) && is_dense(&g)
                       ? 0
                       : hash_support(hash_support(CLM_HASH_START, pair->f), pair->g),
    };
done:
    return st;
}

/* The width and the height of results, by their degrees and by the norms of Sylvester's rows. */
static double width_of(const clm_shape *s)
{
    return (double)s->p * (s->length_g - 1.0) + (double)s->q * (s->length_f - 1.0) + 1.0;
}

static double height_of(const clm_shape *s)
{
    return s->q * (s->bits_f + log2((s->p + 1.0) * s->length_f) / 2.0) +
           s->p * (s->bits_g + log2((s->q + 1.0) * s->length_g) / 2.0);
}

int clm_merged_compare(const clm_merged *a, const clm_merged *b)
{
    const int order = memcmp(&a->shape.minors, &b->shape.minors, SAME_BYTES);

    if (order != 0 || a->size == b->size)
        return order != 0 ? order : memcmp(&a->shape, &b->shape, sizeof a->shape);
    return a->size < b->size ? -1 : 1;
}

bool clm_merged_extend(clm_shape *shape, const clm_merged *other)
{
    const clm_shape *s = &other->shape;

    if (memcmp(&shape->minors, &s->minors, SAME_BYTES) != 0)
        return false;
    shape->support = shape->support == s->support ? s->support : 0;
    shape->length_f = (uint32_t)clm_size_max(shape->length_f, s->length_f);
    shape->length_g = (uint32_t)clm_size_max(shape->length_g, s->length_g);
    shape->bits_f = (uint32_t)clm_size_max(shape->bits_f, s->bits_f);
    shape->bits_g = (uint32_t)clm_size_max(shape->bits_g, s->bits_g);
    return true;
}

clm_choice_merge clm_merged_predict(const clmodp_context *ctx, const clm_shape *shape,
                                    size_t count)
{
    const size_t f = (size_t)(shape->p + 1) * shape->length_f;
    const size_t g = (size_t)(shape->q + 1) * shape->length_g;
    const clm_choice_case what = {
        .p = shape->p, .q = shape->q, .cells = f + g, .terms = f + g, .minors = shape->minors,
        .limbs = (double)(f + g), .width = width_of(shape),
        .height_bits = (uint64_t)height_of(shape)};

    return clm_choice_merging(ctx, &what, count);
}

clmodp_status clm_merged_create(clm_error *error, clm_merged *out, bool *fits,
                                const clmodp_problem *problem,
                                const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_merged s = {.problem = problem, .pair = {problem->f, problem->g}};

    *fits = false;
    TRY(clm_problem_check_all(error, problem, options));
    if (problem->modulus != 0 || problem->operation == CLMODP_OPERATION_DETERMINANT)
        goto done;
    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT) {
        TRY(clmodp_zxy_create(&s.derivative));
        TRY(clmodp_zxy_set(s.derivative, problem->f));
        clmodp_zxy_derivative_y(s.derivative);
        s.pair.g = s.derivative;
    }
    TRY(find_shape(error, &s.shape, fits, &s.pair, clm_problem_minors(problem, problem->r != NULL),
                   options->seed));
    if (*fits) {
        s.size = width_of(&s.shape) * height_of(&s.shape);
        *out = s;
        s.derivative = NULL;
    }
done:
    clmodp_zxy_destroy(s.derivative);
    return st;
}

void clm_merged_clear(clm_merged *merged)
{
    clmodp_zxy_destroy(merged->derivative);
    merged->derivative = NULL;
}

/* ---- the dominating pair ----
 *
 * The dominating pair of merged problems has each term of any pair, with the greatest absolute
 * value of its coefficients. Bounds of its resultant hold for all pairs. */

/* Sets longest[j * length + i] to the coefficient of x^i y^j in f if this is longer. */
static void collect_longest(mpz_srcptr *longest, size_t length, const clmodp_zxy *f)
{
    for (size_t k = 0; k < f->length; k++) {
        const clm_term *term = &f->term[k];
        mpz_srcptr *place = &longest[term->j * length + term->i];

        if (*place == NULL || mpz_cmpabs(*place, term->c) < 0)
            *place = term->c;
    }
}

static clmodp_status append_absolute(clmodp_zxy *out, mpz_srcptr const *longest,
                                     size_t length, size_t degree)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= degree; j++)
        for (size_t i = 0; i < length; i++)
            if (longest[j * length + i] != NULL) {
                mpz_abs(c, longest[j * length + i]);
                TRY(clm_zxy_append(out, c, i, j));
            }
done:
    mpz_clear(c);
    return st;
}

/* Sets p->f, p->g to the dominating pair.
 * Cost:   linear in the terms, and in the box of the exponents */
static clmodp_status build_dominating_pair(clm_error *error, clm_prepared *p,
                                           const clm_merged *first, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_shape shape = first->shape;
    mpz_srcptr *longest = NULL;
    size_t of_f, of_g;

    for (size_t k = 1; k < count; k++)
        (void)clm_merged_extend(&shape, &first[k]);
    of_f = (size_t)(shape.p + 1) * shape.length_f; /* small: see find_shape */
    of_g = (size_t)(shape.q + 1) * shape.length_g;
    NEW(error, longest, of_f + of_g);
    TRY(clmodp_zxy_create(&p->f));
    TRY(clmodp_zxy_create(&p->g));
    for (size_t k = 0; k < count; k++) {
        collect_longest(longest, shape.length_f, first[k].pair.f);
        collect_longest(longest + of_f, shape.length_g, first[k].pair.g);
    }
    TRY(append_absolute(p->f, longest, shape.length_f, shape.p));
    TRY(append_absolute(p->g, longest + of_f, shape.length_g, shape.q));
done:
    free(longest);
    return st;
}

static clmodp_status bound_dominating_pair(clm_error *error, clm_prepared *p)
{
    clmodp_status st = CLMODP_OK;
    const clm_minors minors = p->task->minors;
    clm_bounds one;

    p->bounds = (clm_bounds){.zero = true};
    for (size_t n = 0; n < minors.count; n++) {
        TRY(clm_bounds_of_all(error, &one, p->f, p->g, clm_minors_index(minors, n)));
        clm_bounds_join(&p->bounds, &one);
    }
done:
    return st;
}

/* Does step 1 and bounds as in step 2, with the dominating pair instead of a simplified one, since
 * problems with factors are not merged. *p must be destroyed, also after errors. */
static clmodp_status prepare_dominating_pair(clmodp_context *ctx, clm_prepared *p,
                                             const clm_task *task, const clm_merged *first,
                                             size_t count)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_prepared_create(&ctx->error, p, task));
    TRY(build_dominating_pair(&ctx->error, p, first, count));
    TRY(bound_dominating_pair(&ctx->error, p));
done:
    return st;
}

clmodp_status clm_merged_plan(clmodp_context *ctx, size_t *most, bool *pays,
                              const clm_merged *first, size_t count, double alone,
                              const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_compute_options how = clm_task_options(ctx, options);
    const clm_minors minors = first->shape.minors;
    const bool alike = clm_merged_compare(first, first + count - 1) == 0;
    const clm_task task = {.minors = minors, .count = clm_minors_outputs(minors),
                           .options = &how};
    clm_prepared p;
    clm_choice_case what;
    clm_choice_merge chosen;
    double gain;

    TRY(prepare_dominating_pair(ctx, &p, &task, first, alike ? 1 : count));
    what = clm_prepared_case(&p);
    what.limbs = (double)what.cells; /* the device's cost ignores longer coefficients */
    chosen = clm_choice_merging(ctx, &what, count);
    gain = (alike ? chosen.alone : alone) - chosen.ns;
    *most = clm_size_max(clm_size_min(chosen.most, chosen.fits / MEMORY_PART), 1);
    *pays = !p.bounds.zero && *most > 1 &&
            (how.engine != NULL || gain > clm_initialisation_cost(ctx));
    if (gain <= clm_initialisation_cost(ctx))
        clm_initialisation_missed(ctx, gain);
done:
    clm_prepared_destroy(&p);
    return st;
}

/* ---- computing ---- */

/* Results, which threads check and move to the problems. */
typedef struct computed {
    clm_merged *merged;
    size_t count;
    const clm_prepared *prepared;
    clmodp_zx **results; /* of each problem in turn */
    uint64_t prime, seed;
} computed;

/* Returns the record of one problem: equal parts of common times and evaluations. */
static clm_record part_of(const clm_record *all, size_t count)
{
    clm_record part = *all;

    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        part.times.host[stage] /= (double)count;
        part.times.device[stage] /= (double)count;
    }
    part.report.evaluations /= count;
    part.began = clm_clock_seconds() - (clm_clock_seconds() - all->began) / (double)count;
    return part;
}

static clmodp_status finish_problem(const computed *c, size_t k, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    const clm_task *task = c->prepared->task;
    clm_merged *one = &c->merged[k];
    clmodp_zx *const *results = c->results + k * task->count;
    clm_random random = {c->seed ^ one->index};
    const bool reports = one->problem->report != NULL;
    clm_record record;
    bool agrees;

    TRY(clm_check_fresh_prime(error, &agrees, results, task->minors, one->pair.f, one->pair.g,
                              c->prime, 1, &random, NULL));
    if (!agrees)
        goto done;
    if (reports) {
        record = part_of(task->record, c->count);
        record.report.necessary_evaluations =
            clm_prepared_necessary(c->prepared, results, task->count);
    }
    TRY(clm_problem_store_results(error, one->problem, task->minors, results));
    if (reports)
        clm_record_end(&record, one->problem->report);
    one->done = true;
done:
    return st;
}

static clmodp_status finish_block(void *argument, size_t index, size_t thread)
{
    const computed *c = argument;
    const size_t end = clm_size_min((index + 1) * BLOCK, c->count);
    clm_error error;

    (void)thread;
    clm_error_clear(&error);
    for (size_t k = index * BLOCK; k < end; k++)
        (void)finish_problem(c, k, &error); /* a call for it alone explains a failure */
    return CLMODP_OK;
}

/* Does step 4 for all pairs at once. */
static clmodp_status lay_out_pairs(clmodp_context *ctx, clm_prepared *p, const clm_merged *merged,
                                   size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_pair *pairs = NULL;

    NEW(&ctx->error, pairs, count);
    for (size_t k = 0; k < count; k++)
        pairs[k] = merged[k].pair;
    TRY(clm_row_layout_merge(&ctx->error, &p->layout, &(clm_pair){p->f, p->g}, pairs, count));
done:
    free(pairs);
    return st;
}

/* Does steps 1 to 6 for all problems. */
static clmodp_status compute_merged_group(clmodp_context *ctx, clm_prepared *p,
                                          const clm_task *task, const clm_merged *merged,
                                          size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_decisions decisions = {.engine = clm_choice_on_device(task->options)};
    bool planned;

    TRY(prepare_dominating_pair(ctx, p, task, merged, count));
    for (size_t n = 0; n < task->count; n++)
        p->each[n] = p->bounds;
    decisions.each = p->each;
    TRY(clm_prepare_engine(ctx, p, true, &decisions));
    if (p->bounds.zero)
        goto done;
    TRY(lay_out_pairs(ctx, p, merged, count));
    TRY(clm_execute_proof(ctx, p, &planned));
    task->record->report.memory_bytes = ctx->call->memory_peak;
done:
    return st;
}

clmodp_status clm_merged_compute(clmodp_context *ctx, clm_merged *merged, size_t count,
                                 const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_compute_options how = clm_task_options(ctx, options);
    clm_random random = {options->seed};
    clm_record record;
    const clm_minors minors = merged->shape.minors;
    clm_task task = {.minors = minors, .count = clm_minors_outputs(minors), .record = &record,
                     .random = &random, .options = &how};
    clm_prepared p = {.task = NULL};
    computed c = {.merged = merged, .count = count, .prepared = &p,
                  .prime = clm_check_prime(ctx, options->seed), .seed = options->seed};

    how.mode = CLMODP_MODE_CERTIFIED; /* searches would not share primes */
    clm_record_begin(&record);
    for (size_t k = 0; k < count; k++)
        ctx->call->timed = ctx->call->timed || merged[k].problem->report != NULL;
    NEW(&ctx->error, c.results, count * task.count);
    for (size_t n = 0; n < count * task.count; n++)
        TRY(clmodp_zx_create(&c.results[n]));
    task.results = c.results;
    TRY(compute_merged_group(ctx, &p, &task, merged, count));
    TRY(clm_parallel_for(clm_div_up(count, BLOCK), ctx->threads, finish_block, &c));
done:
    clm_prepared_destroy(&p);
    for (size_t n = 0; c.results != NULL && n < count * task.count; n++)
        clmodp_zx_destroy(c.results[n]);
    free(c.results);
    return st;
}
