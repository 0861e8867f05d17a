/* Times one of the calls by which bench/regress compares two builds.
 *
 *     build/bench/cases --list          prints their names, one a line
 *     build/bench/cases NAME [RUNS]     after two first calls, prints seconds by the clock and of
 *                                       processor time of each of RUNS calls (default 3), a line
 *                                       each, and a line with a fingerprint of the result
 *
 * row-K and s1-K are the resultant and the first subresultant of row K of
 * bench/resultant_table1.tsv on the device, host-K the resultant without one; mod-... are modulo a
 * prime. total-D has total degree D, tall-... is free of x except for tall-300-1, sparse-... has
 * few terms, long-... one coefficient of so many digits; these leave the engine open. mul-, div-
 * and gcd-P-K are of polynomials over F_P with 2^K coefficients, with algorithms left open. */
#include <stdio.h>
#include <string.h>

#include <clmodp/clmodp.h>
#include <clmodp/fpx.h>

#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/device.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "core/random.h"

#define NAME_SIZE 32

typedef enum operation { RESULTANT, SUBRESULTANT, MUL, DIVREM, GCD } operation;

typedef struct work {
    char name[NAME_SIZE];
    operation operation;
    input_shape shape;   /* of f and g */
    const char *f, *g;   /* their texts instead; NULL: none */
    size_t digits;       /* of the coefficient that multiplies y in f; 0: none */
    uint32_t p;          /* the modulus; 0: Z */
    unsigned log_length; /* of polynomials over F_p */
    clmodp_engine engine;
} work;

#define MOST_WORK 128
static work works[MOST_WORK];
static size_t count;

static void add(work w, const char *format, unsigned a, unsigned b)
{
    if (count == MOST_WORK)
        exit(1);
    works[count] = w;
    (void)snprintf(works[count++].name, NAME_SIZE, format, a, b);
}

/* Returns the shape of two dense polynomials of equal degrees. */
static input_shape square(size_t deg_y, size_t deg_x, size_t bits)
{
    return (input_shape){.deg_y_f = deg_y, .deg_y_g = deg_y, .deg_x_f = deg_x, .deg_x_g = deg_x,
                         .bits = bits, .density = 100};
}

static void list_device_works(void)
{
    static const uint32_t moduli[] = {998244353u, 1000000007u, 2147483647u};
    const clmodp_engine euclid = CLMODP_ENGINE_EUCLID, schur = CLMODP_ENGINE_SCHUR;
    input_shape rows[INPUTS_MOST];
    const size_t n = inputs_table(rows, 0);

    for (size_t k = 0; k < n; k++)
        add((work){.shape = rows[k], .engine = euclid}, "row-%u", rows[k].row, 0);
    for (size_t k = 0; k < n; k++)
        add((work){.operation = SUBRESULTANT, .shape = rows[k], .engine = euclid}, "s1-%u",
            rows[k].row, 0);
    for (size_t k = 0; k < sizeof moduli / sizeof *moduli; k++) {
        add((work){.shape = square(500, 2, 31), .p = moduli[k], .engine = euclid}, "mod-%u-500-2",
            moduli[k], 0);
        add((work){.shape = square(60, 30, 31), .p = moduli[k], .engine = euclid}, "mod-%u-60-30",
            moduli[k], 0);
    }
    add((work){.shape = square(4, 6250, 1000), .engine = euclid}, "high-degree", 0, 0);
    add((work){.shape = rows[0], .engine = schur}, "schur-1", 0, 0);
    add((work){.shape = rows[12], .engine = schur}, "schur-13", 0, 0);
    add((work){.shape = square(3, 3, 8), .engine = euclid}, "small-3", 0, 0);
    add((work){.shape = square(10, 10, 32), .engine = euclid}, "small-10", 0, 0);
    for (size_t k = 0; k < n; k++)
        if (rows[k].row == 1 || rows[k].row == 2 || rows[k].row == 5)
            add((work){.shape = rows[k], .engine = CLMODP_ENGINE_HOST}, "host-%u", rows[k].row, 0);
}

static void list_open_works(void)
{
    static const unsigned tall[] = {8, 16, 32, 64, 128, 500, 2000};
    static const unsigned total[] = {3, 4, 5, 6, 8, 10, 16};

    for (size_t k = 0; k < sizeof total / sizeof *total; k++) {
        input_shape shape = square(total[k], total[k], total[k] == 3 ? 8 : 16);

        shape.total = 1;
        add((work){.shape = shape}, "total-%u", total[k], 0);
    }
    for (size_t k = 0; k < sizeof tall / sizeof *tall; k++)
        add((work){.shape = square(tall[k], 0, 32)}, "tall-%u", tall[k], 0);
    add((work){.shape = square(300, 1, 2)}, "tall-300-1", 0, 0);
    add((work){.f = "y^1600 + x^2*y^3 + 1", .g = "y^800 - x*y - 2"}, "sparse-1600", 0, 0);
    add((work){.f = "y^2000 + x*y + 1", .g = "y^1999 - x"}, "sparse-2000", 0, 0);
    for (unsigned digits = 1000; digits <= 100000; digits *= 10)
        add((work){.f = "-x", .g = "y - 2", .digits = digits}, "long-%u", digits, 0);
}

static void list_fpx_works(void)
{
    static const uint32_t primes[] = {2013265921u, 2147483647u};
    static const char *const formats[] = {"mul-%u-%u", "div-%u-%u", "gcd-%u-%u"};

    for (size_t o = 0; o < 3; o++)
        for (size_t k = 0; k < 2; k++)
            for (unsigned log = 6; log <= (o == 2 ? 16 : 18); log += o == 2 ? 5 : 4)
                add((work){.operation = MUL + (operation)o, .p = primes[k], .log_length = log},
                    formats[o], primes[k], log);
}

/* Extends a hash by the FNV-1a algorithm of Fowler, Noll and Vo. */
static uint64_t mix(uint64_t print, const void *data, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++)
        print = (print ^ ((const unsigned char *)data)[k]) * UINT64_C(1099511628211);
    return print;
}

/* Inputs and outputs of a case. */
typedef struct job {
    const work *work;
    clmodp_zxy *f, *g, *s;
    clmodp_zx *r;
    clmodp_fpx *a, *b, *c, *d;
} job;

static void create_resultant(job *j)
{
    const work *w = j->work;
    mpz_t c;

    if (w->f == NULL) {
        inputs_create(&j->f, &j->g, &w->shape);
    } else {
        must(clmodp_zxy_create(&j->f));
        must(clmodp_zxy_create(&j->g));
        must(clmodp_zxy_from_text(j->f, NULL, w->f, CLMODP_STRING, "x", "y", NULL, NULL));
        must(clmodp_zxy_from_text(j->g, NULL, w->g, CLMODP_STRING, "x", "y", NULL, NULL));
    }
    if (w->digits > 0) {
        mpz_init(c);
        mpz_ui_pow_ui(c, 10, w->digits);
        mpz_sub_ui(c, c, 9);
        must(clmodp_zxy_set_coeff(j->f, c, 0, 1));
        mpz_clear(c);
    }
    must(clmodp_zx_create(&j->r));
    must(clmodp_zxy_create(&j->s));
}

static void create_fpx(job *j)
{
    const uint32_t p = j->work->p;
    const size_t m = (size_t)1 << j->work->log_length;
    const size_t n = j->work->operation == DIVREM ? 2 * m : m;
    clm_random random = {n + p};
    uint32_t *words = device_need(n, sizeof *words);
    clmodp_fpx **const all[] = {&j->a, &j->b, &j->c, &j->d};

    for (size_t k = 0; k < 4; k++)
        must(clmodp_fpx_create(context, all[k], p));
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < n; i++)
            words[i] = 1 + (uint32_t)clm_random_below(&random, p - 1);
        must(clmodp_fpx_upload(*all[k], words, k == 0 ? n : m));
    }
    free(words);
}

static void destroy(job *j)
{
    clmodp_zxy_destroy(j->f);
    clmodp_zxy_destroy(j->g);
    clmodp_zxy_destroy(j->s);
    clmodp_zx_destroy(j->r);
    clmodp_fpx_destroy(j->a);
    clmodp_fpx_destroy(j->b);
    clmodp_fpx_destroy(j->c);
    clmodp_fpx_destroy(j->d);
}

static void compute(const job *j)
{
    clmodp_problem problem = {.size = sizeof problem, .modulus = j->work->p, .k = 1, .f = j->f,
                              .g = j->g, .r = j->r, .s = j->s,
                              .operation = j->work->operation == SUBRESULTANT
                                               ? CLMODP_OPERATION_SUBRESULTANT
                                               : CLMODP_OPERATION_RESULTANT};
    clmodp_resultant_options options;

    switch (j->work->operation) {
        case MUL: must(clmodp_fpx_mul(j->c, NULL, j->a, j->b, NULL)); break;
        case DIVREM: must(clmodp_fpx_divrem(j->c, j->d, NULL, j->a, j->b, NULL)); break;
        case GCD: must(clmodp_fpx_gcd(j->c, NULL, j->a, j->b, NULL)); break;
        default:
            clmodp_resultant_options_init(&options);
            options.engine = j->work->engine;
            must(clmodp_compute(context, &problem, &options));
    }
    if (j->c != NULL) /* calls with device polynomials return before they end */
        (void)clmodp_fpx_count(j->c);
}

static uint64_t mix_integer(uint64_t print, mpz_srcptr c)
{
    const unsigned long residue = mpz_fdiv_ui(c, 4294967291u);

    return mix(print, &residue, sizeof residue);
}

static uint64_t fingerprint(const job *j)
{
    uint64_t print = UINT64_C(14695981039346656037);
    uint32_t *words;
    size_t n;

    if (j->r != NULL) {
        for (long i = clmodp_zx_degree(j->r); i >= 0; i--)
            print = mix_integer(print, clmodp_zx_coeff(j->r, (size_t)i));
        for (size_t k = 0, x, y; k < clmodp_zxy_terms(j->s); k++)
            print = mix_integer(print, clmodp_zxy_term(j->s, k, &x, &y));
        return print;
    }
    n = clmodp_fpx_count(j->c);
    words = device_need(n + 1, sizeof *words);
    must(clmodp_fpx_download(j->c, words, n));
    print = mix(print, words, n * sizeof *words);
    free(words);
    return print;
}

/* Returns how many calls take 0.02 seconds, which the clock can measure. */
static size_t repetitions(double seconds)
{
    return seconds < 0.01 ? (size_t)(0.02 / (seconds + 1e-7)) : 1;
}

static void measure(const work *w, size_t runs)
{
    job j = {.work = w};
    timing t = {0};
    size_t times = 1;

    if (w->operation >= MUL)
        create_fpx(&j);
    else
        create_resultant(&j);
    for (size_t k = 0; k < runs + 2; k++) { /* the first compiles, the second shows the time */
        timing_start(&t);
        for (size_t i = 0; i < times; i++)
            compute(&j);
        timing_stop(&t);
        if (k == 1)
            times = repetitions(t.wall[1]);
        else if (k > 1)
            (void)printf("%.9f %.9f\n", t.wall[k] / (double)times, t.cpu[k] / (double)times);
    }
    (void)printf("result %016llx\n", (unsigned long long)fingerprint(&j));
    destroy(&j);
}

/* Opens a device, unless the engine is left open or is the host. */
static clmodp_context *open_context(const work *w)
{
    clmodp_context *out = NULL;

    if (w->operation >= MUL ||
        (w->engine != CLMODP_ENGINE_AUTO && w->engine != CLMODP_ENGINE_HOST))
        return device_open(NULL);
    if (clmodp_context_create(&out, NULL, NULL, 0) != CLMODP_OK)
        exit(1);
    return out;
}

int main(int argc, char **argv)
{
    size_t runs = 3;
    const work *chosen = NULL;

    list_device_works();
    list_open_works();
    list_fpx_works();
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t k = 0; k < count; k++)
            (void)printf("%s\n", works[k].name);
        return 0;
    }
    for (size_t k = 0; argc > 1 && k < count; k++)
        if (strcmp(works[k].name, argv[1]) == 0)
            chosen = &works[k];
    if (chosen == NULL || argc > 3 ||
        (argc == 3 && !argument_number(&runs, argv[2], 1, TIMING_MOST - 2))) {
        (void)fprintf(stderr, "usage: cases --list | NAME [RUNS]\n");
        return 2;
    }
    context = open_context(chosen);
    measure(chosen, runs);
    clmodp_context_destroy(context);
    return 0;
}
