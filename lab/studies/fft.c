/* Fast Fourier transform, one launch for each pass; launches the kernels of cl/studies/fft.cl. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "cl/studies/fft_shape.h"
#include "opencl/kernel.h"
#include "lab/studies/study.h"

#define FILE_NAME "studies/fft.cl"
#define PI 3.14159265358979323846

#define PRODUCTS_A_BUTTERFLY (10 / STUDY_PRODUCT) /* additions and products of floats */

enum { SCATTERED, IN_ORDER };
enum { INPUT, ROOTS, TURN_A, TURN_B };

/* Transforms `count` numbers, every stride-th one, recursively by halves on the host: in double
 * precision and in a different order from the kernel's. */
static void transform(double complex *out, const double complex *in, const double complex *roots,
                      size_t count, size_t stride)
{
    const size_t half = count / 2;

    if (count == 1) {
        *out = *in;
        return;
    }
    transform(out, in, roots, half, 2 * stride);
    transform(out + half, in + stride, roots, half, 2 * stride);
    for (size_t k = 0; k < half; k++) {
        const double complex even = out[k], odd = roots[k * stride] * out[k + half];

        out[k] = even + odd;
        out[k + half] = even - odd;
    }
}

static clmodp_status create_numbers(study_problem *p, float *input, cl_float2 *roots)
{
    clmodp_status st = CLMODP_OK;
    clm_random random = {1};
    double complex *numbers = NULL, *exact = NULL, *expected;

    NEW(&p->ctx->error, expected, p->n);
    p->expected = expected;
    NEW(&p->ctx->error, numbers, p->n);
    NEW(&p->ctx->error, exact, p->n / 2);
    for (size_t k = 0; k < p->n; k++) {
        for (size_t part = 0; part < 2; part++)
            input[FFT_AT(k) + part * FFT_CHUNK] =
                (float)clm_random_below(&random, 1u << 24) * 0x1p-23f - 1;
        numbers[k] = input[FFT_AT(k)] + I * input[FFT_AT(k) + FFT_CHUNK];
    }
    for (size_t k = 0; k < p->n / 2; k++) {
        exact[k] = cexp(-2 * PI * I * (double)k / (double)p->n);
        roots[k] = (cl_float2){{(float)creal(exact[k]), (float)cimag(exact[k])}};
    }
    transform(expected, numbers, exact, p->n, 1);
done:
    free(exact);
    free(numbers);
    return st;
}

static clmodp_status create(study_problem *p)
{
    clmodp_status st = CLMODP_OK;
    float *input = NULL;
    cl_float2 *roots = NULL;

    REQUIRE(&p->ctx->error, p->n >= 2 * FFT_CHUNK && (p->n & (p->n - 1)) == 0);
    NEW(&p->ctx->error, input, 2 * p->n);
    NEW(&p->ctx->error, roots, p->n / 2);
    TRY(create_numbers(p, input, roots));
    for (size_t k = INPUT; k <= TURN_B; k++)
        TRY(clm_buffer_create(p->ctx, &p->buffers[k], k == ROOTS ? p->n / 2 : p->n,
                              sizeof(cl_float2)));
    TRY(clm_buffer_write(p->ctx, &p->buffers[INPUT], 0, input, 2 * p->n * sizeof *input));
    TRY(clm_buffer_write(p->ctx, &p->buffers[ROOTS], 0, roots, p->n / 2 * sizeof *roots));
done:
    free(roots);
    free(input);
    return st;
}

/* Returns the output buffer of pass m; two buffers alternate, the last pass writes the first. */
static const clm_buffer *turn(const study_problem *p, size_t m)
{
    size_t passes = 0;

    for (size_t left = p->n / 2; left > m; left /= 2)
        passes++;
    return &p->buffers[passes % 2 == 0 ? TURN_A : TURN_B];
}

/* Returns the shift of the steps' permutation (fft_place): half their bits, plus one. */
static uint32_t shift_of(size_t steps)
{
    uint32_t bits = 0;

    while (steps >> bits > 1)
        bits++;
    return bits / 2 + 1;
}

static clmodp_status run(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = study_items(p->ctx), n = p->n, steps = n / (2 * FFT_CHUNK);
    const bool scattered = q->form == SCATTERED;
    const clm_buffer *from = &p->buffers[INPUT];
    const clm_kernel *pass;

    TRY(clm_kernel_get_with(p->ctx, &pass, FILE_NAME, "fft_pass", STUDY_CHAINS, q->T));
    for (size_t m = 1; m < n; from = turn(p, m), m *= 2)
        TRY(clm_launch(p->ctx, pass, items, 1, ARG_OUT(turn(p, m), 2 * n, cl_float),
                       ARG_IN(from, 2 * n, cl_float), ARG_IN(&p->buffers[ROOTS], n / 2, cl_float2),
                       ARG_U32(n / 2), ARG_U32(m), ARG_U32(clm_div_up(steps, items)),
                       ARG_U32(scattered ? UINT32_C(0x9e3779b1) : 1),
                       ARG_U32(scattered ? shift_of(steps) : 31), ARG_U32(0)));
done:
    return st;
}

/* Results are sums of n numbers with parts up to 1 and have a mean square of at most 2n. In single
 * precision a pass adds the roundings of two operations to each; twice that is allowed. */
static clmodp_status check(study_problem *p, const study_question *q)
{
    clmodp_status st = CLMODP_OK;
    const double complex *expected = p->expected;
    const double allowed = 4 * FLT_EPSILON * log2((double)p->n) * sqrt(2 * (double)p->n);
    float *found = NULL;

    NEW(&p->ctx->error, found, 2 * p->n);
    TRY(clm_buffer_read(p->ctx, turn(p, p->n / 2), 0, found, 2 * p->n * sizeof *found));
    for (size_t k = 0; k < p->n; k++) {
        const double complex x = found[FFT_AT(k)] + I * found[FFT_AT(k) + FFT_CHUNK];

        if (!(cabs(x - expected[k]) <= allowed))
            TRY(study_wrong(p, &study_fft, q, k));
    }
done:
    free(found);
    return st;
}

/* Predicts by the paper's row: each pass reads and writes all numbers, two words each. A chain has
 * four accesses in flight, two reads and two writes, each a chunk of a step and no more. In order,
 * the hardware keeps as many accesses in flight as the machine allows, for every T. */
static clmodp_status predict(clmodp_tmm_time phases[STUDY_PHASES], const study_question *q,
                             double T, const clmodp_tmm_machine *machine)
{
    const bool scattered = q->form == SCATTERED;
    const double n = (double)q->n, passes = log2(n);
    const double words = scattered ? fmin(2 * FFT_CHUNK, machine->C) : machine->C;
    const clmodp_tmm_amounts amounts = {PRODUCTS_A_BUTTERFLY * n / 2 * passes, passes,
                                        4 * n / words * passes, 4 * n};

    return clmodp_tmm_measure(&phases[0], &amounts,
                              scattered ? fmin(4 * T, machine->X) : machine->X, machine, NULL, 0);
}

static const char *const statements[] = {
    "with less latency, or more threads that hide it, the time falls until nothing waits for it",
    "then the time is constant", NULL};

static const study_claim claims[] = {{STUDY_KNEE, SCATTERED, 0},
                                     {STUDY_KNEE, IN_ORDER, 0},
                                     {STUDY_SLOPE, SCATTERED, 0},
                                     {STUDY_SLOPE, IN_ORDER, 0}};

const study study_fft = {
    .name = "fft", .forms = {"scattered", "in-order"}, .form_count = 2,
    .from = (size_t)1 << 20, .to = (size_t)1 << 24, .least = 2 * FFT_CHUNK, .power = true,
    .statements = statements,
    .create = create, .run = run, .check = check, .predict = predict, .phase_count = 1,
    .claims = claims, .claim_count = sizeof claims / sizeof *claims,
};
