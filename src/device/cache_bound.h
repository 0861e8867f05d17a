/* A cache that does not grow without end. */
#ifndef CLM_DEVICE_CACHE_BOUND_H
#define CLM_DEVICE_CACHE_BOUND_H

#include <stdint.h>

/* Bytes of all files of a cache together, after each time that one is written. */
#define CLM_CACHE_MOST ((uint64_t)64 << 20)

/* Note that an open file was used, for clm_cache_trim. */
void clm_cache_touch(int fd);

/* Remove files of the cache until those left have at most so many bytes, the ones first that were
 * not used for longest, but never `keep`; and what writers left that were killed. */
void clm_cache_trim(int directory_fd, const char *keep, uint64_t most);

#endif
