/* Measures job folders and clmodp worker processes. */
#include "bench/scaling_jobs.h"

#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/size.h"
#include "bench/device.h"
#include "bench/stages.h"
#include "bench/timing.h"
#include "distributed/job.h"

enum { RUNS = 9, PATH_SIZE = 64, FEW_UNITS = 8, FINISHED = 3 };

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status;
    (void)kind;
    (void)at;
    return remove(path);
}

static void make_folder(char path[PATH_SIZE])
{
    const char *parent = getenv("TMPDIR");

    if (parent == NULL || *parent == '\0')
        parent = "/tmp";
    if (snprintf(path, PATH_SIZE, "%s/clmodp-scaling-XXXXXX", parent) >= PATH_SIZE ||
        mkdtemp(path) == NULL)
        fail(path);
}

static void remove_folder(const char *path)
{
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        fail(path);
}

/* Creates a job with `unit_primes` primes per unit; returns the seconds for each unit's file. */
static double make_job(char path[PATH_SIZE], const scaling_parts *parts, size_t unit_primes)
{
    clmodp_plan *plan = scaling_plan(parts, unit_primes);
    timing t = {0};

    make_folder(path);
    timing_start(&t);
    device_must(parts->ctx, clmodp_job_create(parts->ctx, path, plan, NULL, 0));
    timing_stop(&t);
    t.wall[0] /= (double)plan->units;
    clmodp_plan_destroy(plan);
    return t.wall[0];
}

/* Returns the seconds to take a unit. */
static double take_units(const scaling_parts *parts, const char *path)
{
    clm_job_folder job = CLM_JOB_CLOSED;
    char claim[CLM_CLAIM_NAME];
    timing t = {0};

    device_must(parts->ctx, clm_job_open(parts->ctx, &job, path));
    for (int k = 0; k < RUNS; k++) {
        uint64_t unit, done;
        bool taken;

        timing_start(&t);
        device_must(parts->ctx, clm_job_recover(&parts->ctx->error, &job, &done));
        device_must(parts->ctx,
                    clm_job_take(&parts->ctx->error, &job, 60.0, &unit, claim, &taken));
        timing_stop(&t);
        if (taken)
            clm_claim_return(&job, claim, unit);
    }
    clm_job_close(&job);
    return timing_median(t.wall, t.runs);
}

static pid_t start_worker(const char *path, size_t units)
{
    char name[] = "clmodp", command[] = "worker", threads[] = "--threads", one[] = "1";
    char most[] = "--units", count[24], folder[PATH_SIZE];
    char *arguments[] = {name, command, threads, one, folder, units > 0 ? most : NULL, count,
                         NULL};
    pid_t child;
    int error;

    (void)snprintf(count, sizeof count, "%zu", units);
    (void)snprintf(folder, sizeof folder, "%s", path);
    error = posix_spawn(&child, BENCH_PROGRAM, NULL, NULL, arguments, environ);
    if (error != 0) {
        (void)fprintf(stderr, "%s: %s\n", BENCH_PROGRAM, strerror(error));
        exit(1);
    }
    return child;
}

static void wait_for(pid_t child)
{
    int status = -1;

    if (waitpid(child, &status, 0) != child || status != 0) {
        (void)fprintf(stderr, "%s worker: failed\n", BENCH_PROGRAM);
        exit(1);
    }
}

/* Returns the seconds of a process that computes `units` units. */
static double worker_seconds(const char *path, size_t units)
{
    timing t = {0};

    timing_start(&t);
    wait_for(start_worker(path, units));
    timing_stop(&t);
    return t.wall[0];
}

/* Measures a worker's seconds with empty caches. */
static double first_seconds(const char *path, size_t units)
{
    static const char *const names[] = {"CLMODP_CACHE_DIR", "POCL_CACHE_DIR"};
    char *before[2], cache[PATH_SIZE];
    double seconds;

    make_folder(cache);
    for (int k = 0; k < 2; k++) {
        const char *value = getenv(names[k]);

        before[k] = value != NULL ? strdup(value) : NULL;
        (void)setenv(names[k], cache, 1);
    }
    seconds = worker_seconds(path, units);
    for (int k = 0; k < 2; k++) {
        if (before[k] != NULL)
            (void)setenv(names[k], before[k], 1);
        else
            (void)unsetenv(names[k]);
        free(before[k]);
    }
    remove_folder(cache);
    return seconds;
}

void scaling_jobs_measure(scaling_parts *parts)
{
    const size_t primes = parts->p->primes, units = clm_size_min(primes, FEW_UNITS);
    char many[PATH_SIZE], few[PATH_SIZE];
    double of_many, of_few, one, two, first;

    parts->marked = make_job(many, parts, 1);
    (void)make_job(few, parts, clm_div_up(primes, units));
    of_many = take_units(parts, many);
    of_few = take_units(parts, few);
    parts->scanned = fmax(of_many - of_few, 0.0) / (double)(primes - units + 1);
    parts->taken = of_few;
    first = first_seconds(many, 1);
    (void)worker_seconds(many, 1); /* fills caches */
    one = worker_seconds(many, 1);
    two = worker_seconds(many, 2);
    parts->start = fmax(2.0 * one - two, 0.0);
    parts->first_start = fmax(first + one - two, 0.0);
    remove_folder(few);
    remove_folder(many);
}

/* Restricts this process and its children to a set of cores. */
static void keep_to(const cpu_set_t *set)
{
    if (sched_setaffinity(0, sizeof *set, set) != 0)
        fail("sched_setaffinity");
}

/* Pre: there are as many cores as workers. */
static void work(const char *path, size_t workers)
{
    cpu_set_t all, one;
    pid_t child[CPU_SETSIZE];

    if (sched_getaffinity(0, sizeof all, &all) != 0)
        fail("sched_getaffinity");
    for (size_t core = 0, k = 0; k < workers && core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, &all))
            continue;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        keep_to(&one);
        child[k++] = start_worker(path, 0);
    }
    keep_to(&all);
    for (size_t k = 0; k < workers; k++)
        wait_for(child[k]);
}

void scaling_jobs_run(scaling_job *out, const scaling_parts *parts, size_t unit_primes,
                      size_t workers)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_plan *plan;
    clmodp_zx *r = NULL;
    char path[PATH_SIZE];
    timing t = {0};

    device_must(parts->ctx, clmodp_zx_create(&r));
    make_folder(path);
    timing_start(&t);
    plan = scaling_plan(parts, unit_primes);
    timing_stop(&t);
    timing_start(&t);
    device_must(parts->ctx, clmodp_job_create(parts->ctx, path, plan, NULL, 0));
    timing_stop(&t);
    timing_start(&t);
    work(path, workers);
    timing_stop(&t);
    for (int k = 0; k < 2; k++) { /* the first run compiles */
        t.runs = FINISHED;
        timing_start(&t);
        device_must(parts->ctx, clmodp_job_finish(parts->ctx, r, NULL, &report, path));
        timing_stop(&t);
    }
    *out = (scaling_job){.planned = t.wall[0], .made = t.wall[1], .worked = t.wall[2],
                         .finished = t.wall[FINISHED],
                         .reconstructed = stages_seconds(&report, CLM_STAGE_CRT),
                         .checked = stages_seconds(&report, CLM_STAGE_CHECK)};
    clmodp_plan_destroy(plan);
    clmodp_zx_destroy(r);
    remove_folder(path);
}
