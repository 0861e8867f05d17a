/* Computes a resultant unit by unit, with progress, and with a limit on the time.
 *
 * The units of a plan may be computed in any order and by any machines (clmodp/plan.h); here one
 * context computes all. A progress callback cancels it after as many seconds as an argument tells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <clmodp/clmodp.h>

static const char *const curves[] = {"(x + y + 2)^12 + x*y", "(x - y + 3)^11 - x^3"};

/* Progress of all units. */
typedef struct progress {
    uint64_t done, units;
    time_t end; /* the time to stop at */
} progress;

/* Called by the library several times a second; cancels the call by returning 1. */
static int on_progress(void *user, double fraction)
{
    const progress *p = user;

    (void)fprintf(stderr, "\r%3.0f %%", 100 * ((double)p->done + fraction) / (double)p->units);
    return time(NULL) > p->end;
}

/* Computes the units and r, the result. images: an array of `units` null pointers. */
static clmodp_status run(clmodp_context *context, clmodp_zx *r, const clmodp_plan *plan,
                         clmodp_images **images, progress *p)
{
    clmodp_status st = CLMODP_OK;

    clmodp_context_set_progress(context, on_progress, p);
    for (p->done = 0; p->done < p->units && st == CLMODP_OK; p->done++)
        st = clmodp_plan_run(context, &images[p->done], plan, p->done);
    clmodp_context_set_progress(context, NULL, NULL);
    (void)fprintf(stderr, "\r      \r");
    if (st != CLMODP_OK)
        return st;
    return clmodp_plan_finish(context, r, NULL, NULL, plan, (const clmodp_images *const *)images,
                              (size_t)p->units);
}

/* Plans, computes and prints res_y(f, g). */
static clmodp_status solve(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                           clmodp_zx *r, long seconds)
{
    clmodp_problem problem;
    clmodp_plan_options options;
    clmodp_plan_info info;
    clmodp_plan *plan = NULL;
    clmodp_images **images = NULL;
    progress p = {.end = time(NULL) + seconds};
    clmodp_status st;

    clmodp_problem_init(&problem);
    problem.f = f;
    problem.g = g;
    clmodp_plan_options_init(&options);
    options.unit_primes = 2;
    clmodp_plan_info_init(&info);
    st = clmodp_plan_create(context, &plan, &problem, &options);
    if (st == CLMODP_OK)
        st = clmodp_plan_describe(plan, &info);
    p.units = info.units;
    if (st == CLMODP_OK && (images = calloc((size_t)p.units + 1, sizeof *images)) == NULL)
        st = CLMODP_HOST_MEMORY;
    if (st == CLMODP_OK)
        st = run(context, r, plan, images, &p);
    if (st == CLMODP_OK)
        (void)printf("degree %ld\n", clmodp_zx_degree(r));
    else
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    for (uint64_t k = 0; images != NULL && k < p.units; k++)
        clmodp_images_destroy(images[k]);
    free(images);
    clmodp_plan_destroy(plan);
    return st;
}

int main(int argc, char **argv)
{
    const long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 600;
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_zxy *f[2] = {NULL};
    clmodp_zx *r = NULL;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    for (int k = 0; k < 2 && st == CLMODP_OK; k++) {
        st = clmodp_zxy_create(&f[k]);
        if (st == CLMODP_OK)
            st = clmodp_zxy_from_text(f[k], NULL, curves[k], CLMODP_STRING, "x", "y", NULL, NULL);
    }
    if (st == CLMODP_OK)
        st = clmodp_zx_create(&r);
    if (st == CLMODP_OK)
        st = solve(context, f[0], f[1], r, seconds);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(f[1]);
    clmodp_zxy_destroy(f[0]);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
