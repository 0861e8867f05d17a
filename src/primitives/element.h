/* Elements of arrays that callers hand over. */
#ifndef CLM_PRIMITIVES_ELEMENT_H
#define CLM_PRIMITIVES_ELEMENT_H

#include <clmodp/primitives.h>

static inline size_t clm_element_bytes(clmodp_element element)
{
    return element == CLMODP_ELEMENT_UINT64 ? sizeof(uint64_t) : sizeof(uint32_t);
}

#endif
