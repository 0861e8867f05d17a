/* The kinds of bytes that expressions have, whatever the locale says. */
#ifndef CLM_ZXY_CHARACTERS_H
#define CLM_ZXY_CHARACTERS_H

#include <stdbool.h>

static inline bool clm_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool clm_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool clm_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

#endif
