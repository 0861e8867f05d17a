/** @file
 * The version of the headers (macros) and of the library that is loaded (function). */
#ifndef CLMODP_VERSION_H
#define CLMODP_VERSION_H

#include <clmodp/status.h>

/** First number of the headers' version. */
#define CLMODP_VERSION_MAJOR 0
/** Second number. */
#define CLMODP_VERSION_MINOR 2
/** Third number. */
#define CLMODP_VERSION_PATCH 0
/** The three as text. */
#define CLMODP_VERSION_STRING "0.2.0"

/** A version as one number, comparable in preprocessor conditions:
 * `CLMODP_VERSION >= CLMODP_VERSION_OF(0, 1, 0)`. */
#define CLMODP_VERSION_OF(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
/** The headers' version as one number. */
#define CLMODP_VERSION \
    CLMODP_VERSION_OF(CLMODP_VERSION_MAJOR, CLMODP_VERSION_MINOR, CLMODP_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/** The loaded library's version, "major.minor.patch". The string is static. */
CLMODP_API const char *clmodp_version(void);

#ifdef __cplusplus
}
#endif
#endif
