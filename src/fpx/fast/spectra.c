/* Launches of spectra.cl, and of spectra_whole.cl for short transforms. */
#include "fpx/fast/spectra.h"

#include "arith/prime.h"
#include "core/size.h"
#include "fpx/batch/ntt.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"

static size_t spectra_words(const clm_ring *ring, size_t rows)
{
    return clm_size_times(clm_size_times(ring->size, ring->plan.primes), rows);
}

/* The parameters of kernels for the first `rows` polynomials of a. low: as in
 * clm_spectra_backward */
static spectra_rows shape_of(clm_poly_rows a, size_t low, size_t rows)
{
    return (spectra_rows){.rows = (u32)rows, .from = (u32)a.from, .apart = (u32)a.apart,
                          .low = (u32)low,
                          .count = {(u32)a.count, (u32)(rows > 1 ? a.others : a.count)}};
}

/* Words of the buffer up to the end of the polynomials. */
static size_t words_end(clm_poly_rows a, size_t rows)
{
    const u32 last = (u32)(a.from + (rows - 1) * a.apart);
    const size_t end = a.from + a.count;

    return rows == 1 ? end
                     : clm_size_max(clm_size_max(end, last + a.others),
                                    (u32)(a.from + a.apart) + a.others);
}

/* Constants for the conversion from a plan's primes to p. */
static recombine_constants ring_constants(const clm_ring_plan *plan, u32 p)
{
    recombine_constants c = {.target = {.p = p}, .direct = plan->direct};
    u32 weight;

    if (p == 2)
        return c;
    c.target = clm_field(p);
    weight = fp_to(plan->prime[0], c.target);
    c.weight[0] = weight;
    if (plan->primes > 1) {
        const fp_field second = clm_field(plan->prime[1]);

        c.weight[1] = fp_mul(weight, fp_to(plan->prime[1], c.target), c.target);
        c.inverse[0] = fp_inv(fp_to(plan->prime[0], second), second);
    }
    if (plan->primes > 2) {
        const fp_field third = clm_field(plan->prime[2]);

        c.inverse[1] = fp_inv(fp_to(plan->prime[0], third), third);
        c.second = fp_inv(fp_to(plan->prime[1], third), third);
    }
    return c;
}

#define WHOLE_FILE "fpx/fast/spectra_whole.cl"

/* Work-items of a group for whole transforms. */
static size_t whole_group(const clmodp_context *ctx)
{
    const size_t shared = clm_spectra_group(ctx);

    return shared == 1 ? 1 : clm_size_max(shared, ctx->tuning.group / shared * shared);
}

/* As clm_spectra_forward_two and clm_spectra_backward, for plans with `whole`. */
static clmodp_status spectra_forward_whole(clmodp_context *ctx, const clm_ring *ring,
                                           const clm_spectra *to, clm_poly_rows from,
                                           clm_poly_rows other, size_t others)
{
    const size_t primes = ring->plan.primes, group = whole_group(ctx), rows = to->rows - others;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = shape_of(from, 0, rows), o = shape_of(other, 0, others);
    const fp_field f = {.p = ring->p};

    return clm_run(ctx, KERNEL_NT(WHOLE_FILE, "spectra_whole_forward", group),
                   to->rows * primes * group, group,
                   ARG_OUT(&to->words, spectra_words(ring, to->rows), u32),
                   ARG_IN(from.words, words_end(from, rows), u32),
                   ARG_IN(other.words, words_end(other, others), u32),
                   ARG_IN(&ring->field.roots, ring->plan.length * primes, u32),
                   ARG_IN(&ring->field.info, primes, prime_info), ARG_STRUCT(s), ARG_STRUCT(r),
                   ARG_STRUCT(o), ARG_STRUCT(f));
}

static clmodp_status spectra_backward_whole(clmodp_context *ctx, const clm_ring *ring,
                                            clm_poly_rows to, size_t low,
                                            const clm_spectra *products)
{
    const size_t rows = products->rows, primes = ring->plan.primes, group = whole_group(ctx);
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = shape_of(to, low, rows);
    const recombine_constants c = ring_constants(&ring->plan, ring->p);

    return clm_run(ctx, KERNEL_NT(WHOLE_FILE, "spectra_whole_backward", group), rows * group,
                   group, ARG_INOUT(to.words, words_end(to, rows), u32),
                   ARG_INOUT(&products->words, spectra_words(ring, rows), u32),
                   ARG_IN(&ring->field.roots, ring->plan.length * primes, u32),
                   ARG_IN(&ring->field.info, primes, prime_info), ARG_STRUCT(s), ARG_STRUCT(r),
                   ARG_STRUCT(c));
}

/* Values multiplied by one work-group. */
#define GROUP_VALUES 64

clmodp_status clm_spectra_create(clmodp_context *ctx, const clm_ring *ring, clm_spectra *out,
                                 size_t rows)
{
    out->rows = rows;
    return clm_scratch_create(ctx, &out->words, spectra_words(ring, rows), sizeof(u32));
}

void clm_spectra_destroy(clmodp_context *ctx, clm_spectra *spectra)
{
    clm_scratch_destroy(ctx, &spectra->words);
}

/* Spectra of a prime up to this size are transformed with those of other primes. */
#define TOGETHER_BYTES ((size_t)1 << 20)

/* Transforms all rows. Longer spectra of a prime take all passes before those of the next one,
 * since caches do not hold those of all primes. */
static clmodp_status transform_spectra(clmodp_context *ctx, const clm_ring *ring,
                                       const clm_spectra *spectra, clm_ntt_direction direction)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = clm_size_times(ring->size, spectra->rows), all = ring->plan.primes;
    const size_t primes = words > TOGETHER_BYTES / sizeof(u32) ? 1 : all;
    clm_ntt_batch batch =
        clm_ntt_field_batch(&ring->field, &spectra->words, ctx->tuning.tile, spectra->rows);

    batch.primes = primes;
    for (size_t n = 0; n < all; n += primes) {
        batch.first_prime = n;
        batch.data_begin = n * words;
        batch.roots_begin = n * ring->plan.length;
        TRY(clm_ntt_run(ctx, &ring->field.plan, &batch, direction));
    }
done:
    return st;
}

clmodp_status clm_spectra_forward_two(clmodp_context *ctx, const clm_ring *ring,
                                      const clm_spectra *to, clm_poly_rows from,
                                      clm_poly_rows other, size_t others)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = to->rows - others;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = shape_of(from, 0, rows), o = shape_of(other, 0, others);
    const fp_field f = {.p = ring->p};

    if (ring->plan.whole)
        return spectra_forward_whole(ctx, ring, to, from, other, others);
    TRY(clm_run(ctx, KERNEL_NT(CLM_SPECTRA_FILE, "spectra_load", clm_spectra_group(ctx)),
                to->rows * (ring->size / ctx->tuning.vector_width), 0,
                ARG_OUT(&to->words, spectra_words(ring, to->rows), u32),
                ARG_IN(from.words, words_end(from, rows), u32),
                ARG_IN(other.words, words_end(other, others), u32),
                ARG_IN(&ring->field.info, ring->plan.primes, prime_info), ARG_STRUCT(s),
                ARG_STRUCT(r), ARG_STRUCT(o), ARG_STRUCT(f)));
    TRY(transform_spectra(ctx, ring, to, CLM_NTT_FORWARD));
done:
    return st;
}

clmodp_status clm_spectra_forward(clmodp_context *ctx, const clm_ring *ring,
                                  const clm_spectra *to, clm_poly_rows from)
{
    return clm_spectra_forward_two(ctx, ring, to, from, (clm_poly_rows){.words = from.words}, 0);
}

clmodp_status clm_spectra_multiply_each(clmodp_context *ctx, const clm_ring *ring,
                                        const clm_spectra *out, const clm_spectra *a,
                                        const clm_spectra *b, clm_spectra_products of)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = clm_spectra_group(ctx), primes = ring->plan.primes;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_product m = {.rows = (u32)of.rows,
                               .inner = (u32)of.inner,
                               .columns = (u32)of.columns,
                               .count = (u32)of.count,
                               .b_first = (u32)of.b_first,
                               .a_apart = (u32)of.a_apart,
                               .b_apart = (u32)of.b_apart,
                               .a_rows = (u32)a->rows,
                               .b_rows = (u32)b->rows,
                               .out_rows = (u32)out->rows,
                               .run = GROUP_VALUES,
                               .groups = (u32)clm_div_up(ring->plan.length, GROUP_VALUES)};
    const size_t local = SPECTRA_AHEAD * SPECTRA_PART(m, (size_t)ctx->tuning.tile);

    REQUIRE(&ctx->error, out->rows == of.count * of.rows * of.columns);
    TRY(clm_run(ctx, KERNEL_NT(CLM_SPECTRA_FILE, "spectra_values", clm_spectra_group(ctx)),
                of.count * m.groups * primes * group, group,
                ARG_INOUT(&out->words, spectra_words(ring, out->rows), u32),
                ARG_IN(&a->words, spectra_words(ring, a->rows), u32),
                ARG_IN(&b->words, spectra_words(ring, b->rows), u32),
                ARG_IN(&ring->values, ring->plan.length * primes, u32),
                ARG_IN(&ring->field.info, primes, prime_info), ARG_STRUCT(s), ARG_STRUCT(m),
                ARG_LOCAL(local * sizeof(u32))));
done:
    return st;
}

clmodp_status clm_spectra_multiply(clmodp_context *ctx, const clm_ring *ring,
                                   const clm_spectra *out, const clm_spectra *a,
                                   const clm_spectra *b)
{
    clmodp_status st = CLMODP_OK;
    const clm_spectra_products of = {.count = 1, .rows = 1, .inner = 1, .columns = 1};

    REQUIRE(&ctx->error, a->rows == 1 && b->rows == 1);
    TRY(clm_spectra_multiply_each(ctx, ring, out, a, b, of));
done:
    return st;
}

clmodp_status clm_spectra_backward(clmodp_context *ctx, const clm_ring *ring, clm_poly_rows to,
                                   size_t low, const clm_spectra *products)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = products->rows;
    const size_t most = rows > 1 ? clm_size_max(to.count, to.others) : to.count;
    const spectra_shape s = clm_ring_shape(ring);
    const spectra_rows r = shape_of(to, low, rows);
    const recombine_constants c = ring_constants(&ring->plan, ring->p);

    REQUIRE(&ctx->error, low <= ring->size && most <= ring->size - low);
    if (ring->plan.whole)
        return spectra_backward_whole(ctx, ring, to, low, products);
    TRY(transform_spectra(ctx, ring, products, CLM_NTT_BACKWARD));
    TRY(clm_run(ctx, KERNEL_NT(CLM_SPECTRA_FILE, "spectra_store", clm_spectra_group(ctx)),
                rows * clm_div_up(most, ctx->tuning.vector_width), 0,
                ARG_INOUT(to.words, words_end(to, rows), u32),
                ARG_IN(&products->words, spectra_words(ring, rows), u32),
                ARG_IN(&ring->field.info, ring->plan.primes, prime_info), ARG_STRUCT(s),
                ARG_STRUCT(r), ARG_STRUCT(c)));
done:
    return st;
}

clmodp_status clm_spectra_product(clmodp_context *ctx, const clm_ring *ring, clm_poly_rows to,
                                  size_t low, const clm_spectra *work, clm_poly_rows a,
                                  const clm_spectra *factor)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_spectra_forward(ctx, ring, work, a));
    TRY(clm_spectra_multiply(ctx, ring, work, work, factor));
    TRY(clm_spectra_backward(ctx, ring, to, low, work));
done:
    return st;
}

clm_ring_plan clm_fast_multiply_plan(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    return clm_ring_plan_for(ctx, n + m - 1, (double)clm_size_min(n, m), p);
}

clm_amounts clm_fast_multiply_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                                   bool square)
{
    const clm_ring_plan plan = clm_fast_multiply_plan(ctx, n, m, p);
    const double forward = square ? 1.0 : 2.0;
    clm_amounts all = clm_ring_cost(ctx, &plan, forward, 1.0, 1.0);

    all.of[CLM_OP_LAUNCH] += 2.0;
    return all;
}

static clm_poly_rows single_row(clm_poly a)
{
    return (clm_poly_rows){.words = a.words, .count = a.count};
}

/* Modulo x^N - 1 coefficients from x^N on wrap around to those below `low`. */
static clm_ring_plan part_plan(const clmodp_context *ctx, size_t n, size_t m, size_t low,
                               size_t count, u32 p)
{
    return clm_ring_plan_for(ctx, clm_size_max(low + count, n + m - 1 - low),
                             (double)clm_size_min(n, m), p);
}

static clmodp_status multiply_in_ring(clmodp_context *ctx, const clm_ring *ring, clm_poly_rows to,
                                      size_t low, clm_poly a, clm_poly b)
{
    clmodp_status st = CLMODP_OK;
    const bool square = a.words == b.words && a.count == b.count;
    clm_spectra of_a = {.rows = 0}, of_b = {.rows = 0};

    TRY(clm_spectra_create(ctx, ring, &of_a, 1));
    if (!square) {
        TRY(clm_spectra_create(ctx, ring, &of_b, 1));
        TRY(clm_spectra_forward(ctx, ring, &of_b, single_row(b)));
    }
    TRY(clm_spectra_product(ctx, ring, to, low, &of_a, single_row(a), square ? &of_a : &of_b));
done:
    clm_spectra_destroy(ctx, &of_b); /* Pending launches retain the buffers. */
    clm_spectra_destroy(ctx, &of_a);
    return st;
}

clmodp_status clm_fast_multiply(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                clm_poly b, u32 p)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    if (a.count == 0 || b.count == 0)
        goto done;
    TRY(clm_fast_multiply_part(ctx, product, a, b, 0, a.count + b.count - 1, p));
done:
    return st;
}

clmodp_status clm_fast_multiply_part(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                     clm_poly b, size_t low, size_t count, u32 p)
{
    clmodp_status st = CLMODP_OK;
    clm_ring ring = {.p = 0};
    clm_ring_plan plan;
    size_t all;

    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    REQUIRE(&ctx->error, a.count > 0 && b.count > 0 && count > 0);
    all = a.count + b.count - 1;
    REQUIRE(&ctx->error, count <= all && low <= all - count);
    a.count = clm_size_min(a.count, low + count); /* higher coefficients only affect later ones */
    b.count = clm_size_min(b.count, low + count);
    plan = part_plan(ctx, a.count, b.count, low, count, p);
    if (plan.length == 0 || low + count > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "polynomials of %zu and %zu coefficients are too long for transforms", a.count,
             b.count);
    REQUIRE(&ctx->error, clm_buffer_holds(a.words, a.count, sizeof(u32)) &&
                             clm_buffer_holds(b.words, b.count, sizeof(u32)) &&
                             clm_buffer_holds(product, count, sizeof(u32)));
    TRY(clm_ring_create(ctx, &ring, &plan, p));
    TRY(multiply_in_ring(ctx, &ring, (clm_poly_rows){.words = product, .count = count}, low, a,
                         b));
done:
    clm_ring_destroy(ctx, &ring);
    return st;
}
