/* Recognise characters in UTF-8. */
#include "cli/utf8.h"

#include <stdint.h>

size_t cli_utf8_length(const char *text, size_t available)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = available > 0 ? (unsigned char)*text : 0xff;
    const size_t length = first < 0x80             ? 1
                          : (first & 0xe0) == 0xc0 ? 2
                          : (first & 0xf0) == 0xe0 ? 3
                          : (first & 0xf8) == 0xf0 ? 4
                                                   : 0;
    uint32_t code;

    if (length == 0 || length > available)
        return 0;
    if (length == 1)
        return 1;
    code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!cli_utf8_inside(text[i]))
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}
