/* Parameters of roots.cl; kernels and host. */
#ifndef CLM_ROOTS_SHAPE_H
#define CLM_ROOTS_SHAPE_H

/* Powers that one work-item computes. */
#define ROOTS_RUN 32

#endif
