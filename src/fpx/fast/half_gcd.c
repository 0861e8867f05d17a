/* The recursion of half-GCDs: the matrix for degree k is the product of one for k / 2 and one for
 * the remaining degree. */
#include "fpx/fast/half_gcd.h"

#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/fast/half_gcd_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/kernel.h"
#include "fpx/batch/move.h"
#include "fpx/fast/divide.h"
#include "fpx/schoolbook/schoolbook.h"

/* Finds or makes the ring for N of `least` or more, and sums of `terms` products. */
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

static void matrix_rings_destroy(clmodp_context *ctx, clm_matrix_rings *rings)
{
    for (size_t k = 0; k < CLM_MATRIX_RINGS; k++)
        clm_ring_destroy(ctx, &rings->ring[k]);
}

/* Allocates two rows of elements of this degree, undefined. Errors: those of buffers */
static clmodp_status matrix_room(clmodp_context *ctx, clm_matrix *m, size_t degree)
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

static clm_poly_rows matrix_elements(const clm_matrix *m)
{
    return (clm_poly_rows){.words = &m->words, .apart = m->stride, .count = m->degree + 1,
                           .others = m->degree + 1};
}

/* Memory of a product: spectra of both factors, and of the result. */
typedef struct matrix_work {
    clm_spectra factors, out;
} matrix_work;

/* Multiplies a matrix of w->out.rows / columns rows and 2 columns by one of 2 rows. */
static clmodp_status multiply_spectra(clmodp_context *ctx, const clm_ring *ring, matrix_work *w,
                                      clm_poly_rows a, clm_poly_rows b, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = w->out.rows / columns;
    const clm_spectra_products of = {.count = 1, .rows = rows, .inner = 2, .columns = columns,
                                     .b_first = 2 * rows};

    TRY(clm_spectra_create(ctx, ring, &w->factors, 2 * (rows + columns)));
    TRY(clm_spectra_create(ctx, ring, &w->out, w->out.rows));
    TRY(clm_spectra_forward_two(ctx, ring, &w->factors, a, b, 2 * columns));
    TRY(clm_spectra_multiply_each(ctx, ring, &w->out, &w->factors, &w->factors, of));
done:
    return st;
}

/* Pending launches retain the memory. */
static void end_matrix_work(clmodp_context *ctx, matrix_work *w)
{
    clm_spectra_destroy(ctx, &w->out);
    clm_spectra_destroy(ctx, &w->factors);
}

clmodp_status clm_matrix_apply(clmodp_context *ctx, clm_matrix_rings *rings,
                               const clm_buffer *out, size_t second, const clm_matrix *m,
                               clm_pair pair, size_t low)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = pair.a_count - m->degree; /* higher coefficients cancel out */
    const clm_poly_rows of_pair = {.words = pair.words, .from = pair.a, .apart = pair.b - pair.a,
                                   .count = pair.a_count, .others = pair.b_count};
    const clm_poly_rows to = {.words = out, .apart = second, .count = count - low,
                              .others = count - low - 1};
    matrix_work w = {.out.rows = 2};
    const clm_ring *ring;

    TRY(find_ring(ctx, rings, &ring, count, 2 * (m->degree + 1)));
    TRY(multiply_spectra(ctx, ring, &w, matrix_elements(m), of_pair, 1));
    TRY(clm_spectra_backward(ctx, ring, to, low, &w.out));
done:
    end_matrix_work(ctx, &w);
    return st;
}

clmodp_status clm_matrix_multiply(clmodp_context *ctx, clm_matrix_rings *rings, clm_matrix *out,
                                  const clm_matrix *a, const clm_matrix *b)
{
    clmodp_status st = CLMODP_OK;
    matrix_work w = {.out.rows = 2 * a->rows};
    const clm_ring *ring;

    TRY(matrix_room(ctx, out, a->degree + b->degree));
    out->rows = a->rows;
    TRY(find_ring(ctx, rings, &ring, out->degree + 1,
                  2 * (clm_size_min(a->degree, b->degree) + 1)));
    TRY(multiply_spectra(ctx, ring, &w, matrix_elements(a), matrix_elements(b), 2));
    TRY(clm_spectra_backward(ctx, ring, matrix_elements(out), 0, &w.out));
done:
    end_matrix_work(ctx, &w);
    return st;
}

/* out := m. Errors: those of buffers and launches */
static clmodp_status matrix_copy(clmodp_context *ctx, clm_matrix *out, const clm_matrix *m)
{
    clmodp_status st = CLMODP_OK;

    TRY(matrix_room(ctx, out, m->degree));
    out->rows = m->rows;
    for (size_t e = 0; e < 2 * m->rows; e++)
        TRY(clm_move(ctx, &out->words, &m->words,
                     (move_piece){.to = (u32)(e * out->stride), .from = (u32)(e * m->stride),
                                  .count = (u32)m->degree + 1}));
done:
    return st;
}

#define FILE_NAME "fpx/fast/half_gcd.cl"

/* A bound on degrees of base cases, apart from the limit by local memory. */
#define MOST_BASE ((size_t)1 << 16)

/* Degrees are guessed only if a wrong guess is expected at most once in this many calls. */
#define GUESSED 16

/* Words of heads, parts and factors in local memory. */
typedef struct local_words {
    size_t heads, parts, factors;
} local_words;

static local_words words_for(const clmodp_context *ctx, size_t s)
{
    const size_t lanes = ctx->tuning.vector_width, base = clm_size_min(s, CLM_SCHOOLBOOK_GCD_BASE);

    return (local_words){
        .heads = SCHOOLBOOK_GCD_HEADS(s, lanes) + SCHOOLBOOK_GCD_HEADS(base, lanes),
        .parts = 2 * HALF_GCD_PART(s, base, lanes) * SCHOOLBOOK_GCD_WORD(lanes) / sizeof(u32),
        .factors = 4 * SCHOOLBOOK_EVEN(base + 1) * SCHOOLBOOK_GCD_FACTOR(lanes) / sizeof(u32)};
}

size_t clm_half_gcd_most_base(const clmodp_context *ctx)
{
    size_t s = 1;

    for (; s < MOST_BASE; s *= 2) {
        const local_words all = words_for(ctx, 2 * s);

        if (all.heads + all.parts + all.factors > ctx->device.local_memory / sizeof(u32))
            break;
    }
    return s;
}

clmodp_status clm_half_gcd_begin(clm_half_gcd *h, clmodp_context *ctx, size_t degree, u32 p,
                                 size_t base, bool traced)
{
    clmodp_status st = CLMODP_OK;

    *h = (clm_half_gcd){.ctx = ctx, .field = clm_field(p), .rings = {.p = p}};
    h->top = degree;
    h->traced = traced;
    h->base = base;
    if (h->base > clm_half_gcd_most_base(ctx))
        FAIL(&ctx->error, CLMODP_LIMIT, "s = %zu exceeds local memory; use at most %zu", h->base,
             clm_half_gcd_most_base(ctx));
    h->room = 2 * (degree / h->base) + 2; /* base cases, each of more than half of `base` */
    h->guesses = GUESSED * h->room < p;
    NEW(&ctx->error, h->expected, h->room);
    TRY(clm_buffer_create(ctx, &h->reports, h->room, sizeof(u32)));
    TRY(clm_gcd_trace_create(ctx, &h->trace, traced ? degree : 0));
done:
    return st;
}

void clm_half_gcd_end(clm_half_gcd *h)
{
    for (size_t k = 0; k < CLM_HALF_GCD_LEVELS; k++) {
        clm_buffer_destroy(h->ctx, &h->levels[k].pair);
        clm_matrix_destroy(h->ctx, &h->levels[k].first);
        clm_matrix_destroy(h->ctx, &h->levels[k].second);
    }
    clm_gcd_trace_destroy(h->ctx, &h->trace);
    matrix_rings_destroy(h->ctx, &h->rings);
    clm_buffer_destroy(h->ctx, &h->reports);
    free(h->expected);
}

/* Gets the last kernel's number or, with guesses, the expected one. */
static clmodp_status get_number(clm_half_gcd *h, size_t *number, size_t expected)
{
    clmodp_status st = CLMODP_OK;
    u32 reported = (u32)expected;

    if (h->guesses)
        h->expected[h->report_count++] = reported;
    else
        TRY(clm_buffer_read(h->ctx, &h->reports, h->report_count * sizeof reported, &reported,
                            sizeof reported));
    *number = reported;
done:
    return st;
}

clmodp_status clm_half_gcd_check(clm_half_gcd *h, bool *right)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = h->report_count * sizeof *h->expected;
    u32 *reports = NULL;

    *right = true;
    if (bytes == 0)
        goto done;
    NEW(&h->ctx->error, reports, h->report_count);
    TRY(clm_buffer_read(h->ctx, &h->reports, 0, reports, bytes));
    *right = memcmp(reports, h->expected, bytes) == 0;
    h->report_count = 0;
done:
    free(reports);
    return st;
}

clmodp_status clm_half_gcd_back(clm_half_gcd *h, size_t top)
{
    h->top = top;
    return h->traced ? clm_gcd_trace_forget(h->ctx, &h->trace, top) : CLMODP_OK;
}

clmodp_status clm_half_gcd_count(clm_half_gcd *h, size_t *count, const clm_buffer *words,
                                 size_t from, size_t most)
{
    clmodp_status st = CLMODP_OK;

    *count = 0;
    if (most == 0)
        goto done;
    REQUIRE(&h->ctx->error, h->report_count < h->room);
    TRY(clm_run(h->ctx, KERNEL(FILE_NAME, "half_gcd_length"), 1, 1,
                ARG_INOUT(&h->reports, h->room, u32), ARG_U32(h->report_count),
                ARG_IN(words, from + most, u32), ARG_U32(from), ARG_U32(most)));
    TRY(get_number(h, count, most));
done:
    return st;
}

/* The `count` leading coefficients of a, and coefficients of b down to the same power. */
static clm_pair leading_part(clm_pair pair, size_t count)
{
    const size_t below = pair.a_count - clm_size_min(count, pair.a_count);

    pair.a += below;
    pair.a_count -= below;
    pair.b += clm_size_min(below, pair.b_count);
    pair.b_count -= clm_size_min(below, pair.b_count);
    return pair;
}

static clmodp_status half_gcd_base_case(clm_half_gcd *h, clm_matrix *m, clm_pair pair, size_t k)
{
    clmodp_status st = CLMODP_OK;
    /* One group makes all steps, and has enough work-items to compute a step's words at once. */
    const size_t group = h->ctx->tuning.vector_width == 1
                             ? clm_size_min(4 * (size_t)h->ctx->tuning.group,
                                            h->ctx->device.max_work_group)
                             : 1;
    const local_words local = words_for(h->ctx, k);
    half_gcd_shape s;

    TRY(matrix_room(h->ctx, m, k));
    s = (half_gcd_shape){.field = h->field, .s = (u32)k,
                         .base = (u32)clm_size_min(k, CLM_SCHOOLBOOK_GCD_BASE),
                         .a = (u32)pair.a, .b = (u32)pair.b,
                         .a_count = (u32)pair.a_count, .b_count = (u32)pair.b_count,
                         .stride = (u32)m->stride, .report = (u32)h->report_count,
                         .traced = h->traced, .top = (u32)h->top};
    REQUIRE(&h->ctx->error, h->report_count < h->room);
    TRY(clm_run(h->ctx, KERNEL_NT(FILE_NAME, "half_gcd_base", group), group, group,
                ARG_OUT(&m->words, 4 * m->stride, u32), ARG_INOUT(&h->reports, h->room, u32),
                ARG_INOUT(&h->trace.words, SCHOOLBOOK_GCD_TRACE(h->trace.degree), u32),
                ARG_IN(pair.words, clm_size_max(pair.a + pair.a_count, pair.b + pair.b_count),
                       u32),
                ARG_STRUCT(s), ARG_LOCAL(local.heads * sizeof(u32)),
                ARG_LOCAL(local.parts * sizeof(u32)), ARG_LOCAL(local.factors * sizeof(u32))));
    TRY(get_number(h, &m->degree, k));
    h->top -= m->degree;
done:
    return st;
}

/* Copies `count` words of a polynomial. */
static clmodp_status copy_piece(clm_half_gcd *h, const clm_buffer *out, size_t to,
                                const clm_buffer *words, size_t from, size_t count)
{
    return clm_move(h->ctx, out, words,
                    (move_piece){.to = (u32)to, .from = (u32)from, .count = (u32)count});
}

/* m := [0 1; 1 -q] */
static clmodp_status division_matrix(clm_half_gcd *h, clm_matrix *m, const clm_buffer *quotient,
                                     size_t degree)
{
    clmodp_status st = CLMODP_OK;
    const u32 one = 1;

    TRY(matrix_room(h->ctx, m, degree));
    m->degree = degree;
    TRY(clm_buffer_fill(h->ctx, &m->words, 0, 3 * m->stride));
    TRY(clm_buffer_write(h->ctx, &m->words, m->stride * sizeof one, &one, sizeof one));
    TRY(clm_buffer_write(h->ctx, &m->words, 2 * m->stride * sizeof one, &one, sizeof one));
    TRY(clm_move(h->ctx, &m->words, quotient,
                 (move_piece){.to = (u32)(3 * m->stride), .count = (u32)degree + 1,
                              .negated = true, .p = h->field.p}));
done:
    return st;
}

clmodp_status clm_half_gcd_divide(clm_half_gcd *h, const clm_buffer *out, size_t second,
                                  clm_matrix *m, clm_pair pair, size_t low)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = h->ctx;
    const size_t n = pair.a_count, count = pair.b_count, degree = n - count;
    clm_buffer a = {0}, b = {0}, quotient = {0}, rest = {0};

    TRY(clm_buffer_create(ctx, &a, n, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &b, count, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &quotient, degree + 1, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &rest, count, sizeof(u32)));
    TRY(copy_piece(h, &a, 0, pair.words, pair.a, n));
    TRY(copy_piece(h, &b, 0, pair.words, pair.b, count));
    TRY(clm_fast_divide(ctx, &quotient, &rest, (clm_poly){&a, n}, (clm_poly){&b, count},
                        h->field.p));
    TRY(division_matrix(h, m, &quotient, degree));
    h->top -= degree;
    if (h->traced)
        TRY(clm_gcd_trace_add(ctx, &h->trace, h->top, &b, count - 1));
    TRY(copy_piece(h, out, 0, &b, low, count - low));
    if (count > low + 1)
        TRY(copy_piece(h, out, second, &rest, low, count - 1 - low));
done:
    /* Pending launches retain the buffers. */
    clm_buffers_destroy(ctx, &rest, &quotient, &b, &a);
    return st;
}

/* Makes `first` and its resulting pair if the first half of k determines no step: by a division,
 * if its quotient is of degree k at most, else without any. */
static clmodp_status half_gcd_leap(clm_half_gcd *h, clm_half_gcd_level *level, clm_pair *pair,
                                   size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_matrix *first = &level->first;
    size_t degree;

    TRY(clm_half_gcd_count(h, &pair->b_count, pair->words, pair->b, pair->b_count));
    degree = pair->a_count - pair->b_count;
    first->degree = 0;
    if (degree <= k)
        TRY(clm_half_gcd_divide(h, &level->pair, pair->a_count, first, *pair, degree));
done:
    return st;
}

static clmodp_status half_gcd_of_depth(clm_half_gcd *h, size_t depth, clm_matrix *m, clm_pair pair,
                                       size_t k);

/* Makes the second matrix, for the pair left by `first`, of degree not 0, and *m := the product of
 * both. */
static clmodp_status half_gcd_second(clm_half_gcd *h, size_t depth, clm_matrix *m, clm_pair pair,
                                     size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_half_gcd_level *level = &h->levels[depth];
    const size_t left = k - level->first.degree;

    if (left == 0) {
        TRY(matrix_copy(h->ctx, m, &level->first));
        goto done;
    }
    TRY(half_gcd_of_depth(h, depth + 1, &level->second,
                          (clm_pair){&level->pair, 0, pair.a_count, 2 * left + 1, 2 * left},
                          left));
    if (level->second.degree == 0)
        TRY(matrix_copy(h->ctx, m, &level->first));
    else
        TRY(clm_matrix_multiply(h->ctx, &h->rings, m, &level->second, &level->first));
done:
    return st;
}

/* In: pair  the 2k + 1 relevant coefficients */
static clmodp_status half_gcd_of_depth(clm_half_gcd *h, size_t depth, clm_matrix *m, clm_pair pair,
                                       size_t k)
{
    clmodp_status st = CLMODP_OK;
    clm_half_gcd_level *level = &h->levels[depth];
    const size_t part = clm_div_up(k, 2);

    if (k <= h->base)
        return half_gcd_base_case(h, m, pair, k);
    REQUIRE(&h->ctx->error, depth < CLM_HALF_GCD_LEVELS);
    TRY(clm_progress(h->ctx, h->ctx->call->fraction));
    TRY(clm_buffer_room(h->ctx, &level->pair, 2 * pair.a_count, sizeof(u32)));
    TRY(half_gcd_of_depth(h, depth + 1, &level->first, leading_part(pair, 2 * part + 1), part));
    if (level->first.degree == 0)
        TRY(half_gcd_leap(h, level, &pair, k));
    else
        TRY(clm_matrix_apply(h->ctx, &h->rings, &level->pair, pair.a_count, &level->first, pair,
                             level->first.degree));
    m->degree = 0;
    if (level->first.degree > 0)
        TRY(half_gcd_second(h, depth, m, pair, k));
done:
    return st;
}

clmodp_status clm_half_gcd_matrix(clm_half_gcd *h, clm_matrix *m, clm_pair pair, size_t k)
{
    return half_gcd_of_depth(h, 0, m, leading_part(pair, 2 * k + 1), k);
}
