/* Wrong arguments, and help. */
#ifndef CLI_USAGE_H
#define CLI_USAGE_H

/* Explain on stderr what is wrong with a subcommand's arguments, and where its help is; if
 * `name` is NULL, with the list of commands. Returns EXIT_USAGE. */
int cli_usage_error(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Print a subcommand's help, or the program's if `name` is NULL, on stdout. Returns the
 * exit status. */
int cli_print_help(const char *name);

#endif
