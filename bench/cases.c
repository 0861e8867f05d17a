/* Times one of the calls by which bench/compare compares two builds.
 *
 *     build/bench/cases --list          prints their names, one a line
 *     build/bench/cases NAME [RUNS]     after a first call, prints seconds by the clock and of
 *                                       processor time of each of RUNS calls (default 3), a line
 *                                       each, and a line with a fingerprint of the result
 *
 * row-K and s1-K are the resultant and the first subresultant of row K of
 * bench/resultant_table1.tsv; mod-... are modulo a prime, high-degree is a resultant of degree
 * 50000, tall-... have high degrees in y: free of x, and with 601 points. Others are small. */
#include <stdio.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "core/hash.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/inputs.h"
#include "bench/timing.h"

#define NAME_SIZE 32

typedef struct work {
    char name[NAME_SIZE];
    input_shape shape;
    clmodp_resultant_options options;
    bool subresultant;
    uint32_t modulus;
} work;

#define MOST_WORK 64
static work works[MOST_WORK];
static size_t count;

static clmodp_context *context;

static void must(clmodp_status status)
{
    device_must(context, status);
}

static void add(const char *name, input_shape shape, bool subresultant, uint32_t modulus,
                clmodp_engine engine)
{
    work *w = &works[count++];

    (void)snprintf(w->name, sizeof w->name, "%s", name);
    clmodp_resultant_options_init(&w->options);
    w->modulus = modulus;
    w->options.engine = engine;
    w->shape = shape;
    w->subresultant = subresultant;
}

static input_shape of(size_t deg_y, size_t deg_x, size_t bits)
{
    return (input_shape){.deg_y_f = deg_y, .deg_y_g = deg_y, .deg_x_f = deg_x, .deg_x_g = deg_x,
                         .bits = bits, .density = 100};
}

static void list_works(void)
{
    static const uint32_t moduli[] = {998244353u, 1000000007u, 2147483647u};
    input_shape rows[INPUTS_MOST];
    const size_t n = inputs_table(rows, 0);
    char name[NAME_SIZE];

    for (size_t k = 0; k < n; k++) {
        (void)snprintf(name, sizeof name, "row-%u", rows[k].row);
        add(name, rows[k], false, 0, CLMODP_ENGINE_EUCLID);
    }
    for (size_t k = 0; k < n; k++) {
        (void)snprintf(name, sizeof name, "s1-%u", rows[k].row);
        add(name, rows[k], true, 0, CLMODP_ENGINE_EUCLID);
    }
    for (size_t k = 0; k < sizeof moduli / sizeof *moduli; k++) {
        (void)snprintf(name, sizeof name, "mod-%u-500-2", moduli[k]);
        add(name, of(500, 2, 31), false, moduli[k], CLMODP_ENGINE_EUCLID);
        (void)snprintf(name, sizeof name, "mod-%u-60-30", moduli[k]);
        add(name, of(60, 30, 31), false, moduli[k], CLMODP_ENGINE_EUCLID);
    }
    add("high-degree", of(4, 6250, 1000), false, 0, CLMODP_ENGINE_EUCLID);
    add("tall-500", of(500, 0, 32), false, 0, CLMODP_ENGINE_EUCLID);
    add("tall-2000", of(2000, 0, 32), false, 0, CLMODP_ENGINE_EUCLID);
    add("tall-300-1", of(300, 1, 2), false, 0, CLMODP_ENGINE_EUCLID);
    add("schur-1", rows[0], false, 0, CLMODP_ENGINE_SCHUR);
    add("schur-13", rows[12], false, 0, CLMODP_ENGINE_SCHUR);
    add("small-3", of(3, 3, 8), false, 0, CLMODP_ENGINE_EUCLID);
    add("small-10", of(10, 10, 32), false, 0, CLMODP_ENGINE_EUCLID);
}

/* Returns a hash of the result. */
static uint64_t fingerprint(const clmodp_zx *r)
{
    uint64_t print = CLM_HASH_START;
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        unsigned long rest;

        clmodp_zx_get_coeff(c, r, (size_t)i);
        rest = mpz_fdiv_ui(c, 4294967291u);
        print = clm_hash(print, &rest, sizeof rest);
    }
    mpz_clear(c);
    return print;
}

/* Returns how many small calls take a hundredth of a second, which the clock can measure. */
static size_t repetitions(double seconds)
{
    return seconds < 0.005 ? (size_t)(0.01 / (seconds + 1e-5)) : 1;
}

static void measure(const work *w, size_t runs)
{
    clmodp_zxy *f, *g, *s = NULL;
    clmodp_zx *r = NULL;
    clmodp_problem problem;
    timing t = {0};
    size_t times = 1;

    inputs_create(&f, &g, &w->shape);
    must(clmodp_zx_create(&r));
    must(clmodp_zxy_create(&s));
    problem = (clmodp_problem){.size = sizeof problem,
                               .operation = w->subresultant ? CLMODP_OPERATION_SUBRESULTANT
                                                            : CLMODP_OPERATION_RESULTANT,
                               .modulus = w->modulus, .k = 1, .f = f, .g = g, .r = r, .s = s};
    for (size_t k = 0; k < runs + 2; k++) { /* the first compiles, the second shows the time */
        timing_start(&t);
        for (size_t i = 0; i < times; i++)
            must(clmodp_compute(context, &problem, &w->options));
        timing_stop(&t);
        if (k == 1)
            times = repetitions(t.wall[1]);
        else if (k > 1)
            (void)printf("%.9f %.9f\n", t.wall[k] / (double)times, t.cpu[k] / (double)times);
    }
    (void)printf("result %016llx\n", (unsigned long long)fingerprint(r));
    clmodp_zxy_destroy(s);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

int main(int argc, char **argv)
{
    size_t runs = 3;
    const char *name = argc > 1 ? argv[1] : "";
    bool known = false;

    list_works();
    if (argc == 2 && strcmp(name, "--list") == 0) {
        for (size_t k = 0; k < count; k++)
            (void)printf("%s\n", works[k].name);
        return 0;
    }
    for (size_t k = 0; k < count; k++)
        known |= strcmp(works[k].name, name) == 0;
    if (argc == 3)
        known &= argument_number(&runs, argv[2], 1, TIMING_MOST - 2);
    if (!known || argc > 3) {
        (void)fprintf(stderr, "usage: cases --list | NAME [RUNS]\n");
        return 2;
    }
    context = device_open(NULL);
    for (size_t k = 0; k < count; k++)
        if (strcmp(works[k].name, name) == 0)
            measure(&works[k], runs);
    clmodp_context_destroy(context);
    return 0;
}
