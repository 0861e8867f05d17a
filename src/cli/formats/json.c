/* Begin objects and escape texts. */
#include "cli/formats/json.h"

#include <string.h>

#include "cli/utf8.h"

void cli_json_begin(text_buffer *out)
{
    cli_text_printf(out, "{\"format\": %d", CLI_JSON_FORMAT);
}

void cli_json_string(text_buffer *out, const char *string)
{
    size_t left;

    if (string == NULL) {
        cli_text_string(out, "null");
        return;
    }
    cli_text_put(out, "\"", 1);
    for (left = strlen(string); left > 0;) {
        const unsigned char first = (unsigned char)*string;
        const size_t bytes = cli_utf8_length(string, left);

        if (bytes == 0)
            cli_text_string(out, "\\ufffd");
        else if (first < 0x20 || first == 0x7f)
            cli_text_printf(out, "\\u%04x", (unsigned)first);
        else if (first == '"' || first == '\\')
            cli_text_printf(out, "\\%c", *string);
        else
            cli_text_put(out, string, bytes);
        string += bytes == 0 ? 1 : bytes;
        left -= bytes == 0 ? 1 : bytes;
    }
    cli_text_put(out, "\"", 1);
}
