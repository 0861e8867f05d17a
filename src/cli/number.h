/* Numbers as people write sizes. */
#ifndef CLI_NUMBER_H
#define CLI_NUMBER_H

/* A decimal number, or a power as 2^20. Returns where it ends; NULL: there is none. */
const char *cli_number_read(double *out, const char *text);

/* Two whole ones as A..B, and nothing else. Returns whether that is what the text is. */
int cli_number_range(double *from, double *to, const char *text);

#endif
