/* Predicts the points of a case study, measures them in turns and evaluates the claims. */
#include "lab/studies/sweep.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/memory.h"
#include "opencl/queue.h"

#define LABEL 0
#define LONG 0.5 /* seconds */
#define TOO_LONG 10.0

study_range study_default_range(const study *of)
{
    return (study_range){.from = of->from, .to = of->to, .T_from = 1, .T_to = 64,
                         .Z_from = of->Z_from, .Z_to = of->Z_to, .m = of->m, .runs = 3};
}

/* Lists all questions in order. Returns their number; `points` may be NULL. */
static size_t list_points(study_point *points, const study *of, const study_range *r)
{
    size_t count = 0;

    for (size_t form = 0; form < of->form_count; form++)
        for (size_t Z = r->Z_from; Z <= r->Z_to; Z = Z > 0 ? 4 * Z : SIZE_MAX)
            for (size_t n = r->from; n <= r->to; n *= 2)
                for (size_t T = r->T_from; T <= r->T_to; T *= 2, count++)
                    if (points != NULL)
                        points[count] = (study_point){.question = {form, n, (uint32_t)T, Z, r->m},
                                                      .measured = INFINITY};
    return count;
}

/* Predicts a point; the model counts operations of a core, here products of residues. */
static clmodp_status predict_point(clmodp_context *ctx, study_point *point, const study *of,
                                   const clmodp_calibration *machine)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_tmm_machine tmm = clmodp_calibration_tmm(machine);
    clmodp_tmm_time phases[STUDY_PHASES];
    double sum = 0, longest = 0;

    st = of->predict(phases, &point->question, fmin(point->question.T, tmm.X), &tmm);
    if (st != CLMODP_OK)
        FAIL(&ctx->error, st, "the model cannot predict %s with n = %zu, T = %u", of->name,
             point->question.n, (unsigned)point->question.T);
    for (size_t k = 0; k < of->phase_count; k++) {
        sum += phases[k].time;
        if (phases[k].time > longest)
            point->term = phases[k].term;
        longest = fmax(longest, phases[k].time);
    }
    point->predicted = 1e-9 * machine->alone.value * sum;
done:
    return st;
}

/* Removes points that would take too long or exceed the local memory of the device. */
static void drop_points(study_result *result, size_t words)
{
    size_t left = 0;

    for (size_t k = 0; k < result->count; k++)
        if (result->points[k].predicted <= TOO_LONG && result->points[k].question.Z <= words)
            result->points[left++] = result->points[k];
    result->count = left;
}

/* Measures the device seconds of a run by the events of its queue. */
static clmodp_status run_once(study_problem *p, const study *of, study_point *point)
{
    clmodp_status st = CLMODP_OK;
    double seconds = 0;

    if (of->warm != NULL)
        TRY(of->warm(p, &point->question));
    TRY(clm_finish(p->ctx));
    (void)clm_queue_take(p->ctx, &seconds, LABEL + 1);
    seconds = 0;
    clm_queue_label(p->ctx, LABEL);
    TRY(of->run(p, &point->question));
    clm_queue_label(p->ctx, CLM_NO_LABEL);
    TRY(clm_finish(p->ctx));
    if (!clm_queue_take(p->ctx, &seconds, LABEL + 1))
        FAIL(&p->ctx->error, CLMODP_UNSUPPORTED, "the device \"%s\" does not support profiling "
             "events",
             p->ctx->device.name);
    point->measured = fmin(point->measured, seconds);
done:
    clm_queue_label(p->ctx, CLM_NO_LABEL);
    return st;
}

/* Measures the points of one size. The first run of each point compiles and is checked; it only
 * counts if compiling is negligible beside it. */
static clmodp_status measure_size(const study_problem *shared, const study *of,
                                  study_point *points, size_t count, size_t n, size_t runs)
{
    clmodp_status st = CLMODP_OK;
    study_problem problem = {.ctx = shared->ctx, .n = n, .m = shared->m, .shared = shared};
    bool wanted = false;

    for (size_t k = 0; k < count; k++)
        wanted |= points[k].question.n == n;
    if (!wanted)
        return CLMODP_OK;
    TRY(of->create(&problem));
    for (size_t run = 0; run <= runs; run++)
        for (size_t k = 0; k < count; k++) {
            TRY(clm_progress(shared->ctx, shared->ctx->call->fraction));
            if (points[k].question.n != n || (points[k].measured >= LONG && run > 0 &&
                                           points[k].measured < INFINITY))
                continue;
            TRY(run_once(&problem, of, &points[k]));
            if (run > 0)
                continue;
            TRY(of->check(&problem, &points[k].question));
            if (points[k].measured < LONG)
                points[k].measured = INFINITY;
        }
done:
    study_problem_clear(&problem);
    return st;
}

/* ---- findings ---- */

#define FACTOR 2.0 /* for knees and bends */
#define SLOPE_DISTANCE 0.15

/* The points of a claim: one form and one Z. */
typedef struct curve {
    const study_result *result;
    size_t form, Z;
    size_t least, largest, with_one; /* values of n; the largest n with one thread */
    uint32_t most;  /* threads */
    size_t offset;  /* offset of the seconds in a point */
} curve;

static double seconds(const curve *c, const study_point *p)
{
    return *(const double *)(const void *)((const char *)p + c->offset);
}

static bool belongs(const curve *c, const study_point *p)
{
    return p->question.form == c->form && (c->Z == 0 || p->question.Z == c->Z);
}

static curve curve_of(const study_result *result, const study_claim *claim, size_t form,
                      size_t offset)
{
    curve c = {.result = result, .form = form, .Z = claim->Z, .offset = offset};

    for (size_t k = 0; k < result->count; k++) {
        const study_question *q = &result->points[k].question;

        if (!belongs(&c, &result->points[k]))
            continue;
        c.least = c.least == 0 || q->n < c.least ? q->n : c.least;
        c.largest = q->n > c.largest ? q->n : c.largest;
        c.most = q->T > c.most ? q->T : c.most;
        if (q->T == 1)
            c.with_one = q->n > c.with_one ? q->n : c.with_one;
    }
    return c;
}

/* Returns the seconds of one thread over the seconds of the best number of threads: the T at which
 * a / T and b meet, if the time is max(a / T, b). */
static double knee(const curve *c)
{
    double one = NAN, least = INFINITY;

    for (size_t k = 0; k < c->result->count; k++) {
        const study_point *p = &c->result->points[k];

        if (!belongs(c, p) || p->question.n != c->with_one)
            continue;
        if (p->question.T == 1)
            one = seconds(c, p);
        least = fmin(least, seconds(c, p));
    }
    return one / least;
}

/* Returns the slope of the least squares line through the upper half of sizes. */
static double slope(const curve *c)
{
    const double middle = (double)c->least * (double)c->largest; /* squared */
    double count = 0, x = 0, y = 0, xx = 0, xy = 0;

    for (size_t k = 0; k < c->result->count; k++) {
        const study_point *p = &c->result->points[k];
        const double n = (double)p->question.n;

        if (!belongs(c, p) || p->question.T != c->most || n * n < middle)
            continue;
        count += 1;
        x += log(n);
        y += log(seconds(c, p));
        xx += log(n) * log(n);
        xy += log(n) * log(seconds(c, p));
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

static double with_most(const curve *c, size_t n)
{
    for (size_t k = 0; k < c->result->count; k++) {
        const study_point *p = &c->result->points[k];

        if (belongs(c, p) && p->question.n == n && p->question.T == c->most)
            return seconds(c, p);
    }
    return NAN;
}

/* Returns the n at which a and b n meet if t = max(a, b n); the range of n must enclose it. */
static double bend(const curve *c)
{
    return c->least < c->largest
               ? with_most(c, c->least) / with_most(c, c->largest) * (double)c->largest
               : NAN;
}

static double found(const study_result *result, const study_claim *claim, size_t offset)
{
    const curve first = curve_of(result, claim, claim->form, offset);
    const curve other = curve_of(result, claim, 1, offset);

    switch (claim->kind) {
    case STUDY_KNEE: return knee(&first);
    case STUDY_SLOPE: return slope(&first);
    case STUDY_BEND: return bend(&first);
    default: return with_most(&first, first.largest) / with_most(&other, other.largest);
    }
}

static bool holds(const study_finding *f)
{
    switch (f->claim.kind) {
    case STUDY_KNEE:
    case STUDY_BEND:
        return f->measured <= FACTOR * f->predicted && f->predicted <= FACTOR * f->measured;
    case STUDY_SLOPE: return fabs(f->measured - f->predicted) <= SLOPE_DISTANCE;
    default: return (f->measured < 1) == (f->predicted < 1);
    }
}

/* Returns whether there are points of a Z; always for 0, which means no Z. */
static bool has_points_of(const study_result *result, size_t Z)
{
    bool found = Z == 0;

    for (size_t k = 0; k < result->count && !found; k++)
        found = result->points[k].question.Z == Z;
    return found;
}

void study_find(study_result *result, const study *of)
{
    result->finding_count = 0;
    for (size_t k = 0; k < of->claim_count; k++) {
        study_finding *f = &result->findings[result->finding_count];

        if (!has_points_of(result, of->claims[k].Z))
            continue;
        result->finding_count++;
        f->claim = of->claims[k];
        f->predicted = found(result, &f->claim, offsetof(study_point, predicted));
        f->measured = found(result, &f->claim, offsetof(study_point, measured));
        f->known = isfinite(f->predicted) && isfinite(f->measured);
        f->holds = f->known && holds(f);
    }
}

/* ---- sweeps ---- */

clmodp_status study_sweep(clmodp_context *ctx, study_result *result, const study *of,
                          const study_range *range, const clmodp_calibration *machine)
{
    clmodp_status st = CLMODP_OK;
    study_problem shared = {.ctx = ctx, .m = range->m};

    *result = (study_result){.count = list_points(NULL, of, range)};
    REQUIRE(&ctx->error, result->count > 0 && range->runs > 0 &&
                             of->claim_count <= STUDY_CLAIMS);
    NEW(&ctx->error, result->points, result->count);
    (void)list_points(result->points, of, range);
    ctx->call->timed = true;
    TRY(clm_context_open(ctx));
    for (size_t k = 0; k < result->count; k++)
        TRY(predict_point(ctx, &result->points[k], of, machine));
    drop_points(result, study_words(ctx));
    if (result->count == 0)
        FAIL(&ctx->error, CLMODP_LIMIT, "%s: every point is predicted to exceed %g seconds a run "
             "or the local memory of \"%s\"", of->name, TOO_LONG,
             ctx->device.name);
    if (of->prepare != NULL)
        TRY(of->prepare(&shared));
    for (size_t n = range->from; n <= range->to; n *= 2) {
        TRY(clm_progress(ctx, (double)(n - range->from) / (double)(2 * range->to)));
        TRY(measure_size(&shared, of, result->points, result->count, n, range->runs));
    }
    study_find(result, of);
done:
    study_problem_clear(&shared);
    ctx->call->timed = false;
    return st;
}

void study_result_clear(study_result *result)
{
    free(result->points);
    *result = (study_result){0};
}
