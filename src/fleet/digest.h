/* SHA-256 of bytes. */
#ifndef CLM_FLEET_DIGEST_H
#define CLM_FLEET_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/plan.h>

void clm_digest(unsigned char digest[CLMODP_PLAN_DIGEST], const void *bytes, size_t size);

/* Whether the last of these bytes are the digest of those before. */
bool clm_digest_ends(const void *bytes, size_t size);

#endif
