/* One plan for all, and a check for each. */
#include "resultant/stack.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/size.h"
#include "resultant/answer.h"
#include "resultant/call.h"
#include "resultant/certified.h"
#include "resultant/check.h"
#include "resultant/choice.h"
#include "resultant/driver.h"
#include "resultant/poly_size.h"
#include "resultant/problem.h"
#include "resultant/shape.h"
#include "zxy/zxy.h"

/* The joint pair of a stack has, term by term, the greatest absolute value of the coefficients of
 * all pairs. Bounds of its resultant hold for each of theirs. */

/* The greatest absolute values of the pairs' coefficients, term by term: they have a term where
 * some pair has one. */
typedef struct clm_joint {
    clmodp_zxy *f, *g;
    clm_pair *pairs; /* one behind the other */
} clm_joint;

/* longest[j * length + i] := that of its own coefficient and of f's at x^i y^j. */
static void join(mpz_srcptr *longest, size_t length, const clmodp_zxy *f)
{
    const size_t terms = clmodp_zxy_terms(f);

    for (size_t k = 0; k < terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j), *place = &longest[j * length + i];

        if (*place == NULL || mpz_cmpabs(*place, c) < 0)
            *place = c;
    }
}

/* out := the absolute values. */
static clmodp_status collect(clmodp_zxy *out, mpz_srcptr const *longest, size_t length,
                             size_t degree)
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

static void joint_destroy(clm_joint *joint)
{
    clmodp_zxy_destroy(joint->f);
    clmodp_zxy_destroy(joint->g);
    free(joint->pairs);
    *joint = (clm_joint){0};
}

/* Release with joint_destroy ({0} is safe).
 *
 * In:     pairs   `count` of this shape, `stride` bytes apart
 * Cost:   linear in the terms, and in the box of the exponents
 * Errors: HOST_MEMORY */
static clmodp_status joint_create(clm_error *error, clm_joint *out, const clm_shape *shape,
                                  const clm_pair *pairs, size_t stride, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t of_f = (size_t)(shape->p + 1) * shape->length_f; /* small: clm_shape_of */
    const size_t of_g = (size_t)(shape->q + 1) * shape->length_g;
    mpz_srcptr *longest = NULL;
    clm_joint joint = {0};

    NEW(error, longest, of_f + of_g);
    NEW(error, joint.pairs, count);
    TRY(clmodp_zxy_create(&joint.f));
    TRY(clmodp_zxy_create(&joint.g));
    for (size_t k = 0; k < count; k++) {
        joint.pairs[k] = *(const clm_pair *)((const char *)pairs + k * stride);
        join(longest, shape->length_f, joint.pairs[k].f);
        join(longest + of_f, shape->length_g, joint.pairs[k].g);
    }
    TRY(collect(joint.f, longest, shape->length_f, shape->p));
    TRY(collect(joint.g, longest + of_f, shape->length_g, shape->q));
    *out = joint;
    joint = (clm_joint){0};
done:
    free(longest);
    joint_destroy(&joint);
    return st;
}

#define MEMORY_PART 4 /* of the memory, for what stacks hold for each problem */
#define BLOCK 16      /* problems that a thread finishes at a time */

clmodp_status clm_stacked_create(clm_error *error, clm_stacked *out, bool *fits,
                                 const clmodp_problem *problem,
                                 const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_stacked s = {.problem = problem, .pair = {problem->f, problem->g}};

    *fits = false;
    TRY(clm_problem_ready(error, problem, options));
    if (problem->modulus != 0)
        goto done;
    if (problem->operation == CLMODP_OPERATION_DISCRIMINANT) {
        TRY(clmodp_zxy_create(&s.derivative));
        TRY(clmodp_zxy_set(s.derivative, problem->f));
        clmodp_zxy_derivative_y(s.derivative);
        s.pair.g = s.derivative;
    }
    *fits = clm_shape_of(&s.shape, &s.pair, clm_problem_outputs(problem), options->seed);
    if (*fits) {
        *out = s;
        s.derivative = NULL;
    }
done:
    clmodp_zxy_destroy(s.derivative);
    return st;
}

void clm_stacked_clear(clm_stacked *stacked)
{
    clmodp_zxy_destroy(stacked->derivative);
    stacked->derivative = NULL;
}

/* Bounds of all outputs of all pairs like the joint one. */
static clmodp_status bound(clm_error *error, clm_bounds *bounds, const clm_joint *joint,
                           size_t outputs)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds s1;

    TRY(clm_bounds_of_all(error, bounds, joint->f, joint->g, false));
    if (outputs > 1) {
        TRY(clm_bounds_of_all(error, &s1, joint->f, joint->g, true));
        clm_bounds_join(bounds, &s1);
    }
done:
    return st;
}

static clm_choice_case describe(const clm_joint *joint, const clm_bounds *bounds)
{
    const size_t terms = clmodp_zxy_terms(joint->f) + clmodp_zxy_terms(joint->g);

    return (clm_choice_case){.p = (size_t)clmodp_zxy_degree_y(joint->f),
                             .q = (size_t)clmodp_zxy_degree_y(joint->g),
                             .terms = terms,
                             .division = clm_division_of(joint->f, joint->g),
                             .limbs = (double)terms,
                             .width = (double)(bounds->degree - bounds->valuation) + 1.0,
                             .height_bits = bounds->height_bits};
}

clmodp_status clm_stack_plan(clmodp_context *ctx, size_t *most, bool *pays,
                             const clm_stacked *first, size_t count,
                             const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_joint joint = {0};
    clm_bounds bounds;
    clm_choice_case what;
    clm_choice_stack chosen;

    TRY(joint_create(&ctx->error, &joint, &first->shape, &first->pair, sizeof *first, 1));
    TRY(bound(&ctx->error, &bounds, &joint, first->shape.outputs));
    what = describe(&joint, &bounds);
    chosen = clm_choice_stacks(ctx, &what, first->shape.outputs, count);
    *most = clm_size_max(clm_size_min(chosen.most, chosen.fits / MEMORY_PART), 1);
    *pays = !bounds.zero && *most > 1 &&
            (clm_call_options(ctx, options).engine != NULL || chosen.pays);
done:
    joint_destroy(&joint);
    return st;
}

/* What threads finish. */
typedef struct stack {
    clm_stacked *stacked;
    size_t count, outputs;
    clmodp_zx **results; /* outputs of each */
    const clm_record *record;
    uint64_t prime, seed;
    double prime_bits; /* of the engine's */
} stack;

/* Problems that share launches report equal parts of the time. */
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

/* Check a problem's results, and hand them over. */
static clmodp_status finish(const stack *s, size_t k, clm_error *error)
{
    clmodp_status st = CLMODP_OK;
    clm_stacked *one = &s->stacked[k];
    clmodp_zx *const *results = s->results + k * s->outputs;
    clm_random random = {s->seed ^ one->index};
    const bool told = one->problem->report != NULL;
    clm_record record;
    bool agrees;

    TRY(clm_check_fresh_prime(error, &agrees, results, s->outputs, one->pair.f, one->pair.g,
                              s->prime, &random));
    if (!agrees)
        goto done;
    if (told) {
        const clm_poly_size seen = clm_poly_size_of(results, s->outputs);

        record = part_of(s->record, s->count);
        record.report.necessary_evaluations = clm_poly_size_evaluations(&seen, s->prime_bits);
    }
    TRY(clm_problem_accept(error, one->problem, results));
    if (told)
        clm_record_end(&record, one->problem->report);
    one->solved = true;
done:
    return st;
}

static clmodp_status finish_block(void *argument, size_t index, size_t thread)
{
    const stack *s = argument;
    const size_t end = clm_size_min((index + 1) * BLOCK, s->count);
    clm_error error;

    (void)thread;
    clm_error_clear(&error);
    for (size_t k = index * BLOCK; k < end; k++)
        (void)finish(s, k, &error); /* what fails is solved alone, and explained then */
    return CLMODP_OK;
}

/* The results of all pairs of the layout. */
static clmodp_status compute(clmodp_context *call, stack *s, clm_record *record,
                             const clm_joint *joint, const clm_row_layout *layout,
                             const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_compute_options how = clm_call_options(call, options);
    clm_random random = {options->seed};
    clm_bounds bounds, each[CLM_MOST_OUTPUTS];
    bool planned;
    clm_job job = {.task = {.f = joint->f, .g = joint->g, .results = s->results,
                            .count = s->outputs, .record = record, .random = &random,
                            .options = &how},
                   .engine = record->engine, .bounds = &bounds, .layout = layout};

    TRY(bound(&call->error, &bounds, joint, s->outputs));
    for (size_t n = 0; n < s->outputs; n++)
        each[n] = bounds;
    TRY(clm_answer_check_bounds(&call->error, each, s->outputs, options->max_answer));
    TRY(clm_certified(call, &job, &planned));
    s->prime_bits = log2((double)clm_engine_prime_max(job.engine, &how.of_engine));
    record->report.degree_bound = bounds.degree;
    record->report.valuation_bound = bounds.valuation;
    record->report.width_bound = bounds.degree - bounds.valuation + 1;
    record->report.height_bits = bounds.height_bits;
    record->report.height_bound_name = bounds.height_name;
    record->report.memory_bytes = call->memory_peak;
done:
    return st;
}

clmodp_status clm_stack_solve(clmodp_context *call, clm_stacked *stacked, size_t count,
                              const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const size_t outputs = stacked->shape.outputs;
    clm_record record;
    const clm_compute_options how = clm_call_options(call, options);
    clm_joint joint = {0};
    clm_row_layout layout = {0};
    stack s = {.stacked = stacked, .count = count, .outputs = outputs, .record = &record,
               .prime = clm_check_prime(call, options->seed), .seed = options->seed};

    clm_record_begin(&record);
    for (size_t k = 0; k < count; k++)
        call->timed = call->timed || stacked[k].problem->report != NULL;
    record.engine = clm_choice_on_device(&how);
    NEW(&call->error, s.results, count * outputs);
    for (size_t n = 0; n < count * outputs; n++)
        TRY(clmodp_zx_create(&s.results[n]));
    TRY(joint_create(&call->error, &joint, &stacked->shape, &stacked->pair, sizeof *stacked,
                     count));
    TRY(clm_row_layout_stack(&call->error, &layout, &(clm_pair){joint.f, joint.g}, joint.pairs,
                             count));
    TRY(compute(call, &s, &record, &joint, &layout, options));
    TRY(clm_parallel_for(clm_div_up(count, BLOCK), call->threads, finish_block, &s));
done:
    clm_row_layout_destroy(&layout);
    joint_destroy(&joint);
    for (size_t n = 0; s.results != NULL && n < count * outputs; n++)
        clmodp_zx_destroy(s.results[n]);
    free(s.results);
    return st;
}
