/* Open devices and fill chunks of primes for benchmarks, or end the program. */
#include "bench/device.h"

#include <stdio.h>

#include <clmodp/resultant.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/size.h"
#include "cl/fpx/euclid_shape.h"
#include "engines/euclid/programs.h"

#define SHIFT 7 /* of the points: any residue but 0 */

clmodp_context *device_open(const char *device)
{
    clmodp_context_options options;
    clmodp_context *ctx = NULL;
    char message[512] = "";

    /* Linux may leave PoCL's threads on one core for a tenth of a second after other work. */
    (void)setenv("POCL_AFFINITY", "1", 0);
    clmodp_context_options_init(&options);
    options.device = device;
    if (clmodp_context_create(&ctx, &options, message, sizeof message) != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        exit(3);
    }
    device_must(ctx, clm_context_open(ctx));
    ctx->named_engine = CLMODP_ENGINE_EUCLID; /* benchmarks of a device do not leave it */
    clm_euclid_programs_declare(ctx);
    return ctx;
}

void device_must(const clmodp_context *ctx, clmodp_status status)
{
    if (status == CLMODP_OK)
        return;
    (void)fprintf(stderr, "%s: %s\n", clmodp_status_string(status),
                  clmodp_context_message(ctx));
    exit(1);
}

void *device_need(size_t count, size_t size)
{
    void *block = calloc(count, size);

    if (block == NULL) {
        (void)fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count, size);
        exit(1);
    }
    return block;
}

void device_primes(uint32_t *prime, size_t primes, size_t points)
{
    if (clm_primes_below(prime, primes, EUCLID_PRIME_MAX + 1, (uint32_t)points) == primes)
        return;
    (void)fprintf(stderr, "there are no %zu primes with %zu points\n", primes, points);
    exit(1);
}

prime_info *device_chunk(clmodp_context *ctx, clm_lanes *lanes, size_t primes, size_t points)
{
    prime_info *info = device_need(primes, sizeof *info);
    uint32_t *prime = device_need(primes, sizeof *prime);

    device_primes(prime, primes, points);
    for (size_t n = 0; n < primes; n++)
        info[n] = clm_prime_info(prime[n], (uint32_t)points, SHIFT);
    free(prime);
    *lanes = (clm_lanes){.primes = primes, .points = points,
                         .lanes = clm_round_up(points, ctx->tuning.tile)};
    device_must(ctx, clm_buffer_create(ctx, &lanes->info, primes, sizeof *info));
    device_must(ctx, clm_buffer_write(ctx, &lanes->info, 0, info, primes * sizeof *info));
    return info;
}

clm_buffer device_words(clmodp_context *ctx, const u32 *words, size_t count)
{
    clm_buffer buffer = {0};

    device_must(ctx, clm_buffer_create(ctx, &buffer, count, sizeof(u32)));
    if (words != NULL)
        device_must(ctx, clm_buffer_write(ctx, &buffer, 0, words, count * sizeof *words));
    return buffer;
}
