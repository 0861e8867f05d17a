/* Times batches of short pairs of polynomials over F_p, beside multithreaded loops over FLINT.
 *
 *     build/bench/fpx_batch [RUNS [PAIRS]]
 *
 * PAIRS (default 10000) random pairs modulo 998244353: of degree 64, coprime or half of them with
 * a planted common factor of random degree; and of random degrees from 32 to 512, likewise. Prints
 * medians of RUNS (default 5) runs, in microseconds a pair by the clock, of the batch, with all
 * transfers to the device and back; of FLINT, whose polynomials are created before; their ratio;
 * and nanoseconds of all compute units for a pair of coefficients, the measure by which the work
 * grows: a product, or half of an update of a remainder sequence. All results are compared. */
#include <stdio.h>
#include <string.h>

#include <clmodp/fpx.h>

#ifdef HAVE_FLINT
#include <flint/flint.h>
#include <flint/nmod_poly.h>
#endif

#include "core/parallel.h"
#include "core/random.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/timing.h"

#define PRIME 998244353u
#define BLOCK 50

static size_t runs = 5, count = 10000;

typedef enum operation { MUL, DIVREM, GCD, XGCD, RESULTANT, OPERATIONS } operation;
static const char *const names[] = {"mul", "divrem", "gcd", "xgcd", "resultant"};

static const struct shape {
    const char *name;
    size_t least, most; /* degrees */
    bool planted;
} shapes[] = {{"64, coprime", 64, 64, false},
              {"64, half planted", 64, 64, true},
              {"32 to 512, coprime", 32, 512, false},
              {"32 to 512, half planted", 32, 512, true}};

/* Pairs and their results. */
typedef struct batch {
    u32 *words[2];
    size_t *begin[2];
    clmodp_fpx_pairs pairs;
    u32 *first;           /* products, quotients, gcds or resultants */
    u32 *second, *third;  /* remainders, or cofactors in both */
    size_t *counts;
    double coefficients; /* pairs of coefficients, one of each polynomial of a pair */
} batch;

static void random_poly(clm_random *random, u32 *c, size_t terms)
{
    for (size_t k = 0; k < terms; k++)
        c[k] = 1 + (u32)clm_random_below(random, PRIME - 1);
}

/* c := a random multiple of `factor`, with `terms` coefficients. */
static void random_multiple(clm_random *random, u32 *c, size_t terms, const u32 *factor,
                            size_t factor_terms)
{
    u32 rest[1024];
    const size_t others = terms - factor_terms + 1;

    random_poly(random, rest, others);
    memset(c, 0, terms * sizeof *c);
    for (size_t i = 0; i < factor_terms; i++)
        for (size_t j = 0; j < others; j++)
            c[i + j] = (u32)((c[i + j] + (uint64_t)factor[i] * rest[j]) % PRIME);
    if (c[terms - 1] == 0)
        c[terms - 1] = 1; /* rare, and then there is no common factor */
}

static size_t random_degree(clm_random *random, const struct shape *s)
{
    return s->least + (size_t)clm_random_below(random, s->most - s->least + 1);
}

static batch create(const struct shape *s, bool divides)
{
    static const u32 prime[] = {PRIME};
    clm_random random = {s->most + s->planted};
    batch b = {.coefficients = 0};
    u32 factor[1024];

    for (int k = 0; k < 2; k++) {
        b.words[k] = device_need(count * 2 * (s->most + 1), sizeof **b.words);
        b.begin[k] = device_need(count + 1, sizeof **b.begin);
    }
    for (size_t i = 0; i < count; i++) {
        size_t terms[2] = {1 + random_degree(&random, s) + (divides ? s->most : 0),
                           1 + random_degree(&random, s)};
        const size_t least = terms[0] < terms[1] ? terms[0] : terms[1];
        const size_t of_factor = s->planted && i % 2 == 0
                                     ? 1 + (size_t)clm_random_below(&random, least) : 0;

        if (of_factor > 0)
            random_poly(&random, factor, of_factor);
        for (int k = 0; k < 2; k++) {
            u32 *c = b.words[k] + b.begin[k][i];

            if (of_factor > 0)
                random_multiple(&random, c, terms[k], factor, of_factor);
            else
                random_poly(&random, c, terms[k]);
            b.begin[k][i + 1] = b.begin[k][i] + terms[k];
        }
        b.coefficients += divides ? (double)(terms[0] - terms[1] + 1) * (double)terms[1]
                                  : (double)terms[0] * (double)terms[1];
    }
    b.pairs = (clmodp_fpx_pairs){count, {b.words[0], b.begin[0]}, {b.words[1], b.begin[1]}, prime,
                                 1};
    b.first = device_need(b.begin[0][count] + b.begin[1][count], sizeof *b.first);
    b.second = device_need(b.begin[0][count] + b.begin[1][count], sizeof *b.second);
    b.third = device_need(b.begin[0][count] + b.begin[1][count], sizeof *b.third);
    b.counts = device_need(count, sizeof *b.counts);
    return b;
}

static void destroy(batch *b)
{
    free(b->counts);
    free(b->third);
    free(b->second);
    free(b->first);
    for (int k = 0; k < 2; k++) {
        free(b->begin[k]);
        free(b->words[k]);
    }
}

static double measure(operation o, batch *b)
{
    timing time = {.warm_up = 1};

    for (size_t turn = 0; turn <= runs; turn++) {
        timing_start(&time);
        switch (o) {
        case MUL: must(clmodp_fpx_mul_batch(context, b->first, NULL, &b->pairs, NULL)); break;
        case DIVREM:
            must(clmodp_fpx_divrem_batch(context, b->first, b->second, NULL, &b->pairs, NULL));
            break;
        case GCD:
            must(clmodp_fpx_gcd_batch(context, b->first, b->counts, NULL, &b->pairs, NULL));
            break;
        case XGCD:
            must(clmodp_fpx_xgcd_batch(context, b->first, b->second, b->third, b->counts, NULL,
                                       &b->pairs, NULL));
            break;
        default: must(clmodp_fpx_resultant_batch(context, b->first, NULL, &b->pairs, NULL));
        }
        timing_stop(&time);
    }
    return timing_median(time.wall, time.runs);
}

#ifdef HAVE_FLINT
/* The pairs of the batch in types of FLINT, and its results. */
typedef struct flint_batch {
    operation operation;
    nmod_poly_struct *a, *b, *first, *second, *third;
    mp_limb_t *resultants;
} flint_batch;

static void set(nmod_poly_struct *f, const u32 *words, size_t terms)
{
    nmod_poly_init2(f, PRIME, (slong)terms);
    for (size_t k = terms; k-- > 0;)
        nmod_poly_set_coeff_ui(f, (slong)k, words[k]);
}

static clmodp_status run_block(void *user, size_t index, size_t thread)
{
    const flint_batch *p = user;

    (void)thread;
    for (size_t i = index * BLOCK; i < (index + 1) * BLOCK && i < count; i++)
        switch (p->operation) {
        case MUL: nmod_poly_mul(&p->first[i], &p->a[i], &p->b[i]); break;
        case DIVREM:
            nmod_poly_divrem(&p->first[i], &p->second[i], &p->a[i], &p->b[i]);
            break;
        case GCD: nmod_poly_gcd(&p->first[i], &p->a[i], &p->b[i]); break;
        case XGCD:
            nmod_poly_xgcd(&p->first[i], &p->second[i], &p->third[i], &p->a[i], &p->b[i]);
            break;
        default: p->resultants[i] = nmod_poly_resultant(&p->a[i], &p->b[i]);
        }
    return CLMODP_OK;
}

/* Returns whether words are the polynomial's coefficients. */
static bool same(const u32 *words, const nmod_poly_struct *f)
{
    for (slong k = 0; k < nmod_poly_length(f); k++)
        if (words[k] != nmod_poly_get_coeff_ui(f, k))
            return false;
    return true;
}

static void compare(const batch *b, const flint_batch *p, size_t i)
{
    const size_t a_at = b->begin[0][i], b_at = b->begin[1][i], at = a_at + b_at;
    bool right = true;

    switch (p->operation) {
    case MUL: right = same(b->first + at, &p->first[i]); break;
    case DIVREM:
        right = same(b->first + a_at, &p->first[i]) && same(b->second + b_at, &p->second[i]);
        break;
    case XGCD:
        right = same(b->second + at, &p->second[i]) && same(b->third + at, &p->third[i]);
        /* fall through */
    case GCD:
        right = right && (slong)b->counts[i] == nmod_poly_length(&p->first[i]) &&
                same(b->first + at, &p->first[i]);
        break;
    default: right = b->first[i] == p->resultants[i];
    }
    if (!right) {
        (void)fprintf(stderr, "%s: pair %zu is wrong\n", names[p->operation], i);
        exit(1);
    }
}

/* Returns the seconds of FLINT; compares all results. */
static double with_flint(operation o, const batch *b)
{
    timing time = {.warm_up = 1};
    flint_batch p = {.operation = o};

    p.a = device_need(count, sizeof *p.a);
    p.b = device_need(count, sizeof *p.b);
    p.first = device_need(count, sizeof *p.first);
    p.second = device_need(count, sizeof *p.second);
    p.third = device_need(count, sizeof *p.third);
    p.resultants = device_need(count, sizeof *p.resultants);
    for (size_t i = 0; i < count; i++) {
        set(&p.a[i], b->words[0] + b->begin[0][i], b->begin[0][i + 1] - b->begin[0][i]);
        set(&p.b[i], b->words[1] + b->begin[1][i], b->begin[1][i + 1] - b->begin[1][i]);
        nmod_poly_init(&p.first[i], PRIME);
        nmod_poly_init(&p.second[i], PRIME);
        nmod_poly_init(&p.third[i], PRIME);
    }
    for (size_t turn = 0; turn <= runs; turn++) {
        timing_start(&time);
        must(clm_parallel_for((count + BLOCK - 1) / BLOCK, clm_thread_count(0), run_block, &p));
        timing_stop(&time);
    }
    for (size_t i = 0; i < count; i++) {
        compare(b, &p, i);
        nmod_poly_clear(&p.third[i]);
        nmod_poly_clear(&p.second[i]);
        nmod_poly_clear(&p.first[i]);
        nmod_poly_clear(&p.b[i]);
        nmod_poly_clear(&p.a[i]);
    }
    free(p.resultants);
    free(p.third);
    free(p.second);
    free(p.first);
    free(p.b);
    free(p.a);
    return timing_median(time.wall, time.runs);
}
#endif

static void report(operation o, const struct shape *s)
{
    batch b = create(s, o == DIVREM);
    const double seconds = measure(o, &b);
    double peer = 0;

#ifdef HAVE_FLINT
    peer = with_flint(o, &b);
#endif
    (void)printf("%-10s %-24s %10.3f", names[o], s->name, 1e6 * seconds / (double)count);
    if (peer > 0)
        (void)printf(" %10.3f %7.2f", 1e6 * peer / (double)count, peer / seconds);
    (void)printf(" %7.3f\n", 1e9 * seconds * (double)context->device.compute_units /
                                 b.coefficients);
    destroy(&b);
}

int main(int argc, char **argv)
{
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true}, {&count, 1, 1000000, true}};

    (void)arguments_read(argc, argv, arguments, 2, "[RUNS [PAIRS]]");
    context = device_open(NULL);
    (void)printf("%s", context->device.name);
#ifdef HAVE_FLINT
    (void)printf("; FLINT %s on %zu threads", flint_version, clm_thread_count(0));
#endif
    (void)printf("\n%-10s %-24s %10s", "", "degrees", "us a pair");
#ifdef HAVE_FLINT
    (void)printf(" %10s %7s", "FLINT", "ratio");
#endif
    (void)printf(" %7s\n", "ns");
    for (operation o = 0; o < OPERATIONS; o++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
            report(o, &shapes[k]);
    clmodp_context_destroy(context);
    return 0;
}
