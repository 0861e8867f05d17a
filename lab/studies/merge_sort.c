/* Merge sort by tiles and merge path; launches the kernels of cl/studies/merge_sort.cl. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cl/studies/merge_sort_shape.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "opencl/kernel.h"
#include "fpx/batch/move.h"
#include "lab/studies/study.h"

#define FILE_NAME "studies/merge_sort.cl"
#define TILE ((size_t)MERGE_TILE)

enum { KEYS, TURN_A, TURN_B };

static int compare(const void *x, const void *y)
{
    const u32 a = *(const u32 *)x, b = *(const u32 *)y;

    return (a > b) - (a < b);
}

static clmodp_status create(study_problem *p)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {1};
    u32 *keys, *sorted;

    NEW(&p->ctx->error, keys, p->n);
    p->input = keys;
    NEW(&p->ctx->error, sorted, p->n);
    p->expected = sorted;
    for (size_t k = 0; k < p->n; k++)
        keys[k] = (u32)clm_random_below(&random, UINT32_MAX);
    memcpy(sorted, keys, p->n * sizeof *keys);
    qsort(sorted, p->n, sizeof *sorted, compare);
    for (size_t k = KEYS; k <= TURN_B; k++)
        TRY(clm_buffer_create(p->ctx, &p->buffers[k], p->n, sizeof(u32)));
    TRY(clm_buffer_write(p->ctx, &p->buffers[KEYS], 0, keys, p->n * sizeof *keys));
done:
    return st;
}

/* Layers of merges after the tiles; the last one writes TURN_A if their number is even. */
static size_t layers_of(size_t n)
{
    size_t layers = 0;

    for (size_t run = TILE; run < n; run *= 2)
        layers++;
    return layers;
}

static clmodp_status run(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = study_items(p->ctx), n = p->n;
    const size_t tiles = clm_div_up(n, TILE), parts = clm_div_up(n, MERGE_PART);
    const clm_buffer *turn[] = {&p->buffers[TURN_A], &p->buffers[TURN_B]};
    const clm_kernel *sort, *merge;
    size_t from = 0;

    TRY(clm_kernel_get_with(p->ctx, &sort, FILE_NAME, "merge_sort_tiles", STUDY_CHAINS, q->T));
    TRY(clm_kernel_get_with(p->ctx, &merge, FILE_NAME, "merge_sort_merge", STUDY_CHAINS, q->T));
    TRY(clm_move_poly(p->ctx, turn[0], 0, (clm_poly){&p->buffers[KEYS], n}));
    TRY(clm_launch(p->ctx, sort, items, 1, ARG_INOUT(turn[0], n, u32), ARG_OUT(turn[1], n, u32),
                   ARG_U32(n), ARG_U32(clm_div_up(tiles, items))));
    for (size_t length = TILE; length < n; length *= 2, from = 1 - from)
        TRY(clm_launch(p->ctx, merge, items, 1, ARG_OUT(turn[1 - from], n, u32),
                       ARG_IN(turn[from], n, u32), ARG_U32(n), ARG_U32(length),
                       ARG_U32(clm_div_up(parts, items))));
done:
    return st;
}

static clmodp_status check(study_problem *p, const study_question *q)
{
    return study_check_words(p, &study_merge_sort, q,
                             &p->buffers[layers_of(p->n) % 2 == 0 ? TURN_A : TURN_B]);
}

/* Predicts by the paper's row, with tiles for Z, plus lg Z layers of equal work in the tiles. */
static clmodp_status predict(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine)
{
    clmodp_status st;
    const double n = (double)q->n, depth = log2((double)TILE);
    const clmodp_tmm_amounts tiles = {n * depth * depth, depth * depth, 2 * n / machine->C, n};
    clmodp_tmm_question row = {.algorithm = CLMODP_TMM_MERGE_SORT, .n = n, .T = T,
                               .machine = *machine};

    row.machine.Z = (double)TILE;
    st = clmodp_tmm_predict(&phases[0], &row, NULL, 0);
    return st != CLMODP_OK ? st : clmodp_tmm_measure(&phases[1], &tiles, 0, machine, NULL, 0);
}

static const char *const statements[] = {
    "the time of a key grows as lg(n / Z), the number of layers that exceed fast memory",
    "the speed-up grows with T until the work of merges dominates", NULL};

static const study_claim claims[] = {{STUDY_KNEE, 0, 0}, {STUDY_SLOPE, 0, 0}};

const study study_merge_sort = {
    .name = "merge-sort", .forms = {"merge-path"}, .form_count = 1,
    .from = (size_t)1 << 16, .to = (size_t)1 << 23, .statements = statements,
    .create = create, .run = run, .check = check, .predict = predict, .phase_count = 2,
    .claims = claims, .claim_count = sizeof claims / sizeof *claims,
};
