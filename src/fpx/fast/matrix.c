/* Products of matrices are those of their spectra. */
#include "fpx/fast/matrix.h"

#include "base/size.h"
#include "fpx/batch/move.h"

/* The ring for N of `least` or more, and sums of so many products. */
static clmodp_status find_ring(clmodp_context *ctx, clm_matrix_rings *rings,
                               const clm_ring **out, size_t least, size_t terms)
{
    clmodp_status st = CLMODP_OK;
    const clm_ring_plan plan = clm_ring_plan_for(ctx, least, (double)terms, rings->p);
    const size_t next = rings->count % CLM_MATRIX_RINGS;

    for (size_t k = 0; k < clm_size_min(rings->count, CLM_MATRIX_RINGS); k++) {
        const clm_ring *ring = &rings->ring[k];

        if (ring->plan.length == plan.length && ring->plan.primes == plan.primes) {
            *out = ring;
            return CLMODP_OK;
        }
    }
    clm_ring_destroy(ctx, &rings->ring[next]);
    TRY(clm_ring_create(ctx, &rings->ring[next], &plan, rings->p));
    *out = &rings->ring[next];
    rings->count++;
done:
    return st;
}

void clm_matrix_rings_destroy(clmodp_context *ctx, clm_matrix_rings *rings)
{
    for (size_t k = 0; k < CLM_MATRIX_RINGS; k++)
        clm_ring_destroy(ctx, &rings->ring[k]);
}

clmodp_status clm_matrix_room(clmodp_context *ctx, clm_matrix *m, size_t degree)
{
    m->stride = degree + 1;
    m->degree = degree;
    m->rows = 2;
    return clm_buffer_room(ctx, &m->words, clm_size_times(4, m->stride), sizeof(u32));
}

void clm_matrix_destroy(clmodp_context *ctx, clm_matrix *m)
{
    clm_buffer_destroy(ctx, &m->words);
}

static clm_run elements(const clm_matrix *m)
{
    return (clm_run){.words = &m->words, .apart = m->stride, .count = m->degree + 1,
                     .others = m->degree + 1};
}

/* What a product takes: spectra of both factors, and of the result. */
typedef struct work {
    clm_spectra a, b, out;
} work;

static clmodp_status multiply(clmodp_context *ctx, const clm_ring *ring, work *w, clm_run a,
                              clm_run b)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_spectra_create(ctx, ring, &w->a, w->a.rows));
    TRY(clm_spectra_create(ctx, ring, &w->b, w->b.rows));
    TRY(clm_spectra_create(ctx, ring, &w->out, w->out.rows));
    TRY(clm_spectra_forward(ctx, ring, &w->a, a));
    TRY(clm_spectra_forward(ctx, ring, &w->b, b));
    TRY(clm_spectra_multiply(ctx, ring, &w->out, &w->a, &w->b, 2));
done:
    return st;
}

/* OpenCL keeps the memory until the launches have run. */
static void end(clmodp_context *ctx, work *w)
{
    clm_spectra_destroy(ctx, &w->out);
    clm_spectra_destroy(ctx, &w->b);
    clm_spectra_destroy(ctx, &w->a);
}

clmodp_status clm_matrix_apply(clmodp_context *ctx, clm_matrix_rings *rings,
                               const clm_buffer *out, size_t second, const clm_matrix *m,
                               clm_pair pair, size_t low)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = pair.a_count - m->degree; /* what is beyond cancels out */
    const clm_run of_pair = {.words = pair.words, .from = pair.a, .apart = pair.b - pair.a,
                             .count = pair.a_count, .others = pair.b_count};
    const clm_run to = {.words = out, .apart = second, .count = count - low,
                        .others = count - low - 1};
    work w = {.a.rows = 4, .b.rows = 2, .out.rows = 2};
    const clm_ring *ring;

    TRY(find_ring(ctx, rings, &ring, count, 2 * (m->degree + 1)));
    TRY(multiply(ctx, ring, &w, elements(m), of_pair));
    TRY(clm_spectra_backward(ctx, ring, to, low, &w.out));
done:
    end(ctx, &w);
    return st;
}

clmodp_status clm_matrix_multiply(clmodp_context *ctx, clm_matrix_rings *rings, clm_matrix *out,
                                  const clm_matrix *a, const clm_matrix *b)
{
    clmodp_status st = CLMODP_OK;
    work w = {.a.rows = 2 * a->rows, .b.rows = 4, .out.rows = 2 * a->rows};
    const clm_ring *ring;

    TRY(clm_matrix_room(ctx, out, a->degree + b->degree));
    out->rows = a->rows;
    TRY(find_ring(ctx, rings, &ring, out->degree + 1,
                  2 * (clm_size_min(a->degree, b->degree) + 1)));
    TRY(multiply(ctx, ring, &w, elements(a), elements(b)));
    TRY(clm_spectra_backward(ctx, ring, elements(out), 0, &w.out));
done:
    end(ctx, &w);
    return st;
}

clmodp_status clm_matrix_copy(clmodp_context *ctx, clm_matrix *out, const clm_matrix *m)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_matrix_room(ctx, out, m->degree));
    out->rows = m->rows;
    for (size_t e = 0; e < 2 * m->rows; e++)
        TRY(clm_move(ctx, &out->words, &m->words,
                     (move_piece){.to = (u32)(e * out->stride), .from = (u32)(e * m->stride),
                                  .count = (u32)m->degree + 1}));
done:
    return st;
}
