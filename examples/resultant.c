/* Intersects the four-leaved rose with a parabola.
 *
 * The common points of two curves f(x, y) = 0 and g(x, y) = 0 have x-coordinates that are roots of
 * res_y(f, g), a polynomial in x alone. This program computes and prints it, and reports the
 * device and the work. Other curves may be given as two arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <clmodp/clmodp.h>

/* *f := the expression; prints a message if it is invalid. */
static clmodp_status read_curve(clmodp_zxy **f, const char *text)
{
    clmodp_text_error error = {0};
    clmodp_status st = clmodp_zxy_create(f);

    if (st == CLMODP_OK)
        st = clmodp_zxy_from_text(*f, NULL, text, CLMODP_STRING, "x", "y", NULL, &error);
    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s: %s at line %zu, column %zu: %s\n", text,
                      clmodp_status_string(st), error.line, error.column, error.message);
    return st;
}

/* Time of loading kernels; the first use of a device compiles and tests them. */
typedef struct compilation {
    int running; /* tests and builds, which may occur within tests */
    double began, seconds;
} compilation;

static double now(void)
{
    struct timespec time;

    return timespec_get(&time, TIME_UTC) != 0 ? (double)time.tv_sec + 1e-9 * (double)time.tv_nsec
                                              : 0;
}

/* Called by the library. */
static void on_log(void *user, clmodp_log_kind kind, const char *line)
{
    compilation *c = user;

    (void)line;
    if ((kind == CLMODP_LOG_TESTING || kind == CLMODP_LOG_BUILDING) && c->running++ == 0)
        c->began = now();
    if ((kind == CLMODP_LOG_TESTED || kind == CLMODP_LOG_BUILT) && --c->running == 0)
        c->seconds += now() - c->began;
}

static void print_report(clmodp_context *context, const clmodp_resultant_report *report,
                         const compilation *kernels)
{
    const clmodp_device *device = clmodp_context_device(context);

    (void)printf("device: %s (%s, %u compute units, %s)\n", device->name, device->kind,
                 (unsigned)device->compute_units, device->platform_name);
    (void)printf("work:   primes: %llu, points of each: %llu; degree at most %llu, "
                 "coefficients below 2^%llu (%s)\n",
                 (unsigned long long)report->primes, (unsigned long long)report->points,
                 (unsigned long long)report->degree_bound,
                 (unsigned long long)report->height_bits, report->height_bound_name);
    (void)printf("time:   %.4f s\n", report->seconds);
    (void)printf("        %.4f s: kernels, compiled and tested on the first use\n",
                 kernels->seconds);
    for (size_t k = 0; k < report->stage_count; k++)
        (void)printf("        %.4f s, device %.4f s: %s\n", report->stages[k].host_seconds,
                     report->stages[k].device_seconds, report->stages[k].name);
}

/* Computes and prints res_y(f, g). */
static clmodp_status show(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_resultant_report report;
    clmodp_resultant_options options;
    compilation kernels = {0};
    clmodp_zx *r = NULL;
    char *text = NULL;
    clmodp_status st = clmodp_zx_create(&r);

    /* Forces the device; by default the library solves small problems on the host. */
    clmodp_resultant_report_init(&report);
    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    clmodp_context_set_log(context, on_log, &kernels);
    if (st == CLMODP_OK)
        st = clmodp_resultant(context, r, &report, f, g, &options);
    if (st == CLMODP_OK)
        st = clmodp_zx_to_text(&text, r, "x", NULL);
    if (st == CLMODP_OK) {
        (void)printf("%s\n\n", text);
        print_report(context, &report, &kernels);
    } else {
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    clmodp_context_set_log(context, NULL, NULL);
    free(text);
    clmodp_zx_destroy(r);
    return st;
}

int main(int argc, char **argv)
{
    const char *rose = argc > 2 ? argv[1] : "(x^2 + y^2)^3 - 4*x^2*y^2";
    const char *parabola = argc > 2 ? argv[2] : "y - x^2";
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_zxy *f = NULL, *g = NULL;
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = read_curve(&f, rose);
    if (st == CLMODP_OK)
        st = read_curve(&g, parabola);
    if (st == CLMODP_OK) {
        (void)printf("f = %s\ng = %s\nres_y(f, g) =\n", rose, parabola);
        st = show(context, f, g);
    }
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
