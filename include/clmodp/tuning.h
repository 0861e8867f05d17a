/** @file
 * Measurements of a device: calibrations, which make it a machine of the models of
 * clmodp/models.h; times of algorithms over their program parameters, beside predictions; and a
 * search for better kernel parameters. No other part of clmodp measures. libclmodp itself reads
 * the results stored in the cache directory.
 *
 * Programs link libclmodp-models beside libclmodp (pkg-config: clmodp-models; CMake:
 * clmodp::models), both of the same version. */
#ifndef CLMODP_TUNING_H
#define CLMODP_TUNING_H

#include <clmodp/calibration.h>
#include <clmodp/core.h>
#include <clmodp/models.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Measures the context's device, and opens it if necessary.
 *
 * The results are stored in the cache directory of the context, by device, driver and version of
 * the library. Contexts opening the device later, and this context from now on, use them to choose
 * among methods: measured cost coefficients replace the built-in ones, on CPUs only if they differ
 * by more than a factor of 1.5. No result depends on this choice. Figures with a spread above
 * CLMODP_MOST_SPREAD after several tries are returned, but neither stored nor used.
 *
 * Out:    calibration  set up with clmodp_calibration_init; unchanged on failure
 * Cost:   a few seconds. Simultaneous work on the device distorts the measurements: see the
 *         spreads. Linux may keep all of PoCL's threads on one core for a while, which distorts
 *         the measurements. POCL_AFFINITY=1 in the environment prevents this; the program sets it
 *         for calibrate, tune and study
 * Memory: up to a quarter of the context's memory, and 272 MiB at most. If a cap leaves less, the
 *         caches may be measured instead of memory: then nothing is stored or used
 * Errors: INVALID, NO_DEVICE, CANCELLED, CORRUPT (a kernel computes wrongly), DEVICE_MEMORY,
 *         HOST_MEMORY, DEVICE, and compilation errors */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibrate(clmodp_context *context,
                                                           clmodp_calibration *calibration);

/** Returns the device as a machine of MMM. */
static inline clmodp_mmm_machine clmodp_calibration_mmm(const clmodp_calibration *calibration)
{
    clmodp_mmm_machine machine = {calibration->U.value, calibration->Z.value};

    return machine;
}

/** Returns the device as a machine of TMM. */
static inline clmodp_tmm_machine clmodp_calibration_tmm(const clmodp_calibration *calibration)
{
    clmodp_tmm_machine machine = {calibration->L.value, calibration->C.value,
                                  calibration->P.value, calibration->X.value,
                                  calibration->Z.value};

    return machine;
}

/** Algorithms with a program parameter s, and the meaning of n and s. */
typedef enum clmodp_tune_algorithm {
    CLMODP_TUNE_MULTIPLICATION, /**< schoolbook product of two polynomials of n coefficients; s
                                     coefficients of the second one per row of sums */
    CLMODP_TUNE_DIVISION,       /**< schoolbook division, n by n / 2 coefficients; s steps per
                                     launch */
    CLMODP_TUNE_GCD,            /**< schoolbook gcd of two polynomials of n coefficients; s degrees
                                     per launch */
    CLMODP_TUNE_SCAN,           /**< prefix sums of n words; a work-item adds s of them */
    CLMODP_TUNE_RADIX_SORT,     /**< n random words; s bits per pass, by the device's best
                                     method */
    CLMODP_TUNE_SPLITS,         /**< n random words, sorted by one-bit splits; s bits per pass */
    CLMODP_TUNE_TRANSFORM,      /**< forward and inverse transform of n residues, as T interleaved
                                     polynomials in the device's layout, with a power of two of
                                     coefficients, at least 8; passes of radix at most s */
    CLMODP_TUNE_HALF_GCD,       /**< gcd of two polynomials of n coefficients by half-GCDs; up to s
                                     steps by a single work-group */
    CLMODP_TUNE_PRODUCT,        /**< product of two polynomials of n coefficients present on device
                                     and host; s is a clmodp_fpx_algorithm */
    CLMODP_TUNE_COMMON_DIVISOR, /**< gcd of such polynomials; likewise */
    CLMODP_TUNE_ALGORITHMS      /**< number of algorithms */
} clmodp_tune_algorithm;

/** Returns the program's name of an algorithm, such as "radix-sort"; NULL for other values. */
CLMODP_API const char *clmodp_tune_name(clmodp_tune_algorithm algorithm);

/** Returns the program's name of a parameter s meaning a clmodp_fpx_algorithm, such as "fast";
 * NULL if there is no such algorithm or parameter, or if s is a number. */
CLMODP_API const char *clmodp_tune_parameter(clmodp_tune_algorithm algorithm, uint32_t s);

/** Options of clmodp_tune. Fill with clmodp_tune_options_init, then change fields. */
typedef struct clmodp_tune_options {
    size_t size;   /**< sizeof this structure; set by _init */
    uint64_t from; /**< the first n, 16 to 2^30; 0 (default): a value usual for the algorithm */
    uint64_t to;   /**< upper limit of n, which is doubled each time; 0 (default): likewise */
    uint32_t runs; /**< samples of each parameter, 1 to 1000, taken in turns. Default 5 */
} clmodp_tune_options;

/** Sets every field to its default. */
static inline void clmodp_tune_options_init(clmodp_tune_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->runs = 5;
}

/** Measurement of one n with one s. */
typedef struct clmodp_tuned {
    uint64_t n;       /**< size */
    uint32_t s;       /**< program parameter: powers of two, or bits of sorts, within the device's
                           limits; an algorithm only if predicted to take less than 64 times the
                           least time */
    int chosen;       /**< not 0: the default for this n */
    double predicted; /**< seconds, from closed forms and the device's cost coefficients */
    double measured;  /**< seconds of the fastest run, until the host has seen its end */
} clmodp_tuned;

/** Measures an algorithm over n and s, beside its predicted times. Results of all parameters are
 * compared with each other.
 *
 * Out:    rows   a new array of *count rows, sorted by n, then by s, released with
 *                clmodp_tune_free; NULL on failure
 * Cost:   one run of each s for compilation, then `runs` samples of each s; a sample repeats runs
 *         for a millisecond
 * Errors: INVALID, NO_DEVICE, CANCELLED, CORRUPT (results differ, or kernels compute wrongly),
 *         LIMIT, DEVICE_MEMORY, HOST_MEMORY, DEVICE, and compilation errors */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_tune(clmodp_context *context,
                                                      clmodp_tuned **rows, size_t *count,
                                                      clmodp_tune_algorithm algorithm,
                                                      const clmodp_tune_options *options);

/** Releases rows. NULL is allowed. */
CLMODP_API void clmodp_tune_free(clmodp_tuned *rows);

/** Parameters of kernels and launches on a device. No result depends on them. */
typedef struct clmodp_parameters {
    uint32_t vector_width; /**< lanes per work-item, W */
    uint32_t tile;         /**< interleaved polynomials, T: a multiple of W */
    uint32_t group;        /**< maximum number of work-items per work-group, NT */
    int chosen;            /**< not 0: the parameters are in use */
    uint64_t stripe_bytes; /**< size of the polynomials in flight between two stages */
    double seconds;        /**< measured time; INFINITY: unusable on the device; 0: not measured */
    int kept;              /**< not 0: stored in the cache directory for future contexts */
} clmodp_parameters;

/** Returns the parameters of the context's device, and opens it if necessary: measured by
 * clmodp_parameters_tune, if stored in the cache directory; else usual for its kind and family.
 *
 * Errors: INVALID, NO_DEVICE, NO_KERNEL, CANCELLED, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_parameters_get(clmodp_context *context,
                                                                clmodp_parameters *parameters);

/** Searches for better parameters, starting from the current ones: tiles and lanes first, then
 * groups, then stripes, each combined with the best so far. The measure is the geometric mean of
 * two dense resultants with coefficients of 31 bits, one of degree 16 in both variables, one of
 * degree 48, or 96 on devices with one lane per work-item; of `runs` runs each the fastest counts.
 * Gains below 3% are taken for noise; others are confirmed by two more measurements against the
 * first parameters.
 *
 * The best parameters are in use from now on, in this context, and stored in its cache directory
 * for contexts opening the device later, by device, driver, compute units and version of the
 * library; not under a memory cap, which makes stripes smaller. Calibrations are stored by lanes,
 * tiles and groups: if these have changed, calibrate anew.
 *
 * Out:    rows   a new array of *count rows in the order of measurement, beginning with the
 *                parameters in use before, released with clmodp_parameters_free; NULL on failure,
 *                which changes nothing
 * In:     runs   1 to 1000; 0: 5
 * Cost:   up to eight compilations of all kernels of a resultant, and up to eighteen times `runs`
 *         resultants; the larger one takes about 0.1 s on two cores
 * Memory: the needs of the larger resultant, within the context's cap
 * Errors: INVALID, NO_DEVICE, NO_KERNEL, CANCELLED, CORRUPT, DEVICE_MEMORY, HOST_MEMORY, DEVICE,
 *         LIMIT, and compilation errors: with the parameters in use; others are skipped if they
 *         fail or give different results */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_parameters_tune(clmodp_context *context,
                                                                 clmodp_parameters **rows,
                                                                 size_t *count, uint32_t runs);

/** Releases rows. NULL is allowed. */
CLMODP_API void clmodp_parameters_free(clmodp_parameters *rows);

#ifdef __cplusplus
}
#endif
#endif
