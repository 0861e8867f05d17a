/* CRT reconstruction from images modulo words of up to 62 bits, by a product tree. */
#include "engines/host/plan.h"

#include <stdlib.h>

#include "core/memory.h"
#include "multimodular/crt_tree.h"
#include "polynomials/zx.h"

/* A modulus, and the factor that makes digits of residues. */
typedef struct modulus {
    clm_mont64 field;
    uint64_t factor; /* (P / m)^-1 modulo m, Montgomery */
} modulus;

/* The residues of an output. */
typedef struct residues {
    const uint64_t *word; /* of the first column modulo the first modulus */
    size_t stride, count; /* words from a modulus to the next; moduli */
    const modulus *moduli;
} residues;

/* Sets the digits of columns first ... first + count - 1. */
static void find_digits(const void *source, mp_limb_t *digits, size_t first, size_t count)
{
    const residues *r = source;

    for (size_t i = 0; i < r->count; i++) {
        const modulus *m = &r->moduli[i];
        const uint64_t *word = r->word + i * r->stride + first;

        for (size_t k = 0; k < count; k++)
            digits[k * r->count + i] = clm_mont64_mul(word[k], m->factor, &m->field);
    }
}

/* Reconstructs one output, in its window, from the moduli that its bounds require. */
static clmodp_status reconstruct_output(clmodp_context *ctx, clmodp_zx *r, clm_numbers *numbers,
                                        const clm_plan *plan, const clm_images *images,
                                        size_t output, const clm_bounds *own, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const size_t width = (size_t)(own->degree - own->valuation) + 1;
    const size_t first = (size_t)(own->valuation - images->first_exponent);
    const uint64_t *moduli = clm_host_plan_of(plan)->prime;
    const clm_amounts cost = clm_host_reconstruct_cost((double)width, (double)count);
    const bool watched = clm_nanoseconds(&cost, &ctx->costs) > clm_limit_ns(CLM_LIMIT_THREADS);
    const size_t threads = watched ? ctx->threads : 1;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, (double)count / (double)plan->primes);
    residues from = {(const uint64_t *)clm_image(images, output, 0) + first, images->width, count,
                     NULL};
    const clm_crt_blocks leaves = {.prepare = find_digits, .source = &from};
    clm_product_tree *tree = NULL;
    uint64_t *inverse = NULL;
    modulus *each = NULL;

    NEW(&ctx->error, inverse, count);
    NEW(&ctx->error, each, count);
    TRY(clm_product_tree_create_words(&ctx->error, &tree, inverse, moduli, count, threads,
                                      &watch));
    for (size_t i = 0; i < count; i++) {
        each[i].field = clm_mont64_of(moduli[i]);
        each[i].factor = clm_mont64_to(inverse[i], &each[i].field);
    }
    from.moduli = each;
    TRY(clm_crt_combine(&ctx->error, tree, &leaves, numbers->pointer, width, threads, &watch));
    TRY(clm_numbers_move(r, numbers, 0, width, own->valuation));
done:
    clm_product_tree_destroy(tree);
    free(each);
    free(inverse);
    return st;
}

clmodp_status clm_host_reconstruct(clmodp_context *ctx, const clm_plan *plan,
                                   const clm_images *images, clm_reconstruction *to)
{
    clmodp_status st = CLMODP_OK;
    double began = clm_clock_seconds();
    clm_numbers numbers = {0};

    TRY(clm_numbers_create(&ctx->error, &numbers, plan->width));
    for (size_t n = 0; n < plan->outputs; n++) {
        const clm_bounds *own = to->each != NULL ? &to->each[n] : &plan->bounds;

        if (!own->zero)
            TRY(reconstruct_output(ctx, to->results[n], &numbers, plan, images, n, own,
                                   to->each != NULL ? clm_plan_primes(plan, own->height_bits)
                                                   : to->primes));
    }
    to->method = "tree";
    to->counts = (clm_counts){0};
    clm_stage_end(to->counts.times.host, CLM_STAGE_CRT, &began);
done:
    clm_numbers_destroy(&numbers);
    return st;
}
