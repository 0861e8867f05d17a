/* How a batch of divisions is partitioned; kernels and host. */
#ifndef CLM_DIVIDE_SHAPE_H
#define CLM_DIVIDE_SHAPE_H

/* The maximum vectors of a work-item, which share an inversion. */
#define DIVIDE_RUN 16

#endif
