/* Creates polynomials modulo primes of any residue type; computes reference values on the host. */
#include "support/instance.h"

instance instance_new(clmodp_context *ctx, clm_residue_kind kind, size_t p, size_t q,
                      size_t length, uint64_t below)
{
    instance c = {.ctx = ctx, .p = p, .q = q, .residues = (p + q + 2) * length};

    for (size_t r = 0; r < p + q + 2; r++) {
        c.table[2 * r] = (u32)(r * length);
        c.table[2 * r + 1] = (u32)length;
    }
    c.primes = residues_create(ctx, kind, PRIMES, below);
    for (size_t i = 0; i < PRIMES; i++)
        c.primes.table[i].start = 1 + (uint32_t)i;
    BATCH_OK(ctx, clm_buffer_write(ctx, &c.primes.info, 0, c.primes.table,
                                   PRIMES * sizeof *c.primes.table));
    c.coefficients = calloc(PRIMES * c.residues + 1, sizeof *c.coefficients);
    assert_non_null(c.coefficients);
    return c;
}

void instance_set(instance *c, int poly, size_t j, size_t i, int64_t v)
{
    const size_t row = poly == 0 ? j : c->p + 1 + j;

    assert_true(i < c->table[2 * row + 1]);
    for (size_t n = 0; n < PRIMES; n++) {
        const int64_t rest = v % (int64_t)c->primes.prime[n];

        c->coefficients[n * c->residues + c->table[2 * row] + i] =
            (uint64_t)(rest < 0 ? rest + (int64_t)c->primes.prime[n] : rest);
    }
}

void instance_free(instance *c)
{
    residues_destroy(c->ctx, &c->primes);
    free(c->coefficients);
}

uint64_t instance_row(const instance *c, size_t n, size_t row, uint64_t x)
{
    const uint64_t *f = c->coefficients + n * c->residues + c->table[2 * row];
    const uint64_t p = c->primes.prime[n];
    uint64_t value = 0;

    for (size_t i = c->table[2 * row + 1]; i-- > 0;)
        value = (clm_mulmod64(value, x % p, p) + f[i]) % p;
    return value;
}

uint64_t instance_resultant(const instance *c, size_t n, uint64_t x)
{
    uint64_t f[DEGREE + 1], g[DEGREE + 1];

    for (size_t j = 0; j <= c->p; j++)
        f[j] = instance_row(c, n, j, x);
    for (size_t j = 0; j <= c->q; j++)
        g[j] = instance_row(c, n, c->p + 1 + j, x);
    return clm_resultant_mod64(f, c->p, g, c->q, c->primes.prime[n]);
}

/* Decides by Gaussian elimination with pivots. */
bool instance_minor_vanishes(const instance *c, const schur_matrix *matrix, size_t n, uint64_t x,
                             size_t order)
{
    const uint64_t p = c->primes.prime[n];
    uint64_t m[40][40] = {{0}};

    assert_true(order <= 40);
    for (size_t column = 0; column < order; column++) {
        const bool f = column < matrix->q;
        const size_t degree = f ? matrix->p : matrix->q, shift = f ? column : column - matrix->q;

        for (size_t k = 0; k <= degree && shift + k < order; k++)
            m[shift + k][column] =
                instance_row(c, n, (f ? matrix->f_row : matrix->g_row) + degree - k, x);
    }
    for (size_t j = 0; j < order; j++) {
        size_t pivot = j;

        while (pivot < order && m[pivot][j] == 0)
            pivot++;
        if (pivot == order)
            return true;
        for (size_t i = j; i < order; i++) {
            const uint64_t other = m[pivot][i];

            m[pivot][i] = m[j][i];
            m[j][i] = other;
        }
        for (size_t r = j + 1; r < order; r++) {
            const uint64_t factor = clm_mulmod64(m[r][j], clm_invmod64(m[j][j], p), p);

            for (size_t i = j; i < order; i++)
                m[r][i] = (m[r][i] + p - clm_mulmod64(factor, m[j][i], p)) % p;
        }
    }
    return false;
}

bool instance_fails(const instance *c, const schur_matrix *matrix, size_t n, uint64_t x)
{
    if (matrix->p <= 1 || matrix->q == 0)
        return false;
    if (instance_row(c, n, matrix->f_row + matrix->p, x) == 0)
        return true;
    for (size_t order = matrix->q + 1; order + 2 <= matrix->p + matrix->q; order++)
        if (instance_minor_vanishes(c, matrix, n, x, order))
            return true;
    return false;
}

void instance_fill(instance *c, enum shape shape, uint64_t seed)
{
    clm_random random = {seed};

    for (int poly = 0; poly < 2; poly++)
        for (size_t j = 0; j <= (poly == 0 ? c->p : c->q); j++)
            for (size_t i = 0; i < c->table[1]; i++) {
                const int64_t v = (int64_t)clm_random_below(&random, UINT64_C(1) << 50);
                const bool lead = j == (poly == 0 ? c->p : c->q);

                if ((shape == SPARSE && !lead && v % 3 != 0) ||
                    (shape == GAPPED && (j + poly) % 2 != 0) || (shape == LACKING && lead))
                    continue;
                instance_set(c, poly, j, i, v);
            }
}

arena arena_new(clmodp_context *ctx, size_t points)
{
    const size_t rows = 2 * DEGREE + 2;
    arena a = {0};

    BATCH_OK(ctx, clm_buffer_create(ctx, &a.numerator, PRIMES * points, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &a.denominator, PRIMES * points, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &a.residues, PRIMES * rows * LENGTH, sizeof(u64)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &a.table, rows, 2 * sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &a.scratch, 40 * DEGREE, sizeof(u64)));
    return a;
}

void arena_free(clmodp_context *ctx, arena *a)
{
    clm_buffer_destroy(ctx, &a->numerator);
    clm_buffer_destroy(ctx, &a->denominator);
    clm_buffer_destroy(ctx, &a->residues);
    clm_buffer_destroy(ctx, &a->table);
    clm_buffer_destroy(ctx, &a->scratch);
}

void arena_load(arena *a, const instance *c, size_t first, size_t points)
{
    const size_t count = c->p + c->q + 2, total = PRIMES * c->residues;
    void *words = calloc(total + 1, c->primes.bytes);

    assert_non_null(words);
    for (size_t i = 0; i < total; i++)
        residues_set(&c->primes, i / c->residues, words, i, c->coefficients[i]);
    BATCH_OK(c->ctx, clm_buffer_write(c->ctx, &a->table, 0, c->table, count * 2 * sizeof(u32)));
    BATCH_OK(c->ctx, clm_buffer_write(c->ctx, &a->residues, 0, words, total * c->primes.bytes));
    free(words);
    a->rows = (clm_rows){.table = a->table, .count = count, .residues = c->residues};
    a->points = (clm_points){.type = clm_residue_type_of(c->primes.kind),
                             .info = c->primes.info, .primes = PRIMES, .first = first,
                             .count = points};
}
