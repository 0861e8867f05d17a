/* Times many small resultants in one call, beside PARI's polresultant on as many cores.
 *
 *     build/bench/batch [TURNS]
 *
 * Random dense pairs of total degree 3 with coefficients of 8 bits, of total degree 6 with 16
 * bits, and of bidegree (10, 10) with 32 bits, certified: by clmodp_compute_batch with all
 * threads; by single calls; by PARI, with one process for each thread and a part of the pairs
 * each, without conversions; and by the program with --batch, from start to end. Its file repeats
 * the pairs five times, since a start costs as much as a turn, and results go to /dev/null. They
 * take TURNS turns (default 5); some results are compared. Prints medians of problems a second,
 * the batch over PARI and over the program, and microseconds of processor time of all threads for
 * a problem of the batch. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <clmodp/clmodp.h>

#include "core/parallel.h"
#include "core/random.h"
#include "bench/arguments.h"
#include "bench/context.h"
#include "bench/inputs.h"
#include "bench/program.h"
#include "bench/timing.h"
#include "peers/peers.h"

#define MOST 100000 /* problems */
#define FIRST 200   /* problems that determine how many fill a turn */
#define TURN_SECONDS 0.2
#define COMPARED 20 /* results */
#define COPIES 5 /* of the pairs in the program's file */

static clmodp_problem problems[MOST];
static size_t count, threads;

/* The shapes measured. */
static const struct shape {
    const char *name;
    size_t degree, total, bits; /* degree in x and in y; largest sum of exponents */
} shapes[] = {
    {"total degree 3, 8 bits", 3, 3, 8},
    {"total degree 6, 16 bits", 6, 6, 16},
    {"bidegree (10, 10), 32 bits", 10, 20, 32},
};

static void fill(const struct shape *s, size_t n)
{
    clm_random random = {s->bits};

    for (count = 0; count < n; count++) {
        clmodp_problem *p = &problems[count];

        clmodp_problem_init(p);
        p->f = inputs_dense(s->degree, s->degree, s->total, s->bits, &random);
        p->g = inputs_dense(s->degree, s->degree, s->total, s->bits, &random);
        must(clmodp_zx_create(&p->r));
    }
}

static void clear(void)
{
    for (size_t k = 0; k < count; k++) {
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)problems[k].f);
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)problems[k].g);
        clmodp_zx_destroy(problems[k].r);
    }
}

/* Runs the batch; *processor: seconds of all threads. */
static double batch_seconds(double *processor)
{
    timing t = {0};

    timing_start(&t);
    must(clmodp_compute_batch(context, problems, count, NULL));
    timing_stop(&t);
    *processor = t.cpu[0];
    return t.wall[0];
}

static double single_seconds(void)
{
    const double began = clm_clock_seconds();

    for (size_t k = 0; k < count; k++)
        must(clmodp_resultant(context, problems[k].r, NULL, problems[k].f, problems[k].g, NULL));
    return clm_clock_seconds() - began;
}

/* Computes the part of one process and writes its seconds to the pipe. */
static void peer_part(const peer *p, size_t part, int output)
{
    double seconds = 0.0;

    for (size_t k = part; k < count; k += threads)
        seconds += p->seconds(problems[k].f, problems[k].g, 1);
    _exit(write(output, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
}

/* Returns the longest time of the processes, which run concurrently. */
static double peer_seconds(const peer *p)
{
    double longest = 0.0, seconds;
    int ends[2], status;

    if (pipe(ends) != 0)
        exit(1);
    for (size_t part = 0; part < threads; part++)
        if (fork() == 0)
            peer_part(p, part, ends[1]);
    for (size_t part = 0; part < threads; part++) {
        if (wait(&status) < 0 || status != 0 ||
            read(ends[0], &seconds, sizeof seconds) != sizeof seconds)
            exit(1);
        longest = seconds > longest ? seconds : longest;
    }
    (void)close(ends[0]);
    (void)close(ends[1]);
    return longest;
}

/* Writes the pairs as lines of a temporary file, deleted when closed. */
static FILE *write_lines(void)
{
    FILE *file = tmpfile();

    for (size_t k = 0; k < COPIES * count && file != NULL; k++) {
        char *f = NULL, *g = NULL;

        must(clmodp_zxy_to_text(&f, problems[k % count].f, "x", "y"));
        must(clmodp_zxy_to_text(&g, problems[k % count].g, "x", "y"));
        (void)fprintf(file, "%s ; %s\n", f, g);
        free(g);
        free(f);
    }
    if (file == NULL || fflush(file) != 0) {
        (void)fprintf(stderr, "cannot write a temporary file\n");
        exit(1);
    }
    return file;
}

static const peer *find_pari(void)
{
    size_t peers;
    const peer *list = peer_list(&peers);

    for (size_t k = 0; k < peers; k++)
        if (strcmp(list[k].name, "PARI") == 0)
            return &list[k];
    return NULL;
}

static void compare(const peer *p)
{
    for (size_t k = 0; k < count && k < COMPARED; k++) {
        clmodp_zx *expected = p->resultant(problems[k].f, problems[k].g);

        if (!clmodp_zx_equal(problems[k].r, expected)) {
            (void)fprintf(stderr, "PARI has another result\n");
            exit(1);
        }
        clmodp_zx_destroy(expected);
    }
}

static void measure(const struct shape *s, const peer *pari, size_t turns)
{
    char name[] = "clmodp", command[] = "resultant", option[] = "--batch", input[] = "-";
    char *const arguments[] = {name, command, option, input, NULL};
    double batch[TIMING_MOST], single[TIMING_MOST], peers[TIMING_MOST], cpu[TIMING_MOST];
    double program[TIMING_MOST], wanted, rate, program_rate, peer_rate;
    FILE *lines;

    fill(s, FIRST);
    (void)batch_seconds(cpu);
    (void)batch_seconds(cpu); /* processor time: independent of other processes */
    wanted = (double)(count * threads) / cpu[0] * TURN_SECONDS;
    clear();
    fill(s, wanted < MOST ? (size_t)wanted + 1 : MOST);
    (void)batch_seconds(cpu);
    lines = write_lines();
    if (pari != NULL)
        compare(pari);
    for (size_t n = 0; n < turns; n++) {
        batch[n] = batch_seconds(&cpu[n]);
        single[n] = single_seconds();
        (void)lseek(fileno(lines), 0, SEEK_SET);
        program[n] = program_seconds(arguments, fileno(lines));
        peers[n] = pari != NULL ? peer_seconds(pari) : 0.0;
    }
    rate = (double)count / timing_median(batch, turns);
    program_rate = (double)(COPIES * count) / timing_median(program, turns);
    (void)fclose(lines);
    (void)printf("%-28s %8.2f %10.0f %10.0f %10.0f %8.2f", s->name,
                 1e6 * timing_median(cpu, turns) / (double)count, rate,
                 (double)count / timing_median(single, turns), program_rate, rate / program_rate);
    if (pari != NULL) {
        peer_rate = (double)count / timing_median(peers, turns);
        (void)printf(" %10.0f %8.2f", peer_rate, rate / peer_rate);
    }
    (void)printf("\n");
    (void)fflush(stdout);
    clear();
}

int main(int argc, char **argv)
{
    size_t turns = 5;
    const argument arguments[] = {{&turns, 1, TIMING_MOST, true}};
    const peer *pari = find_pari();

    (void)arguments_read(argc, argv, arguments, 1, "[TURNS]");
    threads = clm_thread_count(0);
    must(clmodp_context_create(&context, NULL, NULL, 0));
    (void)printf("%-28s us of CPU      batch     single    --batch    ratio%s; problems a second, "
                 "%zu threads\n", "", pari != NULL ? "       PARI    ratio" : "", threads);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        measure(&shapes[k], pari, turns);
    clmodp_context_destroy(context);
    return 0;
}
