/** @file
 * Exact resultants, subresultants and discriminants of bivariate polynomials, and determinants
 * of matrices of polynomials, over Z or modulo a number: single calls, and batches of problems.
 * Also the self-test of a device. */
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

/** Certainty of a result. */
typedef enum clmodp_mode {
    CLMODP_MODE_CERTIFIED, /**< proved: as many points and primes as the proven bounds require */
    CLMODP_MODE_PROBABLE   /**< as many points and primes as the result seems to need, with a
                                random check, if this is predicted to be faster; otherwise the
                                result is proved (see error_probability) */
} clmodp_mode;

/** Method of CRT reconstruction, from residues to integers. Every method gives the same result. */
typedef enum clmodp_crt_method {
    CLMODP_CRT_AUTO,        /**< the fastest one by prediction */
    CLMODP_CRT_TREE,        /**< CRT by a product tree, on threads of the host */
    CLMODP_CRT_MIXED_RADIX, /**< mixed radix digits on the device [Eme12, 5.8] */
    CLMODP_CRT_POSITIONAL,  /**< CRT as a product of matrices on the device */
    CLMODP_CRT_CONVOLUTION  /**< products of matrices for blocks of primes, combined on the device
                                  by number-theoretic transforms; for many primes */
} clmodp_crt_method;

/** Engine computing the resultants in y, one per prime and point, and all steps around them. Every
 * engine gives the same result. */
typedef enum clmodp_engine {
    CLMODP_ENGINE_AUTO,   /**< HOST or EUCLID, whichever is predicted to be faster, including
                               device initialisation if necessary; HOST if no device can be used.
                               The report names the engine */
    CLMODP_ENGINE_EUCLID, /**< on the device: remainder sequences in lockstep, one per lane;
                               transforms */
    CLMODP_ENGINE_SCHUR,  /**< on the device: the generalised Schur algorithm on the Sylvester
                               matrix, a work-group per resultant; Vandermonde systems by the same
                               algorithm; mixed radix digits [Eme12]. It takes several times the
                               arithmetic: for comparison, and for devices suited to one work-group
                               per resultant */
    CLMODP_ENGINE_HOST    /**< on threads of the host: remainder sequences in the lanes of vectors,
                               one prime per lane. Its results are always proved */
} clmodp_engine;

/** Residue types of the Schur engine. Every type gives the same result. */
typedef enum clmodp_residues {
    CLMODP_RESIDUES_AUTO,         /**< suitable for most devices: MONTGOMERY31 */
    CLMODP_RESIDUES_MONTGOMERY31, /**< primes of 31 bits, integers only */
    CLMODP_RESIDUES_FLOAT24,      /**< primes of 24 bits, quotients in single precision */
    CLMODP_RESIDUES_DOUBLE31,     /**< primes of 31 bits, quotients in double precision */
    CLMODP_RESIDUES_DOUBLE50      /**< primes of 51 bits, products in double precision */
} clmodp_residues;

/** 256 MiB, about 650 million decimal digits, as a limit against unintended computations. */
#define CLMODP_DEFAULT_MAX_RESULT ((uint64_t)1 << 28)

/** Options of a resultant. Fill with clmodp_resultant_options_init. */
typedef struct clmodp_resultant_options {
    size_t size;         /**< sizeof this structure; set by _init */
    uint64_t max_memory; /**< as in clmodp_context_options, for this call; the lower cap applies. 0
                              (default): the context's. Smaller caps mean more chunks, never
                              another result */
    uint64_t seed;       /**< seed of the points, and of the random primes of probes and checks;
                              default 0. Never changes a proved result */
    clmodp_mode mode;    /**< default CERTIFIED; modulo a prime every result is proved */
    clmodp_crt_method crt; /**< default AUTO; TREE is used if memory is insufficient for the
                           selected method. SCHUR accepts only AUTO, HOST only AUTO and TREE */
    clmodp_engine engine;      /**< default AUTO; SCHUR requires mode CERTIFIED */
    clmodp_residues residues;  /**< default AUTO; other types require engine SCHUR, types with
                                    double precision also a device supporting it */
    uint64_t max_result; /**< fail with LIMIT if the coefficients of the result may take more bytes
                              than this: their number times the bound on their size. Decided before
                              the work starts; if the result is a power, as for polynomials in y^t,
                              before the power is computed; in mode PROBABLE by an estimate of the
                              size, if it is cheap; not modulo a prime. 0 (default):
                              CLMODP_DEFAULT_MAX_RESULT */
} clmodp_resultant_options;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_resultant_options_init(clmodp_resultant_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Times of a stage of a computation. Host and device work at the same time, so stages do not add
 * up to the time of the call; waits of the host for the device belong to no stage. */
typedef struct clmodp_stage {
    const char *name;      /**< such as "evaluate"; static */
    double host_seconds;   /**< wall-clock time of the caller's thread in this stage, without waits
                                for the device, but with waits for host threads */
    double device_seconds; /**< time of its commands on the device, including transfers, by the
                                device's clock; 0 if there are none; -1 if unknown, because a
                                caller's queue lacks CL_QUEUE_PROFILING_ENABLE */
} clmodp_stage;

/** Maximum number of stages in a report. */
#define CLMODP_MOST_STAGES 16

/** Report of a call. Set up with clmodp_resultant_report_init before the call (only `size` need be
 * set). If nothing had to be computed, as for a zero polynomial, counts and bounds are 0, and
 * there are no stages. Bounds refer to R; evaluations, necessary_evaluations and width_bound to
 * the problem without its extracted factors: contents and common powers and deflations of the
 * variables. With the first subresultant all of them refer to R, s_11 and s_10 together.
 *
 * Stages, if the engine has them, in the order of their beginnings: "plan" (bounds, primes,
 * chunks), "reduce" (integers to residues), "evaluate" (values of the coefficients in y at the
 * points), "euclid" or "schur" (univariate resultants, one per prime and point), "fallback"
 * (unlucky evaluations), "divide" (by the denominators of division-free steps), "interpolate"
 * (values to coefficients), "digits" (residues to mixed radix digits), "crt" (CRT reconstruction
 * of integers, and extracted factors restored), "check" (redundant coefficients, and a fresh
 * prime). */
typedef struct clmodp_resultant_report {
    size_t size;                    /**< sizeof this structure; set by _init */
    double seconds;                 /**< wall-clock time of the whole call */
    clmodp_engine engine;           /**< the engine used; AUTO if none was needed */
    size_t stage_count;             /**< entries of stages */
    clmodp_stage stages[CLMODP_MOST_STAGES]; /**< stages of the engine, in order */
    uint64_t primes;                /**< number of primes with computed images */
    uint64_t points;                /**< evaluation points per prime, not counting points used only
                                         to find the degree, nor second attempts of engine SCHUR */
    uint64_t chunks;                /**< chunks of primes, processed one after the other */
    uint64_t evaluations;           /**< total number of evaluations, at a point modulo a prime */
    uint64_t necessary_evaluations; /**< least number of evaluations for the size of the result:
                                         coefficients from the first to the last, and their bits */
    uint64_t unlucky;               /**< evaluations not solved by the engine's algorithm: in
                                         EUCLID outside the common degree sequence, in SCHUR with a
                                         singular minor */
    uint64_t fallback;              /**< of these, evaluations solved by the fallback with formal
                                         degrees; the others are replaced by further points */
    uint64_t degree_bound;          /**< deg R <= this */
    uint64_t valuation_bound;       /**< x^this divides R */
    uint64_t width_bound;           /**< number of coefficients allowed by the bounds */
    uint64_t height_bits;           /**< |coefficients of R| < 2^this */
    const char *height_bound_name;  /**< name of the bound giving height_bits; static; "": none */
    const char *crt_name;          /**< method of CRT reconstruction: "tree", "mixed-radix",
                                         "positional" or "convolution", or "horner" in engine
                                         SCHUR; static; "": not needed */
    uint64_t memory_bytes;          /**< peak memory in bytes, counted like max_memory */
    double error_probability;       /**< 0: proved, up to undetected machine faults, also in mode
                                         PROBABLE; else an upper bound on the probability, over the
                                         choice of the seed, of a wrong result: take a random seed
                                         if others chose f and g */
} clmodp_resultant_report;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_resultant_report_init(clmodp_resultant_report *report)
{
    memset(report, 0, sizeof *report);
    report->size = sizeof *report;
}

/** Computes r = res_y(f, g), the determinant of the Sylvester matrix of f and g in y: deg_y g rows
 * of f's coefficients above deg_y f rows of g's, highest powers of y first. So res_y(y - a,
 * y - b) = a - b, and res_y(g, f) = (-1)^{pq} res_y(f, g) with p = deg_y f, q = deg_y g. A zero
 * polynomial gives 0; f free of y gives f^q; both free of y give 1.
 *
 * Out:    r        in the variable x
 *         report   may be NULL; written when the call succeeds
 * In:     f, g     any polynomials; unchanged
 *         options  NULL for all defaults
 *
 * Cost:   about p*q/2 updates for each of N primes and M points, N ~ height/31 bits,
 *         M ~ p deg_x g + q deg_x f
 * Errors: INVALID (also: options or a report with unset size), UNSUPPORTED (conflicting options),
 *         LIMIT (more points than primes have, too few primes of the residue type, sizes beyond
 *         the word, a result above max_result), NO_DEVICE (the device does not support the residue
 *         type), HOST_MEMORY, DEVICE_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT, CANCELLED. r is
 *         unchanged then.
 * Source: [Eme12]; the remainder sequences replace its Schur algorithm
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_resultant(clmodp_context *context, clmodp_zx *r, clmodp_resultant_report *report,
                 const clmodp_zxy *f, const clmodp_zxy *g,
                 const clmodp_resultant_options *options);

/** Computes r = res_y(f, g) mod P, with coefficients in [0, P): the determinant above modulo P,
 * for p and q as f and g are written, even if some of their coefficients vanish modulo P.
 *
 * Modulo a prime P < 2^62 the result is proved, in every mode: N = 1, at more points than proven
 * bounds on the degree require. If P - 1 has no suitable divisor, interpolation costs 3 M^2
 * products. Redundant coefficients and values at random points are checked as well, against
 * machine faults. From 2^31 on engine AUTO is HOST. For any other P, if P < M + 2, if predicted to
 * be faster, or if the engine does not support P, the resultant of integers with these images, at
 * most P / 2 in absolute value, is computed and reduced: up to p + q times the work.
 *
 * In:     modulus  P > 1
 * Errors: also INVALID (P < 2)
 *
 * Otherwise as clmodp_resultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_resultant_mod(clmodp_context *context, clmodp_zx *r, clmodp_resultant_report *report,
                     const clmodp_zxy *f, const clmodp_zxy *g, uint64_t modulus,
                     const clmodp_resultant_options *options);

/** Computes s = S_k(f, g) = s_kk(x) y^k + ... + s_k0(x), the k-th subresultant of f and g in y,
 * and r = res_y(f, g) = S_0 from the same remainder sequences. S_k is the determinant polynomial
 * of the q - k rows y^{q-k-1} f, ..., f above the p - k rows y^{p-k-1} g, ..., g, p = deg_y f, q =
 * deg_y g: s_kj is the minor with the columns of y^{p+q-k-1}, ..., y^{k+1} and, as the last one,
 * the column of y^j. So
 *
 *     S_k(g, f) = (-1)^{(p-k)(q-k)} S_k(f, g);
 *     S_q = lc(g)^{p-q-1} g for p > q, S_p = lc(f)^{q-p-1} f for p < q; for p = q there is no
 *     S_p, and S_{p-1} = lc(f) g - lc(g) f;
 *     S_k vanishes at all common zeros of f and g, and is 0 for k below the degree in y of their
 *     gcd, which divides the next one.
 *
 * If R(x) = 0 and s_11(x) != 0, the only common zero above x is y = -s_10(x) / s_11(x).
 *
 * Out:    s        in x and y
 *         r        may be NULL, and is not computed then
 *         report   as for clmodp_resultant
 * In:     k        at most p and q, and less than one of them; or 0
 * Cost:   as clmodp_resultant, with interpolation and CRT reconstruction of k + 2 polynomials in
 *         x; powers of y are not extracted
 * Errors: also DOMAIN (there is no S_k), LIMIT (k >= 2^20 - 1), UNSUPPORTED (k > 0 by engine
 *         SCHUR). s and r are unchanged after errors.
 *
 * Otherwise as clmodp_resultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_subresultant(clmodp_context *context, clmodp_zxy *s, clmodp_zx *r,
                    clmodp_resultant_report *report, unsigned k, const clmodp_zxy *f,
                    const clmodp_zxy *g, const clmodp_resultant_options *options);

/** Computes S_0, ..., S_{count-1} from the same remainder sequences: the subresultant chain for
 * count = min(p, q), p = deg_y f, q = deg_y g.
 *
 * Out:    s        array of `count` polynomials in x and y, different from each other
 * In:     count    at least 1, and as clmodp_subresultant needs it for k = count - 1
 * Cost:   as clmodp_resultant, with interpolation and CRT reconstruction of count (count + 1) / 2
 *         polynomials in x, each with as many primes as its bounds require
 * Errors: also INVALID (count is 0), DOMAIN (S_{count-1} does not exist), LIMIT (more than 2^20
 *         coefficients in y). s is unchanged after errors.
 *
 * Otherwise as clmodp_subresultant. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_subresultants(clmodp_context *context, clmodp_zxy *const *s, size_t count,
                     clmodp_resultant_report *report, const clmodp_zxy *f, const clmodp_zxy *g,
                     const clmodp_resultant_options *options);

/** Computes their principal coefficients s_00, s_11, ... alone: the gcd of f and g in y has degree
 * k if s_kk is the first that is not 0, at each x where not both leading coefficients vanish.
 *
 * Out:    c        array of `count` polynomials in x, different from each other
 *
 * Otherwise as clmodp_subresultants. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_principal_subresultants(clmodp_context *context, clmodp_zx *const *c, size_t count,
                               clmodp_resultant_report *report, const clmodp_zxy *f,
                               const clmodp_zxy *g, const clmodp_resultant_options *options);

/** Computes d = disc_y(f) = (-1)^{n(n-1)/2} res_y(f, df/dy) / lc_y(f), n = deg_y f >= 1, exactly;
 * 1 for n = 1. Otherwise as clmodp_resultant.
 *
 * Errors: also DOMAIN (f is free of y) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_discriminant(clmodp_context *context, clmodp_zx *d, clmodp_resultant_report *report,
                    const clmodp_zxy *f, const clmodp_resultant_options *options);

/** Requested operation of a problem. */
typedef enum clmodp_operation {
    CLMODP_OPERATION_RESULTANT,    /**< r = res_y(f, g) */
    CLMODP_OPERATION_SUBRESULTANT, /**< s = S_k(f, g), and r = res_y(f, g) unless r is NULL */
    CLMODP_OPERATION_DISCRIMINANT, /**< r = disc_y(f); g is ignored */
    CLMODP_OPERATION_SUBRESULTANTS, /**< S_0(f, g), ..., or their principal coefficients */
    CLMODP_OPERATION_DETERMINANT /**< r = the determinant of the k x k matrix whose entry in row i
                                      and column j, from 0 on, is f's coefficient of y^(i k + j);
                                      g is ignored */
} clmodp_operation;

/** A problem. Fill with clmodp_problem_init, then set f, g and r: a resultant over Z. */
typedef struct clmodp_problem {
    size_t size;                     /**< sizeof this structure; set by _init */
    clmodp_operation operation;      /**< default RESULTANT */
    uint32_t k;                      /**< index of the subresultant S_k; the matrix's order */
    uint64_t modulus;                /**< P > 1: the images modulo P, for degrees in y as f and g
                                          are written; 0 (default): over Z */
    clmodp_status status;            /**< outcome; written by clmodp_compute_batch only */
    const clmodp_zxy *f;             /**< unchanged; problems may share it */
    const clmodp_zxy *g;             /**< likewise; ignored for discriminants and determinants */
    clmodp_zx *r;                    /**< the result, created by the caller, not shared with other
                                          problems. For a subresultant res_y(f, g), or NULL */
    clmodp_zxy *s;                   /**< the subresultant, likewise; otherwise ignored */
    clmodp_resultant_report *report; /**< not shared with other problems, its size set; or NULL */
    size_t count;                    /**< SUBRESULTANTS: their number */
    clmodp_zxy *const *chain;        /**< SUBRESULTANTS: the results like s, as
                                          clmodp_subresultants; or NULL */
    clmodp_zx *const *principal;     /**< if `chain` is NULL: the results like r, as
                                          clmodp_principal_subresultants; otherwise ignored */
} clmodp_problem;

/** Sets every field to its default: all but the size are zero. */
static inline void clmodp_problem_init(clmodp_problem *problem)
{
    memset(problem, 0, sizeof *problem);
    problem->size = sizeof *problem;
}

/** Computes a problem with any operation: like the functions above, and also subresultants and
 * discriminants modulo numbers, and determinants, which are proved in every mode. Some problems
 * need no engine, if the options leave the engine and the method of CRT reconstruction open:
 * resultants and discriminants over Z of degrees up to 5 in y, if bounds show that 128 bits and 64
 * coefficients suffice; and those of degrees up to 12, also modulo numbers, with few terms, if
 * minors are predicted to be faster. Their reports have engine AUTO. Synchronous.
 * Errors: as for these functions; the problem's status is not changed */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compute(clmodp_context *context, const clmodp_problem *problem,
               const clmodp_resultant_options *options);

/** Computes many problems, each bit for bit as clmodp_compute does. Problems over Z of equal shape
 * (degrees, lengths of coefficients and remainder sequences) are merged, sharing primes, points
 * and launches on the device, if this is predicted to be faster than the host; on a GPU, or for a
 * named engine, also problems of equal degrees in y only. Other problems for the host run on all
 * of its threads at the same time. Problems for a device, or for a named engine, follow, the
 * longest first: two at a time on a CPU and four on a GPU, with equal parts of the memory, so that
 * the host works for some while the device works for others; those that need more memory follow
 * one by one. A failing problem does not stop the others. Reports of merged problems have their
 * common bounds, equal parts of the time and of the evaluations, and the unlucky evaluations of
 * all.
 *
 * InOut:  problems  `count` problems, all of equal structure size
 * Errors: INVALID, UNSUPPORTED (the options, or structure sizes unset or different; nothing is
 *         written), HOST_MEMORY, CANCELLED (problems not reached have the status CANCELLED).
 *         Failures of single problems, shown by their statuses, are no errors here; the context's
 *         message explains the first one
 *
 * Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compute_batch(clmodp_context *context, clmodp_problem *problems, size_t count,
                     const clmodp_resultant_options *options);

/** Computes problems that need no engine (see clmodp_compute) on one thread: a program with
 * threads of its own can read, compute and use each small result at once, and leaves other
 * problems to clmodp_compute_batch. */
typedef struct clmodp_small_solver clmodp_small_solver;

/** Creates a solver with a context's settings. Further functions of the solver use no context, and
 * different solvers may be used at the same time.
 *
 * Out:    solver   released with clmodp_small_solver_destroy; NULL on failure
 * In:     options  as for clmodp_compute; may be NULL
 * Errors: INVALID, UNSUPPORTED (the options), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_small_solver_create(clmodp_small_solver **solver, clmodp_context *context,
                           const clmodp_resultant_options *options);

/** Computes a problem as clmodp_compute does, and returns 1, if it needs no engine. Otherwise, and
 * after failures, which clmodp_compute then explains, returns 0 and changes nothing. */
CLMODP_API CLMODP_NODISCARD int clmodp_small_solver_compute(clmodp_small_solver *solver,
                                                            const clmodp_problem *problem);

/** Releases a solver; NULL is allowed. */
CLMODP_API void clmodp_small_solver_destroy(clmodp_small_solver *solver);

/** Sets d to the divisor turning a result for f and g into the result for f / a and g / b, as
 * needed for rational coefficients, which clmodp_zxy_from_text reads as numerators and a
 * denominator. With p = deg_y f and q = deg_y g
 *
 *     res_y(f / a, g / b) = res_y(f, g) / (a^q b^p),  and 1 if f or g is 0
 *     S_k(f / a, g / b)   = S_k(f, g) / (a^(q-k) b^(p-k))     each of SUBRESULTANTS alone
 *     disc_y(f / a)       = disc_y(f) / a^(2p-2)
 *     det(f / a)          = det(f) / a^k
 *
 * and modulo P these divisors are from 1 to P - 1.
 *
 * Out:    d           not in lowest terms with the result: see clmodp_zx_lowest_terms
 * In:     problem     operation, modulus, k, f and g are used; for a subresultant d is the divisor
 *                     of s, and the divisor of r has the operation RESULTANT
 *         a, b        positive; d may be one of them; b is ignored if g is
 *         max_result  maximum size of d in bytes, except modulo P; 0:
 *                     CLMODP_DEFAULT_MAX_RESULT
 * Errors: INVALID (a or b is not positive, P is 1), DOMAIN (there is no such
 *         result, or a or b has no inverse modulo P), UNSUPPORTED (SUBRESULTANTS), LIMIT. d is
 *         unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_problem_denominator(mpz_t d, const clmodp_problem *problem, const mpz_t a, const mpz_t b,
                           uint64_t max_result);

/** State of the self-test of a device, its driver and the kernels. Before its first resultant on a
 * device a context computes some known resultants, because drivers' compilers have been seen to
 * miscompile exact products; the cache remembers passed tests. */
typedef enum clmodp_self_test_state {
    CLMODP_SELF_TEST_PASSED, /**< passed, in this context or according to the cache */
    CLMODP_SELF_TEST_DUE, /**< the test runs first, and the cache will remember it */
    CLMODP_SELF_TEST_NOT_STORED /**< the test runs first, in every context: there is no cache, or
                                it is not writable */
} clmodp_self_test_state;

/** Runs the self-test now, unless it is known to have passed. To survive a driver's crash during
 * its first compilation, a program queries the state and, if it is DUE, first calls this function
 * in a separate process (not a mere fork; see clmodp/core.h). Kernels for special inputs are
 * compiled and tested when needed (clmodp_device_prepare).
 *
 * In:     options  engine and residues are used; NULL for all defaults
 * Cost:   seconds to a minute of compilation on CPUs; close to nothing when PASSED
 * Errors: as clmodp_resultant. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_device_check(clmodp_context *context, const clmodp_resultant_options *options);

/** Compiles all kernels for resultants over the integers with these options, and tests the device
 * even if tests have passed before, as when a system image is made. If drivers and the cache keep
 * compiled kernels, a later resultant compiles nothing, except kernels for moduli and engine SCHUR
 * that depend on the degrees.
 *
 * In:     options  engine and residues are used; NULL for all defaults
 * Cost:   half a minute of compilation on CPUs
 * Errors: as clmodp_resultant. Synchronous. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_device_prepare(clmodp_context *context, const clmodp_resultant_options *options);

/** Sets *state to the state of the self-test for these options. Opens the device, compiles
 * nothing. Errors: INVALID, UNSUPPORTED, NO_DEVICE, DEVICE, HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_device_check_state(clmodp_context *context, clmodp_self_test_state *state,
                          const clmodp_resultant_options *options);

#ifdef __cplusplus
}
#endif
#endif
