/* A kernel that does nothing: what remains is the launch. */
#include "../arith/fp.h"

/* Writes a word that no launch has a work-item for. */
kernel void launch_nothing(global u32 *out)
{
    if (get_global_id(0) > 0)
        out[0] = 1;
}
