/* List ranking by Wyllie's algorithm and by sampling. Kernels: cl/studies/list_ranking.cl. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "opencl/kernel.h"
#include "lab/studies/study.h"

#define FILE_NAME "studies/list_ranking.cl"
#define NODES_A_PART 256 /* on average */

enum { JUMPED, SAMPLED };

/* Buffers: the list and its ranks; two alternating buffers for Wyllie's algorithm; data of nodes
 * and parts for sampling. */
enum { LIST, RANKS, TURN_A, TURN_B, NODES, HEADS, LENGTHS };

static size_t parts_of(size_t n)
{
    return clm_div_up(n, NODES_A_PART);
}

/* Creates a list through all nodes in random order, and its ranks. */
static clmodp_status make_list(study_problem *p, u32 *next)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {1};
    u32 *order = NULL, *ranks, *head;

    NEW(&p->ctx->error, order, p->n);
    NEW(&p->ctx->error, ranks, p->n);
    p->expected = ranks;
    NEW(&p->ctx->error, head, 1);
    p->input = head;
    for (size_t k = 0; k < p->n; k++)
        order[k] = (u32)k;
    for (size_t k = p->n; k > 1; k--) {
        const size_t other = (size_t)clm_random_below(&random, k);
        const u32 kept = order[k - 1];

        order[k - 1] = order[other];
        order[other] = kept;
    }
    for (size_t k = 0; k < p->n; k++) {
        next[order[k]] = order[k + 1 < p->n ? k + 1 : k];
        ranks[order[k]] = (u32)(p->n - 1 - k);
    }
    *head = order[0];
done:
    free(order);
    return st;
}

static clmodp_status create(study_problem *p)
{
    const size_t parts = parts_of(p->n);
    const struct {
        size_t count, words;
    } sizes[] = {[LIST] = {p->n, 1},   [RANKS] = {p->n, 1}, [TURN_A] = {p->n, 2},
                 [TURN_B] = {p->n, 2}, [NODES] = {p->n, 4}, [HEADS] = {parts, 1},
                 [LENGTHS] = {parts, 2}};
    clmodp_status st = CLMODP_OK;
    u32 *next = NULL;

    NEW(&p->ctx->error, next, p->n);
    TRY(make_list(p, next));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        TRY(clm_buffer_create(p->ctx, &p->buffers[k], sizes[k].count,
                              sizes[k].words * sizeof(u32)));
    TRY(clm_buffer_write(p->ctx, &p->buffers[LIST], 0, next, p->n * sizeof(u32)));
done:
    free(next);
    return st;
}

static clmodp_status get(study_problem *p, const clm_kernel **kernel, const char *name, uint32_t T)
{
    return clm_kernel_get_with(p->ctx, kernel, FILE_NAME, name, STUDY_CHAINS, T);
}

static clmodp_status jump(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = study_items(p->ctx), n = p->n;
    const clm_buffer *turn[] = {&p->buffers[TURN_A], &p->buffers[TURN_B]};
    const clm_kernel *begin, *round, *take;
    size_t from = 0;

    TRY(get(p, &begin, "list_ranking_begin", q->T));
    TRY(get(p, &round, "list_ranking_jump", q->T));
    TRY(get(p, &take, "list_ranking_store", q->T));
    TRY(clm_launch(p->ctx, begin, n, 0, ARG_OUT(turn[0], n, cl_uint2),
                   ARG_IN(&p->buffers[LIST], n, u32), ARG_U32(n)));
    for (size_t reach = 1; reach < n; reach *= 2, from = 1 - from)
        TRY(clm_launch(p->ctx, round, items, 1, ARG_OUT(turn[1 - from], n, cl_uint2),
                       ARG_IN(turn[from], n, cl_uint2), ARG_U32(n), ARG_U32(clm_div_up(n, items)),
                       ARG_U32(0)));
    TRY(clm_launch(p->ctx, take, n, 0, ARG_OUT(&p->buffers[RANKS], n, u32),
                   ARG_IN(turn[from], n, cl_uint2), ARG_U32(n)));
done:
    return st;
}

static clmodp_status sample(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = study_items(p->ctx), n = p->n, parts = parts_of(n);
    const clm_buffer *b = p->buffers;
    const u32 head = *(const u32 *)p->input;
    const clm_kernel *load, *mark, *walk, *join, *place;

    TRY(get(p, &load, "list_ranking_load", q->T));
    TRY(get(p, &mark, "list_ranking_mark", q->T));
    TRY(get(p, &walk, "list_ranking_walk", q->T));
    TRY(get(p, &join, "list_ranking_join", q->T));
    TRY(get(p, &place, "list_ranking_place", q->T));
    TRY(clm_launch(p->ctx, load, n, 0, ARG_OUT(&b[NODES], 2 * n, cl_uint2),
                   ARG_IN(&b[LIST], n, u32), ARG_U32(n)));
    TRY(clm_launch(p->ctx, mark, parts, 0, ARG_INOUT(&b[NODES], 2 * n, cl_uint2),
                   ARG_OUT(&b[HEADS], parts, u32), ARG_U32(n), ARG_U32(parts), ARG_U32(head)));
    TRY(clm_launch(p->ctx, walk, items, 1, ARG_OUT(&b[LENGTHS], parts, cl_uint2),
                   ARG_INOUT(&b[NODES], 2 * n, cl_uint2), ARG_IN(&b[HEADS], parts, u32),
                   ARG_U32(parts), ARG_U32(clm_div_up(parts, items))));
    TRY(clm_launch(p->ctx, join, 1, 1, ARG_INOUT(&b[LENGTHS], parts, cl_uint2), ARG_U32(n)));
    TRY(clm_launch(p->ctx, place, n, 0, ARG_OUT(&b[RANKS], n, u32),
                   ARG_IN(&b[NODES], 2 * n, cl_uint2), ARG_IN(&b[LENGTHS], parts, cl_uint2),
                   ARG_U32(n)));
done:
    return st;
}

static clmodp_status run(study_problem *p, const study_question *q)
{
    return q->form == JUMPED ? jump(p, q) : sample(p, q);
}

static clmodp_status check(study_problem *p, const study_question *q)
{
    return study_check_words(p, &study_list_ranking, q, &p->buffers[RANKS]);
}

/* Predicts by the paper's row, (10), as a phase of Wyllie's algorithm: chains, T on each core.
 * Sampling visits each node once, and each part waits for its nodes and then for all parts.
 * Sequential reads and writes keep as many accesses in flight as the machine allows, for every T.
 * They are, for each node, two words read and written in a round, plus three before and after all
 * rounds; with sampling one word of the list, four words of data of the node, twice, and its
 * rank. */
static clmodp_status predict(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    const double n = (double)q->n, parts = (double)parts_of(q->n), rounds = ceil(log2(n));
    const double in_order = q->form == JUMPED ? 4 * rounds + 6 : 10;
    const clmodp_tmm_question row = {.algorithm = CLMODP_TMM_LIST_RANKING, .n = n, .T = T,
                                     .machine = *machine};
    const clmodp_tmm_amounts sampled = {n, n / parts + parts, n, parts};
    const clmodp_tmm_amounts streams = {n, 1, in_order * n / machine->C, n};

    st = q->form == JUMPED ? clmodp_tmm_predict(&phases[0], &row, NULL, 0)
                           : clmodp_tmm_measure(&phases[0], &sampled, T, machine, NULL, 0);
    return st != CLMODP_OK ? st : clmodp_tmm_measure(&phases[1], &streams, 0, machine, NULL, 0);
}

static const char *const statements[] = {
    "the speed-up of Wyllie's ranking grows with T and is constant when memory is saturated",
    "the time grows by lg n faster than the list, so that ranking by a sample wins", NULL};

static const study_claim claims[] = {
    {STUDY_KNEE, JUMPED, 0}, {STUDY_KNEE, SAMPLED, 0}, {STUDY_SLOPE, JUMPED, 0},
    {STUDY_SLOPE, SAMPLED, 0}, {STUDY_WINNER, JUMPED, 0},
};

const study study_list_ranking = {
    .name = "list-ranking", .forms = {"wyllie", "sampled"}, .form_count = 2,
    .from = (size_t)1 << 20, .to = (size_t)1 << 25, .statements = statements,
    .create = create, .run = run, .check = check, .predict = predict, .phase_count = 2,
    .claims = claims, .claim_count = sizeof claims / sizeof *claims,
};
