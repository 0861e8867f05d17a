/* Runs one input with clmodp and with other systems in turns. */
#include "bench/contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/child.h"
#include "bench/stages.h"
#include "bench/timing.h"
#include "peers/peers.h"
#ifdef HAVE_FLINT
#include "bench/collins_flint.h"
#endif

/* A contest in progress. */
typedef struct match {
    contest *result;
    clmodp_context *context;
    const contest_options *options;
    clmodp_zxy *f, *g;
    clmodp_zx *expected;
    peer_function peer; /* the system whose turn it is */
    timing times[CONTENDER_COUNT];
    double stages[CLM_STAGE_COUNT][TIMING_MOST];
} match;

const char *contest_name(contender which)
{
    static const char *const names[] = {"clmodp", "Collins", "PARI", "FLINT"};

    return names[which];
}

_Noreturn static void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static clmodp_zx *new_zx(void)
{
    clmodp_zx *r = NULL;

    if (clmodp_zx_create(&r) != CLMODP_OK)
        fail("clmodp", "no memory");
    return r;
}

/* Each seed selects other points and another probe prime, with the same result. */
static void run_clmodp(match *m, clmodp_zx *r, uint64_t seed)
{
    clmodp_resultant_report *report = &m->result->report;
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.seed = seed;
    report->size = sizeof *report;
    if (clmodp_resultant(m->context, r, report, m->f, m->g, &options) != CLMODP_OK)
        fail("clmodp", clmodp_context_message(m->context));
}

static void turn_of_clmodp(match *m)
{
    timing *t = &m->times[CONTENDER_CLMODP];
    clmodp_zx *r = new_zx();
    size_t run = t->runs;

    timing_start(t);
    run_clmodp(m, r, run + 1);
    timing_stop(t);
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        m->stages[stage][run] = stages_seconds(&m->result->report, (clm_stage)stage);
    if (!clmodp_zx_equal(r, m->expected))
        fail("clmodp", "results of two runs differ");
    clmodp_zx_destroy(r);
}

static void turn_of_collins(match *m)
{
#ifdef HAVE_FLINT
    timing *t = &m->times[CONTENDER_COLLINS];
    clmodp_zx *r = new_zx();

    timing_start(t);
    collins_flint(r, m->f, m->g, m->options->threads);
    timing_stop(t);
    if (!clmodp_zx_equal(r, m->expected))
        fail("Collins loop", "a different result");
    m->result->entries[CONTENDER_COLLINS].outcome = OUTCOME_FINISHED;
    clmodp_zx_destroy(r);
#else
    (void)m;
#endif
}

static peer_function find_peer(contender which)
{
    size_t count;
    const peer *peers = peer_list(&count);

    for (size_t k = 0; k < count; k++)
        if (strcmp(peers[k].name, contest_name(which)) == 0)
            return peers[k].resultant;
    return NULL;
}

/* Runs the system in the child process. */
static int peer_work(void *argument, double *wall, double *cpu)
{
    match *m = argument;
    timing t = {0};
    clmodp_zx *r;

    timing_start(&t);
    r = m->peer(m->f, m->g);
    timing_stop(&t);
    *wall = t.wall[0];
    *cpu = t.cpu[0];
    return clmodp_zx_equal(r, m->expected);
}

/* Timeouts of the other systems, in all contests of this process. */
static struct {
    contender which;
    double pairs, lane_pairs;
    size_t bits;
} failures[INPUTS_MOST * CONTENDER_COUNT];
static size_t failure_count;

static double lane_pairs(const input_shape *s)
{
    return (double)s->deg_y_f * (double)s->deg_y_g;
}

static void note_failure(const match *m, contender which)
{
    const contest *c = m->result;

    if (failure_count == sizeof failures / sizeof *failures)
        return;
    failures[failure_count].which = which;
    failures[failure_count].pairs = c->counts.pairs;
    failures[failure_count].lane_pairs = lane_pairs(&c->shape);
    failures[failure_count++].bits = c->shape.bits;
}

/* Returns whether a contender has timed out on an input smaller in all respects. */
static int will_time_out(const match *m, contender which)
{
    const contest *c = m->result;

    for (size_t k = 0; k < failure_count; k++)
        if (failures[k].which == which && c->counts.pairs >= failures[k].pairs &&
            lane_pairs(&c->shape) >= failures[k].lane_pairs &&
            c->shape.bits >= failures[k].bits)
            return 1;
    return 0;
}

static void turn_of_peer(match *m, contender which)
{
    contest_entry *entry = &m->result->entries[which];
    timing *t = &m->times[which];
    double wall, cpu;

    m->peer = find_peer(which);
    if (m->peer == NULL || (entry->outcome != OUTCOME_ABSENT &&
                            entry->outcome != OUTCOME_FINISHED))
        return;
    if (will_time_out(m, which)) {
        entry->outcome = OUTCOME_SKIPPED;
        return;
    }
    switch (child_run(peer_work, m, m->options->limit, &wall, &cpu)) {
    case CHILD_RIGHT:
        entry->outcome = OUTCOME_FINISHED;
        t->wall[t->runs] = wall;
        t->cpu[t->runs++] = cpu;
        break;
    case CHILD_WRONG:
        fail(contest_name(which), "a different result");
    case CHILD_TIMED_OUT:
        entry->outcome = OUTCOME_TIMED_OUT;
        note_failure(m, which);
        break;
    case CHILD_FAILED:
        entry->outcome = OUTCOME_FAILED;
        break;
    }
}

static int is_left_out(const match *m, contender which)
{
    double total = 0;

    for (size_t k = 0; k < m->times[which].runs; k++)
        total += m->times[which].wall[k];
    return (m->options->contenders & 1u << which) == 0 || total > m->options->limit;
}

static void run_rounds(match *m)
{
    for (size_t round = 0; round < m->options->runs && round < TIMING_MOST; round++) {
        turn_of_clmodp(m);
        if (!is_left_out(m, CONTENDER_COLLINS))
            turn_of_collins(m);
        if (!is_left_out(m, CONTENDER_PARI))
            turn_of_peer(m, CONTENDER_PARI);
        if (!is_left_out(m, CONTENDER_FLINT))
            turn_of_peer(m, CONTENDER_FLINT);
    }
}

static void finish(match *m)
{
    contest *result = m->result;
    size_t runs = m->times[CONTENDER_CLMODP].runs;

    result->entries[CONTENDER_CLMODP].outcome = OUTCOME_FINISHED;
    for (int which = 0; which < CONTENDER_COUNT; which++) {
        timing *t = &m->times[which];
        contest_entry *entry = &result->entries[which];

        entry->runs = t->runs;
        if (t->runs == 0)
            continue;
        entry->wall = timing_median(t->wall, t->runs);
        entry->cpu = timing_median(t->cpu, t->runs);
        entry->least = t->wall[0];
    }
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++) {
        result->stage_median[stage] = timing_median(m->stages[stage], runs);
        result->stage_least[stage] = m->stages[stage][0];
    }
    result->report.seconds = result->entries[CONTENDER_CLMODP].wall;
}

contest contest_run(clmodp_context *context, const input_shape *shape,
                    const contest_options *options)
{
    contest result = {.shape = *shape};
    match m = {.result = &result, .context = context, .options = options};

    inputs_create(&m.f, &m.g, shape);
    m.expected = new_zx();
    run_clmodp(&m, m.expected, 0);
    result.counts = count_products(context, shape, &result.report);
    run_rounds(&m);
    finish(&m);
    clmodp_zx_destroy(m.expected);
    clmodp_zxy_destroy(m.g);
    clmodp_zxy_destroy(m.f);
    return result;
}

double contest_ratio(const contest *c, contender which)
{
    const contest_entry *entry = &c->entries[which], *own = &c->entries[CONTENDER_CLMODP];

    return entry->outcome == OUTCOME_FINISHED ? entry->wall / own->wall : 0.0;
}

double contest_cpu_ratio(const contest *c, contender which)
{
    const contest_entry *entry = &c->entries[which], *own = &c->entries[CONTENDER_CLMODP];

    return entry->outcome == OUTCOME_FINISHED ? entry->cpu / own->cpu : 0.0;
}
