/* Computes the resultants of one curve with many others in one call.
 *
 * Problems in one call share the device's launches, or the threads of the host. Each has its own
 * status, so that a failure does not stop the others. */
#include <stdio.h>
#include <stdlib.h>

#include <clmodp/clmodp.h>

static const char *const curve = "y^3 - x*y + 1";
static const char *const others[] = {"y^3 - x", "x^2 + y^2 - 4", "x*y - 1", "x - y^2"};

enum { COUNT = sizeof others / sizeof *others };

/* *f := the curve of a text; the caller destroys it, also after errors. */
static clmodp_status read_curve(clmodp_zxy **f, const char *text)
{
    clmodp_text_error error = {0};
    clmodp_status st = clmodp_zxy_create(f);

    if (st == CLMODP_OK)
        st = clmodp_zxy_from_text(*f, NULL, text, CLMODP_STRING, "x", "y", NULL, &error);
    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s: %s\n", text, error.message);
    return st;
}

/* Computes res_y(f, g[k]) for all k. */
static clmodp_status solve(clmodp_context *context, clmodp_zx **r, const clmodp_zxy *f,
                           clmodp_zxy **g)
{
    clmodp_problem problems[COUNT];
    clmodp_status st;

    for (size_t k = 0; k < COUNT; k++) {
        clmodp_problem_init(&problems[k]);
        problems[k].f = f;
        problems[k].g = g[k];
        problems[k].r = r[k];
    }
    st = clmodp_compute_batch(context, problems, COUNT, NULL);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++)
        st = problems[k].status;
    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    return st;
}

static clmodp_status print(const clmodp_zx *r, const char *other)
{
    char *text = NULL;
    const clmodp_status st = clmodp_zx_to_text(&text, r, "x", NULL);

    if (st == CLMODP_OK)
        (void)printf("%s, %s: %s\n", curve, other, text);
    free(text);
    return st;
}

int main(void)
{
    char message[1024] = "";
    clmodp_context *context = NULL;
    clmodp_zxy *f = NULL, *g[COUNT] = {NULL};
    clmodp_zx *r[COUNT] = {NULL};
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK)
        (void)fprintf(stderr, "%s\n", message);
    if (st == CLMODP_OK)
        st = read_curve(&f, curve);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++)
        st = read_curve(&g[k], others[k]);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++)
        st = clmodp_zx_create(&r[k]);
    if (st == CLMODP_OK)
        st = solve(context, r, f, g);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++)
        st = print(r[k], others[k]);
    for (size_t k = 0; k < COUNT; k++) {
        clmodp_zx_destroy(r[k]);
        clmodp_zxy_destroy(g[k]);
    }
    clmodp_zxy_destroy(f);
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
