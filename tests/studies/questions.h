/* All variants of a problem of a case study: forms, sizes of fast memory, numbers of chains. */
#ifndef TESTS_STUDIES_QUESTIONS_H
#define TESTS_STUDIES_QUESTIONS_H

#include "lab/studies/study.h"
#include "support/context.h"
#include "support/small.h"

/* Runs and checks each, with 1, 4, 16 and 64 chains, or the least and the most. */
static inline void check_all_questions(const study *subject, study_problem *p)
{
    const size_t most = study_words(p->ctx) < subject->Z_to ? study_words(p->ctx) : subject->Z_to;

    for (size_t form = 0; form < subject->form_count; form++)
        for (size_t Z = subject->Z_from; Z <= most; Z = Z > 0 ? 4 * Z : most + 1)
            for (uint32_t T = 1; T <= 64; T *= small_tests() ? 64 : 4) {
                const study_question q = {form, p->n, T, Z, p->m};

                device_must(p->ctx, subject->run(p, &q));
                device_must(p->ctx, subject->check(p, &q));
            }
}

/* Checks all variants of random problems of these sizes. */
static inline void check_sizes(void **state, const study *subject, const size_t *sizes,
                               size_t count)
{
    for (size_t k = 0; k < count; k++) {
        study_problem p = {.n = sizes[k]};

        p.ctx = *state = context_again(*state);
        device_must(p.ctx, subject->create(&p));
        check_all_questions(subject, &p);
        study_problem_clear(&p);
    }
}

#endif
