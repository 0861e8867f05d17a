/* Sorts words by frequency: a stable radix sort of keys, which moves values with them. */
#include <inttypes.h>
#include <stdio.h>

#include <clmodp/clmodp.h>

static const char *const words[] = {"curve", "plane", "point", "line", "circle"};

enum { COUNT = sizeof words / sizeof *words };

int main(void)
{
    uint32_t occurrences[COUNT] = {12, 3, 40, 12, 7}; /* keys */
    uint32_t number[COUNT];                           /* values: the numbers of the words */
    clmodp_context *context = NULL;
    clmodp_sort_options options;
    char message[1024] = "";
    clmodp_status st = clmodp_context_create(&context, NULL, message, sizeof message);

    if (st != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        return 1;
    }
    for (uint32_t k = 0; k < COUNT; k++)
        number[k] = k;
    clmodp_sort_options_init(&options);
    options.descending = 1;
    st = clmodp_radix_sort_host(context, occurrences, number, COUNT, &options);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++)
        (void)printf("%s%s %" PRIu32, k > 0 ? ", " : "", words[number[k]], occurrences[k]);
    if (st == CLMODP_OK)
        (void)printf("\n");
    else
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    clmodp_context_destroy(context);
    return st == CLMODP_OK ? 0 : 1;
}
