/** @file
 * Resultants, first subresultants and discriminants of bivariate polynomials over Z, exact. */
#ifndef CLMODP_RESULTANT_H
#define CLMODP_RESULTANT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/core.h>
#include <clmodp/polynomials.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How sure a result is. */
typedef enum clmodp_mode {
    CLMODP_MODE_CERTIFIED, /**< proved: as many points and primes as proven bounds ask for */
    CLMODP_MODE_PROBABLE   /**< as many as the result turns out to need, checked at random, where
                                that should be faster; else proved. The report tells which by
                                error_probability */
} clmodp_mode;

/** From residues to integers. Every way gives the same result. */
typedef enum clmodp_lift {
    CLMODP_LIFT_AUTO,        /**< the one that should take the least time */
    CLMODP_LIFT_TREE,        /**< Chinese remainders by a product tree, on threads of the host */
    CLMODP_LIFT_MIXED_RADIX, /**< mixed radix digits on the device [Eme12, 5.8] */
    CLMODP_LIFT_POSITIONAL,  /**< Chinese remainders as a product of matrices on the device */
    CLMODP_LIFT_CONVOLUTION  /**< the same for blocks of primes, and these joined on the device by
                                  number-theoretic transforms; for many primes */
} clmodp_lift;

/** Who computes the resultants in y, one for each prime and point, and all around them. Every
 * engine gives the same result. */
typedef enum clmodp_engine {
    CLMODP_ENGINE_AUTO,   /**< HOST or EUCLID, which should take less time, counting a device that
                               must be opened first; HOST where no device can be used. The report
                               tells which */
    CLMODP_ENGINE_EUCLID, /**< on the device: remainder sequences in lockstep, one a lane;
                               transforms */
    CLMODP_ENGINE_SCHUR,  /**< on the device: the generalised Schur algorithm on the Sylvester
                               matrix, a work-group each; Vandermonde systems by the same
                               algorithm; mixed radix digits [Eme12]. Several times the arithmetic:
                               for comparison, and for devices where a work-group each should
                               pay */
    CLMODP_ENGINE_HOST    /**< on threads of the host: remainder sequences one by one, in plain C
                               with words of 62 bits. It always proves its results */
} clmodp_engine;

/** The words that the Schur engine computes with. Every type gives the same result. */
typedef enum clmodp_residues {
    CLMODP_RESIDUES_AUTO,         /**< what suits most devices: MONTGOMERY31 */
    CLMODP_RESIDUES_MONTGOMERY31, /**< primes of 31 bits, integers only */
    CLMODP_RESIDUES_FLOAT24,      /**< primes of 24 bits, quotients in single precision */
    CLMODP_RESIDUES_DOUBLE31,     /**< primes of 31 bits, quotients in double precision */
    CLMODP_RESIDUES_DOUBLE50      /**< primes of 51 bits, products in double precision */
} clmodp_residues;

/** 256 MiB, some 650 million decimal digits: far more than anybody computes without intent. */
#define CLMODP_DEFAULT_MAX_ANSWER ((uint64_t)1 << 28)

/** How a resultant is computed. Fill with clmodp_resultant_options_init. */
typedef struct clmodp_resultant_options {
    size_t size;         /**< sizeof this structure; set by _init */
    uint64_t max_memory; /**< as in clmodp_context_options, for this call; the lower of the two
                              counts. 0 (default): the context's. Smaller caps mean more chunks,
                              never another result */
    uint64_t seed;       /**< of the points and of the random primes that the result is probed and
                              checked with; default 0. Never changes a proved result */
    clmodp_mode mode;    /**< default CERTIFIED; modulo a prime every result is proved */
    clmodp_lift lift;    /**< default AUTO; where memory does not suffice for what is asked for,
                              TREE takes its place; other ways do not go with engine SCHUR, nor
                              those on the device with engine HOST */
    clmodp_engine engine;      /**< default AUTO; SCHUR goes with mode CERTIFIED only */
    clmodp_residues residues;  /**< default AUTO; other types go with engine SCHUR only, and those
                                    of double precision with devices that have it */
    uint64_t max_answer; /**< refuse with LIMIT a result whose coefficients may take more bytes
                              than this: their number times the bound on their size. This is
                              decided before the work starts; where the result is a power, as for
                              polynomials in y^t, before that is taken; in mode PROBABLE by an
                              estimate of their size, where one costs little; not modulo a prime.
                              0 (default): CLMODP_DEFAULT_MAX_ANSWER */
} clmodp_resultant_options;

/** Set every field to its default: all but the size are zero. Inline, because only the caller's
 * compiler knows how long the caller's structure is. */
static inline void clmodp_resultant_options_init(clmodp_resultant_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** A stage of a computation, and how long it took. Host and device work at the same time, so that
 * stages are no parts of the whole call's time; what the host waits for the device is in none. */
typedef struct clmodp_stage {
    const char *name;      /**< such as "evaluate"; static */
    double host_seconds;   /**< that the thread of the caller spent on it, by the clock, other than
                                waiting for the device; with waiting for threads of the host */
    double device_seconds; /**< that its commands, transfers too, ran on the device, by the
                                device's clock; 0 if there are none; -1 if they are not known,
                                since a caller's queue lacks CL_QUEUE_PROFILING_ENABLE */
} clmodp_stage;

/** The most stages that a report has room for. */
#define CLMODP_MOST_STAGES 16

/** What a call did. Set `size` to sizeof the structure before the call (the rest need not be set).
 * Counts and bounds are 0, and there are no stages, where nothing had to be computed, as for a
 * zero polynomial. Bounds are those of R; evaluations, necessary_evaluations and width_bound those
 * of what is left to compute when contents and common powers and deflations of the variables are
 * out. With the first subresultant all of them are for R, s_11 and s_10 together.
 *
 * Stages, where the engine has them, in the order in which they begin: "plan" (bounds, primes,
 * chunks), "reduce" (integers to residues), "evaluate" (values of the coefficients in y at the
 * points), "euclid" or "schur" (univariate resultants, one a prime and point), "fallback" (unlucky
 * ones), "divide" (by denominators that division-free steps left), "interpolate" (values to
 * coefficients), "digits" (residues to mixed radix digits), "lift" (residues to integers, and
 * contents back), "check" (redundant coefficients, and a fresh prime). */
typedef struct clmodp_resultant_report {
    size_t size;                    /**< sizeof this structure; set by _init */
    double seconds;                 /**< the whole call, wall clock */
    clmodp_engine engine;           /**< that computed; AUTO where none had to */
    size_t stage_count;             /**< entries of stages */
    clmodp_stage stages[CLMODP_MOST_STAGES]; /**< those that the engine has, in order */
    uint64_t primes;                /**< that images were computed modulo */
    uint64_t points;                /**< evaluated at for each prime, not counting those that only
                                         look for the degree, nor second tries of engine SCHUR */
    uint64_t chunks;                /**< of primes, one after the other */
    uint64_t evaluations;           /**< at a point modulo a prime, in all */
    uint64_t necessary_evaluations; /**< how many there must be for a result with so many
                                         coefficients between its first and its last, of so many
                                         bits */
    uint64_t unlucky;               /**< evaluations that the engine's way did not solve: in EUCLID
                                         off the common degree sequence, in SCHUR with a singular
                                         minor */
    uint64_t fallback;              /**< of these solved in another way, with formal degrees;
                                         further points take the place of the others */
    uint64_t degree_bound;          /**< deg R <= this */
    uint64_t valuation_bound;       /**< x^this divides R */
    uint64_t width_bound;           /**< how many coefficients the bounds allow */
    uint64_t height_bits;           /**< |coefficients of R| < 2^this */
    const char *height_bound_name;  /**< which bound gave height_bits; static; "": none */
    const char *lift_name;          /**< how residues became integers: "tree", "mixed-radix",
                                         "positional" or "convolution", or "horner" in engine
                                         SCHUR; static; "": nothing had to */
    uint64_t memory_bytes;          /**< most memory in use at a time, as max_memory counts it */
    double error_probability;       /**< 0: proved, up to undetected faults of the machine, also
                                         in mode PROBABLE; else above the chance, over the choice
                                         of the seed, that the result is wrong: take one at random
                                         where others chose f and g */
} clmodp_resultant_report;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_resultant_report_init(clmodp_resultant_report *report)
{
    memset(report, 0, sizeof *report);
    report->size = sizeof *report;
}

/** r = res_y(f, g), the determinant of the Sylvester matrix of f and g in y: deg_y g rows of
 * f's coefficients above deg_y f rows of g's, highest powers of y first. So
 * res_y(y - a, y - b) = a - b, and res_y(g, f) = (-1)^{pq} res_y(f, g) with p = deg_y f,
 * q = deg_y g. A zero polynomial gives 0; f free of y gives f^q; both free of y give 1.
 *
 * Out:    r        in the variable x
 *         report   may be NULL; written when the call succeeds
 * In:     f, g     any polynomials; unchanged
 *         options  NULL for all defaults
 *
 * Cost:   about p*q/2 updates for each of N primes and M points, N ~ height/31 bits,
 *         M ~ p deg_x g + q deg_x f
 * Errors: INVALID (also: options or a report whose size is not set), UNSUPPORTED (options that do
 *         not go together), LIMIT (more points than primes have, too few primes of the residues'
 *         type, sizes beyond the word, an answer above max_answer), NO_DEVICE (the device does not
 *         compute with the type of residues), HOST_MEMORY, DEVICE_MEMORY, BUILD, NO_KERNEL,
 *         DEVICE, CORRUPT, CANCELLED. r is unchanged then.
 * Source: [Eme12]; the remainder sequences replace its Schur algorithm
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_resultant(clmodp_context *context, clmodp_zx *r, clmodp_resultant_report *report,
                 const clmodp_zxy *f, const clmodp_zxy *g,
                 const clmodp_resultant_options *options);

/** r = res_y(f, g) mod P, with coefficients in [0, P): the determinant of above modulo P, for p
 * and q as f and g are written, whichever of their coefficients vanish modulo P.
 *
 * It is proved, whatever the mode: N = 1, at more points than proven bounds on the degree ask for.
 * If P - 1 has no suitable divisor, interpolation costs 3 M^2 products. Redundant coefficients and
 * values at random points are checked as well, against faults of the machine. Where P < M + 2, or
 * where that should be faster, or where engine SCHUR's residues do not take P, the resultant of
 * integers with these images, at most P / 2 in absolute value, is computed.
 *
 * In:     modulus  P, a prime below 2^31
 * Errors: also INVALID (P is no such prime)
 *
 * Otherwise as clmodp_resultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_resultant_mod(clmodp_context *context, clmodp_zx *r, clmodp_resultant_report *report,
                     const clmodp_zxy *f, const clmodp_zxy *g, uint32_t modulus,
                     const clmodp_resultant_options *options);

/** s = S_k(f, g), the k-th subresultant of f and g in y, for k = 1: s = s_11(x) y + s_10(x), and
 * r = res_y(f, g) from the same remainder sequences. S_1 is the determinant polynomial of the rows
 * y^{q-2} f, ..., f above y^{p-2} g, ..., g, p = deg_y f, q = deg_y g: s_11 and s_10 are the
 * minors with the columns of y^{p+q-2}, ..., y^2 and, as the last one, that of y or of 1. S_1
 * vanishes at all common zeros of f and g; where R(x) = 0 and s_11(x) != 0, the only one above x
 * is y = -s_10(x) / s_11(x). S_1 = 0 if f and g have a common factor of degree 2 in y or more, or
 * are polynomials in y^3.
 * S_1(g, f) = (-1)^{(p-1)(q-1)} S_1(f, g).
 *
 * Out:    s        in x and y
 *         r        may be NULL
 *         report   as of clmodp_resultant
 * In:     k        1
 * Cost:   as clmodp_resultant, with three polynomials in x to interpolate and to lift; powers of y
 *         are not taken out
 * Errors: also DOMAIN (p = 0, q = 0, or p = q = 1), UNSUPPORTED (k is not 1; engine SCHUR, which
 *         has none). s and r are unchanged after errors.
 *
 * Otherwise as clmodp_resultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_subresultant(clmodp_context *context, clmodp_zxy *s, clmodp_zx *r,
                    clmodp_resultant_report *report, unsigned k, const clmodp_zxy *f,
                    const clmodp_zxy *g, const clmodp_resultant_options *options);

/** d = disc_y(f) = (-1)^{n(n-1)/2} res_y(f, df/dy) / lc_y(f), n = deg_y f >= 1, exactly;
 * n = 1 gives 1. Otherwise as clmodp_resultant.
 *
 * Errors: also DOMAIN (f is free of y) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_discriminant(clmodp_context *context, clmodp_zx *d, clmodp_resultant_report *report,
                    const clmodp_zxy *f, const clmodp_resultant_options *options);

/** What a problem asks for. */
typedef enum clmodp_operation {
    CLMODP_OPERATION_RESULTANT,    /**< r = res_y(f, g) */
    CLMODP_OPERATION_SUBRESULTANT, /**< s = S_k(f, g), and r = res_y(f, g) unless that is NULL */
    CLMODP_OPERATION_DISCRIMINANT  /**< r = disc_y(f); g is not looked at */
} clmodp_operation;

/** A problem. Fill with clmodp_problem_init, then set f, g and r: a resultant over Z. */
typedef struct clmodp_problem {
    size_t size;                     /**< sizeof this structure; set by _init */
    clmodp_operation operation;      /**< default RESULTANT */
    uint32_t modulus;                /**< a prime P < 2^31: the images modulo P, for degrees in y
                                          as f and g are written; 0 (default): over Z */
    uint32_t k;                      /**< of the subresultant S_k: 1 */
    clmodp_status status;            /**< the outcome; written by clmodp_compute_batch only */
    const clmodp_zxy *f;             /**< unchanged; problems may share it */
    const clmodp_zxy *g;             /**< likewise; not looked at for a discriminant */
    clmodp_zx *r;                    /**< the result, created by the caller; of no other problem.
                                          For a subresultant res_y(f, g), or NULL */
    clmodp_zxy *s;                   /**< the subresultant, likewise; else not looked at */
    clmodp_resultant_report *report; /**< of no other problem, its size set; or NULL */
} clmodp_problem;

/** Set every field to its default: all but the size are zero. */
static inline void clmodp_problem_init(clmodp_problem *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->size = sizeof *problem;
}

/** Compute a problem, of whichever operation: what the functions above do for some, and also for
 * subresultants and discriminants modulo primes. Where the options leave the engine and the way to
 * lift open, resultants and discriminants over Z of degrees up to 5 in y need no engine if bounds
 * show that 128 bits and 64 coefficients hold them: their reports have engine AUTO. Synchronous.
 * Errors: those of these functions; the problem's status is not touched */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compute(clmodp_context *context, const clmodp_problem *problem,
               const clmodp_resultant_options *options);

/** Compute many problems, each as clmodp_compute does, bit for bit. Those over Z that are
 * alike, by degrees, lengths of coefficients and remainder sequences, share primes, points and
 * launches on the device where that should take less time than the host. Others that the host
 * should compute are on all of its threads at the same time; what is left for a device, or for
 * an engine that is named, comes after them. One that fails does not stop the others. Reports
 * of problems that share launches have the bounds of all of them together, equal parts of the
 * time and of the evaluations, and the unlucky evaluations of all.
 *
 * InOut:  problems  `count` of them, all of one size
 * Errors: INVALID, UNSUPPORTED (the options, or sizes that are not set or differ; nothing is
 *         written), HOST_MEMORY, CANCELLED (those that were not reached have the status
 *         CANCELLED). What a problem's status tells is no error here; the context's message is
 *         about the first that failed
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compute_batch(clmodp_context *context, clmodp_problem *problems, size_t count,
                     const clmodp_resultant_options *options);

/** d := what a result is to be divided by where f / a and g / b stand in the place of f and g, as
 * with rational coefficients, which clmodp_zxy_from_text leaves as numerators and a denominator.
 * With p = deg_y f and q = deg_y g
 *
 *     res_y(f / a, g / b) = res_y(f, g) / (a^q b^p),  and 1 where f or g is 0
 *     S_k(f / a, g / b)   = S_k(f, g) / (a^(q-k) b^(p-k))
 *     disc_y(f / a)       = disc_y(f) / a^(2p-2)
 *
 * and modulo a prime P these divisors are from 1 to P - 1.
 *
 * Out:    d           not in lowest terms with the result: see clmodp_zx_lowest_terms
 * In:     problem     operation, modulus, k, f and g count; of a subresultant's two results d is
 *                     that of s, and that of r has the operation RESULTANT
 *         a, b        positive; d may be one of them; b is not looked at for a discriminant
 *         max_answer  the most bytes of d, but modulo a prime; 0: CLMODP_DEFAULT_MAX_ANSWER
 * Errors: INVALID (a or b is not positive, P is no prime below 2^31), DOMAIN (there is no such
 *         result, or P divides a or b), UNSUPPORTED (k is not 1), LIMIT. d is unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_problem_denominator(mpz_t d, const clmodp_problem *problem, const mpz_t a, const mpz_t b,
                           uint64_t max_answer);

/** What is known of a device, its driver and the kernels before they compute. Before its first
 * resultant there a context computes some that are known, because compilers of drivers have been
 * seen to miscompile exact products; the cache remembers that they were right. */
typedef enum clmodp_check_state {
    CLMODP_CHECK_PASSED,   /**< they were, in this context or as the cache remembers */
    CLMODP_CHECK_DUE,      /**< they are computed first, and the cache will remember it */
    CLMODP_CHECK_FORGOTTEN /**< they are computed first, in every context: there is no cache, or it
                                cannot be written */
} clmodp_check_state;

/** Compute the known resultants now, unless they are known to be right. A driver can crash where
 * it first compiles, and takes the process with it: who cannot afford that asks for the state, and
 * if it is DUE calls this in a process of its own (not a mere fork; see clmodp/core.h) before.
 * What only some inputs need is compiled and checked when they come (clmodp_device_prepare).
 *
 * In:     options  engine and residues count; NULL for all defaults
 * Cost:   seconds to a minute of compiling on CPUs; close to nothing when PASSED
 * Errors: those of clmodp_resultant. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_device_check(clmodp_context *context, const clmodp_resultant_options *options);

/** Compile all that resultants over the integers with these options may need on the device, and
 * test it, whatever is remembered: ahead of the first computation, as when an image of a system is
 * made. Where drivers and the cache keep what they compile, a later resultant compiles nothing.
 * Only for moduli and for engine SCHUR some kernels depend on the degrees, and are compiled when
 * these come.
 *
 * In:     options  engine and residues count; NULL for all defaults
 * Cost:   half a minute of compiling on CPUs
 * Errors: those of clmodp_resultant. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_device_prepare(clmodp_context *context, const clmodp_resultant_options *options);

/** *state := what is known for these options. Opens the device, compiles nothing.
 * Errors: INVALID, UNSUPPORTED, NO_DEVICE, DEVICE, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_device_check_state(clmodp_context *context, clmodp_check_state *state,
                          const clmodp_resultant_options *options);

#ifdef __cplusplus
}
#endif
#endif
