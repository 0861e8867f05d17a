/** @file
 * Measurements of a device: calibrations, which make it a machine of the models of
 * clmodp/models.h; algorithms over their program parameters, beside predictions; and better
 * parameters of kernels. Nothing else in clmodp measures. What calls keep in the cache directory,
 * libclmodp reads by itself.
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

/** Measure the context's device, which is opened if it was not yet.
 *
 * What was measured is kept in the cache directory of the context, by device, driver and version
 * of the library. There contexts that open the device later find it, and choose by it among ways
 * to the same results: measured rates take the place of the library's own where these are further
 * off than by a factor of 1.5; so they do in this context, too. No result depends on that.
 *
 * Out:    calibration  set up with clmodp_calibration_init; unchanged on failure
 * Cost:   a few seconds. Other work on the device at the same time is measured with it: see the
 *         spreads. Linux may keep all of PoCL's threads on one core for a while, and that is
 *         measured, too: POCL_AFFINITY=1 in the environment, which the program sets for calibrate,
 *         tune and study, prevents it
 * Memory: up to a quarter of what the context may use, and 272 MiB at most. Where that is less
 *         because of a cap, caches may be measured: then nothing is kept or chosen by
 * Errors: INVALID, NO_DEVICE, CANCELLED, CORRUPT (a kernel computes wrongly), DEVICE_MEMORY,
 *         HOST_MEMORY, DEVICE, and those of building */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_calibrate(clmodp_context *context,
                                                           clmodp_calibration *calibration);

/** The device as a machine of MMM. */
static inline clmodp_mmm_machine clmodp_calibration_mmm(const clmodp_calibration *calibration)
{
    clmodp_mmm_machine machine = {calibration->U.value, calibration->Z.value};

    return machine;
}

/** The device as a machine of TMM. */
static inline clmodp_tmm_machine clmodp_calibration_tmm(const clmodp_calibration *calibration)
{
    clmodp_tmm_machine machine = {calibration->L.value, calibration->C.value,
                                  calibration->P.value, calibration->X.value,
                                  calibration->Z.value};

    return machine;
}

/** Algorithms with a program parameter s, and what n is to them. */
typedef enum clmodp_tune_algorithm {
    CLMODP_TUNE_MULTIPLICATION, /**< plain product of two polynomials of n coefficients; s of the
                                     second one are a row of sums */
    CLMODP_TUNE_DIVISION,       /**< plain division of n coefficients by n / 2; s steps a launch */
    CLMODP_TUNE_GCD,            /**< plain gcd of two polynomials of n coefficients; s degrees a
                                     launch */
    CLMODP_TUNE_SCAN,           /**< prefix sums of n words; a work-item adds s of them */
    CLMODP_TUNE_RADIX_SORT,     /**< n random words; s bits a pass, in the device's best form */
    CLMODP_TUNE_SPLITS,         /**< the same in the form of one-bit splits */
    CLMODP_TUNE_TRANSFORM,      /**< n residues transformed and back, as T polynomials side by side
                                     as the device has them, of a power of two of coefficients, 8
                                     at least; passes of radix s at most */
    CLMODP_TUNE_HALF_GCD,       /**< gcd of two polynomials of n coefficients by half-GCDs; a
                                     work-group of its own makes up to s steps */
    CLMODP_TUNE_PRODUCT,        /**< product of two polynomials of n coefficients that are on
                                     device and host; s is a clmodp_fpx_algorithm */
    CLMODP_TUNE_COMMON_DIVISOR, /**< their gcd; likewise */
    CLMODP_TUNE_ALGORITHMS      /**< how many there are */
} clmodp_tune_algorithm;

/** What the program calls an algorithm, such as "radix-sort"; NULL: there is none. */
CLMODP_API const char *clmodp_tune_name(clmodp_tune_algorithm algorithm);

/** What it calls a parameter that is no number but a clmodp_fpx_algorithm, such as "fast"; NULL:
 * there is no such algorithm or parameter, or s is a number. */
CLMODP_API const char *clmodp_tune_parameter(clmodp_tune_algorithm algorithm, uint32_t s);

/** What to measure. Fill with clmodp_tune_options_init, then change fields. */
typedef struct clmodp_tune_options {
    size_t size;   /**< sizeof this structure; set by _init */
    uint64_t from; /**< the first n, 16 to 2^30; 0 (default): what is usual for the algorithm */
    uint64_t to;   /**< n is doubled as long as it is at most this; 0 (default): likewise */
    uint32_t runs; /**< samples of each parameter, 1 to 1000; they take turns. Default 5 */
} clmodp_tune_options;

/** Set every field to its default. */
static inline void clmodp_tune_options_init(clmodp_tune_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->runs = 5;
}

/** One n with one s. */
typedef struct clmodp_tuned {
    uint64_t n;       /**< size */
    uint32_t s;       /**< program parameter: powers of two, or bits of sorts, that the device has
                           room for; of algorithms those that should take less than 64 times as
                           long as the fastest */
    int chosen;       /**< not 0: it is the one that is taken by default */
    double predicted; /**< seconds, from closed forms and the rates of the context's device */
    double measured;  /**< seconds of the fastest run, until the host has seen its end */
} clmodp_tuned;

/** Measure an algorithm over n and s, beside what is predicted. Results of all parameters are
 * compared with each other.
 *
 * Out:    rows   a new array of *count rows, n by n and in the order of s, released with
 *                clmodp_tune_free; NULL on failure
 * Cost:   after one run of each s to compile, `runs` samples of each, and each sample is of as
 *         many runs as fill a millisecond
 * Errors: INVALID, NO_DEVICE, CANCELLED, CORRUPT (results differ, or kernels compute wrongly),
 *         LIMIT, DEVICE_MEMORY, HOST_MEMORY, DEVICE, and those of building */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_tune(clmodp_context *context,
                                                      clmodp_tuned **rows, size_t *count,
                                                      clmodp_tune_algorithm algorithm,
                                                      const clmodp_tune_options *options);

/** Release rows. NULL is allowed. */
CLMODP_API void clmodp_tune_free(clmodp_tuned *rows);

/** Parameters that shape kernels and launches on a device. No result depends on them. */
typedef struct clmodp_parameters {
    uint32_t vector_width; /**< lanes that a work-item carries, W */
    uint32_t tile;         /**< polynomials side by side, T: a multiple of W */
    uint32_t group;        /**< work-items of a work-group at most, NT */
    int chosen;            /**< not 0: they are in use */
    uint64_t stripe_bytes; /**< polynomials that are kept in flight between two stages */
    double seconds;        /**< what was measured with them; INFINITY: the device cannot compute
                                with them; 0: nothing was measured */
    int kept;              /**< not 0: the cache directory has them, for contexts to come */
} clmodp_parameters;

/** What the context's device, which is opened if it was not yet, computes with: what was measured
 * by clmodp_parameters_tune, if the cache directory has that; else what is usual for its kind and
 * family.
 *
 * Errors: INVALID, NO_DEVICE, NO_KERNEL, CANCELLED, HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_parameters_get(clmodp_context *context,
                                                                clmodp_parameters *parameters);

/** Find better ones: tiles and lanes first, then groups, then stripes, each beside the best so
 * far, from those in use on. What is measured is the geometric mean of two dense resultants with
 * coefficients of 31 bits, one of degree 16 in both variables, one of degree 48, or 96 where a
 * work-item has one lane; each is computed `runs` times, of which the fastest counts. What is not
 * faster by 3 % is taken for noise, and what is, is measured against the first ones twice more.
 *
 * What is found is in use from now on, in this context, and kept in its cache directory for
 * contexts that open the device later, by device, driver, compute units and version of the
 * library; not under a cap on memory, which makes stripes smaller. Calibrations are kept by lanes,
 * tiles and groups: where these have changed, calibrate anew.
 *
 * Out:    rows   a new array of *count rows in the order of measuring, the first those that were
 *                in use, released with clmodp_parameters_free; NULL on failure, which changes
 *                nothing
 * In:     runs   1 to 1000; 0: 5
 * Cost:   up to eight times compiling all kernels of a resultant, and up to eighteen times `runs`
 *         resultants, of which the larger takes some 0.1 s on two cores
 * Memory: what the larger resultant takes, of what the context may use
 * Errors: INVALID, NO_DEVICE, NO_KERNEL, CANCELLED, CORRUPT, DEVICE_MEMORY, HOST_MEMORY, DEVICE,
 *         LIMIT, and those of building: with the parameters in use; others that fail, or whose
 *         results differ, are left out */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_parameters_tune(clmodp_context *context,
                                                                 clmodp_parameters **rows,
                                                                 size_t *count, uint32_t runs);

/** Release rows. NULL is allowed. */
CLMODP_API void clmodp_parameters_free(clmodp_parameters *rows);

#ifdef __cplusplus
}
#endif
#endif
