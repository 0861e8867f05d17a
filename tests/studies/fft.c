/* Tests of Fourier transforms, scattered and in order, with all numbers of chains. */
#include <complex.h>
#include <math.h>

#include "cl/studies/fft_shape.h"
#include "problems/chunk.h"
#include "studies/questions.h"

#define PI 3.14159265358979323846

static const study *const subject = &study_fft;

enum { INPUT }; /* of a problem's buffers */

static void random_numbers(void **state)
{
    static const size_t sizes[] = {16, 64, 1024, 32, 128, 256, 512, 2048, 8192, 65536};

    check_sizes(state, subject, sizes, small_tests() ? 3 : sizeof sizes / sizeof *sizes);
}

/* The transform of a single frequency, 0 included, has one nonzero element. */
static void waves(void **state)
{
    enum { N = 256 };
    static const size_t frequencies[] = {0, 1, N / 2, N - 1};

    for (size_t k = 0; k < (small_tests() ? 2 : 4); k++) {
        study_problem p = {.n = N};
        float wave[2 * N];
        double complex *expected;

        p.ctx = *state = context_again(*state);
        device_must(p.ctx, subject->create(&p));
        expected = p.expected;
        for (size_t i = 0; i < N; i++) {
            const double angle = 2 * PI * (double)(frequencies[k] * i % N) / N;

            wave[FFT_AT(i)] = (float)cos(angle);
            wave[FFT_AT(i) + FFT_CHUNK] = (float)sin(angle);
            expected[i] = i == frequencies[k] ? N : 0;
        }
        device_must(p.ctx, clm_buffer_write(p.ctx, &p.buffers[INPUT], 0, wave, sizeof wave));
        check_all_questions(subject, &p);
        study_problem_clear(&p);
    }
}

static void other_sizes_are_refused(void **state)
{
    static const size_t sizes[] = {1, 8, 17, 1000};

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        study_problem p = {.ctx = *state, .n = sizes[k]};

        assert_int_equal(subject->create(&p), CLMODP_INVALID);
        clm_error_clear(&p.ctx->error);
        study_problem_clear(&p);
    }
}

/* A number with an error above rounding, and a NaN, are detected. */
static void wrong_numbers_are_seen(void **state)
{
    enum { N = 64 };
    study_problem p = {.ctx = *state, .n = N};
    const study_question q = {.n = N, .T = 1};
    double complex *expected;

    device_must(p.ctx, subject->create(&p));
    device_must(p.ctx, subject->run(&p, &q));
    expected = p.expected;
    expected[5] += 0.01;
    assert_int_equal(subject->check(&p, &q), CLMODP_CORRUPT);
    clm_error_clear(&p.ctx->error);
    expected[5] = NAN;
    assert_int_equal(subject->check(&p, &q), CLMODP_CORRUPT);
    clm_error_clear(&p.ctx->error);
    study_problem_clear(&p);
}

TESTS(
    WITH_CONTEXT(random_numbers),
    WITH_CONTEXT(waves),
    WITH_CONTEXT(other_sizes_are_refused),
    WITH_CONTEXT(wrong_numbers_are_seen));
