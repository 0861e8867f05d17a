/** @file
 * Measurements of a device, made by clmodp_calibrate (clmodp/tuning.h) and read back by
 * clmodp_calibration_get (clmodp/core.h); descriptions of machines that are somewhere else,
 * with the measurements made there. */
#ifndef CLMODP_CALIBRATION_H
#define CLMODP_CALIBRATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Something that was measured several times, or that follows from what was. */
typedef struct clmodp_figure {
    double value;  /**< the median */
    double spread; /**< the distance of the quartiles over the median; of what follows from
                        several: their spreads added */
} clmodp_figure;

/** Numbers of chains that are followed: 1, 2, 4, ..., 64. */
#define CLMODP_CHASES 7

/** A calibrated device. Times are in nanoseconds, words have 32 bits; "together" means that all
 * compute units work, and that the time is one of the whole device. */
typedef struct clmodp_calibration {
    size_t size;           /**< sizeof this structure; set by _init */
    uint64_t seconds;      /**< when it was measured, since the beginning of 1970 (UTC) */
    clmodp_figure launch;  /**< a launch behind another one */
    clmodp_figure wait;    /**< a launch of nothing, until the host has seen its end */
    clmodp_figure send;    /**< a word from the host to the device */
    clmodp_figure receive; /**< and back */
    clmodp_figure stream;  /**< a word read or written in order, together */
    clmodp_figure scatter; /**< a word read alone of its chunk, at equal distances, together */
    clmodp_figure chase[CLMODP_CHASES]; /**< a word whose place was read before, in more memory
                                             than caches hold: by one work-item that follows 2^k
                                             chains in turn */
    clmodp_figure random;  /**< the same together, with as many chains as are of use */
    clmodp_figure local;   /**< a word of local memory read, together */
    clmodp_figure product; /**< a product of residues, together */
    clmodp_figure alone;   /**< a product of residues by one work-item */
    clmodp_figure groups;  /**< work-groups whose products are made at the same time */
    clmodp_figure pair;    /**< a pair of coefficients in remainder sequences, many of them
                                together: of two polynomials of degree 128 these are 128 * 128 */
    clmodp_figure U; /**< MMM: stream over product */
    clmodp_figure Z; /**< MMM, TMM: words of fast memory: the local memory of a group; where that
                          is as far as all other, as much as is read in half the time that slow
                          memory takes, at most */
    clmodp_figure L; /**< TMM: chase[0] over alone */
    clmodp_figure C; /**< TMM: least distance of words, a power of two, from which on they take as
                          long as at any greater one, or up to 1.4 times less */
    clmodp_figure P; /**< TMM: alone over product */
    clmodp_figure X; /**< TMM: chase[0] over random, for each of P */
} clmodp_calibration;

/** Set every field but the size to zero. */
static inline void clmodp_calibration_init(clmodp_calibration *calibration)
{
    memset(calibration, 0, sizeof *calibration);
    calibration->size = sizeof *calibration;
}

/** A device and its host, which need not be here: what times are predicted for, and ways chosen
 * by. Fill with clmodp_machine_init, then change fields. */
typedef struct clmodp_machine {
    size_t size;               /**< sizeof this structure; set by _init */
    const char *kind;          /**< as clmodp_device has it; default: "cpu" */
    const char *platform_name; /**< likewise; default: that of PoCL */
    const char *vendor;        /**< likewise; default: "" */
    uint32_t compute_units;    /**< likewise; default: 1 */
    uint32_t vector_width;     /**< likewise; 0 (default): as is usual for its kind */
    uint32_t threads;          /**< of its host; default: 1 */
    const clmodp_calibration *calibration; /**< what was measured there, with a `seconds` or
                                                without; NULL (default): nothing, so that rates
                                                are those that are known of its kind */
    const char *family;        /**< as clmodp_device has it; default: "" */
} clmodp_machine;

/** Set every field to its default. */
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
