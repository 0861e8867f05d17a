/* All-pairs shortest paths by min-plus squares; launches the kernels of
 * cl/studies/all_pairs.cl. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "cl/studies/all_pairs_shape.h"
#include "opencl/kernel.h"
#include "lab/studies/study.h"

#define FILE_NAME "studies/all_pairs.cl"
#define DEFINITIONS STUDY_CHAINS "#define TILE %u\n#define GROUP %u\n"
#define TILE_LEAST (2 * PAIRS_CHUNK)
#define TILE_MOST 128

/* Edges are LEAST to EDGES times LEAST long, so that no shortest path has more than EDGES edges,
 * and lg EDGES squares find all paths. */
#define EDGES 4
#define SQUARES 2
#define LEAST 1000000

#define PRODUCTS_A_STEP (2 / STUDY_PRODUCT) /* a sum and a minimum */

enum { INPUT, TURN_A, TURN_B };

/* Rows of a matrix, in whole tiles of any size. */
static size_t rows_of(size_t n)
{
    size_t tile = TILE_LEAST;

    while (tile < TILE_MOST && tile < n)
        tile *= 2;
    return clm_div_up(n, tile) * tile;
}

/* Words from row to row; not a power of two, since columns would share cache sets. */
static size_t pitch_of(size_t n)
{
    return rows_of(n) + PAIRS_CHUNK;
}

/* Words of a matrix. */
static size_t words_of(size_t n)
{
    return rows_of(n) * pitch_of(n);
}

/* Side of the largest tile of which three fit in Z words. */
static size_t tile_of(size_t n, size_t Z)
{
    size_t tile = TILE_LEAST;

    while (tile < TILE_MOST && tile < rows_of(n) && 3 * (2 * tile) * (2 * tile) <= Z)
        tile *= 2;
    return tile;
}

/* Finds all shortest paths through nodes up to k, for all k, on the host [Floyd 1962]. */
static void find_paths(u32 *distances, size_t n)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++) {
            const u32 first = distances[i * n + k];
            const u32 *restrict through = distances + k * n;
            u32 *row = distances + i * n;

            for (size_t j = 0; j < n && i != k; j++)
                row[j] = first + through[j] < row[j] ? first + through[j] : row[j];
        }
}

static clmodp_status create(study_problem *p)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {1};
    const size_t n = p->n, pitch = pitch_of(n), words = words_of(n);
    u32 *distances, *squares; /* number of squares; other graphs in tests need more */
    u32 *matrix = NULL;

    NEW(&p->ctx->error, distances, n * n);
    p->expected = distances;
    NEW(&p->ctx->error, squares, 1);
    p->input = squares;
    *squares = SQUARES;
    NEW(&p->ctx->error, matrix, words);
    for (size_t k = 0; k < words; k++)
        matrix[k] = PAIRS_INFINITY;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const u32 more = (u32)clm_random_below(&random, (EDGES - 1) * LEAST + 1);

            matrix[i * pitch + j] = distances[i * n + j] = i == j ? 0 : LEAST + more;
        }
    find_paths(distances, n);
    for (size_t k = INPUT; k <= TURN_B; k++)
        TRY(clm_buffer_create(p->ctx, &p->buffers[k], words, sizeof *matrix));
    TRY(clm_buffer_write(p->ctx, &p->buffers[INPUT], 0, matrix, words * sizeof *matrix));
done:
    free(matrix);
    return st;
}

/* Returns the output buffer of square number k; number 0 is the input. */
static const clm_buffer *square_of(const study_problem *p, u32 k)
{
    return &p->buffers[k == 0 ? INPUT : k % 2 == 1 ? TURN_A : TURN_B];
}

static clmodp_status run(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = tile_of(p->n, q->Z), side = rows_of(p->n) / tile;
    const size_t items = study_items(p->ctx), words = words_of(p->n);
    const size_t group = study_group(p->ctx), groups = clm_div_up(items, group);
    const clm_kernel *square;

    TRY(clm_kernel_get_with(p->ctx, &square, FILE_NAME, "all_pairs_square", DEFINITIONS, q->T,
                            (unsigned)tile, (unsigned)group));
    for (u32 k = 0; k < *(const u32 *)p->input; k++)
        TRY(clm_launch(p->ctx, square, groups * group, group,
                       ARG_OUT(square_of(p, k + 1), words, u32),
                       ARG_IN(square_of(p, k), words, u32), ARG_U32(side),
                       ARG_U32(pitch_of(p->n)), ARG_U32(clm_div_up(side * side, groups)),
                       ARG_U32(0), ARG_LOCAL(3 * tile * tile * sizeof(u32))));
done:
    return st;
}

static clmodp_status check(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = p->n, pitch = pitch_of(n), words = words_of(n);
    const u32 *expected = p->expected;
    u32 *found = NULL;

    NEW(&p->ctx->error, found, words);
    TRY(clm_buffer_read(p->ctx, square_of(p, *(const u32 *)p->input), 0, found,
                        words * sizeof *found));
    for (size_t k = 0; k < n * n; k++)
        if (found[k / n * pitch + k % n] != expected[k])
            TRY(study_wrong(p, &study_all_pairs, q, k));
done:
    free(found);
    return st;
}

/* Predicts by the paper's row, with the actual number of squares for lg n: a tile of either factor
 * is loaded for as many steps as it has distances times its side. Chunks, at most a row of a tile,
 * are first loaded, with chains waiting, and then used, so that both times add up. Data that stay
 * in the machine's fast memory cause no waits: the first factor's row of tiles, shared by a row of
 * the square's tiles, and all of a small matrix. */
static clmodp_status predict(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine)
{
    const double n = (double)rows_of(q->n), tile = (double)tile_of(q->n, q->Z);
    const double steps = SQUARES * n * n * n;
    const double slow = (tile * n > machine->Z) + (n * n > machine->Z);
    const clmodp_tmm_amounts brought = {
        0, 0, slow * steps / (tile * fmin(tile, machine->C)), n * n};
    const clmodp_tmm_amounts used = {PRODUCTS_A_STEP * steps, SQUARES * n, 0, n * n};
    clmodp_status st = clmodp_tmm_measure(&phases[0], &brought, T, machine, NULL, 0);

    return st != CLMODP_OK ? st : clmodp_tmm_measure(&phases[1], &used, 0, machine, NULL, 0);
}

static const char *const statements[] = {
    "the speed-up grows in proportion to T until sums dominate, and is constant then",
    "its knee falls with the square root of Z", NULL};

#define Z_OF(tile) (3 * (size_t)(tile) * (tile))

static const study_claim claims[] = {
    {STUDY_KNEE, 0, Z_OF(32)}, {STUDY_KNEE, 0, Z_OF(64)}, {STUDY_KNEE, 0, Z_OF(128)}};

const study study_all_pairs = {
    .name = "all-pairs", .forms = {"squares"}, .form_count = 1,
    .from = 768, .to = 3072, .Z_from = Z_OF(TILE_LEAST), .Z_to = Z_OF(TILE_MOST),
    .statements = statements,
    .create = create, .run = run, .check = check, .predict = predict, .phase_count = 2,
    .claims = claims, .claim_count = sizeof claims / sizeof *claims,
};
