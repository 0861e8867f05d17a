/* By Nettle. */
#include "fleet/digest.h"

#include <string.h>

#include <nettle/sha2.h>

_Static_assert(CLMODP_PLAN_DIGEST == SHA256_DIGEST_SIZE, "digests are those of SHA-256");

void clm_digest(unsigned char digest[CLMODP_PLAN_DIGEST], const void *bytes, size_t size)
{
    struct sha256_ctx state;

    sha256_init(&state);
    sha256_update(&state, size, bytes);
    sha256_digest(&state, CLMODP_PLAN_DIGEST, digest);
}

bool clm_digest_ends(const void *bytes, size_t size)
{
    unsigned char digest[CLMODP_PLAN_DIGEST];

    if (size < sizeof digest)
        return false;
    clm_digest(digest, bytes, size - sizeof digest);
    return memcmp((const unsigned char *)bytes + size - sizeof digest, digest,
                  sizeof digest) == 0;
}
