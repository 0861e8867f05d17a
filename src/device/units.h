/* Units of work on a queue: how long they should take, how long they took, and how much of them
 * may be under way.
 *
 * What units took corrects the predictions for those that follow; it is seen by the host's clock,
 * so that any queue will do. Commands are numbers here, and who waits for them is pace.h. */
#ifndef CLM_DEVICE_UNITS_H
#define CLM_DEVICE_UNITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CLM_MOST_UNITS = 128, /* under way at a time */
    CLM_MOST_LABELS = 16,
    CLM_NO_LABEL = -1
};

/* Seconds of work under way at a time, as far as units are shorter; and where nothing has shown
 * yet what predictions are worth here, or the last unit took more than twice as long as it should.
 */
#define CLM_AHEAD_SECONDS 0.2
#define CLM_UNSURE_SECONDS 0.02

/* Some commands in a row, of about so much work. */
typedef struct clm_unit {
    uint64_t end;    /* the number of the first command after it */
    double seconds;  /* that it should take by what its caller knows */
    double began;    /* by the host's clock: when its first command could be enqueued */
    double fraction; /* of the call that is done with it */
    int label;
} clm_unit;

/* Units in the order in which they run, and how what they took compares with what they should. */
typedef struct clm_units {
    clm_unit unit[CLM_MOST_UNITS]; /* number k at k % CLM_MOST_UNITS */
    uint64_t made, done;
    bool open;       /* number `made` has begun and may get more commands */
    double observed; /* when a unit was last seen to be done */
    double reached;  /* the fraction of the last one */
    bool unbounded;  /* for tests that count waits, which must not depend on time */
    struct {
        double factor; /* seconds for a predicted one; 0: 1, for none is done yet */
        bool sure;     /* the last one took no more than twice as long as it should */
    } seen[CLM_MOST_LABELS + 1]; /* of each label; the last is that of no label */
} clm_units;

/* A unit of so many predicted seconds begins. Pre: none is open, fewer than CLM_MOST_UNITS are
 * under way */
void clm_units_begin(clm_units *u, int label, double seconds, double now);

/* The unit that has begun, if one has, gets no more commands: the next has number `end`. */
void clm_units_end(clm_units *u, uint64_t end, double fraction);

/* Commands before number `done` are done, as is seen now. */
void clm_units_observe(clm_units *u, uint64_t done, double now);

/* Whether one more unit of so many predicted seconds would be too much work under way. */
bool clm_units_too_much(const clm_units *u, int label, double seconds);

/* The number of the first command after the oldest unit under way. Pre: there is one */
uint64_t clm_units_oldest(const clm_units *u);

#endif
