/* Tests of Fourier transforms in lanes against their definition. */
#include "bounds/circle.h"

#include <math.h>
#include <stdlib.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/small.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)
#define PI 3.14159265358979323846

/* Returns a number between -1 and 1, sometimes a very small one. */
static double random_real(clm_random *random)
{
    const double x = ldexp((double)(clm_random_next(random) >> 11), -52) - 1.0;

    return clm_random_below(random, 4) == 0 ? ldexp(x, -(int)clm_random_below(random, 200)) : x;
}

/* Computes output k of `length` input pairs by definition. */
static void define(double out[2], const double *in, size_t length, size_t k, size_t points)
{
    out[0] = out[1] = 0.0;
    for (size_t i = 0; i < length; i++) {
        const double angle = 2.0 * PI * (double)(i * k % points) / (double)points;

        out[0] += in[2 * i] * cos(angle) - in[2 * i + 1] * sin(angle);
        out[1] += in[2 * i] * sin(angle) + in[2 * i + 1] * cos(angle);
    }
}

static void check(uint64_t seed, size_t points, size_t transforms, size_t length)
{
    clm_random random = {seed};
    clm_fourier fft;
    double *in;

    OK(clm_fourier_create(NULL, &fft, points, transforms));
    assert_int_equal(fft.lanes, transforms < 2 * CLM_FOURIER_LANES ? 2 : CLM_FOURIER_LANES);
    in = calloc(fft.lanes * length, 2 * sizeof *in);
    assert_non_null(in);
    for (size_t again = 0; again < 2; again++) { /* results of the first run must be cleared */
        clm_fourier_clear(&fft);
        for (size_t l = 0; l < fft.lanes; l++)
            for (size_t i = 0; i < length; i++) {
                double *z = in + 2 * (l * length + i);

                fft.re[i * fft.lanes + l] = z[0] = random_real(&random);
                fft.im[i * fft.lanes + l] = z[1] = random_real(&random);
            }
        clm_fourier_run(&fft, length);
    }
    for (size_t l = 0; l < fft.lanes; l++) {
        double norm = 0.0;

        for (size_t i = 0; i < length; i++)
            norm += hypot(in[2 * (l * length + i)], in[2 * (l * length + i) + 1]);
        for (size_t k = 0; k < points; k++) {
            const size_t at = fft.place[k] * fft.lanes + l;
            double z[2];

            define(z, in + 2 * l * length, length, k, points);
            if (!(hypot(fft.re[at] - z[0], fft.im[at] - z[1]) <= ldexp((double)fft.t, -46) * norm))
                fail_msg("seed %llu, %zu points, lane %zu of %zu, %zu inputs: output %zu is "
                         "%.17g + %.17g i, not %.17g + %.17g i", (unsigned long long)seed, points,
                         l, fft.lanes, length, k, fft.re[at], fft.im[at], z[0], z[1]);
        }
    }
    free(in);
    clm_fourier_destroy(&fft);
}

/* Transforms agree with the definition at lengths with a change of passes, and next to them. */
static void as_defined(void **state)
{
    const size_t most = small_tests() ? 32 : 256;

    (void)state;
    for (size_t points = 2; points <= most; points *= 2)
        for (size_t transforms = 1; transforms <= 9; transforms += 4)
            for (size_t part = 1; part <= points; part *= 2)
                for (size_t length = part > 1 ? part - 1 : 1; length <= part + 1; length++)
                    if (length <= points)
                        check(points + part, points, transforms, length);
}

TESTS(cmocka_unit_test(as_defined));
