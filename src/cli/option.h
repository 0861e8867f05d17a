/* Options, the arguments that begin with two dashes. The value of an option becomes a member of a
 * structure of settings; it follows the option as the next argument, or after '='. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/failure.h"

typedef struct cli_option {
    const char *name;
    uint64_t id;
    size_t at; /* offset of the member, of the type that `read` writes */
    /* Reads and checks a value; NULL: the option takes none, and sets a bool. */
    int (*read)(void *out, const struct cli_option *option, const char *value, failure *why);
    uint32_t most;            /* the greatest number, for cli_read_count and cli_read_window */
    const char *const *names; /* for cli_read_choice */
    const char *expected;     /* for cli_read_text */
    bool optional;            /* without '=' it has no value, which `read` gets as NULL */
} cli_option;

/* Sets *out to the option with the name that the text has before its end or '='. Otherwise the
 * message suggests one with an id in `allowed`, or ends with `hint`. Errors: EXIT_USAGE */
int cli_option_find(const cli_option **out, const cli_option *options, size_t count,
                    uint64_t allowed, const char *text, const char *hint, failure *why);

/* Sets *value to the value of the option at **argument, NULL if it has none. If the value is the
 * next argument, advances *argument to it. Errors: EXIT_USAGE */
int cli_option_value(const char **value, const cli_option *option, char ***argument,
                     failure *why);

/* Stores a value in the settings. Errors: EXIT_USAGE */
int cli_option_store(void *settings, const cli_option *option, const char *value, failure *why);

/* Readers, by the type of *out. Errors: EXIT_USAGE */

/* unsigned: the index of one of option->names. */
int cli_read_choice(void *out, const cli_option *option, const char *value, failure *why);

/* uint64_t: a number of bytes such as 1500000, 512M, 2GiB; or an integer of at least 2. */
int cli_read_size(void *out, const cli_option *option, const char *value, failure *why);
int cli_read_modulus(void *out, const cli_option *option, const char *value, failure *why);

/* uint32_t: an integer from 1 to option->most. */
int cli_read_count(void *out, const cli_option *option, const char *value, failure *why);

/* double: a positive number. */
int cli_read_seconds(void *out, const cli_option *option, const char *value, failure *why);

/* const char *: a text, not empty if another is expected; a variable's name; a polynomial of
 * positive degree in one variable; a positive number of seconds; a window X0:X1,Y0:Y1 of decimals
 * or fractions, two to option->most intervals whose ends increase and have finite differences;
 * WIDTHxHEIGHT in pixels. */
int cli_read_text(void *out, const cli_option *option, const char *value, failure *why);
int cli_read_name(void *out, const cli_option *option, const char *value, failure *why);
int cli_read_minimal(void *out, const cli_option *option, const char *value, failure *why);
int cli_read_limit(void *out, const cli_option *option, const char *value, failure *why);
int cli_read_window(void *out, const cli_option *option, const char *value, failure *why);
int cli_read_picture(void *out, const cli_option *option, const char *value, failure *why);

/* Checks that a valid window, or NULL, has so many intervals, 2 or 3. Errors: EXIT_USAGE */
int cli_window_check(const char *window, size_t intervals, failure *why);

#endif
