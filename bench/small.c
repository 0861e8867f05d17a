/* Times small resultants on one core, beside PARI's polresultant and FLINT's fmpz_mpoly_resultant.
 *
 *     build/bench/small [BITS [MOST [TURNS]]]
 *
 * Dense pairs of total degree 3, with coefficients of 8 bits, and 4 to MOST (default 20), of BITS
 * bits (default 16), certified, in consecutive calls of the library without a device. All systems
 * take TURNS turns (default 5), each at several pairs of one size, repeated to take some time;
 * results are compared. Prints medians of the microseconds of a resultant; the better other
 * system's over the library's; the host engine's, by name; the device's, if there is one, on all
 * compute units; and the predictions of the selection rule for host and open device, without
 * contents, bounds and the check. The last line is the time of the whole program for a tiny
 * pair. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <clmodp/clmodp.h>

#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/program.h"
#include "bench/timing.h"
#include "core/parallel.h"
#include "core/random.h"
#include "engines/euclid/engine.h"
#include "engines/host/engine.h"
#include "peers/peers.h"
#include "resultant/task.h"

enum { PAIRS = 8, MOST_DEGREE = 40, PEERS = 2 };

#define TURN_SECONDS 0.02

static clmodp_context *host; /* without a device */
static clmodp_zxy *f[PAIRS], *g[PAIRS];
static clmodp_zx *r;
static bool has_device;

/* Returns random coefficients of exactly `bits` bits up to the total degree. */
static clmodp_zxy *dense(size_t degree, size_t bits, clm_random *random)
{
    clmodp_zxy *out = NULL;
    mpz_t c;

    mpz_init(c);
    must(clmodp_zxy_create(&out));
    for (size_t j = 0; j <= degree; j++)
        for (size_t i = 0; i + j <= degree; i++) {
            mpz_set_ui(c, 0);
            for (size_t bit = 0; bit < bits; bit += 32) {
                mpz_mul_2exp(c, c, 32);
                mpz_add_ui(c, c, clm_random_next(random) >> 32);
            }
            mpz_fdiv_r_2exp(c, c, bits);
            mpz_setbit(c, bits - 1);
            if (clm_random_next(random) & 1)
                mpz_neg(c, c);
            must(clmodp_zxy_set_coeff(out, c, i, j));
        }
    mpz_clear(c);
    return out;
}

/* Returns the seconds of the library; with CLMODP_ENGINE_AUTO on the host alone. */
static double library_seconds(clmodp_engine engine, size_t pair, size_t runs)
{
    clmodp_context *const own = engine == CLMODP_ENGINE_AUTO ? host : context;
    clmodp_resultant_options options;
    double began = clm_clock_seconds();

    clmodp_resultant_options_init(&options);
    options.engine = engine;
    for (size_t k = 0; k < runs; k++)
        must(clmodp_resultant(own, r, NULL, f[pair], g[pair], &options));
    return clm_clock_seconds() - began;
}

/* A system compared: the library or another one. */
typedef struct contender {
    const peer *peer; /* NULL: the library, with this engine */
    clmodp_engine engine;
    size_t runs;      /* of each pair in a turn */
    double seconds[TIMING_MOST];
} contender;

static double turn(const contender *c)
{
    double seconds = 0.0;

    for (size_t pair = 0; pair < PAIRS; pair++)
        seconds += c->peer != NULL ? c->peer->seconds(f[pair], g[pair], c->runs)
                                   : library_seconds(c->engine, pair, c->runs);
    return seconds / (double)(PAIRS * c->runs);
}

static void compare(const contender *c)
{
    for (size_t pair = 0; pair < PAIRS && c->peer != NULL; pair++) {
        clmodp_zx *expected = c->peer->resultant(f[pair], g[pair]);

        (void)library_seconds(CLMODP_ENGINE_AUTO, pair, 1);
        if (!clmodp_zx_equal(r, expected)) {
            (void)fprintf(stderr, "%s: another result\n", c->peer->name);
            exit(1);
        }
        clmodp_zx_destroy(expected);
    }
}

/* Returns the predicted microseconds for the first pair. */
static double predict(const clm_engine *engine)
{
    clm_bounds_saving saved;
    clm_bounds b;
    clm_choice_case what = {.p = (size_t)clmodp_zxy_degree_y(f[0]),
                            .q = (size_t)clmodp_zxy_degree_y(g[0]),
                            .cells = (size_t)(clm_row_cells(f[0]) + clm_row_cells(g[0])),
                            .division = clm_division_of(f[0], g[0]),
                            .minors = CLM_MINORS_RESULTANT};

    must(clm_bounds_compute(
        NULL, &b, f[0], g[0],
        clm_engine_bound_saving(&saved, &clm_host_engine, f[0], g[0], &context->costs)));
    what.width = (double)(b.degree - b.valuation) + 1.0;
    what.height_bits = b.height_bits;
    what.limbs = (double)what.cells;
    return 1e-3 * clm_choice_predict(context, engine, &what);
}

/* Determines how often a turn repeats each pair. */
static void find_runs(contender *c)
{
    for (c->runs = 1; turn(c) * (double)(PAIRS * c->runs) < TURN_SECONDS; c->runs *= 2)
        continue;
}

static void measure(size_t degree, size_t bits, size_t turns)
{
    contender contenders[3 + PEERS] = {{.engine = CLMODP_ENGINE_AUTO}};
    clm_random random = {degree * 1000 + bits};
    size_t peers, count;
    const peer *list = peer_list(&peers);
    double best = 0.0, own = 0.0;

    for (size_t pair = 0; pair < PAIRS; pair++) {
        f[pair] = dense(degree, bits, &random);
        g[pair] = dense(degree, bits, &random);
    }
    (void)printf("%6zu %5zu", degree, bits);
    for (size_t k = 0; k < peers; k++)
        contenders[1 + k].peer = &list[k];
    contenders[1 + peers].engine = CLMODP_ENGINE_HOST;
    contenders[2 + peers].engine = CLMODP_ENGINE_EUCLID;
    count = 2 + peers + has_device;
    for (size_t k = 0; k < count; k++) {
        compare(&contenders[k]);
        find_runs(&contenders[k]);
    }
    for (size_t n = 0; n < turns; n++)
        for (size_t k = 0; k < count; k++)
            contenders[k].seconds[n] = turn(&contenders[k]);
    for (size_t k = 0; k <= peers; k++) {
        const double median = timing_median(contenders[k].seconds, turns);

        (void)printf(" %11.2f", median * 1e6);
        if (k == 0)
            own = median;
        else if (best == 0.0 || median < best)
            best = median;
    }
    (void)printf(" %9.2f %11.2f %10.1f", best / own,
                 1e6 * timing_median(contenders[1 + peers].seconds, turns),
                 predict(&clm_host_engine));
    if (has_device)
        (void)printf(" %11.1f %10.1f",
                     1e6 * timing_median(contenders[2 + peers].seconds, turns),
                     predict(&clm_euclid_engine));
    (void)printf("\n");
    (void)fflush(stdout);
    for (size_t pair = 0; pair < PAIRS; pair++) {
        clmodp_zxy_destroy(g[pair]);
        clmodp_zxy_destroy(f[pair]);
    }
}

static void measure_program(void)
{
    char name[] = "clmodp", command[] = "resultant", a[] = "x^2 + y^2 - 1", b[] = "x*y - 1";
    char *const arguments[] = {name, command, a, b, NULL};
    double seconds[TIMING_MOST];

    for (size_t k = 0; k < TIMING_MOST; k++)
        seconds[k] = program_seconds(arguments, STDIN_FILENO);
    (void)printf("the program, from start to end: %.2f ms\n",
                 1e3 * timing_median(seconds, TIMING_MOST));
}

int main(int argc, char **argv)
{
    size_t bits = 16, most = 20, turns = 5, peers;
    const argument arguments[] = {{&bits, 1, 100000, true},
                                  {&most, 3, MOST_DEGREE, true},
                                  {&turns, 1, TIMING_MOST, true}};
    const peer *list = peer_list(&peers);
    clmodp_context_options options;
    char message[512] = "";

    (void)arguments_read(argc, argv, arguments, 3, "[BITS [MOST [TURNS]]]");
    clmodp_context_options_init(&options);
    options.threads = 1;
    if (clmodp_context_create(&context, &options, message, sizeof message) != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 3;
    }
    options.device = "host";
    must(clmodp_context_create(&host, &options, NULL, 0));
    has_device = strcmp(clmodp_context_device(context)->kind, "host") != 0;
    must(clmodp_zx_create(&r));
    (void)printf("degree  bits   clmodp us");
    for (size_t k = 0; k < peers; k++)
        (void)printf(" %8s us", list[k].name);
    (void)printf("  peer/own     host us  predicted%s\n",
                 has_device ? "   device us  predicted" : "");
    measure(3, 8, turns);
    for (size_t degree = 4; degree <= most; degree++)
        measure(degree, bits, turns);
    measure_program();
    clmodp_zx_destroy(r);
    clmodp_context_destroy(host);
    clmodp_context_destroy(context);
    return 0;
}
