/* Arithmetic on polynomials over F_p by other systems found at build time. */
#ifndef PEERS_FPX_PEERS_H
#define PEERS_FPX_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_EXPONENT 1000003ul

typedef enum peer_operation {
    PEER_MUL,
    PEER_DIVREM,      /* the quotient */
    PEER_GCD,         /* monic */
    PEER_RESULTANT,   /* a constant */
    PEER_EVALUATE,    /* of a at the points b, as coefficients */
    PEER_INTERPOLATE, /* with the values a at the points b */
    PEER_POWMOD,      /* a^PEER_EXPONENT modulo b */
    PEER_INVMOD       /* the inverse of a modulo b, or 0 */
} peer_operation;

/* An operation on a and b, which have n and m coefficients in [0, p), the constant one first;
 * computed in `runs` turns, on up to `threads` threads. */
typedef struct peer_job {
    peer_operation operation;
    uint32_t p;
    const uint32_t *a, *b;
    size_t n, m;
    size_t runs, threads;
    double turn;      /* least seconds of a turn, which repeats short runs; 0: one run a turn */
    double longest;   /* seconds; a run that takes longer is the last */
    uint32_t *result; /* output: memory for n + m words */
    size_t count;     /* output: size of the result, without leading zeros */
    double *seconds;  /* output: the shortest run of each turn, without conversions */
    size_t done;      /* output: number of turns */
} peer_job;

/* Makes the job's turns: calls run(job, work) and takes the time. */
void peer_take_turns(peer_job *job, void (*run)(peer_job *job, void *work), void *work);

typedef struct fpx_peer {
    const char *name;
    void (*run)(peer_job *job);
} fpx_peer;

/* Returns the available systems; *count may be 0. */
const fpx_peer *fpx_peer_list(size_t *count);

void flint_fpx(peer_job *job);
void ntl_fpx(peer_job *job);

#ifdef __cplusplus
}
#endif
#endif
