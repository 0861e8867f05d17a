/* Bound the work under way. */
#include "device/pace.h"

#include <math.h>

#include "base/clock.h"
#include "device/opencl_error.h"

static clm_unit *unit_of(clm_pace *p, uint64_t number)
{
    return &p->unit[number % CLM_MOST_UNITS];
}

static size_t place_of(int label)
{
    return label == CLM_NO_LABEL ? CLM_MOST_LABELS : (size_t)label;
}

/* Seconds for a predicted one. */
static double factor_of(const clm_pace *p, int label)
{
    const double factor = p->seen[place_of(label)].factor;

    return factor > 0 ? factor : 1;
}

/* The unit that has begun gets no more commands. */
static void close_unit(clm_queue *q, double fraction)
{
    clm_pace *p = &q->pace;

    if (!p->open)
        return;
    unit_of(p, p->made)->end = q->made;
    unit_of(p, p->made)->fraction = fraction;
    p->made++;
    p->open = false;
}

/* Units of a label took so long. No single one is believed: the first of a process are compiled
 * meanwhile, and any may have waited for a processor. */
static void learn(clm_pace *p, int label, double predicted, double took)
{
    const double before = factor_of(p, label), now = took / predicted;

    p->seen[place_of(label)].factor = fmin(fmax(now, before / 2), before * 2);
    p->seen[place_of(label)].sure = now <= before * 2;
}

/* Units whose commands are done, as is seen now; the last one's label stands for all. */
static void observe(clm_queue *q, double now)
{
    clm_pace *p = &q->pace;
    double predicted = 0, began = 0;
    int label = CLM_NO_LABEL;

    for (; p->done < p->made && unit_of(p, p->done)->end <= q->done; p->done++) {
        const clm_unit *u = unit_of(p, p->done);

        if (predicted == 0)
            began = fmax(u->began, p->observed);
        predicted += u->seconds;
        label = u->label;
        p->reached = u->fraction;
    }
    if (predicted == 0)
        return;
    learn(p, label, predicted, now - began);
    p->observed = now;
}

void clm_pace_synced(clm_queue *queue, double now)
{
    close_unit(queue, queue->pace.reached);
    observe(queue, now);
}

/* Whether one more unit would be too much work under way. */
static bool is_too_much(clm_pace *p, int label, double seconds)
{
    bool sure = p->seen[place_of(label)].sure;
    double ahead = seconds * factor_of(p, label);

    for (uint64_t k = p->done; k < p->made; k++) {
        const clm_unit *u = unit_of(p, k);

        ahead += u->seconds * factor_of(p, u->label);
        sure = sure && p->seen[place_of(u->label)].sure;
    }
    return !p->unbounded && ahead > (sure ? CLM_AHEAD_SECONDS : CLM_UNSURE_SECONDS);
}

clmodp_status clm_pace_unit(clmodp_context *ctx, double seconds, double fraction)
{
    clmodp_status st = CLMODP_OK;
    clm_queue *q = ctx->pending;
    clm_pace *p = &q->pace;

    close_unit(q, fraction);
    if (q->made > q->done)
        TRY_CL(&ctx->error, clFlush, ctx->queue);
    TRY(clm_queue_look(ctx));
    observe(q, clm_clock_seconds());
    while (p->done < p->made &&
           (p->made - p->done == CLM_MOST_UNITS - 1 || is_too_much(p, q->label, seconds))) {
        TRY(clm_queue_wait(ctx, unit_of(p, p->done)->end));
        observe(q, clm_clock_seconds());
    }
    if (p->done == p->made)
        p->reached = fraction;
    TRY(clm_progress(ctx, p->reached));
    *unit_of(p, p->made) = (clm_unit){.seconds = seconds, .began = clm_clock_seconds(),
                                      .label = q->label};
    p->open = true;
done:
    return st;
}
