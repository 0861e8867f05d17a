/* Looks up reads by suffix array and suffix tree. Kernels: cl/studies/string_matching.cl. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "cl/studies/string_matching_shape.h"
#include "opencl/kernel.h"
#include "lab/studies/study.h"
#include "lab/studies/suffix.h"

#define FILE_NAME "studies/string_matching.cl"
#define HASH UINT64_C(0x9e3779b97f4a7c15)      /* the golden ratio times 2^64 */
#define MASK (((u64)1 << 2 * STRING_SEED) - 1) /* bits of a seed */

enum { BY_ARRAY, BY_TREE };

/* Reads looked up before each run, and their chains: their accesses exceed all caches. */
#define WARM_READS ((size_t)4096)
#define WARM_CHAINS 16

/* Buffers: the reads of a size; for the text, warm-up reads, too, and the array and tree
 * searched. */
enum { READS, PLACES, WORDS, SUFFIXES };

static size_t seeds_of(size_t reads)
{
    return clm_size_times(reads, STRING_SEEDS);
}

static clmodp_status send(study_problem *p, size_t at, const void *source, size_t count,
                          size_t size)
{
    return clm_buffer_load(p->ctx, &p->buffers[at], source, count, size);
}

/* Chooses seeds: half of them are random. Of the others, three in four occur in the text, and one
 * is such a seed with its last letter changed. Letters behind the text's end are 0. */
static void choose(u64 *seeds, size_t count, uint64_t start, const unsigned char *letters,
                   size_t m)
{
    clm_random random = {start};

    for (size_t k = 0; k < count; k++) {
        const u64 kind = clm_random_below(&random, 8);

        if (kind < 4)
            seeds[k] = clm_random_next(&random) & MASK;
        else
            seeds[k] = suffix_window(letters, m, (size_t)clm_random_below(&random, m)) ^
                       (kind == 4);
    }
}

/* Prepares the text, given or of random letters, and its index. */
static clmodp_status prepare(study_problem *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = seeds_of(WARM_READS);
    clm_random random = {1};
    suffix_index index = {0};
    u64 *seeds = NULL;

    if (p->input == NULL) {
        unsigned char *letters;

        NEW(&p->ctx->error, letters, p->m);
        p->input = letters;
        for (size_t k = 0; k < p->m; k++)
            letters[k] = (unsigned char)(clm_random_next(&random) >> 62);
    }
    TRY(suffix_index_create(p->ctx, &index, p->input, p->m));
    TRY(send(p, WORDS, index.words, index.word_count, sizeof *index.words));
    TRY(send(p, SUFFIXES, index.order, p->m, sizeof *index.order));
    NEW(&p->ctx->error, seeds, count);
    choose(seeds, count, 2, p->input, p->m);
    TRY(send(p, READS, seeds, count, sizeof *seeds));
    TRY(clm_buffer_create(p->ctx, &p->buffers[PLACES], count, sizeof(u32)));
done:
    free(seeds);
    suffix_index_clear(&index);
    return st;
}

/* A hash table of seeds; half of its slots are empty. */
typedef struct seed_table {
    struct seed_slot {
        u64 seed;
        bool used, found;
    } *slots;
    unsigned bits; /* logarithm of the number of slots */
} seed_table;

/* Returns the slot of a seed, or the empty slot for it. */
static struct seed_slot *slot_of(const seed_table *t, u64 seed)
{
    const size_t mask = ((size_t)1 << t->bits) - 1;
    size_t at = (size_t)((seed * HASH) >> (64 - t->bits));

    while (t->slots[at].used && t->slots[at].seed != seed)
        at = (at + 1) & mask;
    return &t->slots[at];
}

/* Finds the seeds that occur in the text: looks up all places of the text among the seeds. */
static clmodp_status look_up(study_problem *p, unsigned char *found, const u64 *seeds,
                             const unsigned char *letters)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = seeds_of(p->n);
    seed_table t = {.bits = 1};
    u64 window = 0;

    while ((size_t)1 << t.bits < 2 * count)
        t.bits++;
    NEW(&p->ctx->error, t.slots, (size_t)1 << t.bits);
    for (size_t k = 0; k < count; k++)
        *slot_of(&t, seeds[k]) = (struct seed_slot){.seed = seeds[k], .used = true};
    for (size_t k = 0; k < p->m; k++) {
        window = (window << 2 | letters[k]) & MASK;
        if (k + 1 >= STRING_SEED)
            slot_of(&t, window)->found = true;
    }
    for (size_t k = 0; k < count; k++)
        found[k] = slot_of(&t, seeds[k])->found;
done:
    free(t.slots);
    return st;
}

static clmodp_status create(study_problem *p)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = seeds_of(p->n);
    const unsigned char *letters = p->shared->input;
    unsigned char *found;
    u64 *seeds;

    NEW(&p->ctx->error, seeds, count);
    p->input = seeds;
    NEW(&p->ctx->error, found, count);
    p->expected = found;
    choose(seeds, count, 3, letters, p->m);
    TRY(look_up(p, found, seeds, letters));
    TRY(send(p, READS, seeds, count, sizeof *seeds));
    TRY(clm_buffer_create(p->ctx, &p->buffers[PLACES], count, sizeof(u32)));
done:
    return st;
}

/* Returns the chains of a work-item, at most its reads: in the model, threads are queries, and
 * idle threads cost nothing. */
static uint32_t chains_of(uint32_t T, size_t share)
{
    uint32_t chains = 1;

    while (chains < T && chains < share)
        chains *= 2;
    return chains;
}

/* Launches a search for n reads in the text of `shared`. */
static clmodp_status launch_search(const study_problem *shared, const clm_buffer own[],
                                   size_t form, size_t n, uint32_t T)
{
    clmodp_status st = CLMODP_OK;
    const size_t share = clm_div_up(n, study_items(shared->ctx)), items = clm_div_up(n, share);
    const size_t count = seeds_of(n), m = shared->m;
    const clm_buffer *words = &shared->buffers[WORDS], *suffixes = &shared->buffers[SUFFIXES];
    const clm_arg places = ARG_OUT(&own[PLACES], count, u32);
    const clm_arg reads = ARG_IN(&own[READS], count, u64);
    const clm_kernel *kernel;

    TRY(clm_kernel_get_with(shared->ctx, &kernel, FILE_NAME,
                            form == BY_ARRAY ? "string_matching_array" : "string_matching_tree",
                            STUDY_CHAINS, chains_of(T, share)));
    if (form == BY_ARRAY)
        TRY(clm_launch(shared->ctx, kernel, items, 1, places, reads, ARG_IN(words, m, u64),
                       ARG_IN(suffixes, m, u32), ARG_U32(m), ARG_U32(n), ARG_U32(share),
                       ARG_U32(0)));
    else
        TRY(clm_launch(shared->ctx, kernel, items, 1, places, reads,
                       ARG_IN(words, words->bytes / sizeof(u64), u64),
                       ARG_U32(suffix_root(m)), ARG_U32(m), ARG_U32(n), ARG_U32(share),
                       ARG_U32(0)));
done:
    return st;
}

/* Puts the data shared by all batches in caches and evicts the batch's own, as between batches. */
static clmodp_status warm(study_problem *p, const study_question *q)
{
    return launch_search(p->shared, p->shared->buffers, q->form, WARM_READS, WARM_CHAINS);
}

static clmodp_status run(study_problem *p, const study_question *q)
{
    return launch_search(p->shared, p->buffers, q->form, p->n, q->T);
}

static clmodp_status check(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = seeds_of(p->n);
    const u64 *seeds = p->input;
    const unsigned char *expected = p->expected, *letters = p->shared->input;
    u32 *found = NULL;

    NEW(&p->ctx->error, found, count);
    TRY(clm_buffer_read(p->ctx, &p->buffers[PLACES], 0, found, count * sizeof *found));
    for (size_t k = 0; k < count; k++) {
        const u32 place = found[k];
        const bool right = place == STRING_NONE
                               ? !expected[k]
                               : expected[k] && p->m >= STRING_SEED &&
                                     place <= p->m - STRING_SEED &&
                                     suffix_window(letters, p->m, place) == seeds[k];

        if (!right)
            TRY(study_wrong(p, &study_string_matching, q, k));
    }
done:
    free(found);
    return st;
}

/* Returns the levels of a search beyond fast memory with room for `places` upper places. */
static double slow_levels(double levels, double ways, double places)
{
    return fmax(0, levels - fmax(0, log(fmax(1, places)) / log(ways)));
}

/* Predicts by counting accesses. Every search passes the upper levels, and as many of them as fit
 * remain in fast memory: accesses are made to the lower levels.
 *
 * The array has lg m levels, each with a suffix and its letters, a chunk each: Z / 2C places fit.
 * Below them, letters are an access on each level. Suffixes are an access on each level while they
 * are at least a chunk apart; all levels from there on cost one more, since half of these
 * intervals cross a chunk's end, a quarter of the next ones, and so on. The tree has log_4 m nodes
 * on a path (half a node more for these seeds), a chunk each; its upper j levels have (4^j - 1) /
 * 3 nodes, so that levels with 4^j = 3Z / C fit. The path ends at the letters of one suffix.
 *
 * Operations are accesses of any kind, and the arithmetic of a level: a place, a difference, a
 * mask and a sum, or two shifts and two masks. A read is a thread with one access in flight. */
static clmodp_status predict(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine)
{
    const double n = (double)q->n, m = (double)q->m, chunks = machine->Z / machine->C;
    double accesses, operations;

    if (q->form == BY_ARRAY) {
        const double slow = slow_levels(log2(m), 2, chunks / 2);

        accesses = slow > 0 ? slow + 1 + fmax(0, slow - log2(machine->C)) : 0;
        operations = 6 * log2(m) + 2;
    } else {
        accesses = slow_levels(log2(m) / 2, 4, 3 * chunks) + (2 * m > machine->Z);
        operations = 6 * log2(m) / 2 + 1;
    }
    return clmodp_tmm_measure(&phases[0],
                              &(clmodp_tmm_amounts){n * STRING_SEEDS * operations,
                                                    STRING_SEEDS * operations,
                                                    n * STRING_SEEDS * accesses, n},
                              T, machine, NULL, 0);
}

static const char *const statements[] = {
    "the time does not depend on n up to XP reads, which memory serves together, and is linear "
    "from there on",
    "an array needs lg m accesses, a tree as many as its depth: more, on a text far beyond fast "
    "memory", NULL};

static const study_claim claims[] = {
    {STUDY_BEND, BY_ARRAY, 0}, {STUDY_BEND, BY_TREE, 0}, {STUDY_SLOPE, BY_ARRAY, 0},
    {STUDY_SLOPE, BY_TREE, 0}, {STUDY_WINNER, BY_ARRAY, 0},
};

const study study_string_matching = {
    .name = "string-matching", .forms = {"suffix-array", "suffix-tree"}, .form_count = 2,
    .from = 2, .to = (size_t)1 << 13, .m = (size_t)1 << 24, .statements = statements,
    .prepare = prepare, .create = create, .warm = warm, .run = run, .check = check,
    .predict = predict, .phase_count = 1,
    .claims = claims, .claim_count = sizeof claims / sizeof *claims,
};
