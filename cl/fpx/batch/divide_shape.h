/* How a batch of divisions is partitioned; shared by kernels and host. */
#ifndef CLM_DIVIDE_SHAPE_H
#define CLM_DIVIDE_SHAPE_H

/* The maximum number of vectors of a work-item, which share one inversion. */
#define DIVIDE_RUN 16

#endif
