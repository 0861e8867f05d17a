/* How a batch of reductions is cut; shared by kernels and host. */
#ifndef CLM_REDUCE_SHAPE_H
#define CLM_REDUCE_SHAPE_H

/* Primes modulo which one work-item reduces its integers. */
#define REDUCE_PRIMES 4

#endif
