/* Programs of the many-core machine model [HMX]: graphs of kernels and their measures. */
#include <inttypes.h>
#include <string.h>

#include "core/memory.h"
#include "lab/models/models.h"

#define MOST_BLOCKS (UINT64_C(1) << 53) /* exact as doubles */
#define ROUNDING 1e-9

typedef struct program_kernel {
    size_t first, end; /* range of its classes of thread-blocks */
    uint64_t blocks;
    size_t before; /* number of kernels that must end before this one */
} program_kernel;

struct clmodp_mmm_program {
    program_kernel *kernel;
    size_t kernels, kernel_room;
    clmodp_mmm_blocks *blocks; /* all classes */
    size_t classes, class_room;
    clm_arc *arc;
    size_t arcs, arc_room;
    uint64_t block_count;
    clm_error error;
};

double clmodp_mmm_bound(const clmodp_mmm_measures *measures, double multiprocessors)
{
    return (measures->N / multiprocessors + measures->L) * measures->C;
}

double clmodp_mmm_corollary(const clmodp_mmm_measures *measures)
{
    return measures->N > 0 ? clmodp_mmm_bound(measures, measures->K) : 0.0;
}

clmodp_status clmodp_mmm_program_create(clmodp_mmm_program **program)
{
    if (program == NULL)
        return CLMODP_INVALID;
    *program = clm_allocate(1, sizeof **program);
    return *program != NULL ? CLMODP_OK : CLMODP_HOST_MEMORY;
}

void clmodp_mmm_program_destroy(clmodp_mmm_program *program)
{
    if (program == NULL)
        return;
    free(program->kernel);
    free(program->blocks);
    free(program->arc);
    free(program);
}

const char *clmodp_mmm_program_message(const clmodp_mmm_program *program)
{
    return program == NULL ? "" : program->error.message;
}

static clmodp_status check_class(clmodp_mmm_program *p, const clmodp_mmm_blocks *b)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &p->error;

    if (b->count == 0 || b->threads == 0)
        FAIL(error, CLMODP_INVALID, "kernel %zu: a class of thread-blocks has %" PRIu64
             " blocks of %" PRIu64 " threads; both must be 1 or more", p->kernels, b->count,
             b->threads);
    if (!clm_at_least(b->work, 0) || !clm_at_least(b->span, 0) || !clm_at_least(b->read, 0) ||
        !clm_at_least(b->written, 0))
        FAIL(error, CLMODP_INVALID, "kernel %zu: work %g, span %g, words %g and %g of a "
             "thread-block must be finite and not negative", p->kernels, b->work, b->span,
             b->read, b->written);
    if (b->span > b->work * (1.0 + ROUNDING) ||
        b->work > b->span * (double)b->threads * (1.0 + ROUNDING))
        FAIL(error, CLMODP_INVALID, "kernel %zu: %" PRIu64 " threads, with %g operations in the "
             "busiest, cannot have %g together", p->kernels, b->threads, b->span, b->work);
done:
    return st;
}

static clmodp_status add_kernel(clmodp_mmm_program *p, const clmodp_mmm_blocks *classes,
                                size_t count)
{
    clmodp_status st = CLMODP_OK;
    uint64_t blocks = 0;

    REQUIRE(&p->error, classes != NULL && count > 0);
    for (size_t k = 0; k < count; k++) {
        TRY(check_class(p, &classes[k]));
        if (classes[k].count > MOST_BLOCKS - p->block_count - blocks)
            FAIL(&p->error, CLMODP_LIMIT, "kernel %zu: a program has at most 2^53 thread-blocks",
                 p->kernels);
        blocks += classes[k].count;
    }
    if (p->kernels >= UINT32_MAX || count > SIZE_MAX / 2 - p->classes)
        FAIL(&p->error, CLMODP_LIMIT, "a program has fewer than 2^32 kernels");
    GROW(&p->error, p->kernel, p->kernel_room, p->kernels + 1);
    GROW(&p->error, p->blocks, p->class_room, p->classes + count);
    memcpy(p->blocks + p->classes, classes, count * sizeof *classes);
    p->kernel[p->kernels++] =
        (program_kernel){.first = p->classes, .end = p->classes + count, .blocks = blocks};
    p->classes += count;
    p->block_count += blocks;
done:
    return st;
}

clmodp_status clmodp_mmm_program_add(clmodp_mmm_program *program, size_t *kernel,
                                     const clmodp_mmm_blocks *classes, size_t count)
{
    clmodp_status st;

    START(program, &program->error);
    st = add_kernel(program, classes, count);
    if (st == CLMODP_OK && kernel != NULL)
        *kernel = program->kernels - 1;
    return clm_error_complete(&program->error, st);
}

clmodp_status clmodp_mmm_program_order(clmodp_mmm_program *program, size_t before, size_t after)
{
    clmodp_status st = CLMODP_OK;

    START(program, &program->error);
    if (before >= program->kernels || after >= program->kernels || before == after)
        FAIL(&program->error, CLMODP_INVALID, "kernel %zu before kernel %zu: expected two "
             "different kernels of %zu", before, after, program->kernels);
    GROW(&program->error, program->arc, program->arc_room, program->arcs + 1);
    program->arc[program->arcs++] = (clm_arc){before, after};
    program->kernel[after].before++;
done:
    return clm_error_complete(&program->error, st);
}

/* Adds up the thread-blocks of a kernel. Errors: INVALID (a block does not fit Z) */
static clmodp_status measure_kernel(clmodp_mmm_program *p, clmodp_mmm_measures *out,
                                    size_t number, const clmodp_mmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    const program_kernel *k = &p->kernel[number];

    *out = (clmodp_mmm_measures){.N = (double)k->blocks, .L = 1.0, .K = (double)k->blocks};
    for (const clmodp_mmm_blocks *b = p->blocks + k->first; b < p->blocks + k->end; b++) {
        const double words = (b->read + b->written) * machine->U;
        const uint64_t most = b->threads > b->local_words ? b->threads : b->local_words;

        if (machine->Z > 0 && (double)most > machine->Z)
            FAIL(&p->error, CLMODP_INVALID, "kernel %zu: a thread-block of %" PRIu64
                 " threads that takes %" PRIu64 " words does not fit a local memory of Z = %g "
                 "words", number, b->threads, b->local_words, machine->Z);
        out->work += (double)b->count * b->work;
        out->overhead += (double)b->count * words;
        out->span = fmax(out->span, b->span);
        out->C = fmax(out->C, b->span + words);
    }
done:
    return st;
}

/* The kernels in topological order, and the longest path ending with each: in spans and
 * vertices. */
typedef struct paths {
    size_t *waits; /* predecessors of each kernel not yet in `order` */
    size_t *order, *first, *next; /* next arc from the same kernel, SIZE_MAX at the end */
    double *span, *length;
} paths;

static clmodp_status create_paths(clmodp_mmm_program *p, paths *t)
{
    clmodp_status st = CLMODP_OK;

    NEW(&p->error, t->waits, p->kernels);
    NEW(&p->error, t->order, p->kernels);
    NEW(&p->error, t->first, p->kernels);
    NEW(&p->error, t->next, p->arcs);
    NEW(&p->error, t->span, p->kernels);
    NEW(&p->error, t->length, p->kernels);
    for (size_t k = 0; k < p->kernels; k++) {
        t->waits[k] = p->kernel[k].before;
        t->first[k] = SIZE_MAX;
    }
    for (size_t a = 0; a < p->arcs; a++) {
        t->next[a] = t->first[p->arc[a].from];
        t->first[p->arc[a].from] = a;
    }
done:
    return st;
}

static void destroy_paths(paths *t)
{
    free(t->waits);
    free(t->order);
    free(t->first);
    free(t->next);
    free(t->span);
    free(t->length);
}

/* Section 2.3: W and O are sums, S follows the heaviest path, L the longest. */
static clmodp_status measure_paths(clmodp_mmm_program *p, clmodp_mmm_measures *out,
                                   const clmodp_mmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    paths t = {0};
    size_t ready = 0;

    TRY(create_paths(p, &t));
    for (size_t k = 0; k < p->kernels; k++)
        if (t.waits[k] == 0)
            t.order[ready++] = k;
    for (size_t done = 0; done < ready; done++) {
        const size_t k = t.order[done];
        clmodp_mmm_measures one;

        TRY(measure_kernel(p, &one, k, machine));
        out->work += one.work;
        out->overhead += one.overhead;
        out->C = fmax(out->C, one.C);
        t.span[k] += one.span;
        t.length[k] += 1.0;
        out->span = fmax(out->span, t.span[k]);
        out->L = fmax(out->L, t.length[k]);
        for (size_t a = t.first[k]; a != SIZE_MAX; a = t.next[a]) {
            const size_t after = p->arc[a].to;

            t.span[after] = fmax(t.span[after], t.span[k]);
            t.length[after] = fmax(t.length[after], t.length[k]);
            if (--t.waits[after] == 0)
                t.order[ready++] = after;
        }
    }
    if (ready < p->kernels)
        FAIL(&p->error, CLMODP_INVALID, "%zu of %zu kernels depend on each other in a cycle, or "
             "on such a kernel", p->kernels - ready, p->kernels);
done:
    destroy_paths(&t);
    return st;
}

/* Computes K, the most thread-blocks in kernels that can run concurrently. */
static clmodp_status measure_antichain(clmodp_mmm_program *p, clmodp_mmm_measures *out)
{
    clmodp_status st = CLMODP_OK;
    clm_weighted_graph graph = {.vertices = p->kernels, .arcs = p->arcs, .arc = p->arc};
    uint64_t *weight = NULL, most;

    NEW(&p->error, weight, p->kernels);
    for (size_t k = 0; k < p->kernels; k++)
        weight[k] = p->kernel[k].blocks;
    graph.weight = weight;
    TRY(clm_largest_antichain(&p->error, &most, &graph));
    out->K = (double)most;
done:
    free(weight);
    return st;
}

clmodp_status clmodp_mmm_program_measure(clmodp_mmm_program *program,
                                         clmodp_mmm_measures *measures,
                                         const clmodp_mmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mmm_measures all = {0};

    START(program, &program->error);
    REQUIRE(&program->error, measures != NULL);
    TRY(clm_mmm_check_machine(&program->error, machine));
    all.N = (double)program->block_count;
    TRY(measure_paths(program, &all, machine));
    TRY(measure_antichain(program, &all));
    *measures = all;
done:
    return clm_error_complete(&program->error, st);
}

clmodp_status clmodp_mmm_kernel_measure(clmodp_mmm_program *program, clmodp_mmm_measures *measures,
                                        size_t kernel, const clmodp_mmm_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clmodp_mmm_measures one;

    START(program, &program->error);
    REQUIRE(&program->error, measures != NULL);
    TRY(clm_mmm_check_machine(&program->error, machine));
    if (kernel >= program->kernels)
        FAIL(&program->error, CLMODP_INVALID, "there is no kernel %zu among %zu", kernel,
             program->kernels);
    TRY(measure_kernel(program, &one, kernel, machine));
    *measures = one;
done:
    return clm_error_complete(&program->error, st);
}
