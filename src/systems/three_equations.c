/* Three equations: options, checks and eliminants. */
#include "systems/three_equations.h"

#include "core/size.h"
#include "opencl/context.h"
#include "systems/eliminant.h"

/* Limits on degrees, and on the product of all total degrees, which bounds the number of complex
 * solutions. */
enum { MOST_DEGREE = 4096, MOST_SOLUTIONS = 1 << 15 };

void clm_three_equations_clear(clm_three_equations *s)
{
    for (size_t i = 0; i < CLM_UNKNOWNS; i++)
        clmodp_zx_destroy(s->eliminants[i]);
}

static clmodp_status check(clm_error *error, clm_three_equations *s)
{
    clmodp_status st = CLMODP_OK;
    size_t solutions = 1;

    for (size_t n = 0; n < CLM_UNKNOWNS; n++) {
        REQUIRE(error, s->f[n] != NULL && clmodp_mpoly_variables(s->f[n]) == CLM_UNKNOWNS);
        s->none = s->none || clmodp_mpoly_total_degree(s->f[n]) == 0;
    }
    for (size_t n = 0; n < CLM_UNKNOWNS && !s->none; n++) {
        if (clmodp_mpoly_terms(s->f[n]) == 0)
            FAIL(error, CLMODP_DOMAIN, "one of the polynomials is 0, so there are infinitely many "
                 "solutions, complex ones included, or none");
        if (clm_degree_in(s->f, n) > MOST_DEGREE)
            FAIL(error, CLMODP_LIMIT, "the equations have degree %ld in %s: at most %d is "
                 "supported", clm_degree_in(s->f, n), s->names[n], MOST_DEGREE);
        solutions = clm_size_times(solutions, (size_t)clmodp_mpoly_total_degree(s->f[n]));
    }
    if (!s->none && solutions > MOST_SOLUTIONS)
        FAIL(error, CLMODP_LIMIT, "the product of the equations' total degrees is %zu: at most %d "
             "is supported", solutions, MOST_SOLUTIONS);
done:
    return st;
}

clmodp_status clm_three_equations_read(clmodp_context *context, clm_three_equations *s,
                                       const clmodp_mpoly *const *f,
                                       const clmodp_points_options *options)
{
    static const char *const names[CLM_UNKNOWNS] = {"x", "y", "z"};
    clmodp_status st = CLMODP_OK;
    clm_error *error = &context->error;
    clmodp_points_options read;

    REQUIRE(error, f != NULL);
    clmodp_points_options_init(&read);
    TRY(clm_options_read(error, "clmodp_points_options", &read, sizeof read, options));
    clmodp_resultant_options_init(&s->how);
    TRY(clm_options_read(error, "clmodp_resultant_options", &s->how, sizeof s->how,
                         read.resultants));
    if (s->how.mode != CLMODP_MODE_CERTIFIED)
        FAIL(error, CLMODP_INVALID, "solutions need proved resultants: mode CERTIFIED");
    s->names = read.names != NULL ? read.names : names;
    s->f = f;
    TRY(check(error, s));
done:
    return st;
}

clmodp_status clm_three_equations_eliminate(clmodp_context *context, clm_three_equations *s,
                                            size_t i)
{
    clmodp_status st = CLMODP_OK;

    TRY(clmodp_zx_create(&s->eliminants[i]));
    TRY(clm_eliminant(context, s->eliminants[i], s->f, i, s->names[i], &s->how));
done:
    return st;
}
