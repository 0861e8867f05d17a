/** @file
 * Measurements of a device, made by clmodp_calibrate (clmodp/tuning.h) and read back by
 * clmodp_calibration_get (clmodp/core.h); descriptions of machines, possibly remote, with the
 * measurements made there. */
#ifndef CLMODP_CALIBRATION_H
#define CLMODP_CALIBRATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A quantity measured several times, or derived from measured quantities. */
typedef struct clmodp_figure {
    double value;  /**< the median */
    double spread; /**< interquartile range / median; if derived: sum of the spreads */
} clmodp_figure;

/** Greatest spread of figures that are stored. A greater one means that other programs used the
 * device, too. */
#define CLMODP_MOST_SPREAD 0.3

/** Number of measurements with 1, 2, 4, ..., 64 pointer chains. */
#define CLMODP_CHASES 7

/** Measurements of a device. Times are in nanoseconds, words have 32 bits. "Aggregate" means the
 * time of the whole device, with all compute units at work, per item. */
typedef struct clmodp_calibration {
    size_t size;           /**< sizeof this structure; set by _init */
    uint64_t seconds;      /**< time of measurement, in seconds since the beginning of 1970
                                (UTC) */
    clmodp_figure launch;  /**< a launch directly after another one */
    clmodp_figure wait;    /**< an empty launch, until the host has seen its end */
    clmodp_figure send;    /**< a word from the host to the device */
    clmodp_figure receive; /**< a word from the device to the host */
    clmodp_figure stream;  /**< a word read or written in order, aggregate */
    clmodp_figure scatter; /**< a single word read per chunk, at equal distances, aggregate */
    clmodp_figure chase[CLMODP_CHASES]; /**< a dependent read (pointer chasing) beyond the caches,
                                             by one work-item following 2^k chains in turn */
    clmodp_figure random;  /**< a dependent read, aggregate, with the fastest number of chains */
    clmodp_figure local;   /**< a word of local memory read, aggregate */
    clmodp_figure product; /**< a product of residues, aggregate */
    clmodp_figure alone;   /**< a product of residues by one work-item */
    clmodp_figure groups;  /**< concurrent work-groups: best rate of products / rate of one */
    clmodp_figure pair;    /**< a pair of coefficients in lockstep remainder sequences, aggregate;
                                a sequence of two polynomials of degree 128 has 128 * 128 pairs */
    clmodp_figure U; /**< MMM (clmodp/models.h): stream / product */
    clmodp_figure Z; /**< MMM, TMM: words of fast memory: the local memory of a work-group; if this
                          is emulated in global memory, the largest area with dependent reads at
                          least twice as fast as chase[0] */
    clmodp_figure L; /**< TMM: chase[0] / alone */
    clmodp_figure C; /**< TMM: least distance of words, a power of two, from which on reads take at
                          least 1 / 1.4 of the time at the largest */
    clmodp_figure P; /**< TMM: alone / product */
    clmodp_figure X; /**< TMM: chase[0] / random / P */
} clmodp_calibration;

/** Sets every field but the size to zero. */
static inline void clmodp_calibration_init(clmodp_calibration *calibration)
{
    memset(calibration, 0, sizeof *calibration);
    calibration->size = sizeof *calibration;
}

/** A device and its host, possibly remote, for which times are predicted and methods chosen. Fill
 * with clmodp_machine_init, then change fields. */
typedef struct clmodp_machine {
    size_t size;               /**< sizeof this structure; set by _init */
    const char *kind;          /**< as in clmodp_device; default: "cpu" */
    const char *platform_name; /**< likewise; default: the name of PoCL */
    const char *vendor;        /**< likewise; default: "" */
    uint32_t compute_units;    /**< likewise; default: 1 */
    uint32_t vector_width;     /**< likewise; 0 (default): usual for the kind */
    uint32_t threads;          /**< threads of the host; default: 1 */
    const clmodp_calibration *calibration; /**< measurements made there, `seconds` being optional;
                                                NULL (default): built-in cost coefficients for the
                                                kind of device */
    const char *family;        /**< as in clmodp_device; default: "" */
} clmodp_machine;

/** Sets every field to its default. */
static inline void clmodp_machine_init(clmodp_machine *machine)
{
    memset(machine, 0, sizeof *machine);
    machine->size = sizeof *machine;
    machine->kind = "cpu";
    machine->platform_name = "Portable Computing Language";
    machine->vendor = machine->family = "";
    machine->compute_units = machine->threads = 1;
}

#ifdef __cplusplus
}
#endif
#endif
