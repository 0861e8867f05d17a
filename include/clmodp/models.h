/** @file
 * Models of many-core machines: the many-core machine model (MMM) [HMX], the threaded many-core
 * memory model (TMM) [MCA14], and Brent's theorem [Brent 1974]. No call opens a device. Programs
 * link libclmodp-models beside libclmodp, see clmodp/tuning.h.
 *
 * Quantities are doubles, exact up to 2^53. Failing calls write an explanation to `message`, which
 * may be NULL, and leave their results unchanged. */
#ifndef CLMODP_MODELS_H
#define CLMODP_MODELS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- MMM: programs ---- */

/** The abstract machine of MMM, section 2.1. A local operation takes the time 1. */
typedef struct clmodp_mmm_machine {
    double U; /**< time to move a word between global and local memory, in local operations: > 0 */
    double Z; /**< words of the local memory of a multiprocessor; 0: unlimited */
} clmodp_mmm_machine;

/** Identical thread-blocks of a kernel. */
typedef struct clmodp_mmm_blocks {
    uint64_t count;       /**< number of these thread-blocks: 1 or more */
    uint64_t threads;     /**< threads of a block: 1 to Z */
    uint64_t local_words; /**< words of local memory of a block: up to Z */
    double work;          /**< local operations of all threads of a block: from `span` to `threads`
                               times `span` */
    double span;          /**< local operations of the busiest thread: at most the work */
    double read;          /**< words of global memory that the busiest thread reads */
    double written;       /**< words of global memory written by it */
} clmodp_mmm_blocks;

/** MMM's measures of a block, a kernel or a program, section 2.3. */
typedef struct clmodp_mmm_measures {
    double work;     /**< W: local operations of all threads */
    double span;     /**< S: of a program, along the path of kernels with the largest span */
    double overhead; /**< O: the sum over thread-blocks of (read + written) U */
    double N;        /**< thread-blocks: vertices of the thread-block DAG */
    double L;        /**< vertices of its longest path: the parallel steps of Mirsky's theorem.
                          (Section 2.2 counts edges, of which a program of one block has none.) */
    double K;        /**< thread-blocks of its largest anti-chain */
    double C;        /**< maximum over blocks of span plus overhead */
} clmodp_mmm_measures;

/** Returns Theorem 1's bound on the running time on P = `multiprocessors`: (N / P + L) C.
 * Pre: measures is not NULL, here and below; multiprocessors > 0 */
CLMODP_API double clmodp_mmm_bound(const clmodp_mmm_measures *measures, double multiprocessors);

/** Returns Corollary 1's bound, on as many multiprocessors as are useful: (N / K + L) C. */
CLMODP_API double clmodp_mmm_corollary(const clmodp_mmm_measures *measures);

/** An MMM program: a directed acyclic graph of kernels, built by the caller. */
typedef struct clmodp_mmm_program clmodp_mmm_program;

/** Creates an empty program, released with clmodp_mmm_program_destroy. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mmm_program_create(clmodp_mmm_program **program);

/** Releases a program. NULL is allowed. */
CLMODP_API void clmodp_mmm_program_destroy(clmodp_mmm_program *program);

/** Adds a kernel.
 *
 * Out:    kernel   its number: 0, 1, ... in the order of calls; may be NULL
 * In:     classes  classes of identical thread-blocks, copied; at least one
 * Errors: INVALID (no classes; a class violating a rule of clmodp_mmm_blocks), LIMIT (2^32
 *         kernels; 2^53 thread-blocks in all), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_program_add(clmodp_mmm_program *program, size_t *kernel,
                       const clmodp_mmm_blocks *classes, size_t count);

/** Makes kernel `after` wait for `before`. Errors: INVALID (no such kernels), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mmm_program_order(clmodp_mmm_program *program,
                                                                   size_t before, size_t after);

/** Computes the measures of the whole program.
 *
 * Cost:   linear in kernels and dependencies, except for K: a maximum flow over them
 * Errors: INVALID (an invalid machine, a cycle of kernels, a block exceeding Z), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_program_measure(clmodp_mmm_program *program, clmodp_mmm_measures *measures,
                           const clmodp_mmm_machine *machine);

/** Computes the measures of one kernel: L is 1, and K is N. Errors: as before; no such kernel */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_kernel_measure(clmodp_mmm_program *program, clmodp_mmm_measures *measures,
                          size_t kernel, const clmodp_mmm_machine *machine);

/** Returns the error message of the program's last call, valid until the next; "": none. */
CLMODP_API const char *clmodp_mmm_program_message(const clmodp_mmm_program *program);

/* ---- MMM: the paper's algorithms ---- */

/** Algorithms analysed in [HMX]. Polynomials have n and m terms, n >= m. */
typedef enum clmodp_mmm_algorithm {
    CLMODP_MMM_DIVISION,       /**< section 3: n terms by m terms */
    CLMODP_MMM_RADIX_SORT,     /**< section 4: n keys of `bits` bits */
    CLMODP_MMM_MULTIPLICATION, /**< section 5: n terms by m terms */
    CLMODP_MMM_GCD             /**< section 6: n terms and m terms */
} clmodp_mmm_algorithm;

/** Variant of the closed forms. */
typedef enum clmodp_mmm_forms {
    CLMODP_MMM_PRINTED,  /**< as printed in the paper */
    CLMODP_MMM_CORRECTED /**< corrected if the printed forms do not follow from the algorithm
                              (derivations: docs/models.md); otherwise the same */
} clmodp_mmm_forms;

/** An algorithm, its sizes and its program parameters. The closed forms hold for multiples of a
 * block's share; for other sizes they interpolate. */
typedef struct clmodp_mmm_question {
    clmodp_mmm_algorithm algorithm; /**< algorithm */
    clmodp_mmm_forms forms;         /**< variant of the closed forms */
    int naive;   /**< not 0: the naive algorithm (3.1, 6.1), or s = 1 if there is no other */
    double n;    /**< terms; or keys, 4 l or more */
    double m;    /**< terms of the second polynomial; not for RADIX_SORT */
    double s;    /**< program parameter, from 1 to m; not for naive algorithms */
    double l;    /**< threads per block; optimised DIVISION and GCD have 3 s instead */
    double bits; /**< RADIX_SORT: bits of a key, a multiple of s */
    clmodp_mmm_machine machine; /**< machine of the prediction */
} clmodp_mmm_question;

/** Returns the words of local memory of a thread-block, at most Z. */
CLMODP_API double clmodp_mmm_local_words(const clmodp_mmm_question *question);

/** Computes the closed forms of work, span, overhead, N, L, K and C.
 *
 * Errors: INVALID (invalid sizes, parameters or machine; local memory beyond Z) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_predict(clmodp_mmm_measures *measures, const clmodp_mmm_question *question,
                   char *message, size_t message_size);

/** Computes an equation of [HMX]: the ratio of naive and optimised algorithm.
 *
 * - DIVISION, l = Z/2 and s = Z/7: (5) work, (6) overhead, (7) bound, in terms of U and Z;
 * - RADIX_SORT: (8) work, (9) overhead, in terms of s and l; (10) the leading terms of the bound
 *   for s = lg l, in terms of l and U;
 * - MULTIPLICATION, m = n: (11) overhead, (12) bound, in terms of n, s and U;
 * - GCD, m = n, l = Z/2 and s = Z/6: (13) overhead, (14) bound, in terms of n, U and Z; (15) its
 *   limit for large n.
 *
 * Out:    value     as printed in the paper
 * In:     equation  5 to 15
 * Errors: INVALID (no such equation; a missing variable; s > n; sizes without a positive value) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_equation(double *value, unsigned equation, const clmodp_mmm_question *question,
                    char *message, size_t message_size);

/** Returns the local memory Z beyond which optimised DIVISION or GCD has the smaller bound, for
 * large sizes and blocks filling Z: 12.6 and 9.6 in print. 0 for other algorithms. */
CLMODP_API double clmodp_mmm_crossing(clmodp_mmm_algorithm algorithm, clmodp_mmm_forms forms);

/* ---- TMM ---- */

/** The abstract machine of TMM. The unit of time is an operation of a core. */
typedef struct clmodp_tmm_machine {
    double L; /**< time of an access to slow memory */
    double C; /**< words per access: the width of a chunk */
    double P; /**< cores */
    double X; /**< maximum number of threads per core */
    double Z; /**< words of the fast memory of a group of cores */
} clmodp_tmm_machine;

/** TMM's description of an algorithm. */
typedef struct clmodp_tmm_amounts {
    double T1;      /**< work: all operations */
    double T_inf;   /**< span: operations of the critical path */
    double M;       /**< accesses to slow memory; words in one chunk are one access */
    double threads; /**< threads available to keep memory busy, on all cores together */
} clmodp_tmm_amounts;

/** Terms of the running time. */
typedef enum clmodp_tmm_term {
    CLMODP_TMM_WORK,    /**< T1 / P */
    CLMODP_TMM_SPAN,    /**< T_inf */
    CLMODP_TMM_LATENCY, /**< M L / (T P) with fewer threads than the machine allows */
    CLMODP_TMM_ACCESSES /**< M L / (T P) with as many threads as the machine allows */
} clmodp_tmm_term;

/** Returns the program's name of a term, such as "latency"; NULL for other values. */
CLMODP_API const char *clmodp_tmm_term_name(clmodp_tmm_term term);

/** A running time by TMM. It is asymptotic: constants are omitted. */
typedef struct clmodp_tmm_time {
    clmodp_tmm_amounts amounts; /**< amounts of the algorithm */
    double T;             /**< threads per core */
    double work;          /**< T1 / P */
    double memory;        /**< M L / (T P) */
    double time;          /**< the largest of work, T_inf and memory */
    clmodp_tmm_term term; /**< the term giving this maximum */
} clmodp_tmm_time;

/** Computes the running time max(T1 / P, T_inf, M L / (T P)) [MCA14, (1)].
 *
 * In:     T  threads per core, up to X; 0: as many as the algorithm has, up to X
 * Errors: INVALID (negative amounts, an invalid machine, T beyond X) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_tmm_measure(clmodp_tmm_time *time, const clmodp_tmm_amounts *amounts, double T,
                   const clmodp_tmm_machine *machine, char *message, size_t message_size);

/** Algorithms of Table II, and blocked merge with the cost of its partition, equation (7). */
typedef enum clmodp_tmm_algorithm {
    CLMODP_TMM_REDUCE,
    CLMODP_TMM_SCAN,
    CLMODP_TMM_MERGE,
    CLMODP_TMM_BLOCKED_MERGE,
    CLMODP_TMM_MERGE_SORT,
    CLMODP_TMM_ODD_EVEN_SORT,
    CLMODP_TMM_CONNECTED_COMPONENTS,
    CLMODP_TMM_SPANNING_TREE,
    CLMODP_TMM_SUFFIX_TREE,
    CLMODP_TMM_SUFFIX_ARRAY,
    CLMODP_TMM_FFT,
    CLMODP_TMM_LIST_RANKING,
    CLMODP_TMM_ALL_PAIRS,
    CLMODP_TMM_ALGORITHMS /**< number of algorithms */
} clmodp_tmm_algorithm;

/** Returns the program's name of an algorithm, such as "merge-sort"; NULL for other values. */
CLMODP_API const char *clmodp_tmm_name(clmodp_tmm_algorithm algorithm);

/** An algorithm and its sizes. */
typedef struct clmodp_tmm_question {
    clmodp_tmm_algorithm algorithm; /**< algorithm */
    clmodp_mmm_forms forms; /**< CORRECTED: derived accesses of ODD_EVEN_SORT, and the span of
                                 MERGE_SORT from section V.B */
    double n;               /**< elements, nodes or queries */
    double m;               /**< for graphs: edges; for strings: length of the reference */
    double k;               /**< for strings: length of a query */
    double T;               /**< threads per core, up to X; 0: as many as there are, up to X */
    clmodp_tmm_machine machine; /**< machine of the prediction */
} clmodp_tmm_question;

/** Computes the amounts of an algorithm, and its running time.
 *
 * Errors: INVALID (invalid sizes or machine, T beyond X) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_tmm_predict(clmodp_tmm_time *time, const clmodp_tmm_question *question, char *message,
                   size_t message_size);

/** Returns 1 if the paper also covers few threads: equations (3), (4), (6), (9), (10). For other
 * algorithms clmodp assumes one thread per element. */
CLMODP_API int clmodp_tmm_refined(clmodp_tmm_algorithm algorithm);

/** A size at which the dominating term of the running time changes, as n grows. */
typedef struct clmodp_tmm_change {
    double n;               /**< the new term dominates from here on */
    clmodp_tmm_term before; /**< dominating term below */
    clmodp_tmm_term after;  /**< dominating term above */
} clmodp_tmm_change;

/** Maximum number of reported changes. */
#define CLMODP_TMM_MOST_CHANGES 8

/** Lists the changes from question->n up to `most`: the first CLMODP_TMM_MOST_CHANGES of them, at
 * a resolution of 2^(1/16) in n; several changes within one such step are reported as one.
 *
 * Out:    changes  in ascending order
 * Errors: as clmodp_tmm_predict */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_tmm_changes(clmodp_tmm_change changes[CLMODP_TMM_MOST_CHANGES], size_t *count,
                   const clmodp_tmm_question *question, double most, char *message,
                   size_t message_size);

/* ---- Brent's theorem ---- */

/** Steps of a parallel algorithm with the same number of operations. */
typedef struct clmodp_brent_steps {
    uint64_t work;  /**< operations per step */
    uint64_t steps; /**< number of steps */
} clmodp_brent_steps;

/** Times by Brent's theorem. */
typedef struct clmodp_brent_time {
    uint64_t work;  /**< W: all operations */
    uint64_t depth; /**< D: steps */
    uint64_t time;  /**< exact time on p processors: the sum over steps of ceil(W_i / p) */
    uint64_t bound; /**< floor(W / p) + D, an upper bound of `time` */
} clmodp_brent_time;

/** Computes the exact time on p processors, and the bound.
 *
 * Errors: INVALID (no processors, steps without operations), LIMIT (2^63 operations) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_brent_predict(clmodp_brent_time *time, const clmodp_brent_steps *steps, size_t count,
                     uint64_t processors, char *message, size_t message_size);

/** Returns the speed-up over a sequential algorithm of Ws operations: Ws / (W / p + D). */
CLMODP_API double clmodp_brent_speedup(double sequential, const clmodp_brent_time *time,
                                       double processors);

/** Returns W / D: up to this number of processors a work-efficient algorithm has at least half of
 * the possible speed-up. */
CLMODP_API double clmodp_brent_processors(const clmodp_brent_time *time);

/** Algorithms for prefix sums of n elements, n a power of two. */
typedef enum clmodp_brent_scan {
    CLMODP_BRENT_TREE,    /**< up and down a tree [Blelloch 1990]: W = 2(n - 1), D = 2 lg n */
    CLMODP_BRENT_RUNS,    /**< runs of f elements added sequentially, a tree over their sums, and,
                               in the corrected form, the sums added to the runs */
    CLMODP_BRENT_DOUBLING /**< W = n lg n - n + 1, D = lg n: not work-efficient [Hillis, Steele
                               1986] */
} clmodp_brent_scan;

/** Maximum number of classes of steps in a scan. */
#define CLMODP_BRENT_MOST_STEPS 130

/** Lists the steps of a scan.
 *
 * In:     n  a power of two below 2^62
 *         f  RUNS: a power of two up to n / 2; else ignored
 *         forms  for RUNS. PRINTED: f steps of n / f and a tree over n / f sums. CORRECTED: f - 1
 *                steps each before and after the tree
 * Errors: INVALID */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_brent_scan_steps(clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS], size_t *count,
                        clmodp_brent_scan scan, clmodp_mmm_forms forms, uint64_t n, uint64_t f,
                        char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
