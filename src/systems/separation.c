/* Finds a projection that separates the solutions of a system. */
#include "systems/separation.h"

#include "core/error.h"
#include "opencl/context.h"
#include "polynomials/zxy.h"
#include "systems/component.h"

/* Most projections to try. Each pair of solutions excludes one. */
#define MOST_PROJECTIONS 64

void clm_separation_destroy(clm_separation *s)
{
    clmodp_zxy_destroy(s->component);
    clm_projection_destroy(&s->projection);
    clm_projection_destroy(&s->unsheared);
}

/* Returns shears of changing signs and growing size. */
static long shear_number(size_t k)
{
    const long size = (long)(k * k + 1) / 2;

    return k % 2 == 0 ? -size : size;
}

/* Finds a projection that separates the solutions, unless there is a common factor. */
static clmodp_status project(const clm_system *system, clm_separation *s)
{
    clmodp_status st = CLMODP_OK;
    bool separates = false;

    TRY(clm_projection_make(&s->projection, &separates, system, 0));
    if (!separates && !s->projection.common) {
        s->unsheared = s->projection;
        s->projection = (clm_projection){0};
    }
    for (size_t k = 1; k < MOST_PROJECTIONS && !separates && !s->projection.common; k++) {
        clm_projection_destroy(&s->projection);
        TRY(clm_projection_make(&s->projection, &separates, system, shear_number(k)));
    }
    if (!separates && !s->projection.common)
        FAIL(&system->context->error, CLMODP_LIMIT, "none of %d projections separates the "
             "solutions", MOST_PROJECTIONS);
done:
    return st;
}

/* Returns whether f is a constant other than 0. */
static bool is_constant(const clmodp_zxy *f)
{
    return clmodp_zxy_degree_x(f) == 0 && clmodp_zxy_degree_y(f) == 0;
}

/* Separates the common zeros and uses them, unless it sets s->projection.common. */
static clmodp_status find_zeros(const clm_system *system, clm_separation *s, clm_use_zeros use,
                                void *argument)
{
    clmodp_status st = CLMODP_OK;

    if (is_constant(system->f) || is_constant(system->g))
        return CLMODP_OK;
    TRY(project(system, s));
    if (!s->projection.common)
        TRY(use(argument, system));
done:
    return st;
}

/* Finds the zeros beside a common component. */
static clmodp_status find_beside(const clm_system *system, clm_separation *s, clm_use_zeros use,
                                 void *argument)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;
    clm_system rest = *system;
    clmodp_zxy *a = NULL, *b = NULL;

    clm_projection_destroy(&s->projection);
    clm_projection_destroy(&s->unsheared);
    TRY(clmodp_zxy_create(&a));
    TRY(clmodp_zxy_create(&b));
    TRY(clmodp_zxy_create(&s->component));
    TRY(clm_component_split(system->context, s->component, a, b, system->f, system->g));
    if (!rest.options->components)
        TRY(clm_component_refuse(error, s->component, rest.options->x, rest.options->y));
    rest.f = a;
    rest.g = b;
    TRY(find_zeros(&rest, s, use, argument));
done:
    clmodp_zxy_destroy(b);
    clmodp_zxy_destroy(a);
    return st;
}

static clmodp_status separate(const clm_system *system, clm_separation *s, clm_use_zeros use,
                              void *argument)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;

    REQUIRE(error, system->f != NULL && system->g != NULL);
    if (system->options->resultants->mode != CLMODP_MODE_CERTIFIED)
        FAIL(error, CLMODP_INVALID, "solutions need proved resultants: mode CERTIFIED");
    if (is_constant(system->f) || is_constant(system->g))
        return CLMODP_OK;
    if (clmodp_zxy_terms(system->f) == 0 && clmodp_zxy_terms(system->g) == 0)
        FAIL(error, CLMODP_DOMAIN, "both polynomials are 0, so every point is a solution");
    if (clmodp_zxy_terms(system->f) == 0 || clmodp_zxy_terms(system->g) == 0)
        s->projection.common = true; /* the other polynomial */
    else
        TRY(find_zeros(system, s, use, argument));
    if (s->projection.common)
        TRY(find_beside(system, s, use, argument));
done:
    return st;
}

clmodp_status clm_separate(clm_separation *s, clm_system *system, clm_use_zeros use,
                           void *argument)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &system->context->error;
    clmodp_solve_options read;
    clmodp_resultant_options how;

    clmodp_solve_options_init(&read);
    TRY(clm_options_read(error, "clmodp_solve_options", &read, sizeof read, system->options));
    clmodp_resultant_options_init(&how);
    TRY(clm_options_read(error, "clmodp_resultant_options", &how, sizeof how, read.resultants));
    read.resultants = &how;
    system->options = &read;
    TRY(separate(system, s, use, argument));
done:
    return st;
}
