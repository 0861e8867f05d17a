/* Table II of [MCA14] and its section V.A: what algorithms are to the threaded many-core memory
 * model. */
#ifndef CLM_MODEL_PAPERS_TMM_TABLE_H
#define CLM_MODEL_PAPERS_TMM_TABLE_H

#include <clmodp/model.h>

/* Which sizes an algorithm has beside n. */
enum { CLM_TMM_M = 1, CLM_TMM_K = 2 };

typedef struct clm_tmm_algorithm {
    const char *name;
    clmodp_tmm_amounts (*amounts)(const clmodp_tmm_question *);
    unsigned sizes;
    int refined; /* clmodp_tmm_refined */
} clm_tmm_algorithm;

extern const clm_tmm_algorithm clm_tmm_algorithms[CLMODP_TMM_ALGORITHMS];

#endif
