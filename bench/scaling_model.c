/* Times of the parts of the scaling model, one after the other. */
#include "bench/scaling_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/size.h"
#include "bench/device.h"
#include "problems/unit_times.h"

/* File system requests for a unit: opening and reading folders, creating, touching, renaming and
 * removing files; plus three for each existing claim. */
#define FILE_STEPS 20.0
#define CLAIM_STEPS 3.0

/* Messages for a unit, to and from the queue. */
#define UNIT_MESSAGES 2.0

const char *scaling_method_name(scaling_method method)
{
    static const char *const names[SCALING_METHODS] = {"folder", "direct"};

    return names[method];
}

const char *scaling_part_name(scaling_part part)
{
    static const char *const names[SCALING_PARTS] = {"plan", "hand out", "start",  "units",
                                                     "move", "crt",     "gather", "check"};

    return names[part];
}

/* Parameters of one scaling_times. */
typedef struct scene {
    const scaling_parts *parts;
    const scaling_machine *machine;
    scaling_method method;
    double devices;
    size_t unit_primes;
    uint64_t units;
} scene;

/* Returns the bytes of all images. */
static double all_bytes(const scene *s)
{
    return s->parts->image_bytes * (double)s->parts->p->primes;
}

/* Returns the seconds of a unit besides its computation. */
static double unit_overhead(const scene *s)
{
    const scaling_parts *p = s->parts;
    const scaling_machine *m = s->machine;
    const double bytes = p->image_bytes * (double)s->unit_primes;

    if (s->method == SCALING_DIRECT)
        return UNIT_MESSAGES * m->latency;
    return p->taken + p->scanned * (double)s->units + bytes * p->byte_written +
           bytes / m->bytes_second +
           m->latency * (FILE_STEPS + CLAIM_STEPS * fmin(s->devices, (double)s->units));
}

/* Returns the seconds from the start of all devices until all units are done. A folder cannot
 * receive data faster than its host. */
static double units_seconds(const scene *s)
{
    const size_t primes = s->parts->p->primes, devices = (size_t)s->devices;
    const size_t last = primes - (size_t)(s->units - 1) * s->unit_primes;
    const double cores = s->machine->cores, overhead = unit_overhead(s);
    double *starts = device_need(devices, sizeof *starts);
    double *speeds = device_need(devices, sizeof *speeds);
    unit_times t = {
        .units = s->units, .starts = starts, .speeds = speeds, .consumers = devices,
        .seconds = scaling_unit_seconds(s->parts, s->unit_primes, cores) + overhead,
        .last_seconds = scaling_unit_seconds(s->parts, last, cores) + overhead,
        .by_speed = s->method == SCALING_DIRECT,
    };
    double end;

    for (size_t k = 0; k < devices; k++)
        speeds[k] = 1.0 + s->machine->spread *
                              (2.0 * ((double)k + 0.5) / s->devices - 1.0);
    end = unit_times_simulate(&t, NULL);
    free(speeds);
    free(starts);
    if (end < 0.0) {
        (void)fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return s->method == SCALING_FOLDER ? fmax(end, all_bytes(s) / s->machine->bytes_second) : end;
}

/* Sets the parts for a folder: all bytes pass through its host, and images read are checked. */
static void through_a_folder(scaling_times *t, const scene *s)
{
    const scaling_parts *p = s->parts;
    const scaling_machine *m = s->machine;

    t->part[SCALING_HAND] = p->marked * (double)s->units +
                            s->devices * (double)p->plan->bytes / m->bytes_second;
    t->part[SCALING_MOVE] = all_bytes(s) * (1.0 / m->bytes_second + p->byte_read) +
                            m->latency * (double)s->units;
    t->part[SCALING_CRT] = p->tree_made + scaling_crt_seconds(p, (double)p->p->width, m->cores);
}

/* Sets the parts for messages: the plan is sent along a tree; each device sends a window of its
 * images to each other device, and its coefficients to one. */
static void among_devices(scaling_times *t, const scene *s)
{
    const scaling_parts *p = s->parts;
    const scaling_machine *m = s->machine;
    const double n = s->devices, others = n - 1.0;
    const double own = all_bytes(s) / n;

    t->part[SCALING_HAND] = ceil(log2(n)) *
                            (m->latency + (double)p->plan->bytes / m->bytes_second);
    t->part[SCALING_CRT] = p->tree_made +
                            scaling_crt_seconds(p, ceil((double)p->p->width / n), m->cores);
    if (others <= 0.0)
        return;
    t->part[SCALING_MOVE] = others * m->latency +
                            own * (others / n / m->bytes_second + p->byte_written + p->byte_read);
    t->part[SCALING_GATHER] = others * m->latency +
                              p->result_bytes * others / n / m->bytes_second;
}

static scaling_times times_of(const scene *s)
{
    scaling_times t = {.unit_primes = s->unit_primes, .units = s->units};

    if (s->method == SCALING_FOLDER)
        through_a_folder(&t, s);
    else
        among_devices(&t, s);
    t.part[SCALING_PLAN] = s->parts->planned;
    t.part[SCALING_START] = s->parts->start;
    t.part[SCALING_UNITS] = units_seconds(s);
    t.part[SCALING_CHECK] = s->parts->checked;
    for (int k = 0; k < SCALING_PARTS; k++)
        t.total += t.part[k];
    return t;
}

/* Returns the best times over unit sizes for several rounds, or with full vectors of primes. */
static scaling_times best_of(scene s)
{
    static const size_t rounds[] = {1, 2, 3, 4, 6, 8, 12, 16};
    const size_t lanes = s.parts->ctx->tuning.vector_width, primes = s.parts->p->primes;
    scaling_times best = {.total = INFINITY};

    for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++)
        for (int whole = 0; whole < 2; whole++) {
            const size_t each = clm_div_up(primes, (size_t)s.devices * rounds[k]);
            scaling_times t;

            s.unit_primes = clm_size_min(whole ? clm_round_up(each, lanes) : each, primes);
            s.units = clm_div_up(primes, s.unit_primes);
            t = times_of(&s);
            if (t.total < best.total)
                best = t;
        }
    return best;
}

scaling_times scaling_times_of(const scaling_parts *parts, const scaling_machine *machine,
                               scaling_method method, size_t devices, size_t unit_primes)
{
    scene s = {.parts = parts, .machine = machine, .method = method, .devices = (double)devices,
               .unit_primes = unit_primes};

    if (unit_primes == 0)
        return best_of(s);
    s.units = clm_div_up(parts->p->primes, unit_primes);
    return times_of(&s);
}

scaling_times scaling_times_alone(const scaling_parts *parts, const scaling_machine *machine)
{
    return scaling_times_of(parts, machine, SCALING_DIRECT, 1, parts->p->primes);
}

scaling_part scaling_limit(const scaling_times *times, const scaling_times *alone, size_t devices)
{
    scaling_part limit = SCALING_PLAN;
    double most = -1.0;

    for (scaling_part k = 0; k < SCALING_PARTS; k++) {
        const bool shared = k == SCALING_UNITS || k == SCALING_CRT;
        const double lost = times->part[k] - (shared ? alone->part[k] / (double)devices : 0.0);

        if (lost > most) {
            most = lost;
            limit = k;
        }
    }
    return limit;
}
