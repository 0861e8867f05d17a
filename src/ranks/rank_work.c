/* Computes units on a rank, exchanges images with others, and reconstructs a window. */
#include "ranks/rank_work.h"

#include "core/memory.h"
#include "core/size.h"

clmodp_status clm_rank_work_begin(clm_rank_work *part, clmodp_context *context,
                                  const clmodp_transport *transport, const clmodp_plan *plan)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error;

    *part = (clm_rank_work){.transport = transport, .plan = plan, .method = ""};
    clm_runner_begin(&part->runner, context, plan);
    error = &part->runner.call.error;
    NEW(error, part->here, (size_t)plan->units);
    NEW(error, part->owner, (size_t)plan->units);
    TRY(clm_windows_create(error, &part->windows, transport->ranks, plan->task.count));
    NEW(error, part->reconstructed, plan->task.count);
    NEW(error, part->out_sizes, transport->ranks);
    NEW(error, part->in_sizes, transport->ranks);
done:
    return st;
}

static void destroy_reconstructed(clm_rank_work *part)
{
    for (size_t n = 0; part->reconstructed != NULL && n < part->plan->task.count; n++) {
        clmodp_zx_destroy(part->reconstructed[n]);
        part->reconstructed[n] = NULL;
    }
}

static void destroy_shared(clm_rank_work *part)
{
    clm_images_destroy(&part->runner.call, &part->images);
    free(part->out);
    free(part->in);
    part->out = part->in = NULL;
    destroy_reconstructed(part);
}

clmodp_status clm_rank_work_end(clm_rank_work *part, clmodp_status st)
{
    if (part->plan == NULL)
        return st;
    destroy_shared(part);
    for (uint64_t unit = 0; part->here != NULL && unit < part->plan->units; unit++)
        clmodp_images_destroy(part->here[unit]);
    free(part->here);
    free(part->owner);
    free(part->windows);
    free(part->reconstructed);
    free(part->out_sizes);
    free(part->in_sizes);
    st = clm_runner_close(&part->runner, st);
    *part = (clm_rank_work){0};
    return st;
}

clmodp_status clm_rank_work_run(clm_rank_work *part, clm_counts *counts, uint64_t unit)
{
    clmodp_status st = CLMODP_OK;
    clmodp_images *images = NULL;

    TRY(clm_unit_run(&part->runner, &images, unit));
    *counts = images->counts;
    clmodp_images_destroy(part->here[unit]);
    part->here[unit] = images;
done:
    return st;
}

/* Returns the columns of images needed by a rank's windows of all outputs. */
static size_t needed_columns(const clm_rank_work *part, uint32_t rank, size_t *first)
{
    const clmodp_plan *p = part->plan;
    const uint64_t zero = p->prepared.bounds.valuation;
    uint64_t from = UINT64_MAX, end = 0;

    for (size_t n = 0; n < p->task.count; n++) {
        const clm_bounds *b = &part->windows[rank].each[n];

        if (b->zero)
            continue;
        from = clm_size_min(b->valuation, from);
        end = clm_size_max(b->degree + 1, end);
    }
    *first = end == 0 ? 0 : (size_t)(from - zero);
    return end == 0 ? 0 : (size_t)(end - from);
}

/* Returns the bytes of a prime's images to be sent; windows of different outputs may overlap. */
static size_t row_bytes(const clm_rank_work *part)
{
    const clmodp_plan *p = part->plan;
    size_t first, sum = 0;

    for (uint32_t k = 0; k < part->transport->ranks; k++)
        sum += needed_columns(part, k, &first);
    return sum * p->task.count * p->word_bytes;
}

clmodp_status clm_rank_work_share(clm_rank_work *part)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_plan *p = part->plan;
    clm_error *error = &part->runner.call.error;
    const size_t row = row_bytes(part);
    clm_images shape = clm_plan_shape(p);
    size_t first;

    destroy_shared(part);
    if (row > INT32_MAX) /* MPI counts with an int */
        FAIL(error, CLMODP_LIMIT,
             "images of %zu bytes modulo a prime are too long for an "
             "exchange between ranks",
             row);
    shape.width = needed_columns(part, part->transport->rank, &first);
    shape.first_exponent = p->prepared.bounds.valuation + first;
    if (shape.width > 0)
        TRY(clm_images_create(&part->runner.call, &part->images, &shape));
    part->primes_at_once =
        clm_size_min(clm_size_max(CLM_EXCHANGE_BYTES / clm_size_max(row, 1), 1), p->primes);
    part->out = clm_allocate(part->primes_at_once, row);
    part->in = clm_allocate(part->primes_at_once, row);
    if (part->out == NULL || part->in == NULL) {
        st = clm_out_of_memory(error, part->primes_at_once, row);
        goto done;
    }
    for (size_t n = 0; n < p->task.count; n++)
        TRY(clmodp_zx_create(&part->reconstructed[n]));
done:
    return st;
}

/* Packs the words of a prime's image in some columns, of all outputs, to be sent. */
static void pack(const clm_rank_work *part, clm_writer *w, size_t prime, size_t first,
                 size_t width)
{
    const clmodp_plan *p = part->plan;
    const clmodp_images *unit = part->here[prime / part->plan->unit_primes];

    for (size_t n = 0; n < p->task.count; n++) {
        const char *image = clm_unit_image(unit, part->plan, n, prime - unit->primes.first);

        clm_write_words(w, image + first * p->word_bytes, width, p->word_bytes);
    }
}

static void unpack(clm_rank_work *part, clm_reader *r, size_t prime)
{
    const clmodp_plan *p = part->plan;

    for (size_t n = 0; n < p->task.count; n++)
        clm_read_words(r, clm_image(&part->images, n, prime), part->images.width, p->word_bytes);
}

static uint32_t owner_of(const clm_rank_work *part, size_t prime)
{
    return part->owner[prime / part->plan->unit_primes];
}

/* Packs primes `from` to `end` - 1 for rank 0, for rank 1, ...; computes all sizes. */
static void pack_all(clm_rank_work *part, size_t from, size_t end)
{
    const clmodp_plan *p = part->plan;
    const size_t word = p->task.count * p->word_bytes;
    clm_writer w = {.out = part->out};

    for (uint32_t to = 0; to < part->transport->ranks; to++) {
        const size_t before = w.size;
        size_t first;
        const size_t width = needed_columns(part, to, &first);

        for (size_t prime = from; prime < end && width > 0; prime++)
            if (owner_of(part, prime) == part->transport->rank)
                pack(part, &w, prime, first, width);
        part->out_sizes[to] = w.size - before;
        part->in_sizes[to] = 0;
    }
    for (size_t prime = from; prime < end; prime++)
        part->in_sizes[owner_of(part, prime)] += word * part->images.width;
}

static void unpack_all(clm_rank_work *part, size_t from, size_t end)
{
    clm_reader r = {.in = part->in, .left = SIZE_MAX}; /* in_sizes add up to the length */

    for (uint32_t of = 0; of < part->transport->ranks && part->images.width > 0; of++)
        for (size_t prime = from; prime < end; prime++)
            if (owner_of(part, prime) == of)
                unpack(part, &r, prime);
}

clmodp_status clm_rank_work_exchange(clm_rank_work *part)
{
    clmodp_status st = CLMODP_OK;
    const clmodp_transport *t = part->transport;
    const size_t primes = part->plan->primes;

    for (size_t from = 0; from < primes; from += part->primes_at_once) {
        const size_t end = from + clm_size_min(primes - from, part->primes_at_once);

        pack_all(part, from, end);
        st = t->exchange(t->user, part->out, part->out_sizes, part->in, part->in_sizes);
        if (st != CLMODP_OK)
            FAIL(&part->runner.call.error, st, "images could not be exchanged between ranks");
        unpack_all(part, from, end);
    }
done:
    return st;
}

clmodp_status clm_rank_work_reconstruct(clm_rank_work *part)
{
    clmodp_status st = CLMODP_OK;
    const clm_window *own = &part->windows[part->transport->rank];
    clm_reconstruction reconstruction = {.results = part->reconstructed, .each = own->each,
                                         .method = "", .primes = part->plan->primes};

    if (own->coefficients == 0)
        goto done;
    if (part->runner.engine_plan == NULL)
        TRY(clm_runner_open(&part->runner));
    TRY(clm_plan_reconstruct(&part->runner.call, part->runner.engine_plan, &part->images,
                             &reconstruction));
    part->method = reconstruction.method;
done:
    return st;
}
