/* Rank 0 while all ranks compute one problem. */
#ifndef CLM_RANKS_CONDUCT_H
#define CLM_RANKS_CONDUCT_H

#include "ranks/part.h"

/* What rank 0 knows of a rank. */
typedef struct clm_player {
    bool busy;             /* something was asked for, and has not been answered */
    bool stopping;         /* STOP was said */
    bool at_unit;          /* which is what it is busy with */
    clmodp_status status;  /* OK, or why nothing more is asked for */
    char message[512];
} clm_player;

typedef struct clm_orchestra {
    clmodp_context *call;
    clm_part part;         /* rank 0's own */
    clm_player *players;   /* of all ranks; rank 0's is never busy */
    clm_taker *takers;
    clm_unit_queue queue;
    clm_counts counts;     /* of all ranks but 0 */
    clm_counts own_counts;
    clm_watch watch;       /* of the caller's thread */
    clmodp_zx *const *results; /* while coefficients come in */
    const char *method;
} clm_orchestra;

/* Take what was said by others, if anything was, or wait for it. Ranks that fail are dropped, and
 * noted in the log. Errors: those of the transport, CORRUPT (an answer that is none) */
clmodp_status clm_conduct_hear(clm_orchestra *o, bool wait);

/* Ask a rank for something: it is busy from now on. */
clmodp_status clm_conduct_ask(clm_orchestra *o, uint32_t rank, clm_word word,
                              const uint64_t *numbers, size_t count, const void *bytes,
                              size_t size);

/* Wait until nobody is busy; with `stop` those that are told to stop.
 * Errors: those of clm_conduct_hear, CANCELLED */
clmodp_status clm_conduct_rest(clm_orchestra *o, bool stop);

/* Drop a rank. */
void clm_conduct_drop(clm_orchestra *o, uint32_t rank, clmodp_status st, const char *message);

/* All units by all ranks, rank 0 too. Errors: CANCELLED, those of the transport; else the first
 * rank's, if all were dropped */
clmodp_status clm_conduct_units(clm_orchestra *o);

/* A clm_lifter's lift, whose user is the orchestra. */
clmodp_status clm_conduct_lift(clmodp_context *ctx, void *orchestra, clm_lifting *lifting);

#endif
