/* Memory layout of a batch of many small polynomials; kernels and host.
 *
 * Tiles hold T polynomials, coefficient-major: coefficient i of polynomial t, of `length`
 * coefficients, is word
 *
 *     ((t / T) * length + i) * T + t % T
 *
 * so that the i-th coefficients of T polynomials are contiguous: vector loads on a CPU (T = W),
 * coalesced loads on a GPU (T >= a warp's width). */
#ifndef CLM_TILE_H
#define CLM_TILE_H

#define TILE_INDEX(t, length, i, T) (((t) / (T) * (length) + (i)) * (T) + (t) % (T))

#endif
