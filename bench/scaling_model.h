/* A resultant by many devices, from what its parts cost: nothing is run. */
#ifndef BENCH_SCALING_MODEL_H
#define BENCH_SCALING_MODEL_H

#include "bench/scaling_parts.h"

/* How it is divided. */
typedef enum scaling_way {
    SCALING_FOLDER, /* as by clmodp submit, worker and finish: units are taken from a folder, and
                       one device lifts */
    SCALING_DIRECT, /* as by ranks: the queue hands whole units out, not parts of them as to
                       contexts of one process; all devices lift, each its window of the
                       coefficients, from images that all send to all */
    SCALING_WAYS
} scaling_way;

typedef enum scaling_part {
    SCALING_PLAN,   /* made on one host */
    SCALING_HAND,   /* given to all; in a folder with its files */
    SCALING_START,  /* a process, its device, and kernels from the cache; all at the same time */
    SCALING_UNITS,  /* until the last one is done */
    SCALING_MOVE,   /* images to where they are lifted */
    SCALING_LIFT,
    SCALING_GATHER, /* coefficients to one host */
    SCALING_CHECK,  /* there */
    SCALING_PARTS
} scaling_part;

/* Devices and what joins them. */
typedef struct scaling_machine {
    double cores;        /* of each device, and of its host */
    double bytes_second; /* in and out of each host at the same time, that of the folder, too */
    double latency;      /* seconds of a message, or of a question to a file system */
    double spread;       /* speeds of devices differ by this part, up and down */
} scaling_machine;

typedef struct scaling_times {
    size_t unit_primes;
    uint64_t units;
    double part[SCALING_PARTS], total;
} scaling_times;

/* For so many devices; unit_primes: 0: as is best of some. */
scaling_times scaling_times_of(const scaling_parts *parts, const scaling_machine *machine,
                               scaling_way way, size_t devices, size_t unit_primes);

/* One device, alone: neither folder nor messages. */
scaling_times scaling_times_alone(const scaling_parts *parts, const scaling_machine *machine);

/* The part that takes most of what N devices lack to N times the speed of one. */
scaling_part scaling_limit(const scaling_times *times, const scaling_times *alone,
                           size_t devices);

const char *scaling_way_name(scaling_way way);
const char *scaling_part_name(scaling_part part);

#endif
