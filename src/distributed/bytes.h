/* Portable serialisation for files and messages: lowest bytes first; readers check all sizes and
 * limits. */
#ifndef CLM_DISTRIBUTED_BYTES_H
#define CLM_DISTRIBUTED_BYTES_H

#include <clmodp/plan.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

/* Writes to `out` or, if it is NULL, only counts. Pre: `out` has room for all bytes */
typedef struct clm_writer {
    unsigned char *out;
    size_t size; /* bytes written so far */
} clm_writer;

void clm_write_bytes(clm_writer *w, const void *bytes, size_t count);
void clm_write_number(clm_writer *w, uint64_t number, size_t bytes);
void clm_write_words(clm_writer *w, const void *words, size_t count, size_t word_bytes);
void clm_write_integer(clm_writer *w, mpz_srcptr integer);

/* Reads data; once data are missing or beyond a limit, all later numbers are 0. */
typedef struct clm_reader {
    const unsigned char *in;
    size_t left;
    bool failed;
} clm_reader;

/* Returns NULL if fewer bytes are left. */
const unsigned char *clm_read_bytes(clm_reader *r, size_t count);

/* Returns a number of at most `most`. */
uint64_t clm_read_number(clm_reader *r, size_t bytes, uint64_t most);
void clm_read_words(clm_reader *r, void *words, size_t count, size_t word_bytes);
void clm_read_integer(clm_reader *r, mpz_ptr integer);

/* Sets digest := the SHA-256 digest of the bytes. */
void clm_digest(unsigned char digest[CLMODP_PLAN_DIGEST], const void *bytes, size_t size);

/* Returns whether the last bytes are the digest of all before. */
bool clm_digest_ends(const void *bytes, size_t size);

#endif
