/* Predicts the time of prefix sums on p processors by Brent's theorem: an example for
 * libclmodp-models, which needs no device.
 *
 *     cc models.c $(pkg-config --cflags --libs clmodp-models) */
#include <inttypes.h>
#include <stdio.h>

#include <clmodp/models.h>

int main(void)
{
    clmodp_brent_steps steps[CLMODP_BRENT_MOST_STEPS];
    clmodp_brent_time time;
    char message[256];
    size_t count;

    if (clmodp_brent_scan_steps(steps, &count, CLMODP_BRENT_TREE, CLMODP_MMM_CORRECTED, 1024, 0,
                                message, sizeof message) != CLMODP_OK ||
        clmodp_brent_predict(&time, steps, count, 64, message, sizeof message) != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 1;
    }
    (void)printf("1024 elements on 64 processors: %" PRIu64 " steps, at most %" PRIu64 "\n",
                 time.time, time.bound);
    return 0;
}
