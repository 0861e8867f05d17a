/* Computes greatest common divisors of many pairs of polynomials over F_p in one call. */
#include <inttypes.h>
#include <stdio.h>

#include <clmodp/clmodp.h>

/* The coefficients of all polynomials, constant terms first, and where each polynomial begins. */
static const uint32_t a[] = {6, 0, 1,     /* x^2 - 1 */
                             1, 2, 1,     /* x^2 + 2 x + 1 */
                             5, 0, 0, 1}; /* x^3 - 2 */
static const uint32_t b[] = {0, 1, 1,     /* x^2 + x */
                             1, 1,        /* x + 1 */
                             4, 1};       /* x - 3 */
static const size_t a_begin[] = {0, 3, 6, 10}, b_begin[] = {0, 3, 5, 7};

enum { PAIRS = 3, WORDS = sizeof a / sizeof *a + sizeof b / sizeof *b };

int main(void)
{
    const uint32_t prime = 7;
    const clmodp_fpx_pairs pairs = {.count = PAIRS, .a = {a, a_begin}, .b = {b, b_begin},
                                    .primes = &prime, .prime_count = 1};
    uint32_t divisors[WORDS]; /* room for both polynomials of each pair */
    size_t counts[PAIRS];
    clmodp_context *context = NULL;
    char message[1024] = "";
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 1;
    }
    st = clmodp_fpx_gcd_batch(context, divisors, counts, NULL, &pairs, NULL);
    for (size_t k = 0; k < PAIRS && st == CLMODP_OK; k++) {
        (void)printf("%sgcd %zu:", k > 0 ? ", " : "", k);
        for (size_t i = 0; i < counts[k]; i++)
            (void)printf(" %" PRIu32, divisors[a_begin[k] + b_begin[k] + i]);
    }
    if (st == CLMODP_OK)
        (void)printf("\n");
    else
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
