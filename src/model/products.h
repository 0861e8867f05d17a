/* Long products of the host in amounts. */
#ifndef CLM_MODEL_PRODUCTS_H
#define CLM_MODEL_PRODUCTS_H

/* Products of two limbs that take as long as GMP's product of n limbs by n, for
 * n from 1 to 2^17. */
double clm_limb_products(double n);

/* The same of a division of 2n limbs by n, of a product of n limbs by 2n, and of the tree of
 * products that ends in n limbs. */
double clm_limb_division(double n);
double clm_limb_uneven(double n);
double clm_limb_tree(double n);

#endif
