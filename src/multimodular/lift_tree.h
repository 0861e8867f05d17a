/* The product tree of a set of primes, as lift.c uses it and lift_tree.c makes it. */
#ifndef CLM_MULTIMODULAR_LIFT_TREE_H
#define CLM_MULTIMODULAR_LIFT_TREE_H

#include "multimodular/lift.h"

/* One prime. */
typedef struct clm_lift_modulus {
    uint32_t prime;
    uint32_t inverse;  /* (P / prime)^-1 mod prime */
    uint32_t quotient; /* floor(inverse * 2^32 / prime) */
    uint32_t mate;     /* the other prime of the digit, 1 if there is none */
} clm_lift_modulus;

/* The digits first ... first + digits - 1. */
typedef struct clm_lift_node {
    size_t first;
    size_t digits;
    size_t left, right;   /* indices; left = 0 for a leaf (the root is nobody's child) */
    size_t limbs;         /* of the product */
    size_t scratch;       /* limbs that combining below this node needs */
    mp_limb_t *product;   /* into clm_lift.store */
    mp_limb_t *cofactors; /* leaf: product / (primes of digit j), `limbs` limbs each */
} clm_lift_node;

struct clm_lift {
    size_t count;  /* primes */
    size_t digits; /* ceil(count / 2) */
    clm_lift_modulus *moduli;
    clm_lift_node *nodes; /* the root first, every node before its children */
    size_t node_count;
    mp_limb_t *store; /* products and cofactors */
    mp_limb_t *half;  /* floor(P / 2), as long as P */
};

/* out = a * b, an + bn limbs, with GMP's rule that the longer factor comes first. */
static inline void clm_lift_multiply(mp_limb_t *out, const mp_limb_t *a, size_t an,
                                     const mp_limb_t *b, size_t bn)
{
    if (an >= bn)
        mpn_mul(out, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(out, b, (mp_size_t)bn, a, (mp_size_t)an);
}

#endif
