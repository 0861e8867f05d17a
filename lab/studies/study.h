/* A case study of the threaded many-core memory model [MCA14, III to VII]: an algorithm with its
 * own kernel, run for sizes and numbers of threads and compared with the model's predictions.
 *
 * T is the model's number of threads of a core: tasks that wait for memory independently. On CPUs
 * it is the number of chains interleaved by a work-item, each of which waits for the words just
 * read before its next step. */
#ifndef CLM_STUDIES_STUDY_H
#define CLM_STUDIES_STUDY_H

#include <clmodp/tuning.h>

#include "cl/arith/fp.h"
#include "opencl/buffer.h"

/* Largest numbers of buffers of a problem, and of forms, phases of each, and claims of a study. */
#define STUDY_BUFFERS 8
#define STUDY_FORMS 2
#define STUDY_PHASES 2
#define STUDY_CLAIMS 8

/* The machine's operation is a product of residues (fp_mul). On vectors of words it takes this
 * many instructions: two for either 64-bit product, of even and of odd words, one for the product
 * of low words, a difference, a comparison and a sum. */
#define STUDY_PRODUCT 8.0

/* A problem of one size, on the device and on the host. */
typedef struct study_problem {
    clmodp_context *ctx;
    size_t n;
    size_t m; /* 0 if the study has no second size */
    const struct study_problem *shared; /* data shared by all n, if the study prepares them */
    clm_buffer buffers[STUDY_BUFFERS];
    void *expected; /* the host's result, allocated by malloc */
    void *input;    /* input data on the host needed by runs, allocated by malloc */
} study_problem;

/* The parameters of a run of one form. */
typedef struct study_question {
    size_t form, n;
    uint32_t T; /* a power of two */
    size_t Z;   /* words of fast memory used by a core; 0 if the study has no such parameter */
    size_t m;   /* 0 if the study has no such size */
} study_question;

/* Kinds of findings predicted by the model. */
typedef enum study_claim_kind {
    STUDY_KNEE,   /* time with T = 1 over time with the best T, at the largest n that has both: the
                     T at which a / T and b meet, if the time is max(a / T, b) */
    STUDY_SLOPE,  /* of time over n on logarithmic axes, with the most threads */
    STUDY_WINNER, /* the faster of two forms, with the largest n and most threads */
    STUDY_BEND    /* the n at which the time turns from constant to linear, with most threads */
} study_claim_kind;

typedef struct study_claim {
    study_claim_kind kind;
    size_t form; /* WINNER: compares forms 0 and 1 */
    size_t Z;    /* 0: the default Z */
} study_claim;

typedef struct study {
    const char *name;
    const char *forms[STUDY_FORMS];
    size_t form_count;
    size_t from, to;         /* default sizes */
    size_t least;            /* the smallest valid size; 0: 2 */
    bool power;              /* sizes are powers of two */
    size_t m;                /* default m; 0: none */
    size_t Z_from, Z_to;     /* default Z; 0: none */
    const char *const *statements; /* the paper's claims in words; NULL after the last */

    /* Prepares data that do not depend on n, in a problem shared by all; NULL: there are none. */
    clmodp_status (*prepare)(study_problem *p);
    /* Creates an input, its result by a simple host program, and buffers. After a failure
     * study_problem_clear releases them. */
    clmodp_status (*create)(study_problem *p);
    /* Enqueues accesses that leave caches in the state after earlier requests; not timed. NULL if
     * the accesses of a run do so themselves. */
    clmodp_status (*warm)(study_problem *p, const study_question *q);
    /* Enqueues a run, starting from the original input. */
    clmodp_status (*run)(study_problem *p, const study_question *q);
    /* Fails with CORRUPT if the last run's result is wrong. */
    clmodp_status (*check)(study_problem *p, const study_question *q);
    /* Predicts the consecutive phases; T is at most the machine's X. */
    clmodp_status (*predict)(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine);
    size_t phase_count;
    const study_claim *claims;
    size_t claim_count;
} study;

extern const study study_all_pairs, study_fft, study_list_ranking, study_merge_sort,
    study_string_matching;

void study_problem_clear(study_problem *p);

/* Definition of the chains of a work-item in kernels. */
#define STUDY_CHAINS "#define CHAINS %u\n"

/* Returns the work-items of launches with a share of the work each: one for each compute unit of a
 * CPU, enough to hide latency for each one of a GPU. */
size_t study_items(const clmodp_context *ctx);

/* Returns the work-items of a work-group with shared local memory. */
size_t study_group(const clmodp_context *ctx);

/* Returns the local memory available to a work-group in words; no larger Z can be run. */
size_t study_words(const clmodp_context *ctx);

/* Compares the first n words of a buffer with the expected ones. Errors: CORRUPT, HOST_MEMORY,
 * DEVICE */
clmodp_status study_check_words(study_problem *p, const study *of, const study_question *q,
                                const clm_buffer *result);

/* Fails with CORRUPT: element `at` is wrong. */
clmodp_status study_wrong(study_problem *p, const study *of, const study_question *q, size_t at);

#endif
