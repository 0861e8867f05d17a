/* Model of the time of one resultant on many devices, computed from the costs of its parts. */
#ifndef BENCH_SCALING_MODEL_H
#define BENCH_SCALING_MODEL_H

#include "bench/scaling_parts.h"

/* How the work is distributed. */
typedef enum scaling_method {
    SCALING_FOLDER, /* like clmodp submit, worker and finish: units are taken from a folder, and
                       one device reconstructs the coefficients */
    SCALING_DIRECT, /* like ranks: the unit queue assigns whole units, unlike in a fleet; each
                       device reconstructs a window of coefficients from images sent all to all */
    SCALING_METHODS
} scaling_method;

typedef enum scaling_part {
    SCALING_PLAN,   /* on one host */
    SCALING_HAND,   /* sending the plan to all; in a folder with its files */
    SCALING_START,  /* a process, its device, cached kernels; on all devices at once */
    SCALING_UNITS,  /* until the last work unit is done */
    SCALING_MOVE,   /* images to the reconstructing devices */
    SCALING_CRT,
    SCALING_GATHER, /* coefficients to one host */
    SCALING_CHECK,  /* on that host */
    SCALING_PARTS
} scaling_part;

/* Devices and their network. */
typedef struct scaling_machine {
    double cores;        /* of each device and of its host */
    double bytes_second; /* in and out of each host concurrently, also of the folder's host */
    double latency;      /* seconds of a message or of a file request */
    double spread;       /* relative deviation of the devices' speeds, up and down */
} scaling_machine;

typedef struct scaling_times {
    size_t unit_primes;
    uint64_t units;
    double part[SCALING_PARTS], total;
} scaling_times;

/* Returns the times for `devices` devices; unit_primes: 0 selects the best of several sizes. */
scaling_times scaling_times_of(const scaling_parts *parts, const scaling_machine *machine,
                               scaling_method method, size_t devices, size_t unit_primes);

/* Returns the times of one device, without folder or messages. */
scaling_times scaling_times_alone(const scaling_parts *parts, const scaling_machine *machine);

/* Returns the part that causes most of the loss of N devices against N times the speed of one. */
scaling_part scaling_limit(const scaling_times *times, const scaling_times *alone,
                           size_t devices);

const char *scaling_method_name(scaling_method method);
const char *scaling_part_name(scaling_part part);

#endif
