/* The cost model: amounts of work by kind of operation, and their times by kind of device, the
 * cost coefficients.
 *
 * Closed forms of an algorithm's amounts are beside its launches, as are exact operation counts
 * (clm_op_counts), which tests compare with counts by kernels (opencl/kernel.h).
 *
 * The coefficients select among methods with equal results; no result depends on them. Each
 * context has its own copy (clmodp_context.rates), which measured coefficients may replace. */
#ifndef CLM_COST_COST_H
#define CLM_COST_COST_H

#include <stdbool.h>

#include <clmodp/calibration.h>

#include "core/error.h"

/* Kinds of operation with different cost coefficients. A "lane" is one residue of a vector. */
typedef enum clm_operation {
    /* Device operations, shared by the compute units. */
    CLM_OP_SUM_PRODUCT, /* fpx/batch/evaluate: a product of a coefficient and a power, per lane */
    CLM_OP_SUM_STORE, /* reduction and store of a sum */
    CLM_OP_SUM_POWER, /* a power of a point */
    CLM_OP_SHARED_COEFFICIENT, /* fpx/batch/evaluate_shared: a step of Horner's rule */
    CLM_OP_SHARED_VALUE,
    CLM_OP_LAYER_SUM, /* fpx/batch/butterfly: a value of a layer of additions */
    CLM_OP_ROOT_PRODUCT, /* a value multiplied by a root */
    CLM_OP_STORE_VECTOR, /* a value stored in a whole vector, in a piece of one */
    CLM_OP_STORE_PIECE,
    CLM_OP_FETCH_WORD, /* fpx/batch/transform: a word fetched again, from rows to tiles */
    CLM_OP_SPILT_WORD, /* a value of a stripe that exceeds the caches */
    CLM_OP_ROW_VALUE, /* a value of a row by the best method, roughly per binary digit of the
                         row's number of coefficients */
    CLM_OP_EUCLID_PAIR, /* fpx/batch/euclid: a pair of coefficients in y at a point */
    CLM_OP_BLOCK_WORD, /* the same in blocks of steps: a word of a pass of a transform */
    CLM_OP_LU_PRODUCT, /* fpx/batch/determinant: a product of an LU decomposition; an entry */
    CLM_OP_LU_ENTRY,
    CLM_OP_POINT, /* other work for a point in all stages */
    CLM_OP_DIVIDE_LANE, /* fpx/batch/divide: products of a denominator, and of a numerator */
    CLM_OP_DIVIDE_NUMERATOR,
    CLM_OP_DIVIDE_INVERSION, /* a lane of an inversion */
    CLM_OP_INTERPOLATE_WORD, /* fpx/batch/interpolate: a value fetched, scaled and stored, twice */
    CLM_OP_COSET_PRODUCT, /* fpx/batch/cosets: a word of a joined polynomial and a coset */
    CLM_OP_NTT_2, /* fpx/batch/ntt, interpolate: a word of a pass of radix 2 ... 9 */
    CLM_OP_NTT_3,
    CLM_OP_NTT_4,
    CLM_OP_NTT_5,
    CLM_OP_NTT_6,
    CLM_OP_NTT_7,
    CLM_OP_NTT_8,
    CLM_OP_NTT_9,
    CLM_OP_SPILT_PASS, /* extra time per word of a pass over more words than caches hold */
    CLM_OP_SCHOOLBOOK_PRODUCT, /* schoolbook: a product of residues, and a word loaded or stored */
    CLM_OP_SCHOOLBOOK_WORD,
    CLM_OP_SWEEP_PRODUCT, /* the same in sweeps of divisions and gcds */
    CLM_OP_SWEEP_WORD,
    CLM_OP_DIVIDE_STEP, /* a step on leading terms in a division, and in a gcd */
    CLM_OP_GCD_STEP,
    CLM_OP_GCD_GROUP, /* a work-group of a gcd's sweep; one whose matrix is a product */
    CLM_OP_GCD_MATRIX_PRODUCT,
    CLM_OP_SCAN_WORD, /* arrays/scan: an element, in both passes; the start of a run */
    CLM_OP_SCAN_RUN,
    CLM_OP_SORT_KEY, /* arrays/sort: a word of a key or value in a pass of TILES */
    CLM_OP_SORT_RETURN, /* the same copied back */
    CLM_OP_SORT_DIGIT, /* a count of a digit in a tile */
    CLM_OP_SPLIT_KEY, /* a word of a key or value in a pass of SPLITS */
    CLM_OP_SPLIT_BIT, /* the same for each bit of the split */
    CLM_OP_TREE_PRODUCT, /* fpx/fast: a product of residues at a tree's leaves */
    CLM_OP_FAST_PRODUCT, /* fpx/fast: a product of residues at a value; a word of a transform
                            loaded or stored, and for each halving of its length */
    CLM_OP_FAST_WORD,
    CLM_OP_FAST_HALVING,
    CLM_OP_HALF_GCD_STEP, /* base case of a half-GCD, per degree, and its square */
    CLM_OP_HALF_GCD_PAIR,
    CLM_OP_PAIRS_PRODUCT, /* fpx/pairs: a product of residues */
    CLM_OP_SCHUR_PRODUCT, /* engines/schur: a product of the Schur algorithm, per lane */
    CLM_OP_VANDERMONDE_STEP, /* fpx/batch/vandermonde: a launch for a few points, per point */
    CLM_OP_VANDERMONDE_PAIR, /* a row and a step */
    CLM_OP_REDUCE_WORD, /* multimodular/reduce: a word of 32 bits and a prime */
    CLM_OP_REDUCE_TYPE_WORD, /* multimodular/reduce_words: the same, residues of any type */
    CLM_OP_REDUCE_LIMB, /* short integers: a limb and a prime, an integer and a prime */
    CLM_OP_REDUCE_INTEGER,
    CLM_OP_CRT_SUM, /* multimodular/positional: a product of a digit and a weight's limb */
    CLM_OP_CRT_DIGIT, /* multimodular/mixed_radix: a product of two residues */
    CLM_OP_CRT_BUTTERFLY, /* multimodular/convolution: a butterfly; a product of spectra */
    CLM_OP_CRT_SPECTRUM,
    CLM_OP_DEVICE_END,

    /* Serial operations, independent of compute units and threads. */
    CLM_OP_DEVICE_INIT = CLM_OP_DEVICE_END, /* initialisation of a device */
    CLM_OP_LAUNCH,
    CLM_OP_WAKE, /* until other threads of a CPU join a launch */
    CLM_OP_WAIT, /* for launches, or a buffer read or written */
    CLM_OP_RUN, /* engines/euclid: other work for a chunk: inputs, buffers, degrees */
    CLM_OP_FPX_CALL, /* fpx/api: other work for a call on the device: buffers, waits */
    CLM_OP_STRIPE, /* multimodular/crt: a pass over the device, with launches */
    CLM_OP_MOVED_WORD, /* between host and device */
    CLM_OP_SENT_WORD, /* multimodular/reduction: a word of a remainder, packed and sent */
    CLM_OP_THREADS, /* start of all threads; of one */
    CLM_OP_THREAD,
    CLM_OP_BOUND_WIDTH, /* all bounds: a coefficient of the output */
    CLM_OP_BOUND_WEIGHT, /* bounds/: a row weighed, by columns, by Mahler's measure */
    CLM_OP_BOUND_COLUMNS,
    CLM_OP_BOUND_MAHLER,
    CLM_OP_BOUND_SAMPLE, /* on the unit circle: a row and a sample */
    CLM_OP_BOUND_BUTTERFLY, /* of its transforms; a column and a sample */
    CLM_OP_BOUND_COLUMN,
    CLM_OP_SERIAL_END,

    /* Operations of a host core, shared by threads. */
    CLM_OP_HOST_HORNER = CLM_OP_SERIAL_END, /* engines/host: a step of Horner's rule, 62 bits */
    CLM_OP_HOST_BUTTERFLY,
    CLM_OP_HOST_UPDATE, /* a pair of a remainder sequence; a division in it */
    CLM_OP_HOST_DIVISION,
    CLM_OP_HOST_LU, /* a product of an LU decomposition */
    CLM_OP_HOST_POINT, /* other work for a point, and for a prime */
    CLM_OP_HOST_PRIME,
    CLM_OP_HOST_NEWTON, /* a difference and a product of Newton's interpolation */
    CLM_OP_PACK_UPDATE, /* engines/host in the lanes of vectors: a vector of pairs of coefficients
                           in two steps of a remainder sequence; other work for a step */
    CLM_OP_PACK_STEP,
    CLM_OP_PACK_LU, /* a product of vectors in an LU decomposition; a pivot */
    CLM_OP_PACK_PIVOT,
    CLM_OP_PACK_PRODUCT, /* a product of two vectors, other work for a point, and for a pack */
    CLM_OP_PACK_POINT,
    CLM_OP_PACK,
    CLM_OP_HOST_LIMB, /* reduction of a limb of a coefficient modulo a prime */
    CLM_OP_HOST_RESIDUE, /* reconstruction per residue */
    CLM_OP_HOST_PRIMES, /* a pair of primes, for their product */
    CLM_OP_HOST_PRODUCT, /* fpx/host: a product of residues; a remainder of a sequence */
    CLM_OP_HOST_REMAINDER,
    CLM_OP_HOST_SHORT_PAIR, /* by vectors: a pair of a schoolbook product */
    CLM_OP_HOST_STAGE_WORD, /* a word of a stage of a transform; its other work */
    CLM_OP_HOST_LEAF_WORD,
    CLM_OP_HOST_ROOT, /* a root of unity; other work for the transforms of a product */
    CLM_OP_HOST_TRANSFORMS,
    CLM_OP_PROBLEM_ALONE, /* contents, bounds and check of one problem; the same if merged */
    CLM_OP_PROBLEM_MERGED,
    CLM_OP_PRIME_FOUND, /* with its constants */
    CLM_OP_CRT_HOST_RESIDUE, /* CRT reconstruction per residue, for any number of primes */
    CLM_OP_CRT_SHORT_RESIDUE, /* the same per result with N primes: this plus N of the next */
    CLM_OP_CRT_SHORT_PAIR,
    CLM_OP_COMBINATION_RESIDUE, /* resultant/probable: a residue added; a pair of digit and prime
                                 */
    CLM_OP_COMBINATION_PAIR,
    CLM_OP_ESTIMATE_PRODUCT, /* resultant/probable: a product of the estimate */
    CLM_OP_CHECK_PAIR, /* resultant/check: a pair of coefficients */
    CLM_OP_POWER_PRODUCT, /* resultant/content: the cost of extracting a power of y */
    CLM_OP_LIMB_PRODUCT, /* GMP: a product of two limbs; clm_limb_products */
    CLM_OP_CRT_VALUE, /* multimodular/crt: a value started, a digit, a leaf's product */
    CLM_OP_CRT_PRIME,
    CLM_OP_CRT_LEAF,
    CLM_OP_JOIN_NODE, /* a node joined, and one of its limbs added */
    CLM_OP_JOIN_LIMB,
    CLM_OP_DIVIDE_LIMB, /* a limb of the final division */
    CLM_OP_SUBTRACT_LIMB, /* the same with mixed radix digits, a subtraction */
    CLM_OP_WEIGHT_WORD, /* computed once for all values */
    CLM_OP_UNPACKED_WORD, /* of sums read from the device */
    CLM_OP_COPIED_LIMB, /* multimodular/reduction: a limb read and copied */
    CLM_OP_JOIN_STEP, /* threads' work, roughly: a prime and a limb of a joined value, */
    CLM_OP_DIGIT_STEP, /* a digit and a limb, and a value, of Horner's rule (engines/schur) */
    CLM_OP_DIGIT_VALUE,
    CLM_OP_MINOR_PRODUCT, /* polynomials/minors: a product of two terms; for each limb of the
                             result and of a factor */
    CLM_OP_MINOR_LIMB,
    CLM_OP_TERM_PAIR, /* polynomials/: a product of two terms, with sorting; or limbs */
    CLM_OP_TERM_LIMB,
    CLM_OP_PACKED_LIMB, /* a limb of a long product, with packing and unpacking */
    CLM_OPERATIONS
} clm_operation;

/* The amount of each operation, possibly fractional. {0}: no work. */
typedef struct clm_amounts {
    double of[CLM_OPERATIONS];
} clm_amounts;

/* *to += times * what. */
void clm_amounts_add(clm_amounts *to, const clm_amounts *what, double times);

/* Returns the limb products (CLM_OP_LIMB_PRODUCT) that take as long as GMP's product of n by n
 * limbs, for n from 1 to 2^17. */
double clm_limb_products(double n);

/* Return the limb products for a division of 2n by n limbs, a product of n by 2n limbs, and a
 * product tree with n limbs at its root. */
double clm_limb_division(double n);
double clm_limb_uneven(double n);
double clm_limb_tree(double n);

/* Operation counts of launches, all whole numbers; cl/arith/op_counts.h defines each. */
typedef struct clm_op_counts {
    double read, written; /* words of global memory */
    double products, additions;
    double digits;
    double launches, groups;
} clm_op_counts;

/* *to += times * what. */
void clm_op_counts_add(clm_op_counts *to, const clm_op_counts *what, double times);

/* Returns the sum over k < count of min(max(0, first + step * k), most). A difference of two
 * counts the first `most` elements of an array in parts beginning `step` apart. */
double clm_sum_clipped(double first, double step, double count, double most);

/* Kinds of device with different coefficients. Those of the host are equal for all kinds. */
typedef enum clm_machine {
    CLM_MACHINE_POCL,   /* a CPU through PoCL */
    CLM_MACHINE_CPU,    /* a CPU through another driver */
    CLM_MACHINE_NVIDIA, /* GPUs by vendor */
    CLM_MACHINE_AMD,
    CLM_MACHINE_INTEL,
    CLM_MACHINE_GPU,   /* of another vendor */
    CLM_MACHINE_OTHER, /* accelerators and unknown devices */
    CLM_MACHINES
} clm_machine;

/* The cost coefficients: nanoseconds of one compute unit or core for each operation. */
typedef struct clm_costs {
    double ns[CLM_OPERATIONS];
    double access_ns; /* latency of dependent accesses to memory; 0: unknown */
} clm_costs;

/* In: kind      "cpu", "gpu", ... as in clmodp_device
 *     platform  its platform's name
 *     vendor    its vendor's name */
clm_machine clm_machine_of(const char *kind, const char *platform, const char *vendor);

const char *clm_machine_name(clm_machine machine);

/* Returns whether the device's coefficients were measured on this kind, not predicted. */
bool clm_machine_measured(clm_machine machine);

/* *out := the table's coefficients. */
void clm_costs_of_machine(clm_costs *out, clm_machine machine);

/* Returns whether machines of a kind are CPUs. */
bool clm_machine_is_cpu(clm_machine machine);

/* Returns one coefficient; for operations of the host any kind will do. */
double clm_cost(clm_machine machine, clm_operation operation);

/* Return an operation's name, and the command that measures it. Static */
const char *clm_operation_name(clm_operation operation);
const char *clm_operation_command(clm_operation operation);

/* Thresholds for decisions: nanoseconds of one core that work must exceed, or may take. */
typedef enum clm_limit {
    CLM_LIMIT_THREADS, /* work for which host threads are started and watched */
    CLM_LIMIT_GROUP,   /* work of a host thread between two starts */
    CLM_LIMIT_ALONE,   /* a problem of a batch too large for one thread */
    CLM_LIMIT_MERGED,   /* merged problems that keep a device busy despite their launches */
    CLM_LIMIT_REDUCTION, /* reduction on the device without a search for alternatives */
    CLM_LIMIT_BOUNDS,  /* limit on all bounds; */
    CLM_LIMIT_CIRCLE,  /* on the bound by samples, */
    CLM_LIMIT_SAMPLES, /* on its additional samples, */
    CLM_LIMIT_COLUMNS, /* and on its columns */
    CLM_LIMIT_BLOCKS,  /* savings to justify blocks of steps, which need another program */
    CLM_LIMIT_LAUNCH,  /* one launch, or consecutive ones between two polls for cancellation */
    CLM_LIMITS
} clm_limit;

double clm_limit_ns(clm_limit limit);
const char *clm_limit_name(clm_limit limit);

/* Returns the cost of a point if 2^twos divides their number, relative to 16: evaluation joins the
 * values at 4, 8 or 16 points, and stores vectors. */
double clm_points_weight(unsigned twos);

/* Returns the nanoseconds of one core or compute unit. */
double clm_nanoseconds(const clm_amounts *amounts, const clm_costs *costs);

/* Returns the nanoseconds of the host alone, from the table, without a context. */
double clm_host_nanoseconds(const clm_amounts *amounts);

/* Returns the cheaper amounts; the first if they cost the same. */
clm_amounts clm_cheaper(const clm_amounts *a, const clm_amounts *b, const clm_costs *costs);

/* Returns the host threads, at least 1, that `count` operations keep busy for longer than their
 * start; from the table. */
double clm_threads_worth(clm_operation operation, double count);

/* Returns the elapsed nanoseconds of `units` compute units and `threads` host threads, in turn. */
double clm_elapsed(const clm_amounts *amounts, const clm_costs *costs, double units,
                   double threads);

/* Tells whether all figures are plausible measurements: positive, finite, spreads not negative. */
CLM_LAB_API bool clm_calibration_is_valid(const clmodp_calibration *calibration);

/* Adapts a table's coefficients for this kind of device and `units` compute units to measurements.
 * Each is scaled by the ratio of a measured time to that of the table's device: launches, waits
 * and transfers by their own, operations of compute units by products, words or remainder
 * sequences. On CPUs factors within CLM_CALIBRATION_NOISE of 1 change nothing. On other devices,
 * for which the table holds predictions, all apply; their units have no cache for a stripe, so an
 * operation takes at least the time to read and write its words in order. */
void clm_calibration_costs(clm_costs *costs, const clmodp_calibration *calibration,
                           clm_machine machine, double units);

#define CLM_CALIBRATION_NOISE 1.25

#endif
