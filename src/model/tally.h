/* What the launches of an algorithm do: words of global memory, operations, work-groups.
 *
 * Beside launches stand closed forms of it, exact functions of sizes and parameters; a context can
 * have its kernels count the same (device/tally.h), which tests compare. Amounts (amounts.h) are
 * what times are made of; where they are the same numbers they come from here. */
#ifndef CLM_MODEL_TALLY_H
#define CLM_MODEL_TALLY_H

/* Whole numbers; what each is, cl/arith/tally.h says. */
typedef struct clm_tally {
    double read, written;
    double products, additions;
    double digits;
    double launches, groups;
} clm_tally;

/* *to += times * what. */
void clm_tally_add(clm_tally *to, const clm_tally *what, double times);

/* min(max(0, first + step * k), most), summed over k < count: what parts of an array that begin
 * `step` apart have of its first `most` elements is a difference of two such sums. */
double clm_tally_clipped(double first, double step, double count, double most);

#endif
