/* A program of another project that opens a device and prints its name. */
#include <stdio.h>

#include <clmodp/clmodp.h>

int main(void)
{
    char message[1024];
    clmodp_context *context = NULL;
    mpz_t c;

    mpz_init(c); /* GMP comes with clmodp */
    mpz_clear(c);
    if (clmodp_context_create(&context, NULL, message, sizeof message) != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 1;
    }
    (void)printf("clmodp %s on %s\n", clmodp_version(), clmodp_context_device(context)->name);
    clmodp_context_destroy(context);
    return 0;
}
