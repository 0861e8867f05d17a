/* Times clmodp_resultant from integer inputs to integer coefficients: by stage, beside the least
 * time for the counted multiplications, and beside other systems.
 *
 * Counts: counts.h. Other systems: contest.h. All results are compared. docs/benchmarks.md
 * explains how to run this and shows results. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "core/parallel.h"
#include "bench/arguments.h"
#include "bench/contest.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/report.h"
#include "bench/timing.h"

static const char usage[] =
    "usage: resultant [OPTION]...\n"
    "Inputs (by default rows 12 and 2, the latter with the printed degrees in x):\n"
    "  --table            the 16 rows of [Eme12, Table 1]\n"
    "  --printed          the same, with the printed degrees in x\n"
    "  --rows FIRST-LAST  of the table only these\n"
    "  --extra            degrees 32/32 and 64/64, 1024 bits\n"
    "  --shape P,Q,DXF,DXG,BITS   degrees in y, degrees in x, bits\n"
    "  --density PERCENT  of the coefficients are not 0 (default 100)\n"
    "Measuring:\n"
    "  --runs N           of each contender, in turns; medians are reported (default 5)\n"
    "  --against LIST     of collins,pari,flint, or all, or none (default: all for --table\n"
    "                     and --extra, else none)\n"
    "  --limit SECONDS    of processor time for one run of PARI or FLINT; a system whose runs\n"
    "                     took longer in total skips the remaining rounds (default 60)\n"
    "  --device SPEC      as for clmodp\n"
    "Output:\n"
    "  --csv FILE, --svg FILE\n"
    "  --save FOLDER      measure nothing, write input K to FOLDER/K-f and FOLDER/K-g\n";

typedef struct settings {
    input_shape shapes[INPUTS_MOST];
    size_t count;
    int table; /* a line for each input instead of its stages */
    const char *csv, *svg, *save, *device;
    contest_options contest;
} settings;

enum {
    TABLE = 256, PRINTED, ROWS, EXTRA, SHAPE, DENSITY,
    RUNS, AGAINST, LIMIT, DEVICE, CSV, SVG, SAVE
};

static const struct option options[] = {
    {"table", no_argument, NULL, TABLE},
    {"printed", no_argument, NULL, PRINTED},
    {"rows", required_argument, NULL, ROWS},
    {"extra", no_argument, NULL, EXTRA},
    {"shape", required_argument, NULL, SHAPE},
    {"density", required_argument, NULL, DENSITY},
    {"runs", required_argument, NULL, RUNS},
    {"against", required_argument, NULL, AGAINST},
    {"limit", required_argument, NULL, LIMIT},
    {"device", required_argument, NULL, DEVICE},
    {"csv", required_argument, NULL, CSV},
    {"svg", required_argument, NULL, SVG},
    {"save", required_argument, NULL, SAVE},
    {NULL, 0, NULL, 0},
};

static unsigned parse_contenders(const char *list)
{
    unsigned set = 0;

    if (strcmp(list, "all") == 0)
        list = "collins,pari,flint";
    if (strstr(list, "collins") != NULL)
        set |= 1u << CONTENDER_COLLINS;
    if (strstr(list, "pari") != NULL)
        set |= 1u << CONTENDER_PARI;
    if (strstr(list, "flint") != NULL)
        set |= 1u << CONTENDER_FLINT;
    return set;
}

static int parse_shape(input_shape *s, const char *text)
{
    size_t n[5];

    if (argument_list(n, 5, text, ',', ARGUMENT_MOST) != 5 || n[4] == 0)
        return 0;
    *s = (input_shape){.deg_y_f = n[0], .deg_y_g = n[1], .deg_x_f = n[2], .deg_x_g = n[3],
                       .bits = n[4], .density = 100};
    return 1;
}

/* Returns 0 if the command line is invalid. */
static int parse(settings *s, int argc, char **argv)
{
    size_t density = 100, limit = 60, rows[2] = {0, 0};
    int option, against = 0, fine = 1;

    *s = (settings){.contest = {.runs = 5, .threads = clm_thread_count(0)}};
    s->count = inputs_default(s->shapes);
    while (fine && (option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case TABLE:
        case PRINTED: s->count = inputs_table(s->shapes, option == PRINTED); s->table = 1; break;
        case ROWS:
            fine = argument_list(rows, 2, optarg, '-', INPUTS_MOST) > 0 && rows[0] > 0;
            break;
        case EXTRA: s->count = inputs_extra(s->shapes); s->table = 1; break;
        case SHAPE: s->count = (size_t)(fine = parse_shape(s->shapes, optarg)); break;
        case DENSITY: fine = argument_number(&density, optarg, 0, 100); break;
        case RUNS: fine = argument_number(&s->contest.runs, optarg, 1, TIMING_MOST); break;
        case AGAINST: s->contest.contenders = parse_contenders(optarg); against = 1; break;
        case LIMIT: fine = argument_number(&limit, optarg, 1, ARGUMENT_MOST); break;
        case DEVICE: s->device = optarg; break;
        case CSV: s->csv = optarg; break;
        case SVG: s->svg = optarg; break;
        case SAVE: s->save = optarg; break;
        default: fine = 0;
        }
    }
    if (s->table && !against)
        s->contest.contenders = parse_contenders("all");
    if (fine && rows[0] > 0)
        s->count = inputs_select(s->shapes, s->count, rows[0], rows[1] > 0 ? rows[1] : rows[0]);
    for (size_t k = 0; k < s->count; k++)
        s->shapes[k].density = (unsigned)density;
    s->contest.limit = (unsigned)limit;
    return fine && optind == argc && s->count > 0;
}

static void write_file(const char *path, void (*write)(FILE *, const report *), const report *r)
{
    FILE *file;

    if (path == NULL)
        return;
    file = fopen(path, "w");
    if (file != NULL)
        write(file, r);
    if (file == NULL || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    static contest contests[INPUTS_MOST];
    settings s;
    report r = {.contests = contests};
    clmodp_context *context;

    if (!parse(&s, argc, argv)) {
        (void)fputs(usage, stderr);
        return 2;
    }
    if (s.save != NULL) {
        for (size_t k = 0; k < s.count; k++)
            inputs_save(&s.shapes[k], s.save, k + 1);
        return 0;
    }
    context = device_open(s.device);
    r.device = clmodp_context_device(context)->name;
    r.driver = clmodp_context_device(context)->driver;
    r.threads = s.contest.threads;
    (void)printf("device: %s, driver %s; %zu host threads\n", r.device, r.driver, r.threads);
    device_must(context, rate_of_device(context, &r.rate));
    for (; r.count < s.count; r.count++) {
        contests[r.count] = contest_run(context, &s.shapes[r.count], &s.contest);
        if (s.table) /* tables take minutes, so progress is shown */
            (void)fprintf(stderr, "\r%zu of %zu inputs", r.count + 1, s.count);
    }
    if (s.table)
        (void)fprintf(stderr, "\n");
    (s.table ? report_table : report_stages)(stdout, &r);
    write_file(s.csv, report_csv, &r);
    write_file(s.svg, report_svg, &r);
    clmodp_context_destroy(context);
    return 0;
}
