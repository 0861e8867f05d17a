/* Expressions to polynomials, with limits that tests can lower. */
#ifndef CLM_ZXY_PARSER_H
#define CLM_ZXY_PARSER_H

#include <clmodp/zxy.h>

typedef struct clm_parser_limits {
    size_t bytes;             /* for the multiplied-out terms; see clm_budget_init */
    size_t depth;             /* of nested parentheses */
    clmodp_progress progress; /* asked whether to go on; NULL: nobody is */
    void *user;
} clm_parser_limits;

/* What clmodp_zxy_from_text allows. */
#define CLM_PARSER_LIMITS ((clm_parser_limits){(size_t)1 << 30, 10000, NULL, NULL})

/* As clmodp_zxy_from_text. */
clmodp_status clm_parse(clmodp_zxy *f, mpz_ptr denominator, const char *text, size_t length,
                        const char *x, const char *y, clmodp_text_error *error,
                        const clm_parser_limits *limits);

#endif
