/* Messages about faults in expressions: what was found, and where. */
#include <stdio.h>

#include "polynomials/text.h"

/* Characters of typeset formulas, and what to write instead. */
static const struct {
    uint32_t code;
    const char *advice;
} typeset[] = {
    {0x2212, "write the minus sign '-'"}, {0x22c5, "write '*' to multiply"},
    {0xb7, "write '*' to multiply"},      {0xd7, "write '*' to multiply"},
    {0xb2, "write a power as ^2"},        {0xb3, "write a power as ^3"},
};

/* Returns the character that begins with these bytes in UTF-8; 0 if ASCII or not complete. */
static uint32_t character(const char *bytes, size_t left)
{
    const unsigned char first = (unsigned char)*bytes;
    const size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    uint32_t code = first & (0x7fu >> length);

    if (length == 0 || length > left || first > 0xf4)
        return 0;
    for (size_t k = 1; k < length; k++) {
        if (((unsigned char)bytes[k] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)bytes[k] & 0x3f);
    }
    return code;
}

/* Writes what a byte stands for that begins no token and is not printable in ASCII. */
static void write_unknown(char buffer[CLM_TOKEN_TEXT], const char *begin, size_t left)
{
    const uint32_t code = character(begin, left);
    const char *advice = "expressions are in ASCII";

    for (size_t k = 0; k < sizeof typeset / sizeof *typeset; k++)
        if (typeset[k].code == code)
            advice = typeset[k].advice;
    if (code != 0)
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the character U+%04X: %s", code, advice);
    else
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the byte 0x%02X", (unsigned char)*begin);
}

const char *clm_token_text(char buffer[CLM_TOKEN_TEXT], const clm_lexer *lexer,
                           const clm_token *token)
{
    const char *begin = lexer->text + token->at;
    const int shown = token->length > 24 ? 20 : (int)token->length;
    const char *dots = token->length > 24 ? "..." : "";

    if (token->kind == TOKEN_END)
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the end");
    else if (token->kind == TOKEN_INTEGER || token->kind == TOKEN_DECIMAL)
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the number %.*s%s", shown, begin, dots);
    else if (token->kind == TOKEN_UNKNOWN && !(*begin > ' ' && *begin <= '~'))
        write_unknown(buffer, begin, lexer->length - token->at);
    else
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "'%.*s%s'", shown, begin, dots);
    return buffer;
}

clmodp_status clm_text_fail(clmodp_text_error *error, clmodp_status status, const char *text,
                            size_t at, const char *message)
{
    if (error == NULL)
        return status;
    error->line = 1;
    error->column = 1;
    for (size_t k = 0; k < at; k++) {
        error->column++;
        if (text[k] == '\n') {
            error->line++;
            error->column = 1;
        }
    }
    (void)snprintf(error->message, sizeof error->message, "%.*s",
                   (int)sizeof error->message - 1, message);
    return status;
}
