/* The longest coefficients of each term. */
#include "resultant/joint.h"

#include <stdlib.h>

#include "base/memory.h"
#include "zxy/zxy.h"

/* longest[j * length + i] := that of its own coefficient and of f's at x^i y^j. */
static void join(mpz_srcptr *longest, size_t length, const clmodp_zxy *f)
{
    const size_t terms = clmodp_zxy_terms(f);

    for (size_t k = 0; k < terms; k++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &j), *place = &longest[j * length + i];

        if (*place == NULL || mpz_cmpabs(*place, c) < 0)
            *place = c;
    }
}

/* out := the absolute values. */
static clmodp_status collect(clmodp_zxy *out, mpz_srcptr const *longest, size_t length,
                             size_t degree)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= degree; j++)
        for (size_t i = 0; i < length; i++)
            if (longest[j * length + i] != NULL) {
                mpz_abs(c, longest[j * length + i]);
                TRY(clm_zxy_append(out, c, i, j));
            }
done:
    mpz_clear(c);
    return st;
}

clmodp_status clm_joint_create(clm_error *error, clm_joint *out, const clm_shape *shape,
                               const clm_pair *pairs, size_t stride, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t of_f = (size_t)(shape->p + 1) * shape->length_f; /* small: clm_shape_of */
    const size_t of_g = (size_t)(shape->q + 1) * shape->length_g;
    mpz_srcptr *longest = NULL;
    clm_joint joint = {0};

    NEW(error, longest, of_f + of_g);
    NEW(error, joint.pairs, count);
    TRY(clmodp_zxy_create(&joint.f));
    TRY(clmodp_zxy_create(&joint.g));
    for (size_t k = 0; k < count; k++) {
        joint.pairs[k] = *(const clm_pair *)((const char *)pairs + k * stride);
        join(longest, shape->length_f, joint.pairs[k].f);
        join(longest + of_f, shape->length_g, joint.pairs[k].g);
    }
    TRY(collect(joint.f, longest, shape->length_f, shape->p));
    TRY(collect(joint.g, longest + of_f, shape->length_g, shape->q));
    *out = joint;
    joint = (clm_joint){0};
done:
    free(longest);
    clm_joint_destroy(&joint);
    return st;
}

void clm_joint_destroy(clm_joint *joint)
{
    clmodp_zxy_destroy(joint->f);
    clmodp_zxy_destroy(joint->g);
    free(joint->pairs);
    *joint = (clm_joint){0};
}
