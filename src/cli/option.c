/* Finds options, and takes their values from arguments. */
#include "cli/option.h"

#include <string.h>

#include "cli/guess.h"
#include "cli/values.h"

int cli_option_find(const cli_option **out, const cli_option *options, size_t count,
                    uint64_t allowed, const char *text, const char *hint, failure *why)
{
    const size_t length = strcspn(text, "=");
    char typed[32] = "";
    guess g = CLI_GUESS(typed);

    if (length < sizeof typed)
        memcpy(typed, text, length);
    for (size_t i = 0; i < count; i++) {
        *out = &options[i];
        if (strcmp(typed, options[i].name) == 0)
            return EXIT_OK;
        if ((options[i].id & allowed) == 0)
            continue;
        (void)cli_guess_consider(&g, options[i].name);
        if (strncmp(typed, options[i].name, length) == 0 && g.distance > 1)
            g = (guess){typed, options[i].name, 1}; /* abbreviated */
    }
    if (*typed != '\0' && cli_guess_helps(&g)) /* neither empty nor too long */
        return cli_fail_usage(why, "unknown option --%.*s; did you mean --%s?", (int)length, text,
                              g.word);
    return cli_fail_usage(why, "unknown option --%.*s%s", (int)(length < 64 ? length : 64), text,
                          hint);
}

int cli_option_value(const char **value, const cli_option *option, char ***argument,
                     failure *why)
{
    const char *equals = strchr(**argument, '=');

    *value = equals != NULL ? equals + 1 : NULL;
    if (*value != NULL && option->read == NULL)
        return cli_fail_usage(why, "--%s takes no value", option->name);
    if (*value != NULL || option->read == NULL || option->optional)
        return EXIT_OK;
    *value = (*argument)[1];
    if (*value == NULL)
        return cli_fail_usage(why, "--%s needs a value", option->name);
    ++*argument;
    return EXIT_OK;
}

int cli_option_store(void *settings, const cli_option *option, const char *value, failure *why)
{
    void *const out = (char *)settings + option->at;

    if (option->read != NULL)
        return option->read(out, option, value, why);
    *(bool *)out = true;
    return EXIT_OK;
}

int cli_read_choice(void *out, const cli_option *option, const char *value, failure *why)
{
    return cli_value_choice(out, option->name, value, option->names, why);
}
