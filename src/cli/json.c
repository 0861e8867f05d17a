/* Begin objects and escape texts. */
#include "cli/json.h"

#include <string.h>

#include "cli/utf8.h"

void cli_json_begin(FILE *out)
{
    (void)fprintf(out, "{\"format\": %d", CLI_JSON_FORMAT);
}

void cli_json_string(FILE *out, const char *text)
{
    size_t left;

    if (text == NULL) {
        (void)fputs("null", out);
        return;
    }
    (void)fputc('"', out);
    for (left = strlen(text); left > 0;) {
        const unsigned char first = (unsigned char)*text;
        const size_t bytes = cli_utf8_length(text, left);

        if (bytes == 0)
            (void)fputs("\\ufffd", out);
        else if (first < 0x20 || first == 0x7f)
            (void)fprintf(out, "\\u%04x", (unsigned)first);
        else if (first == '"' || first == '\\')
            (void)fprintf(out, "\\%c", *text);
        else
            (void)fwrite(text, 1, bytes, out);
        text += bytes == 0 ? 1 : bytes;
        left -= bytes == 0 ? 1 : bytes;
    }
    (void)fputc('"', out);
}
