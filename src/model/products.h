/* Long products of the host in amounts. */
#ifndef CLM_MODEL_PRODUCTS_H
#define CLM_MODEL_PRODUCTS_H

/* Products of two limbs that take as long as GMP's product of n limbs by n, for
 * n from 1 to 2^17. */
double clm_limb_products(double n);

#endif
