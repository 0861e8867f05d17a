/* How a batch of single-word divisions is cut; shared by kernels and host. */
#ifndef CLM_REDUCE_WORDS_SHAPE_H
#define CLM_REDUCE_WORDS_SHAPE_H

/* Primes modulo which one work-item reduces its integer. */
#define REDUCE_WORDS_PRIMES 4

#endif
