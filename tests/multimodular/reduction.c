/* Tests clm_reduction_run against GMP's division: by the device alone and by blocks of all sizes,
 * with primes divided into runs. */
#include "multimodular/reduction.h"

#include "support/integers.h"
#include "support/residues.h"

enum { VALUES = 21 };

/* Creates integers of about so many limbs, some next to multiples of the product of all primes. */
static void make_values(mpz_t *value, mpz_srcptr *pointer, const residues *r, size_t limbs)
{
    gmp_randstate_t random;
    mpz_t product;

    gmp_randinit_default(random);
    gmp_randseed_ui(random, limbs);
    mpz_init_set_ui(product, 1);
    for (size_t i = 0; i < r->count; i++)
        mpz_mul_ui(product, product, r->prime[i]);
    for (size_t k = 0; k < VALUES; k++) {
        const mp_bitcnt_t bits = 64 * (limbs + k % 3) - 64;

        mpz_init(value[k]);
        switch (k % 7) {
        case 0: mpz_setbit(value[k], bits); break;
        case 1: mpz_setbit(value[k], bits); mpz_sub_ui(value[k], value[k], 1); break;
        case 2: mpz_urandomb(value[k], random, bits); break;
        case 3: /* remainders of 0, 1 and P - 1 */
            mpz_urandomb(value[k], random, bits / 2 + 1);
            mpz_mul(value[k], value[k], product);
            if (k > 3)
                mpz_add_ui(value[k], value[k], 1);
            if (k > 10)
                mpz_sub_ui(value[k], value[k], 2);
            break;
        case 4: mpz_rrandomb(value[k], random, bits + 1); break;
        case 5: mpz_set_ui(value[k], k - 5); break;
        default: mpz_urandomb(value[k], random, 1 + bits * k / VALUES);
        }
        if (k % 2 == 1)
            mpz_neg(value[k], value[k]);
        pointer[k] = k % 11 == 6 ? NULL : value[k];
    }
    mpz_clear(product);
    gmp_randclear(random);
}

static void clear_values(mpz_t *value)
{
    for (size_t k = 0; k < VALUES; k++)
        mpz_clear(value[k]);
}

/* One method, with runs of so many primes. */
typedef struct way {
    clm_residue_kind kind;
    size_t primes, below, limbs; /* of the integers, about */
    size_t block, blocks, run;
    size_t cap; /* bytes of memory, or 0 */
} way;

static void check_run(const residues *r, const mpz_srcptr *pointer, const void *result,
                      size_t first, size_t count, const way *w)
{
    for (size_t n = 0; n < count; n++)
        for (size_t k = 0; k < VALUES; k++) {
            const uint64_t p = r->prime[first + n];
            const uint64_t expected = pointer[k] == NULL ? 0 : mpz_fdiv_ui(pointer[k], p);
            const uint64_t got = residues_get(r, first + n, result, n * VALUES + k);

            if (got != expected)
                fail_msg("%s, %zu primes in runs of %zu, blocks %zu * %zu, %zu limbs: value %zu "
                         "mod %llu: %llu, not %llu",
                         clm_residue_type_of(w->kind)->name, w->primes, w->run, w->blocks,
                         w->block, w->limbs, k, (unsigned long long)p, (unsigned long long)got,
                         (unsigned long long)expected);
        }
}

/* Checks one kernel; the default engine's if not `words`. */
static void check(clmodp_context *ctx, const way *w, bool words)
{
    residues r = residues_create(ctx, w->kind, w->primes, w->below);
    const clm_residue_type *type = words ? clm_residue_type_of(w->kind) : NULL;
    const clm_reduction_plan plan = {.type = type, .primes = w->run, .greatest = r.prime[0],
                                     .shape = {.block = w->block, .blocks = w->blocks}};
    void *result = calloc(w->run * VALUES, r.bytes);
    const uint64_t before = ctx->memory_now;
    clm_buffer out = {0}, info = {0};
    clm_reduction reduction = {0};
    clm_tables tables = {0};
    mpz_t value[VALUES];
    mpz_srcptr pointer[VALUES];

    make_values(value, pointer, &r, w->limbs);
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, w->run * VALUES, r.bytes));
    BATCH_OK(ctx, clm_buffer_create(ctx, &info, w->run, sizeof *r.table));
    BATCH_OK(ctx, clm_reduction_create(ctx, &reduction, pointer, VALUES, &plan, &tables));
    BATCH_OK(ctx, clm_tables_create(ctx, &tables));
    BATCH_OK(ctx, clm_tables_send(ctx, &tables));
    if (w->block != 0)
        assert_int_equal(reduction.shape.blocks, w->block == SIZE_MAX ? 0 : w->blocks);
    for (size_t first = 0; first < w->primes; first += w->run) {
        const size_t count = clm_size_min(w->run, w->primes - first);
        const clm_reduction_target to = {.type = type, .kind = w->kind, .residues = &out,
                                         .info = &info};
        const uint64_t held = ctx->memory_now;
        prime_info *own = calloc(count, sizeof *own);

        assert_non_null(own);
        for (size_t n = 0; n < count && !words; n++)
            own[n] = clm_prime_info((uint32_t)r.prime[first + n], 1, 1);
        BATCH_OK(ctx, words ? clm_buffer_write(ctx, &info, 0, r.table + first,
                                               count * sizeof *r.table)
                            : clm_buffer_write(ctx, &info, 0, own, count * sizeof *own));
        ctx->call->memory_peak = ctx->memory_now;
        BATCH_OK(ctx, clm_reduction_run(ctx, &reduction, &to,
                                        (clm_prime_words){r.prime, sizeof *r.prime}, first,
                                        count, 0.5));
        BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, result, count * VALUES * r.bytes));
        check_run(&r, pointer, result, first, count, w);
        assert_int_equal(ctx->memory_now, held);
        assert_true(ctx->call->memory_peak <= held); /* the reserved memory sufficed */
        free(own);
    }
    clm_reduction_destroy(ctx, &reduction);
    clm_tables_destroy(ctx, &tables);
    clm_buffer_destroy(ctx, &info);
    clm_buffer_destroy(ctx, &out);
    clear_values(value);
    free(result);
    residues_destroy(ctx, &r);
    assert_int_equal(ctx->memory_now, before - w->primes * sizeof(clm_residue_prime));
}

/* Blocks whose product is longer than the integers, about as long, and shorter; ranges of one
 * block, two, an odd number; last blocks and ranges that are not full. */
static void reduces_by_blocks(void **state)
{
    static const size_t shapes[][2] = {{4, 1}, {4, 2}, {4, 3}, {8, 5}, {16, 4}, {64, 1}, {32, 7}};
    static const size_t lengths[] = {1, 2, 3, 4, 9, 33, 130};
    const size_t turns = small_tests() ? 27 : 1;
    size_t number = 0;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
            for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++, number++) {
                way w = {.kind = residues_kind(ctx, number), .primes = 37 + number % 30,
                         .below = number % 3 == 0 ? 20000 : 0, .limbs = lengths[n],
                         .block = shapes[s][0], .blocks = shapes[s][1]};

                if (number % turns != 0)
                    continue;
                w.run = 1 + number * 7 % w.primes;
                check(ctx, &w, true);
                w.kind = CLM_RESIDUE_MONTGOMERY31;
                check(ctx, &w, false);
            }
        clmodp_context_destroy(ctx);
    }
}

/* The automatic choice, for lengths on both sides of the threshold. */
static void chooses_by_cost(void **state)
{
    static const size_t lengths[] = {1, 100, 300, 3000, 12000};
    clmodp_context *ctx = batch_context(2);
    bool seen[2] = {false, false};

    (void)state;
    ctx->device.compute_units = 2; /* the threshold depends on this */
    for (size_t n = 0; n < (small_tests() ? 1 : sizeof lengths / sizeof *lengths); n++) {
        residues r = residues_create(ctx, CLM_RESIDUE_MONTGOMERY31, 2, 0);
        const clm_reduction_plan plan = {.primes = 20000, .greatest = r.prime[0]};
        const size_t primes = small_tests() ? 40 : 3000;
        way w = {.primes = primes, .limbs = lengths[n], .run = primes};
        clm_reduction reduction = {0};
        clm_tables tables = {0};
        mpz_t value[VALUES];
        mpz_srcptr pointer[VALUES];

        make_values(value, pointer, &r, lengths[n]);
        BATCH_OK(ctx, clm_reduction_create(ctx, &reduction, pointer, VALUES, &plan, &tables));
        seen[reduction.shape.blocks > 0] = true;
        clm_reduction_destroy(ctx, &reduction);
        clear_values(value);
        residues_destroy(ctx, &r);
        check(ctx, &w, false);
    }
    assert_true(seen[0]);
    assert_true(seen[1] || small_tests());
    clmodp_context_destroy(ctx);
}

static int stop_at_zero(void *user, double fraction)
{
    int *left = user;

    (void)fraction;
    return (*left)-- == 0;
}

/* Cancels at the first progress call, the second, ... until a run succeeds; frees all memory. */
static void can_be_cancelled(void **state)
{
    clmodp_context *ctx = batch_context(1);
    residues r = residues_create(ctx, CLM_RESIDUE_MONTGOMERY31, 64, 0);
    const clm_reduction_plan plan = {.type = clm_residue_type_of(r.kind), .primes = 64,
                                     .greatest = r.prime[0], .shape = {.block = 8, .blocks = 4}};
    clm_buffer out = {0};
    const clm_reduction_target to = {.type = plan.type, .kind = r.kind, .residues = &out,
                                     .info = &r.info};
    clm_reduction reduction = {0};
    clm_tables tables = {0};
    mpz_t value[VALUES];
    mpz_srcptr pointer[VALUES];
    clmodp_status st = CLMODP_CANCELLED;
    int left = 0, stops = 0;

    (void)state;
    make_values(value, pointer, &r, 200);
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, 64 * VALUES, r.bytes));
    BATCH_OK(ctx, clm_reduction_create(ctx, &reduction, pointer, VALUES, &plan, &tables));
    clmodp_context_set_progress(ctx, stop_at_zero, &left);
    for (; st == CLMODP_CANCELLED; stops++) {
        const uint64_t held = ctx->memory_now;

        left = stops;
        st = clm_reduction_run(ctx, &reduction, &to,
                               (clm_prime_words){r.prime, sizeof *r.prime}, 0, 64, 0.5);
        assert_int_equal(ctx->memory_now, held);
    }
    assert_int_equal(st, CLMODP_OK);
    assert_true(stops > 4); /* both ranges call while growing and descending */
    clm_reduction_destroy(ctx, &reduction);
    clm_buffer_destroy(ctx, &out);
    clear_values(value);
    residues_destroy(ctx, &r);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(reduces_by_blocks),
    cmocka_unit_test(chooses_by_cost),
    cmocka_unit_test(can_be_cancelled));
