/* The cost model: amounts of work by kind of operation, and their times by kind of device, the
 * cost coefficients.
 *
 * Closed forms of an algorithm's amounts are beside its launches. Exact operation counts
 * (clm_op_counts) are in tests, which compare them with counts by kernels (opencl/kernel.h).
 *
 * The coefficients select among methods with equal results; no result depends on them. Each
 * context has its own copy (clmodp_context.costs), which measured coefficients may replace. */
#ifndef CLM_COST_COST_H
#define CLM_COST_COST_H

#include <stdbool.h>

#include <clmodp/calibration.h>

#include "core/error.h"

/* Kinds of operation with different cost coefficients. A comment that names a module or file holds
 * for all operations up to the next such comment. A word has 32 bits, a limb is one of GMP's, and
 * a lane is one residue of a vector. */
typedef enum clm_operation {
    /* Operations on the device, shared by the compute units. */

    /* fpx/batch/sums */
    CLM_OP_SUM_PRODUCT, /* a product of a coefficient and a power of a point, in one lane */
    CLM_OP_SUM_STORE,   /* a sum reduced and stored */
    CLM_OP_SUM_POWER,   /* a power of a point */
    /* fpx/batch/evaluate: shared tiles */
    CLM_OP_SHARED_COEFFICIENT, /* a step of Horner's rule */
    CLM_OP_SHARED_VALUE,       /* a value stored */
    /* fpx/batch/split */
    CLM_OP_LAYER_SUM,    /* a value in a layer of a butterfly's additions */
    CLM_OP_ROOT_PRODUCT, /* a value multiplied by a root of unity */
    CLM_OP_STORE_VECTOR, /* a value stored as a part of a whole vector */
    CLM_OP_STORE_PIECE,  /* a value stored as a part of an incomplete vector */
    CLM_OP_FETCH_WORD,   /* a value moved from rows of a transform to tiles */
    /* fpx/batch, engines/euclid: other stages */
    CLM_OP_SPILT_WORD, /* a value of a stripe that exceeds the caches */
    CLM_OP_ROW_VALUE,  /* a value of a row by the best method, roughly, times the logarithm to base
                          2 of the row's number of coefficients */
    CLM_OP_EUCLID_PAIR,  /* a pair of coefficients in y in a step of a remainder sequence */
    CLM_OP_BLOCK_WORD,   /* a word in a pass of a transform, with blocks of steps */
    CLM_OP_LU_PRODUCT,   /* a product in an LU decomposition */
    CLM_OP_LU_ENTRY,     /* an entry of a decomposed matrix */
    CLM_OP_POINT,        /* all other work for a point */
    CLM_OP_DIVIDE_LANE,  /* products for a denominator */
    CLM_OP_DIVIDE_NUMERATOR, /* products for a numerator */
    CLM_OP_DIVIDE_INVERSION, /* a lane of an inversion */
    CLM_OP_INTERPOLATE_WORD, /* a value fetched, scaled and stored, twice */
    CLM_OP_COSET_PRODUCT,    /* a word of a combined polynomial, for each coset */
    /* fpx/batch/ntt: a word in a pass of this radix */
    CLM_OP_NTT_2,
    CLM_OP_NTT_3,
    CLM_OP_NTT_4,
    CLM_OP_NTT_5,
    CLM_OP_NTT_6,
    CLM_OP_NTT_7,
    CLM_OP_NTT_8,
    CLM_OP_NTT_9,
    CLM_OP_SPILT_PASS, /* additional for a word in a pass over more words than caches hold */
    /* fpx/schoolbook */
    CLM_OP_SCHOOLBOOK_PRODUCT, /* a product of residues, in a multiplication */
    CLM_OP_SCHOOLBOOK_WORD,    /* a word loaded or stored, in a multiplication */
    CLM_OP_SWEEP_PRODUCT,      /* a product of residues, in a sweep of a division or gcd */
    CLM_OP_SWEEP_WORD,         /* a word loaded or stored, in a sweep of a division or gcd */
    CLM_OP_DIVIDE_STEP,        /* a step on leading terms, in a division */
    CLM_OP_GCD_STEP,           /* a step on leading terms, in a gcd */
    CLM_OP_GCD_GROUP,          /* a work-group of a gcd's sweep */
    CLM_OP_GCD_MATRIX_PRODUCT, /* a work-group whose matrix is a product */
    /* arrays */
    CLM_OP_SCAN_WORD,   /* an element of a scan, in both passes */
    CLM_OP_SCAN_RUN,    /* the start of a scan's run */
    CLM_OP_SORT_KEY,    /* a word of a key or value, in a pass of TILES */
    CLM_OP_SORT_RETURN, /* a word of a key or value copied back */
    CLM_OP_SORT_DIGIT,  /* a count of a digit in a tile */
    CLM_OP_SPLIT_KEY,   /* a word of a key or value, in a pass of SPLITS */
    CLM_OP_SPLIT_BIT,   /* a word of a key or value, for each bit of such a pass */
    /* fpx/fast, fpx/pairs, engines/schur */
    CLM_OP_TREE_PRODUCT,  /* a product of residues at a leaf of a subproduct tree */
    CLM_OP_FAST_PRODUCT,  /* a product of residues, of two values */
    CLM_OP_FAST_WORD,     /* a word of a transform loaded or stored */
    CLM_OP_FAST_HALVING,  /* the work on such a word for each halving of the length */
    CLM_OP_HALF_GCD_STEP, /* the base case of a half-GCD: times the degree */
    CLM_OP_HALF_GCD_PAIR, /* the base case of a half-GCD: times the square of the degree */
    CLM_OP_PAIRS_PRODUCT, /* a product of residues, in many short pairs */
    CLM_OP_SCHUR_PRODUCT, /* a product of the Schur algorithm, in one lane */
    /* fpx/batch/vandermonde */
    CLM_OP_VANDERMONDE_STEP, /* a point's share of a launch for a few points */
    CLM_OP_VANDERMONDE_PAIR, /* a row updated in a step */
    /* multimodular */
    CLM_OP_REDUCE_WORD,      /* a word of a long integer modulo a prime */
    CLM_OP_REDUCE_TYPE_WORD, /* a word of an integer modulo a prime, to residues of any type */
    CLM_OP_REDUCE_LIMB,      /* a limb of a short integer modulo a prime */
    CLM_OP_REDUCE_INTEGER,   /* other work for a short integer and a prime */
    CLM_OP_CRT_SUM,          /* positional: a product of a digit and a weight's limb */
    CLM_OP_CRT_DIGIT,        /* mixed radix: a product of two residues */
    CLM_OP_CRT_BUTTERFLY,    /* convolution: a butterfly */
    CLM_OP_CRT_SPECTRUM,     /* convolution: a product of spectra */
    CLM_OP_DEVICE_END,

    /* Serial operations, independent of compute units and threads. */
    CLM_OP_DEVICE_INIT = CLM_OP_DEVICE_END, /* initialisation of a device */
    CLM_OP_LAUNCH,          /* a launch of a kernel */
    CLM_OP_WAKE,            /* a CPU's delay until all threads join a launch */
    CLM_OP_WAIT,            /* a wait for launches, or a buffer read or written */
    CLM_OP_RUN,             /* engines/euclid: inputs, buffers and degrees of a chunk */
    CLM_OP_FPX_CALL,        /* fpx/api: buffers and waits of a call on the device */
    CLM_OP_STRIPE,          /* multimodular/crt: a pass over the device, with its launches */
    CLM_OP_MOVED_WORD,      /* a word moved between host and device */
    CLM_OP_SENT_WORD,       /* multimodular/reduction: a word of a remainder packed and sent */
    CLM_OP_THREADS,         /* the start of threads, whatever their number */
    CLM_OP_THREAD,          /* the start of one more thread */
    CLM_OP_BOUND_WIDTH,     /* bounds: a coefficient of the output, for all bounds */
    CLM_OP_BOUND_WEIGHT,    /* bounds: a row weighed */
    CLM_OP_BOUND_COLUMNS,   /* bounds: a row weighed by columns */
    CLM_OP_BOUND_MAHLER,    /* bounds: a row weighed by Mahler's measure */
    CLM_OP_BOUND_SAMPLE,    /* bounds on the unit circle: a row at a sample */
    CLM_OP_BOUND_BUTTERFLY, /* bounds on the unit circle: a butterfly of a transform */
    CLM_OP_BOUND_COLUMN,    /* bounds on the unit circle: a column at a sample */
    CLM_OP_SERIAL_END,

    /* Operations of a host core, shared by threads. */

    /* engines/host: one prime at a time */
    CLM_OP_HOST_HORNER = CLM_OP_SERIAL_END, /* a step of Horner's rule, modulo up to 62 bits */
    CLM_OP_HOST_BUTTERFLY, /* a butterfly */
    CLM_OP_HOST_UPDATE,    /* a pair of coefficients in a step of a remainder sequence */
    CLM_OP_HOST_DIVISION,  /* a division in a remainder sequence */
    CLM_OP_HOST_LU,        /* a product in an LU decomposition */
    CLM_OP_HOST_POINT,     /* other work for a point */
    CLM_OP_HOST_PRIME,     /* other work for a prime */
    CLM_OP_HOST_NEWTON,    /* a difference and a product of Newton's interpolation */
    /* engines/host: a pack of primes in the lanes of vectors */
    CLM_OP_PACK_UPDATE,  /* a vector of pairs of coefficients, in two steps of a sequence */
    CLM_OP_PACK_STEP,    /* other work for a step */
    CLM_OP_PACK_LU,      /* a product of vectors in an LU decomposition */
    CLM_OP_PACK_PIVOT,   /* a pivot in an LU decomposition */
    CLM_OP_PACK_PRODUCT, /* any other product of two vectors */
    CLM_OP_PACK_POINT,   /* other work for a point */
    CLM_OP_PACK,         /* other work for a pack */
    CLM_OP_HOST_LIMB,    /* a limb of a coefficient reduced modulo a prime */
    CLM_OP_HOST_RESIDUE, /* reconstruction, for each residue */
    CLM_OP_HOST_PRIMES,  /* reconstruction: a pair of primes, for the product of all */
    /* fpx/host */
    CLM_OP_HOST_PRODUCT,    /* a product of residues */
    CLM_OP_HOST_REMAINDER,  /* a remainder of a sequence */
    CLM_OP_HOST_SHORT_PAIR, /* a pair of coefficients of a schoolbook product by vectors */
    CLM_OP_HOST_STAGE_WORD, /* a word in a stage of a transform */
    CLM_OP_HOST_LEAF_WORD,  /* other work for a word of a transform */
    CLM_OP_HOST_ROOT,       /* a root of unity */
    CLM_OP_HOST_TRANSFORMS, /* other work for the transforms of a product */
    /* resultant */
    CLM_OP_PROBLEM_ALONE,       /* contents, bounds and check of a problem by itself */
    CLM_OP_PROBLEM_MERGED,      /* contents, bounds and check of a merged problem */
    CLM_OP_PRIME_FOUND,         /* a prime found, with its constants */
    CLM_OP_CRT_HOST_RESIDUE,    /* CRT reconstruction for any number of primes, each residue */
    CLM_OP_CRT_SHORT_RESIDUE,   /* CRT reconstruction of a result from few primes */
    CLM_OP_CRT_SHORT_PAIR,      /* additional for each of these primes */
    CLM_OP_COMBINATION_RESIDUE, /* probable: a residue added to the random combination */
    CLM_OP_COMBINATION_PAIR,    /* probable: a digit of the combination and a prime */
    CLM_OP_ESTIMATE_PRODUCT,    /* probable: a product of the estimate */
    CLM_OP_CHECK_PAIR,          /* check: a pair of coefficients */
    CLM_OP_POWER_PRODUCT,       /* factors: a product on the host to extract a power of y */
    /* multimodular/crt, by GMP */
    CLM_OP_LIMB_PRODUCT,  /* a product of two limbs (clm_limb_products) */
    CLM_OP_CRT_VALUE,     /* a value begun */
    CLM_OP_CRT_PRIME,     /* a residue of a value */
    CLM_OP_CRT_LEAF,      /* a product at a leaf of the product tree */
    CLM_OP_COMBINE_NODE,  /* a node combined from two */
    CLM_OP_COMBINE_LIMB,  /* a limb added at a node */
    CLM_OP_DIVIDE_LIMB,   /* a limb of the final division by the product of the primes */
    CLM_OP_SUBTRACT_LIMB, /* mixed radix: a limb of the final subtraction of this product */
    CLM_OP_WEIGHT_WORD,   /* a word of weights, computed once for all values */
    CLM_OP_UNPACKED_WORD, /* a word of sums read from the device */
    CLM_OP_COPIED_LIMB,   /* reduction: a limb read and copied */
    /* Rough amounts, for the number of threads */
    CLM_OP_COMBINE_STEP, /* multimodular/crt: a prime and a limb of a value */
    /* polynomials */
    CLM_OP_MINOR_PRODUCT, /* minors: a product of two terms */
    CLM_OP_MINOR_LIMB,    /* additional for each limb of the result and of a factor */
    CLM_OP_TERM_PAIR,     /* a product of two terms, with sorting */
    CLM_OP_HASHED_PAIR,   /* likewise, with a hash table */
    CLM_OP_TERM_LIMB,     /* a product of two limbs of terms */
    CLM_OP_PACKED_LIMB,   /* a limb of a product of packed integers, with packing and unpacking */
    CLM_OPERATIONS
} clm_operation;

/* The amount of each operation, possibly fractional. {0}: no work. */
typedef struct clm_amounts {
    double of[CLM_OPERATIONS];
} clm_amounts;

/* Adds: *to += times * what. */
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

/* Adds: *to += times * what. */
void clm_op_counts_add(clm_op_counts *to, const clm_op_counts *what, double times);

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

/* Returns the kind of a device.
 * In: kind      "cpu", "gpu", ... as in clmodp_device
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

/* Returns a coefficient of the table; those of host operations are the same for all kinds. */
double clm_cost(clm_machine machine, clm_operation operation);

/* Return an operation's name, and the command that measures it. Static */
const char *clm_operation_name(clm_operation operation);
const char *clm_operation_command(clm_operation operation);

/* Thresholds for decisions: nanoseconds of one core that work must exceed, or may take. */
typedef enum clm_limit {
    CLM_LIMIT_THREADS,   /* work for which host threads are started and watched */
    CLM_LIMIT_GROUP,     /* work of a host thread between two starts */
    CLM_LIMIT_ALONE,     /* a problem of a batch that is too large for one thread */
    CLM_LIMIT_MERGED,    /* merged problems that keep a device busy despite their launches */
    CLM_LIMIT_REDUCTION, /* a reduction on the device made without a search for alternatives */
    CLM_LIMIT_BOUNDS,    /* all bounds together may take this time */
    CLM_LIMIT_CIRCLE,    /* the bound by samples on the unit circle may take this time */
    CLM_LIMIT_SAMPLES,   /* additional samples may take this time */
    CLM_LIMIT_COLUMNS,   /* columns at the samples may take this time */
    CLM_LIMIT_BLOCKS,    /* savings that justify blocks of steps, which need another program */
    CLM_LIMIT_LAUNCH,    /* a launch, or consecutive ones between two polls for cancellation */
    CLM_LIMITS
} clm_limit;

double clm_limit_ns(clm_limit limit);
const char *clm_limit_name(clm_limit limit);

/* Returns the cost of a point if 2^twos divides their number, relative to 16: evaluation joins the
 * values at 4, 8 or 16 points, and stores vectors. */
double clm_points_weight(unsigned twos);

/* Returns the nanoseconds that these amounts take on one core or compute unit. */
double clm_nanoseconds(const clm_amounts *amounts, const clm_costs *costs);

/* Returns the nanoseconds that these amounts take on a core of the host, by the table's
 * coefficients, so without a context. */
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
