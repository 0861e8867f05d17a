/* Warns about names like x2y that look like products. */
#include "cli/implicit_product.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/progress.h"

/* A name read as a product. */
typedef struct product {
    char text[3 * CLMODP_NAME_SIZE];
    size_t factors;
    bool powers;   /* some factor has an exponent */
    bool enclosed; /* and a letter after it */
} product;

/* Reads a name as a product of powers of lower-case letters. Returns whether that is possible. */
static bool read_product(product *out, const char *name)
{
    size_t used = 0;

    *out = (product){.factors = 0};
    while (*name != '\0') {
        const size_t digits = strspn(name + 1, "0123456789");

        if (!islower((unsigned char)*name) || strchr(name + 1, *name) != NULL)
            return false;
        if (digits > 4 || (digits > 0 && name[1] == '0') || (digits == 1 && name[1] == '1'))
            return false;
        out->enclosed |= out->powers;
        out->powers |= digits > 0;
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, "%s%c%s%.*s",
                                 out->factors++ > 0 ? "*" : "", *name, digits > 0 ? "^" : "",
                                 (int)digits, name + 1);
        name += 1 + digits;
    }
    return out->powers || out->factors > 1;
}

static size_t count_letters(char (*names)[CLMODP_NAME_SIZE], size_t count)
{
    size_t letters = 0;

    for (char letter = 'a'; letter <= 'z'; letter++)
        for (size_t k = 0; k < count; k++)
            if (strchr(names[k], letter) != NULL) {
                letters++;
                break;
            }
    return letters;
}

void cli_implicit_product_remark(char (*names)[CLMODP_NAME_SIZE], size_t count)
{
    product read[2];
    bool like[2] = {false, false}, all = true, enclosed = false;

    if (count > 2 || count_letters(names, count) > 2)
        return;
    for (size_t k = 0; k < count; k++) {
        like[k] = read_product(&read[k], names[k]);
        all &= like[k];
        enclosed |= like[k] && read[k].enclosed;
    }
    for (size_t k = 0; k < count; k++) {
        const char *other = names[count - 1 - k];
        const bool beside = count == 2 && strlen(other) == 1 && strchr(names[k], *other) != NULL;

        if (like[k] && ((all && enclosed) || beside))
            cli_remark("%s is one variable here; a product is written %s", names[k], read[k].text);
    }
}
