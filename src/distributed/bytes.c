/* Reads and writes numbers, integers and words as bytes; SHA-256 digests, computed by Nettle. */
#include "distributed/bytes.h"

#include <nettle/sha2.h>
#include <string.h>

void clm_write_bytes(clm_writer *w, const void *bytes, size_t count)
{
    if (w->out != NULL && count > 0)
        memcpy(w->out + w->size, bytes, count);
    w->size += count;
}

void clm_write_number(clm_writer *w, uint64_t number, size_t bytes)
{
    unsigned char digits[sizeof number];

    for (size_t k = 0; k < bytes; k++)
        digits[k] = (unsigned char)(number >> 8 * k);
    clm_write_bytes(w, digits, bytes);
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 1;
}

/* Copies words between this machine's byte order and the files' little-endian order. */
static void copy_words(unsigned char *to, const unsigned char *from, size_t count,
                       size_t word_bytes)
{
    if (is_little_endian()) {
        memcpy(to, from, count * word_bytes);
        return;
    }
    for (size_t n = 0; n < count; n++, to += word_bytes, from += word_bytes)
        for (size_t k = 0; k < word_bytes; k++)
            to[k] = from[word_bytes - 1 - k];
}

void clm_write_words(clm_writer *w, const void *words, size_t count, size_t word_bytes)
{
    if (w->out != NULL && count > 0)
        copy_words(w->out + w->size, words, count, word_bytes);
    w->size += count * word_bytes;
}

/* Writes the sign, the number of bytes, and the bytes. */
void clm_write_integer(clm_writer *w, mpz_srcptr integer)
{
    const size_t bytes = mpz_sgn(integer) == 0 ? 0 : (mpz_sizeinbase(integer, 2) + 7) / 8;

    clm_write_number(w, mpz_sgn(integer) < 0, 1);
    clm_write_number(w, bytes, 8);
    if (w->out != NULL && bytes > 0)
        mpz_export(w->out + w->size, NULL, -1, 1, -1, 0, integer);
    w->size += bytes;
}

const unsigned char *clm_read_bytes(clm_reader *r, size_t count)
{
    const unsigned char *bytes = r->in;

    if (r->failed || count > r->left) {
        r->failed = true;
        return NULL;
    }
    r->in += count;
    r->left -= count;
    return bytes;
}

uint64_t clm_read_number(clm_reader *r, size_t bytes, uint64_t most)
{
    const unsigned char *digits = clm_read_bytes(r, bytes);
    uint64_t number = 0;

    for (size_t k = bytes; digits != NULL && k-- > 0;)
        number = number << 8 | digits[k];
    if (number <= most)
        return number;
    r->failed = true;
    return 0;
}

void clm_read_words(clm_reader *r, void *words, size_t count, size_t word_bytes)
{
    const unsigned char *bytes = NULL;

    if (count > r->left / word_bytes)
        r->failed = true;
    else
        bytes = clm_read_bytes(r, count * word_bytes);
    if (bytes != NULL && count > 0)
        copy_words(words, bytes, count, word_bytes);
}

void clm_read_integer(clm_reader *r, mpz_ptr integer)
{
    const bool negative = clm_read_number(r, 1, 1) != 0;
    const size_t count = (size_t)clm_read_number(r, 8, r->left);
    const unsigned char *bytes = clm_read_bytes(r, count);

    mpz_set_ui(integer, 0);
    if (bytes == NULL)
        return;
    mpz_import(integer, count, -1, 1, -1, 0, bytes);
    if (negative)
        mpz_neg(integer, integer);
}

/* ---- digests ---- */

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
    return memcmp((const unsigned char *)bytes + size - sizeof digest, digest, sizeof digest) == 0;
}
