/* Creates univariate resultant problems, and computes their results on the host. */
#include "problems/euclid.h"

#include <string.h>

#include "arith/prime.h"
#include "cl/arith/tile.h"
#include "core/random.h"
#include "core/size.h"

static u32 *row(const euclid_problem *c, size_t prime, size_t r)
{
    return &c->residues[prime * c->rows.residues + r * EUCLID_LENGTH];
}

u32 euclid_problem_point(const euclid_problem *c, size_t prime, size_t k)
{
    const prime_info *info = &c->chunk.info[prime];

    return fp_mul(info->shift, fp_pow(info->root, (u32)k, info->field), info->field);
}

static u32 value(const euclid_problem *c, size_t prime, size_t r, u32 x)
{
    fp_field field = c->chunk.info[prime].field;
    u32 sum = 0;

    for (size_t i = c->table[2 * r + 1]; i-- > 0;)
        sum = fp_add(fp_mul(sum, x, field), row(c, prime, r)[i], field);
    return sum;
}

static u32 residue(clm_random *random, fp_field field)
{
    return (u32)clm_random_below(random, field.p);
}

static void clear_row(const euclid_problem *c, size_t prime, size_t r)
{
    memset(row(c, prime, r), 0, EUCLID_LENGTH * sizeof(u32));
}

/* Sets row r to x - point k. */
static void vanish_at(const euclid_problem *c, size_t prime, size_t r, size_t k)
{
    fp_field field = c->chunk.info[prime].field;

    row(c, prime, r)[2] = 0;
    row(c, prime, r)[1] = field.one;
    row(c, prime, r)[0] = fp_neg(euclid_problem_point(c, prime, k), field);
}

/* Multiplies the polynomial in rows first ... first + degree - 1 by (y - root), root in x. */
static void times_root(const euclid_problem *c, size_t prime, size_t first, size_t degree,
                       const u32 root[EUCLID_LENGTH])
{
    fp_field field = c->chunk.info[prime].field;

    clear_row(c, prime, first + degree);
    for (size_t j = degree + 1; j-- > 0;) {
        u32 *target = row(c, prime, first + j);
        u32 old = target[0]; /* these polynomials are constant in x so far */

        for (size_t i = 0; i < EUCLID_LENGTH; i++)
            target[i] = fp_neg(fp_mul(old, root[i], field), field);
        if (j > 0)
            target[0] = fp_add(target[0], row(c, prime, first + j - 1)[0], field);
    }
}

static void fill_random(const euclid_problem *c, size_t prime, clm_random *random, bool constant)
{
    fp_field field = c->chunk.info[prime].field;

    for (size_t r = 0; r < c->rows.count; r++)
        for (size_t i = 0; i < EUCLID_LENGTH; i++)
            row(c, prime, r)[i] = constant && i > 0 ? 0 : residue(random, field);
}

static void thin_out(const euclid_problem *c, size_t prime, enum euclid_shape shape,
                     clm_random *random)
{
    for (size_t r = 0; r < c->rows.count; r++) {
        size_t degree = r <= c->p ? c->p : c->q, j = r <= c->p ? r : r - c->p - 1;
        bool inner = j > 0 && j < degree;

        if ((shape == SPARSE && inner && clm_random_below(random, 2) == 0) ||
            (shape == EVEN && (degree - j) % 2 != 0) ||
            (shape == CUBES && (degree - j) % 3 != 0) || (shape == BINOMIALS && inner))
            clear_row(c, prime, r);
    }
}

/* A sparse pattern must be the same modulo all primes, so its generator is restarted. */
void euclid_problem_fill(const euclid_problem *c, enum euclid_shape shape, uint64_t seed)
{
    for (size_t prime = 0; prime < c->chunk.batch.primes; prime++) {
        clm_random random = {seed + prime}, pattern = {seed};
        fp_field field = c->chunk.info[prime].field;
        u32 root[EUCLID_LENGTH] = {0};

        fill_random(c, prime, &random, shape == COMMON || shape == COMMON_TWO ||
                                           shape == MEETING || shape == EXTREME);
        thin_out(c, prime, shape, &pattern);
        if (shape == DERIVATIVE)
            for (size_t j = 0; j <= c->q; j++)
                for (size_t i = 0; i < EUCLID_LENGTH; i++)
                    row(c, prime, c->p + 1 + j)[i] = fp_mul(
                        fp_to((u32)j + 1, field), row(c, prime, j + 1)[i], field);
        if (shape == COMMON_TWO && c->p > 1 && c->q > 1)
            for (size_t k = 0; k < 2; k++) {
                root[0] = residue(&random, field);
                times_root(c, prime, 0, c->p - 1 + k, root);
                times_root(c, prime, c->p + 1, c->q - 1 + k, root);
            }
        if ((shape == COMMON || shape == MEETING) && c->p > 0 && c->q > 0) {
            root[0] = residue(&random, field);
            times_root(c, prime, 0, c->p, root);
            if (shape == MEETING) { /* the second root differs by x - point 1 */
                root[0] = fp_sub(root[0], euclid_problem_point(c, prime, 1), field);
                root[1] = field.one;
            }
            times_root(c, prime, c->p + 1, c->q, root);
        }
        if (shape == HOLES || shape == BOTH_HOLES) {
            vanish_at(c, prime, c->p, shape == HOLES ? 2 : 1);
            vanish_at(c, prime, c->p + 1 + c->q, shape == HOLES ? 3 : 1);
        }
        for (size_t r = 0; shape == EXTREME && r < c->rows.count; r++) {
            u32 choices[] = {field.p - 1, (field.p - 1) / 2, 1};

            row(c, prime, r)[0] = choices[clm_random_below(&random, 3)];
        }
    }
}

/* Replaces the primes of a chunk. */
static void replace_primes(device_chunk *chunk, const uint32_t *primes)
{
    for (size_t n = 0; n < chunk->batch.primes; n++) {
        fp_field field = clm_field(primes[n]);

        chunk->info[n] = (prime_info){.field = field,
                                  .root = clm_field_root(field, (uint32_t)chunk->batch.points),
                                  .shift = fp_to(5, field)};
    }
    device_must(chunk->ctx, clm_buffer_write(chunk->ctx, &chunk->batch.info, 0, chunk->info,
                                      chunk->batch.primes * sizeof *chunk->info));
}

euclid_problem euclid_problem_create(clmodp_context *ctx, size_t p, size_t q, size_t primes,
                                     size_t points, uint32_t below)
{
    static const uint32_t tiny[] = {97, 193};
    euclid_problem c = {.chunk = device_chunk_create(ctx, primes, points,
                                                     below == 0 ? 1u << 20 : below),
                 .p = p, .q = q};

    if (below == 0)
        replace_primes(&c.chunk, tiny);
    c.rows = (clm_rows){
        .count = p + q + 2, .residues = (p + q + 2) * EUCLID_LENGTH, .longest = EUCLID_LENGTH};
    c.table = device_need(2 * c.rows.count, sizeof *c.table);
    c.residues = device_need(primes * c.rows.residues, sizeof *c.residues);
    for (size_t r = 0; r < c.rows.count; r++) {
        c.table[2 * r] = (u32)(r * EUCLID_LENGTH);
        c.table[2 * r + 1] = EUCLID_LENGTH;
    }
    c.rows.table = device_words(ctx, c.table, 2 * c.rows.count);
    return c;
}

void euclid_problem_destroy(euclid_problem *c)
{
    clm_buffer_destroy(c->chunk.ctx, &c->rows.table);
    free(c->table);
    free(c->residues);
    device_chunk_destroy(&c->chunk);
}

bool euclid_problem_degrees(const euclid_problem *c, clm_degrees *out, u32 x)
{
    u32 *f = device_need(c->p + 1, sizeof *f), *g = device_need(c->q + 1, sizeof *g);
    bool found;

    for (size_t r = 0; r <= c->p; r++)
        f[r] = value(c, 0, r, x);
    for (size_t r = 0; r <= c->q; r++)
        g[r] = value(c, 0, c->p + 1 + r, x);
    found = clm_degrees_find(NULL, out, c->chunk.info[0].field, (clm_dense){f, c->p},
                             (clm_dense){g, c->q}) == CLMODP_OK;
    free(f);
    free(g);
    return found;
}

/* Padding lanes repeat the points, or the last point of a chunk in shared tiles. */
u32 *euclid_problem_values(const euclid_problem *c)
{
    const clm_point_batch *batch = &c->chunk.batch;
    const size_t tile = c->chunk.ctx->tuning.tile;
    const size_t total = clm_point_batch_tiles(batch, tile) * tile;
    const size_t each = batch->shared ? batch->points : batch->lanes;
    u32 *values = device_need(total * c->rows.count, sizeof *values);

    for (size_t t = 0; t < total; t++) {
        const size_t u = clm_size_min(t, batch->primes * each - 1), prime = u / each;
        const u32 x = euclid_problem_point(c, prime, u % each);

        for (size_t r = 0; r < c->rows.count; r++)
            values[TILE_INDEX(t, c->rows.count, r, tile)] = value(c, prime, r, x);
    }
    return values;
}

/* Evaluates both polynomials at x, as integers. */
static void evaluate(uint64_t *f, uint64_t *g, const euclid_problem *c, size_t prime, u32 x)
{
    fp_field field = c->chunk.info[prime].field;

    for (size_t r = 0; r <= c->p; r++)
        f[r] = fp_from(value(c, prime, r, x), field);
    for (size_t r = 0; r <= c->q; r++)
        g[r] = fp_from(value(c, prime, c->p + 1 + r, x), field);
}

uint64_t euclid_problem_resultant(const euclid_problem *c, size_t prime, u32 x)
{
    uint64_t *f = device_need(c->p + 1, sizeof *f), *g = device_need(c->q + 1, sizeof *g);
    uint64_t resultant;

    evaluate(f, g, c, prime, x);
    resultant = clm_resultant_mod64(f, c->p, g, c->q, c->chunk.info[prime].field.p);
    free(f);
    free(g);
    return resultant;
}

void euclid_problem_subresultant(uint64_t *s, size_t k, const euclid_problem *c, size_t prime,
                                 u32 x)
{
    uint64_t *f = device_need(c->p + 1, sizeof *f), *g = device_need(c->q + 1, sizeof *g);

    evaluate(f, g, c, prime, x);
    clm_subresultant_mod64(s, k, f, c->p, g, c->q, c->chunk.info[prime].field.p);
    free(f);
    free(g);
}
