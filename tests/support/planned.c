/* Creates plans, and sends plans and images as bytes. */
#include "support/planned.h"

#include "support/context.h"

void job_begin(job *j, clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
               clmodp_operation operation, clmodp_engine engine, uint64_t unit_primes)
{
    *j = (job){.info.size = sizeof j->info};
    work_begin(&j->w, context, f, g, operation, engine, unit_primes);
    j->w.options.seed = unit_primes;
    assert_int_equal(clmodp_plan_create(context, &j->plan, &j->w.problem, &j->w.how), CLMODP_OK);
    assert_int_equal(clmodp_plan_describe(j->plan, &j->info), CLMODP_OK);
    assert_true(j->info.units <= MOST_UNITS);
}

void job_end(job *j)
{
    clmodp_plan_destroy(j->plan);
    work_end(&j->w);
}

clmodp_calibration measured(double slower)
{
    const clmodp_figure one = {1.0, 0.0};
    clmodp_calibration c;

    clmodp_calibration_init(&c);
    c.launch = (clmodp_figure){1343.0, 0.0};
    c.wait = (clmodp_figure){2.4e4, 0.0};
    c.send = c.receive = (clmodp_figure){0.1, 0.0};
    c.stream = (clmodp_figure){0.18, 0.0};
    c.scatter = c.random = c.local = c.alone = c.groups = one;
    for (int k = 0; k < CLMODP_CHASES; k++)
        c.chase[k] = one;
    c.product = (clmodp_figure){0.067 * slower, 0.0};
    c.pair = (clmodp_figure){0.11 * slower, 0.0};
    c.U = c.Z = c.L = c.C = c.P = c.X = one;
    return c;
}

void free_images(clmodp_images **images, size_t count)
{
    for (size_t k = 0; k < count; k++)
        clmodp_images_destroy(images[k]);
}

unsigned char *written_plan(const clmodp_plan *plan, size_t *size)
{
    unsigned char *bytes;

    *size = clmodp_plan_size(plan);
    bytes = malloc(*size);
    assert_non_null(bytes);
    clmodp_plan_write(plan, bytes);
    return bytes;
}

unsigned char *written_images(const clmodp_images *images, size_t *size)
{
    unsigned char *bytes;

    *size = clmodp_images_size(images);
    bytes = malloc(*size);
    assert_non_null(bytes);
    clmodp_images_write(images, bytes);
    return bytes;
}

clmodp_plan *plan_again(clmodp_context *context, const clmodp_plan *plan)
{
    size_t size;
    unsigned char *bytes = written_plan(plan, &size);
    clmodp_plan *copy;

    assert_int_equal(clmodp_plan_read(context, &copy, bytes, size), CLMODP_OK);
    free(bytes);
    return copy;
}

clmodp_images *images_sent(clmodp_context *context, const clmodp_plan *by, const clmodp_plan *to,
                           uint64_t unit)
{
    clmodp_images *images, *arrived;
    unsigned char *bytes;
    size_t size;

    if (clmodp_plan_run(context, &images, by, unit) != CLMODP_OK)
        fail_msg("unit %u: %s", (unsigned)unit, clmodp_context_message(context));
    assert_true(clmodp_images_unit(images) == unit);
    bytes = written_images(images, &size);
    clmodp_images_destroy(images);
    assert_int_equal(clmodp_images_read(context, &arrived, to, bytes, size), CLMODP_OK);
    free(bytes);
    return arrived;
}
