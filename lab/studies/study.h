/* A case study of the threaded many-core memory model [MCA14, III to VII]: an algorithm with a
 * kernel of its own, run for sizes and numbers of threads, beside what the model predicts.
 *
 * T is what the model calls threads of a core: work that waits for memory independently. On CPUs
 * it is the number of chains that a work-item interleaves, each of which waits for the words that
 * it has read before it goes on to its next ones. */
#ifndef CLM_STUDIES_STUDY_H
#define CLM_STUDIES_STUDY_H


#include <clmodp/tuning.h>

#include "cl/arith/fp.h"
#include "opencl/buffer.h"

/* Problems have up to so many buffers, and studies so many forms, phases of each, and claims. */
#define STUDY_BUFFERS 8
#define STUDY_FORMS 2
#define STUDY_PHASES 2
#define STUDY_CLAIMS 8

/* The machine's operation is a product of residues (fp_mul). Of vectors of words that is so many
 * instructions: two for either product of 64 bits, of even and of odd words, one for the product
 * of low words, a difference, a comparison and a sum. */
#define STUDY_PRODUCT 8.0

/* A problem of one size, on the device and on the host. */
typedef struct study_problem {
    clmodp_context *ctx;
    size_t n;
    size_t m; /* 0: the study has no second size */
    const struct study_problem *shared; /* what all n have, if the study prepares that */
    clm_buffer buffers[STUDY_BUFFERS];
    void *expected; /* the host's result; malloc's */
    void *input;    /* what the host has of its input, and runs need to know; malloc's */
} study_problem;

/* What is asked of a form. */
typedef struct study_question {
    size_t form, n;
    uint32_t T; /* a power of two */
    size_t Z;   /* words of fast memory that a core takes; 0: the study has no such parameter */
    size_t m;   /* 0: nor such a size */
} study_question;

/* A finding that the model predicts. */
typedef enum study_claim_kind {
    STUDY_KNEE,   /* how many times as long T = 1 takes as the best T, at the largest n that has
                     both: the T at which a / T and b meet, if the time is max(a / T, b) */
    STUDY_SLOPE,  /* of time over n on logarithmic axes, with the most threads */
    STUDY_WINNER, /* which of two forms takes less, with the largest n and most threads */
    STUDY_BEND    /* the n from which on time is linear, and flat before, with most threads */
} study_claim_kind;

typedef struct study_claim {
    study_claim_kind kind;
    size_t form; /* WINNER: of forms 0 and 1 */
    size_t Z;    /* 0: that of the study */
} study_claim;

typedef struct study {
    const char *name;
    const char *forms[STUDY_FORMS];
    size_t form_count;
    size_t from, to;         /* usual sizes */
    size_t least;            /* the least size that there is; 0: 2 */
    bool power;              /* sizes are powers of two */
    size_t m;                /* usual one; 0: none */
    size_t Z_from, Z_to;     /* usual ones; 0: none */
    const char *const *says; /* what the paper claims, for people; NULL behind the last */

    /* What does not depend on n, in a problem that others share; NULL: there is nothing. */
    clmodp_status (*prepare)(study_problem *p);
    /* An input, its result by a plain host program, and buffers. What was made before a failure
     * study_problem_clear releases. */
    clmodp_status (*create)(study_problem *p);
    /* Enqueue what leaves caches as they were if more was asked before, which does not count as
     * time of a run; NULL: a run's own accesses leave them so. */
    clmodp_status (*warm)(study_problem *p, const study_question *q);
    /* Enqueue a run, from the input as it was. */
    clmodp_status (*run)(study_problem *p, const study_question *q);
    /* CORRUPT if the last run's result is wrong. */
    clmodp_status (*check)(study_problem *p, const study_question *q);
    /* What the model says of each phase, one behind the other; T is at most what the machine
     * takes. */
    clmodp_status (*predict)(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine);
    size_t phase_count;
    const study_claim *claims;
    size_t claim_count;
} study;

extern const study study_all_pairs, study_fft, study_list_ranking, study_merge_sort,
    study_string_matching;

void study_problem_clear(study_problem *p);

/* Chains that a work-item follows go into kernels as a definition. */
#define STUDY_CHAINS "#define CHAINS %u\n"

/* Work-items of launches in which each has a share of the work: one for each unit of a CPU, as
 * many as hide latency for one of a GPU. */
size_t study_items(const clmodp_context *ctx);

/* Work-items of a work-group, where they share local memory. */
size_t study_group(const clmodp_context *ctx);

/* Words of local memory that a work-group can have: a Z beyond that cannot be run. */
size_t study_words(const clmodp_context *ctx);

/* Fail with CORRUPT: element `at` is wrong. */
clmodp_status study_wrong(study_problem *p, const study *of, const study_question *q, size_t at);

#endif
