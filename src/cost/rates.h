/* The work of algorithms as amounts, the operations of each kind, and how long operations take, by
 * kind of device: the one table of rates.
 *
 * The closed form of an algorithm's amounts stands beside its launches, as do exact operation
 * counts of launches (clm_tally): a context can have its kernels count the same (opencl/kernel.h),
 * and tests compare both.
 *
 * Rates choose between ways to the same result; no result depends on them. A context has a copy of
 * its own (clmodp_context.rates), so that measured ones can take its place. */
#ifndef CLM_COST_RATES_H
#define CLM_COST_RATES_H

#include <stdbool.h>

#include <clmodp/calibration.h>

#include "core/error.h"

/* Kinds of operation whose rates differ. A "lane" is one residue of a vector. */
typedef enum clm_operation {
    /* Of a device; its compute units share them. */
    CLM_OP_SUM_PRODUCT, /* fpx/evaluate_sums: a product of a coefficient and a power, a lane */
    CLM_OP_SUM_STORE,   /* reduction and store of a sum */
    CLM_OP_SUM_POWER,   /* a power of a point */
    CLM_OP_SHARED_COEFFICIENT, /* fpx/evaluate_shared: a step of Horner's rule, and its fetch */
    CLM_OP_SHARED_VALUE,
    CLM_OP_LAYER_SUM,    /* fpx/butterfly: a value of a layer of additions */
    CLM_OP_ROOT_PRODUCT, /* a value multiplied by a root */
    CLM_OP_STORE_VECTOR, /* a value stored with a vector, with four words, alone */
    CLM_OP_STORE_FOUR,
    CLM_OP_STORE_WORD,
    CLM_OP_FETCH_WORD, /* fpx/transform: a word fetched again, from rows to tiles */
    CLM_OP_SPILT_WORD,      /* a value of a stripe that leaves the caches */
    CLM_OP_ROW_VALUE,       /* a value of a row, by the best way, for each binary digit of the
                               number of its coefficients, about */
    CLM_OP_EUCLID_PAIR,     /* fpx/euclid: a pair of coefficients in y at a point */
    CLM_OP_BLOCK_WORD,      /* the same in blocks of steps: a word of a pass of a transform */
    CLM_OP_POINT,           /* what else a point takes on its way through all stages */
    CLM_OP_DIVIDE_LANE,      /* fpx/divide: a denominator's products, and a numerator's */
    CLM_OP_DIVIDE_NUMERATOR,
    CLM_OP_DIVIDE_INVERSION, /* a lane of an inversion */
    CLM_OP_INTERPOLATE_WORD, /* fpx/interpolate: a value fetched, scaled and stored, twice */
    CLM_OP_COSET_PRODUCT,    /* fpx/cosets: a word of a joined polynomial and a coset */
    CLM_OP_NTT_2, /* fpx/ntt, fpx/interpolate: a word of a pass of radix 2 ... 9 */
    CLM_OP_NTT_3,
    CLM_OP_NTT_4,
    CLM_OP_NTT_5,
    CLM_OP_NTT_6,
    CLM_OP_NTT_7,
    CLM_OP_NTT_8,
    CLM_OP_NTT_9,
    CLM_OP_SPILT_PASS, /* what a pass over more words than caches hold takes longer, for each */
    CLM_OP_PLAIN_PRODUCT,    /* schoolbook: a product of residues, and a word loaded or stored */
    CLM_OP_PLAIN_WORD,
    CLM_OP_SWEEP_PRODUCT,    /* the same in sweeps of divisions and gcds */
    CLM_OP_SWEEP_WORD,
    CLM_OP_DIVIDE_STEP,      /* a step of a division's heads, and of a gcd's */
    CLM_OP_GCD_STEP,
    CLM_OP_GCD_GROUP,        /* a work-group of a gcd's sweep; one whose matrix is a product */
    CLM_OP_GCD_JOINT,
    CLM_OP_SCAN_WORD,        /* arrays/scan: an element, in both passes; a run begun */
    CLM_OP_SCAN_RUN,
    CLM_OP_SORT_KEY,         /* arrays/sort: a word of a key or value in a pass of TILES */
    CLM_OP_SORT_RETURN,      /* and one that is copied back */
    CLM_OP_SORT_DIGIT,       /* a count of a digit in a tile */
    CLM_OP_SPLIT_KEY,        /* a word of a key or value in a pass of SPLITS */
    CLM_OP_SPLIT_BIT,        /* and for each bit that it is split by */
    CLM_OP_TREE_PRODUCT,     /* fpx/fast: a product of residues at a tree's leaves */
    CLM_OP_FAST_PRODUCT,     /* fpx/fast: a product of residues at a value; a word of a transform
                                loaded or stored, and for each halving of its length */
    CLM_OP_FAST_WORD,
    CLM_OP_FAST_HALVING,
    CLM_OP_HALF_GCD_STEP,    /* a degree of a base case of a half-GCD, and its square */
    CLM_OP_HALF_GCD_PAIR,
    CLM_OP_MANY_PRODUCT,     /* fpx/pairs: a product of residues */
    CLM_OP_SCHUR_PRODUCT,    /* engines/schur: a product of the Schur algorithm, a lane */
    CLM_OP_VANDERMONDE_STEP, /* fpx/vandermonde: a launch for a few points, for each of them */
    CLM_OP_VANDERMONDE_PAIR, /* a row and a step */
    CLM_OP_REDUCE_WORD,      /* multimodular/reduce: a word of 32 bits and a prime */
    CLM_OP_REDUCE_TYPE_WORD, /* multimodular/reduce_words: the same, residues of any type */
    CLM_OP_REDUCE_LIMB,      /* short integers: a limb and a prime, an integer and a prime */
    CLM_OP_REDUCE_INTEGER,
    CLM_OP_LIFT_SUM,       /* multimodular/positional: a product of a digit and a weight's limb */
    CLM_OP_LIFT_DIGIT,     /* multimodular/mixed_radix: a product of two residues */
    CLM_OP_LIFT_BUTTERFLY, /* multimodular/convolution: a butterfly; a product of spectra */
    CLM_OP_LIFT_SPECTRUM,
    CLM_OP_DEVICE_END,

    /* One after the other, whatever units and threads there are. */
    CLM_OP_OPEN = CLM_OP_DEVICE_END, /* a device that is not open yet */
    CLM_OP_LAUNCH,
    CLM_OP_WAIT,       /* for what was launched, or a buffer read or written */
    CLM_OP_RUN,        /* engines/euclid: what else a chunk takes: inputs, buffers, degrees */
    CLM_OP_FPX_CALL,   /* univariate: what else a call on the device takes: buffers, waits */
    CLM_OP_STRIPE,     /* lifting: a pass over the device, with what it launches and begins */
    CLM_OP_MOVED_WORD, /* between host and device */
    CLM_OP_SENT_WORD,  /* multimodular/remainders: a word of a remainder, packed and sent */
    CLM_OP_THREADS,    /* all threads begun; one of them */
    CLM_OP_THREAD,
    CLM_OP_BOUND_WIDTH,   /* all bounds: a coefficient of the output */
    CLM_OP_BOUND_WEIGHT,  /* bounds/: a row weighed, by columns, by Mahler's measure */
    CLM_OP_BOUND_COLUMNS,
    CLM_OP_BOUND_MAHLER,
    CLM_OP_BOUND_SAMPLE,  /* on the circle: a row and a sample */
    CLM_OP_BOUND_BUTTERFLY, /* of its transforms; a column and a sample */
    CLM_OP_BOUND_COLUMN,
    CLM_OP_SERIAL_END,

    /* Of a core of the host; threads share them. */
    CLM_OP_HOST_HORNER = CLM_OP_SERIAL_END, /* engines/host: a step of Horner's rule, 62 bits */
    CLM_OP_HOST_BUTTERFLY,
    CLM_OP_HOST_UPDATE, /* a pair of a remainder sequence; a division of it */
    CLM_OP_HOST_DIVISION,
    CLM_OP_HOST_POINT, /* what else a point takes, and a prime */
    CLM_OP_HOST_PRIME,
    CLM_OP_HOST_NEWTON,    /* a difference and a product of Newton's interpolation */
    CLM_OP_HOST_LIMB,      /* a limb of a coefficient and a prime, to be reduced */
    CLM_OP_HOST_RESIDUE,   /* to be lifted */
    CLM_OP_HOST_PRIMES,    /* a pair of primes, for their product */
    CLM_OP_HOST_PRODUCT,   /* fpx/host: a product of residues; a remainder of a sequence */
    CLM_OP_HOST_REMAINDER,
    CLM_OP_PROBLEM_ALONE,  /* contents, bounds and check of one problem; the same merged */
    CLM_OP_PROBLEM_MERGED,
    CLM_OP_PRIME_FOUND,     /* with its constants */
    CLM_OP_LIFTED_RESIDUE,  /* a residue lifted, whatever the number of primes */
    CLM_OP_LIFTED_SHORT,    /* the same among N primes, which is this and N of those */
    CLM_OP_LIFTED_PAIR,
    CLM_OP_WITNESS_RESIDUE, /* resultant/probable: a residue added; a digit met by a prime */
    CLM_OP_WITNESS_PAIR,
    CLM_OP_ESTIMATE_PRODUCT, /* resultant/estimate */
    CLM_OP_CHECK_PAIR,       /* resultant/check: a pair of coefficients */
    CLM_OP_POWER_PRODUCT,    /* resultant/content: what a power of y costs that is taken out */
    CLM_OP_LIMB_PRODUCT, /* GMP: a product of two limbs; clm_limb_products */
    CLM_OP_LIFT_VALUE,   /* multimodular/lift: a value begun, a digit of it, a product in a leaf */
    CLM_OP_LIFT_PRIME,
    CLM_OP_LIFT_LEAF,
    CLM_OP_JOIN_NODE, /* a node joined, and a limb of it added */
    CLM_OP_JOIN_LIMB,
    CLM_OP_DIVIDE_LIMB,   /* the last division; a limb */
    CLM_OP_SUBTRACT_LIMB, /* in its place, with mixed radix digits */
    CLM_OP_WEIGHT_WORD,   /* made once for all values */
    CLM_OP_UNPACKED_WORD, /* of sums read from the device */
    CLM_OP_COPIED_LIMB,   /* multimodular/remainders: a limb read and copied */
    CLM_OP_JOIN_STEP,     /* threads' work, roughly: a prime and a limb of a value joined, */
    CLM_OP_DIGIT_STEP,    /* a digit and a limb, and a value, of Horner's rule (engines/schur) */
    CLM_OP_DIGIT_VALUE,
    CLM_OP_TERM_PAIR, /* polynomials/: a product of two terms, with sorting; or limbs */
    CLM_OP_TERM_LIMB,
    CLM_OP_PACKED_LIMB, /* a limb of a long product, with packing and unpacking */
    CLM_OPERATIONS
} clm_operation;

/* So many of each; they need not be whole. {0}: nothing. */
typedef struct clm_amounts {
    double of[CLM_OPERATIONS];
} clm_amounts;

/* *to += times * what. */
void clm_amounts_add(clm_amounts *to, const clm_amounts *what, double times);

/* Products of two limbs (CLM_OP_LIMB_PRODUCT) that take as long as GMP's product of n limbs by n,
 * for n from 1 to 2^17. */
double clm_limb_products(double n);

/* The same of a division of 2n limbs by n, of a product of n limbs by 2n, and of the tree of
 * products that ends in n limbs. */
double clm_limb_division(double n);
double clm_limb_uneven(double n);
double clm_limb_tree(double n);

/* What launches do. All are whole numbers; cl/arith/tally.h defines each. */
typedef struct clm_tally {
    double read, written; /* words of global memory */
    double products, additions;
    double digits;
    double launches, groups;
} clm_tally;

/* *to += times * what. */
void clm_tally_add(clm_tally *to, const clm_tally *what, double times);

/* The sum over k < count of min(max(0, first + step * k), most). The words of an array's first
 * `most` elements that lie in parts which begin `step` apart are a difference of two such sums. */
double clm_tally_clipped(double first, double step, double count, double most);

/* Kinds of device with rates of their own. What is the host's is the same in all. */
typedef enum clm_machine {
    CLM_MACHINE_POCL,   /* a CPU through PoCL */
    CLM_MACHINE_CPU,    /* a CPU through another driver */
    CLM_MACHINE_NVIDIA, /* GPUs by vendor */
    CLM_MACHINE_AMD,
    CLM_MACHINE_INTEL,
    CLM_MACHINE_GPU,   /* of another vendor */
    CLM_MACHINE_OTHER, /* accelerators, and what is not known */
    CLM_MACHINES
} clm_machine;

/* Nanoseconds of one compute unit or core for each operation. */
typedef struct clm_rates {
    double ns[CLM_OPERATIONS];
    double access_ns; /* until a word is there whose place was only known then; 0: not known */
} clm_rates;

/* In: kind      "cpu", "gpu", ... as clmodp_device has it
 *     platform  its platform's name
 *     vendor    its vendor's */
clm_machine clm_machine_of(const char *kind, const char *platform, const char *vendor);

const char *clm_machine_name(clm_machine machine);

/* Whether the device's rates were measured on one of this kind; else they are predicted. Those of
 * the host always were. */
bool clm_machine_measured(clm_machine machine);

/* *out := what the table has. */
void clm_rates_set(clm_rates *out, clm_machine machine);

/* One entry of it; for those of the host any kind will do. */
double clm_rate(clm_machine machine, clm_operation operation);

/* What an operation is called in the table, and the command that measures its rate. Static */
const char *clm_operation_name(clm_operation operation);
const char *clm_operation_command(clm_operation operation);

/* Times of one core that decide, too: how long what pays must be, or may take. */
typedef enum clm_limit {
    CLM_LIMIT_THREADS, /* work that threads of the host are begun for, and watched */
    CLM_LIMIT_GROUP,   /* what one of them has between two beginnings */
    CLM_LIMIT_ALONE,   /* a problem of a batch that one thread is too few for */
    CLM_LIMIT_MERGED,   /* problems that keep a device busy in spite of their launches */
    CLM_LIMIT_REDUCTION, /* what the device reduces, without looking for another way */
    CLM_LIMIT_BOUNDS,  /* all bounds, at most; */
    CLM_LIMIT_CIRCLE,  /* that by samples, */
    CLM_LIMIT_SAMPLES, /* more of these than are needed, */
    CLM_LIMIT_COLUMNS, /* and by its columns */
    CLM_LIMIT_BLOCKS,  /* what blocks of steps must save, whose kernels are one program more */
    CLM_LIMIT_LAUNCH,  /* a launch, or launches in a row: whoever can cancel is asked between */
    CLM_LIMITS
} clm_limit;

double clm_limit_ns(clm_limit limit);
const char *clm_limit_name(clm_limit limit);

/* What a point takes when 2^twos divides the number of points, as a multiple of what it takes with
 * 16: evaluation joins the values at 4, 8 or 16 points, and stores vectors. */
double clm_points_weight(unsigned twos);

/* Nanoseconds of a core, or of a unit, that all of it takes. */
double clm_nanoseconds(const clm_amounts *amounts, const clm_rates *rates);

/* The same of what only the host does, from the table: for who has no context. */
double clm_host_nanoseconds(const clm_amounts *amounts);

/* Of two ways the one that takes less; the first if they take the same. */
clm_amounts clm_cheaper(const clm_amounts *a, const clm_amounts *b, const clm_rates *rates);

/* Threads of the host, at least 1, that so many of its operations keep busy for longer than it
 * takes to begin them; from the table, for who has no context. */
double clm_threads_worth(clm_operation operation, double count);

/* Nanoseconds until all of it is done by so many compute units and threads of the host, which
 * take turns. */
double clm_elapsed(const clm_amounts *amounts, const clm_rates *rates, double units,
                   double threads);

/* Whether all figures are such as a measurement can have: positive, finite, spreads not negative.
 */
CLM_LAB_API bool clm_calibration_sane(const clmodp_calibration *calibration);

/* Change rates that the table has for a device of this kind and so many compute units to what was
 * measured: what is launched, waited for and moved to and from the host, and, by how much its
 * products and its words take longer than those of the device that the table was made with, all
 * that its units do. With a CPU, which the table was made with, factors within
 * CLM_CALIBRATION_NOISE of 1 change nothing; of other devices the table knows nothing that a
 * measurement does not know better. There is no cache of a unit's own there that holds a stripe:
 * an operation takes no less than the words that it reads and writes, in order. */
void clm_calibration_rates(clm_rates *rates, const clmodp_calibration *calibration,
                           clm_machine machine, double units);

#define CLM_CALIBRATION_NOISE 1.5

#endif
