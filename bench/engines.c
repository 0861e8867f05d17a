/* Compares the two engines stage by stage: the paper's, the Schur algorithm with a work-group for
 * each (prime, point), and the default one, remainder sequences in lockstep. Compares all results.
 *
 * With --points, runs the same degrees in y at more and more points, to show the cost of one
 * (prime, point) when the device has few or many of them at a time. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "bench/stages.h"

static const char usage[] =
    "usage: engines [OPTION]...\n"
    "  --rows FIRST-LAST  of [Eme12, Table 1] (default: all 16)\n"
    "  --points           instead: degrees 31/20 in y, 16 to 16384 pairs\n"
    "  --types LIST       of montgomery31,float24,double31,double50 (default: the first)\n"
    "  --runs N           of each, in turns; medians are reported (default 3)\n"
    "  --device SPEC      as for clmodp\n";

/* A configuration: the default engine, or the Schur engine with some residue type. */
typedef struct entrant {
    const char *name;
    clmodp_engine engine;
    clmodp_residues residues;
} entrant;

static const entrant entrants[] = {
    {"euclid", CLMODP_ENGINE_EUCLID, CLMODP_RESIDUES_AUTO},
    {"montgomery31", CLMODP_ENGINE_SCHUR, CLMODP_RESIDUES_MONTGOMERY31},
    {"float24", CLMODP_ENGINE_SCHUR, CLMODP_RESIDUES_FLOAT24},
    {"double31", CLMODP_ENGINE_SCHUR, CLMODP_RESIDUES_DOUBLE31},
    {"double50", CLMODP_ENGINE_SCHUR, CLMODP_RESIDUES_DOUBLE50},
};
enum { ENTRANTS = sizeof entrants / sizeof *entrants };

typedef struct settings {
    input_shape shapes[INPUTS_MOST];
    size_t count, runs;
    unsigned set; /* bits 1 << index of entrants */
    const char *device;
} settings;

typedef struct measured {
    timing time;
    double stages[CLM_STAGE_COUNT][TIMING_MOST];
    clmodp_resultant_report report; /* of the last run */
    clmodp_zx *r;
} measured;

static void run(clmodp_context *context, measured *m, const entrant *e, const clmodp_zxy *f,
                const clmodp_zxy *g)
{
    clmodp_resultant_options options;
    const size_t k = m->time.runs;

    clmodp_resultant_options_init(&options);
    options.engine = e->engine;
    options.residues = e->residues;
    m->report = (clmodp_resultant_report){.size = sizeof m->report};
    timing_start(&m->time);
    device_must(context, clmodp_resultant(context, m->r, &m->report, f, g, &options));
    timing_stop(&m->time);
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        m->stages[stage][k] = stages_seconds(&m->report, (clm_stage)stage);
}

static void compare(const measured *m, unsigned set, const input_shape *shape)
{
    for (int e = 1; e < ENTRANTS; e++)
        if ((set & 1u << e) != 0 && !clmodp_zx_equal(m[0].r, m[e].r)) {
            (void)fprintf(stderr, "row %u: %s gives another result\n", shape->row,
                          entrants[e].name);
            exit(1);
        }
}

/* Prints a line of stages for each configuration: medians, in milliseconds. */
static void print_stages(measured *m, unsigned set)
{
    double first = 0;

    for (int e = 0; e < ENTRANTS; e++) {
        const clmodp_resultant_report *report = &m[e].report;
        double wall;

        if ((set & 1u << e) == 0)
            continue;
        wall = timing_median(m[e].time.wall, m[e].time.runs);
        if (e == 0)
            first = wall;
        (void)printf("  %-13s", entrants[e].name);
        for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
            (void)printf(" %9.1f", 1e3 * timing_median(m[e].stages[stage], m[e].time.runs));
        (void)printf(" %10.1f %6.2f", 1e3 * wall, wall / first);
        (void)printf("  %7.2f", 1e9 * wall / (double)report->evaluations / 1e3);
        if (entrants[e].engine == CLMODP_ENGINE_SCHUR)
            (void)printf("  %llu evaluations, %llu unlucky, %llu fallback",
                         (unsigned long long)report->evaluations,
                         (unsigned long long)report->unlucky,
                         (unsigned long long)report->fallback);
        (void)printf("\n");
    }
}

static void measure(clmodp_context *context, const settings *s, const input_shape *shape)
{
    static measured m[ENTRANTS];
    clmodp_zxy *f, *g;

    inputs_create(&f, &g, shape);
    memset(m, 0, sizeof m);
    for (int e = 0; e < ENTRANTS; e++) {
        m[e].time.warm_up = 1;
        device_must(context, clmodp_zx_create(&m[e].r));
    }
    for (size_t k = 0; k <= s->runs; k++)
        for (int e = 0; e < ENTRANTS; e++)
            if ((s->set & 1u << e) != 0)
                run(context, &m[e], &entrants[e], f, g);
    compare(m, s->set, shape);
    (void)printf("row %u: %zu/%zu in y, %zu/%zu in x, %zu bits: %llu primes, %llu points\n",
                 shape->row, shape->deg_y_f, shape->deg_y_g, shape->deg_x_f, shape->deg_x_g,
                 shape->bits, (unsigned long long)m[0].report.primes,
                 (unsigned long long)m[0].report.points);
    print_stages(m, s->set);
    (void)fflush(stdout);
    for (int e = 0; e < ENTRANTS; e++)
        clmodp_zx_destroy(m[e].r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

/* Lists degrees 31/20 with 1-bit coefficients, which take few primes; degree 0 in x: one point. */
static size_t points_shapes(input_shape *shapes)
{
    size_t count = 0;

    for (size_t dx = 0; dx <= 64 && count < INPUTS_MOST; dx = dx == 0 ? 1 : 2 * dx)
        shapes[count++] = (input_shape){.deg_y_f = 31, .deg_y_g = 20, .deg_x_f = dx,
                                        .deg_x_g = dx, .bits = 1, .density = 100};
    return count;
}

/* Returns the bits of the types in the list, and euclid's; 0 if a type is unknown. */
static unsigned parse_types(const char *list)
{
    unsigned set = 1;

    while (*list != '\0') {
        const size_t length = strcspn(list, ",");
        int e = 1;

        while (e < ENTRANTS && (strlen(entrants[e].name) != length ||
                                strncmp(list, entrants[e].name, length) != 0))
            e++;
        if (e == ENTRANTS)
            return 0;
        set |= 1u << e;
        list += length + (list[length] == ',');
    }
    return set;
}

/* Returns 0 if the command line is invalid. */
static int parse(settings *s, int argc, char **argv)
{
    enum { ROWS = 256, POINTS, TYPES, RUNS, DEVICE };
    static const struct option options[] = {
        {"rows", required_argument, NULL, ROWS},   {"points", no_argument, NULL, POINTS},
        {"types", required_argument, NULL, TYPES}, {"runs", required_argument, NULL, RUNS},
        {"device", required_argument, NULL, DEVICE}, {NULL, 0, NULL, 0},
    };
    size_t rows[2] = {0, 0};
    int option, fine = 1;

    *s = (settings){.runs = 3, .set = 3};
    s->count = inputs_table(s->shapes, 0);
    while (fine && (option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case ROWS:
            fine = argument_list(rows, 2, optarg, '-', INPUTS_MOST) > 0 && rows[0] > 0;
            break;
        case POINTS: s->count = points_shapes(s->shapes); break;
        case TYPES:
            s->set = parse_types(optarg);
            fine = s->set != 0;
            break;
        case RUNS: fine = argument_number(&s->runs, optarg, 1, TIMING_MOST); break;
        case DEVICE: s->device = optarg; break;
        default: fine = 0;
        }
    }
    if (fine && rows[0] > 0)
        s->count = inputs_select(s->shapes, s->count, rows[0], rows[1] > 0 ? rows[1] : rows[0]);
    return fine && optind == argc && s->count > 0;
}

int main(int argc, char **argv)
{
    clmodp_context *context;
    settings s;

    if (!parse(&s, argc, argv)) {
        (void)fputs(usage, stderr);
        return 2;
    }
    context = device_open(s.device);
    (void)printf("device: %s, driver %s; milliseconds, medians of %zu runs; times euclid's; us a "
                 "(prime, point)\n%15s",
                 clmodp_context_device(context)->name, clmodp_context_device(context)->driver,
                 s.runs, "");
    for (int stage = 0; stage < CLM_STAGE_COUNT; stage++)
        (void)printf(" %9.9s", clm_stage_name((clm_stage)stage));
    (void)printf(" %10s %6s %8s\n", "all", "times", "us");
    for (size_t k = 0; k < s.count; k++)
        measure(context, &s, &s.shapes[k]);
    clmodp_context_destroy(context);
    return 0;
}
