/** @file
 * Models of many-core machines: the many-core machine model (MMM) [HMX], the threaded many-core
 * memory model (TMM) [MCA14], and Brent's theorem [Brent 1974]. Nothing here opens a device.
 * Programs link libclmodp-models beside libclmodp, as clmodp/tuning.h says.
 *
 * Quantities are doubles, exact as far as 2^53 goes. Calls that can fail explain why in `message`,
 * which may be NULL, and leave their results unchanged. */
#ifndef CLMODP_MODELS_H
#define CLMODP_MODELS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- MMM: programs ---- */

/** The abstract machine of MMM, section 2.1. Its local operation takes the time 1. */
typedef struct clmodp_mmm_machine {
    double U; /**< time to move a word between global and local memory, in local operations: > 0 */
    double Z; /**< words of the local memory of a multiprocessor; 0: as many as are wanted */
} clmodp_mmm_machine;

/** Thread-blocks of a kernel that do the same. */
typedef struct clmodp_mmm_blocks {
    uint64_t count;       /**< of these thread-blocks: 1 or more */
    uint64_t threads;     /**< of a block: 1 to Z */
    uint64_t local_words; /**< of local memory that a block takes: up to Z */
    double work;          /**< local operations of all threads of a block: from `span` to `threads`
                               times that */
    double span;          /**< of the busiest thread: at most the work */
    double read;          /**< words of global memory that the busiest thread reads */
    double written;       /**< and writes */
} clmodp_mmm_blocks;

/** What MMM says of a block, a kernel or a program, section 2.3. */
typedef struct clmodp_mmm_measures {
    double work;     /**< W: local operations of all threads */
    double span;     /**< S: of a program, along the path of kernels that has most */
    double overhead; /**< O: the sum over thread-blocks of (read + written) U */
    double N;        /**< thread-blocks: vertices of the thread-block DAG */
    double L;        /**< vertices of its longest path, which are the parallel steps of Mirsky's
                          theorem. (Section 2.2 counts edges; then a program of one block would
                          take no longer than a part of that block.) */
    double K;        /**< thread-blocks of its largest anti-chain */
    double C;        /**< the most that the span and the overhead of one block are together */
} clmodp_mmm_measures;

/** Theorem 1's bound of the running time on that many multiprocessors: (N / P + L) C.
 * Pre: measures is not NULL, here and below; multiprocessors > 0 */
CLMODP_API double clmodp_mmm_bound(const clmodp_mmm_measures *measures, double multiprocessors);

/** Corollary 1's bound, on as many multiprocessors as are of use: (N / K + L) C. */
CLMODP_API double clmodp_mmm_corollary(const clmodp_mmm_measures *measures);

/** An MMM program: a directed acyclic graph of kernels, which the caller builds. */
typedef struct clmodp_mmm_program clmodp_mmm_program;

/** A program without kernels, released with clmodp_mmm_program_destroy. Errors: HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mmm_program_create(clmodp_mmm_program **program);

/** Release a program. NULL is allowed. */
CLMODP_API void clmodp_mmm_program_destroy(clmodp_mmm_program *program);

/** Add a kernel.
 *
 * Out:    kernel   its number: 0, 1, ... in the order of calls; may be NULL
 * In:     classes  of its thread-blocks, copied; at least one
 * Errors: INVALID (no classes; a class that breaks a rule of clmodp_mmm_blocks), LIMIT (2^32
 *         kernels; 2^53 thread-blocks in all), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_program_add(clmodp_mmm_program *program, size_t *kernel,
                       const clmodp_mmm_blocks *classes, size_t count);

/** One kernel begins when another has ended. Errors: INVALID (no such kernels), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_mmm_program_order(clmodp_mmm_program *program,
                                                                   size_t before, size_t after);

/** What MMM says of the whole program.
 *
 * Cost:   linear in kernels and dependencies, but for K: a maximum flow over them
 * Errors: INVALID (a machine that is none, kernels that wait for each other in a circle, a block
 *         that does not fit Z), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_program_measure(clmodp_mmm_program *program, clmodp_mmm_measures *measures,
                           const clmodp_mmm_machine *machine);

/** What MMM says of one kernel: L is 1, and K is N. Errors: as before; no such kernel */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_kernel_measure(clmodp_mmm_program *program, clmodp_mmm_measures *measures,
                          size_t kernel, const clmodp_mmm_machine *machine);

/** Why the last call with this program failed; "" if it did not. Valid until the next one. */
CLMODP_API const char *clmodp_mmm_program_message(const clmodp_mmm_program *program);

/* ---- MMM: the paper's algorithms ---- */

/** Algorithms that [HMX] analyses. Polynomials have n and m terms, n >= m. */
typedef enum clmodp_mmm_algorithm {
    CLMODP_MMM_DIVISION,       /**< section 3: n terms by m terms */
    CLMODP_MMM_RADIX_SORT,     /**< section 4: n keys of `bits` bits */
    CLMODP_MMM_MULTIPLICATION, /**< section 5: n terms by m terms */
    CLMODP_MMM_GCD             /**< section 6: of n and of m terms */
} clmodp_mmm_algorithm;

/** Which closed forms. */
typedef enum clmodp_mmm_forms {
    CLMODP_MMM_PRINTED,  /**< as the paper prints them */
    CLMODP_MMM_CORRECTED /**< where these do not follow from the algorithm that they are said of,
                              ours (docs/models.md has the derivations); elsewhere the same */
} clmodp_mmm_forms;

/** An algorithm, its sizes and its program parameters. Forms are those for sizes which are
 * multiples of what a block takes; others are interpolated. */
typedef struct clmodp_mmm_question {
    clmodp_mmm_algorithm algorithm; /**< of which */
    clmodp_mmm_forms forms;         /**< in which form */
    int naive;   /**< not 0: the naive algorithm (3.1, 6.1), or s = 1 where there is no other */
    double n;    /**< terms; or keys, 4 l or more */
    double m;    /**< terms of the second polynomial; not of RADIX_SORT */
    double s;    /**< program parameter, 1 or more, m at most; not of naive algorithms */
    double l;    /**< threads of a block; of optimised DIVISION and GCD it is 3 s instead */
    double bits; /**< RADIX_SORT: of a key, a multiple of s */
    clmodp_mmm_machine machine; /**< for which machine */
} clmodp_mmm_question;

/** Words of local memory that a thread-block takes, which are at most Z. */
CLMODP_API double clmodp_mmm_local_words(const clmodp_mmm_question *question);

/** The closed forms of work, span, overhead, N, L, K and C.
 *
 * Errors: INVALID (sizes, parameters or a machine that are none; local memory beyond Z) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_predict(clmodp_mmm_measures *measures, const clmodp_mmm_question *question,
                   char *message, size_t message_size);

/** An equation of [HMX]: naive over optimised.
 *
 * - DIVISION, l = Z/2 and s = Z/7: (5) work, (6) overhead, (7) bound, in terms of U and Z;
 * - RADIX_SORT: (8) work, (9) overhead, in terms of s and l; (10) the leading terms of the bound
 *   for s = lg l, in terms of l and U;
 * - MULTIPLICATION, m = n: (11) overhead, (12) bound, in terms of n, s and U;
 * - GCD, m = n, l = Z/2 and s = Z/6: (13) overhead, (14) bound, in terms of n, U and Z; (15) its
 *   limit for large n.
 *
 * Out:    value     as the paper prints it
 * In:     equation  5 to 15
 * Errors: INVALID (no such equation; what it depends on is missing; s > n; sizes for which it has
 *         no positive value) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_mmm_equation(double *value, unsigned equation, const clmodp_mmm_question *question,
                    char *message, size_t message_size);

/** The local memory Z beyond which optimised DIVISION or GCD has the smaller bound, for large
 * sizes and blocks that fill Z: 12.6 and 9.6 in print. 0 for other algorithms. */
CLMODP_API double clmodp_mmm_crossing(clmodp_mmm_algorithm algorithm, clmodp_mmm_forms forms);

/* ---- TMM ---- */

/** The abstract machine of TMM. Its unit of time is an operation of a core. */
typedef struct clmodp_tmm_machine {
    double L; /**< time of an access to slow memory */
    double C; /**< words of an access: the width of a chunk */
    double P; /**< cores */
    double X; /**< threads a core, at most */
    double Z; /**< words of the fast memory of a group of cores */
} clmodp_tmm_machine;

/** What an algorithm is to TMM. */
typedef struct clmodp_tmm_amounts {
    double T1;      /**< work: all operations */
    double T_inf;   /**< span: operations of the critical path */
    double M;       /**< accesses to slow memory; words in one chunk are one access */
    double threads; /**< that it has to keep memory busy with, on all cores together */
} clmodp_tmm_amounts;

/** Terms of the running time. */
typedef enum clmodp_tmm_term {
    CLMODP_TMM_WORK,    /**< T1 / P */
    CLMODP_TMM_SPAN,    /**< T_inf */
    CLMODP_TMM_LATENCY, /**< M L / (T P) with fewer threads than the machine takes */
    CLMODP_TMM_ACCESSES /**< M L / (T P) with as many as it takes */
} clmodp_tmm_term;

/** What the program calls a term, such as "latency"; NULL: there is none. */
CLMODP_API const char *clmodp_tmm_term_name(clmodp_tmm_term term);

/** What TMM says. It is asymptotic: constants are left out. */
typedef struct clmodp_tmm_time {
    clmodp_tmm_amounts amounts; /**< what it is the time of */
    double T;             /**< threads a core */
    double work;          /**< T1 / P */
    double memory;        /**< M L / (T P) */
    double time;          /**< the largest of work, T_inf and memory */
    clmodp_tmm_term term; /**< which one that is */
} clmodp_tmm_time;

/** The running time max(T1 / P, T_inf, M L / (T P)) [MCA14, (1)].
 *
 * In:     T  threads a core, up to X; 0: as many as the algorithm has, up to X
 * Errors: INVALID (negative amounts, a machine that is none, T beyond X) */
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
    CLMODP_TMM_ALGORITHMS /**< how many there are */
} clmodp_tmm_algorithm;

/** What the program calls an algorithm, such as "merge-sort"; NULL: there is none. */
CLMODP_API const char *clmodp_tmm_name(clmodp_tmm_algorithm algorithm);

/** An algorithm and its sizes. */
typedef struct clmodp_tmm_question {
    clmodp_tmm_algorithm algorithm; /**< of which */
    clmodp_mmm_forms forms; /**< CORRECTED: the accesses of ODD_EVEN_SORT as they derive, the span
                                 of MERGE_SORT as section V.B has it */
    double n;               /**< elements, nodes or queries */
    double m;               /**< edges, or the length of the reference; of graphs and strings */
    double k;               /**< length of a query; of strings */
    double T;               /**< threads a core, up to X; 0: as many as the problem has, up to X */
    clmodp_tmm_machine machine; /**< for which machine */
} clmodp_tmm_question;

/** What the algorithm is to TMM, and its running time.
 *
 * Errors: INVALID (sizes or a machine that are none, T beyond X) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_tmm_predict(clmodp_tmm_time *time, const clmodp_tmm_question *question, char *message,
                   size_t message_size);

/** 1 if the paper has the range of few threads, too: (3), (4), (6), (9), (10). Elsewhere that one
 * is ours: a thread an element. */
CLMODP_API int clmodp_tmm_refined(clmodp_tmm_algorithm algorithm);

/** Where another term begins to dominate, as n grows. */
typedef struct clmodp_tmm_change {
    double n;               /**< from here on */
    clmodp_tmm_term before; /**< what dominates below */
    clmodp_tmm_term after;  /**< and above */
} clmodp_tmm_change;

/** As many changes as are told. */
#define CLMODP_TMM_MOST_CHANGES 8

/** The changes from question->n up to `most`: the first CLMODP_TMM_MOST_CHANGES of them, to a
 * sixteenth of a doubling of n; of several within one only the last.
 *
 * Out:    changes  in ascending order
 * Errors: as clmodp_tmm_predict */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_tmm_changes(clmodp_tmm_change changes[CLMODP_TMM_MOST_CHANGES], size_t *count,
                   const clmodp_tmm_question *question, double most, char *message,
                   size_t message_size);

/* ---- Brent's theorem ---- */

/** Steps of a parallel algorithm that have the same number of operations. */
typedef struct clmodp_brent_steps {
    uint64_t work;  /**< operations of a step */
    uint64_t steps; /**< how many there are */
} clmodp_brent_steps;

/** What an algorithm is to Brent's theorem. */
typedef struct clmodp_brent_time {
    uint64_t work;  /**< W: all operations */
    uint64_t depth; /**< D: steps */
    uint64_t time;  /**< the sum over steps of ceil(W_i / p): what p processors take */
    uint64_t bound; /**< floor(W / p) + D, which that is at most */
} clmodp_brent_time;

/** The exact time on p processors, and the bound.
 *
 * Errors: INVALID (no processors, steps without operations), LIMIT (2^63 operations) */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_brent_predict(clmodp_brent_time *time, const clmodp_brent_steps *steps, size_t count,
                     uint64_t processors, char *message, size_t message_size);

/** Speed-up over a sequential algorithm of that many operations: Ws / (W / p + D). */
CLMODP_API double clmodp_brent_speedup(double sequential, const clmodp_brent_time *time,
                                       double processors);

/** W / D: up to that many processors a work-efficient algorithm has at least half of the
 * speed-up that is possible. */
CLMODP_API double clmodp_brent_processors(const clmodp_brent_time *time);

/** Prefix sums of n elements, n a power of two. */
typedef enum clmodp_brent_scan {
    CLMODP_BRENT_TREE,    /**< up and down a tree [Blelloch 1990]: W = 2(n - 1), D = 2 lg n */
    CLMODP_BRENT_RUNS,    /**< runs of f elements added one after the other, a tree over their
                               sums, and, in the corrected form, the sums spread over the runs */
    CLMODP_BRENT_DOUBLING /**< W = n lg n - n + 1, D = lg n: not work-efficient [Hillis, Steele
                               1986] */
} clmodp_brent_scan;

/** The most classes of steps that a scan has. */
#define CLMODP_BRENT_MOST_STEPS 130

/** The steps of a scan.
 *
 * In:     n  a power of two below 2^62
 *         f  RUNS: a power of two up to n / 2; else ignored
 *         forms  of RUNS. PRINTED: f steps of n / f and a tree over n / f sums. CORRECTED: f - 1
 *                steps each before and behind the tree
 * Errors: INVALID */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_brent_scan_steps(clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS], size_t *count,
                        clmodp_brent_scan scan, clmodp_mmm_forms forms, uint64_t n, uint64_t f,
                        char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
