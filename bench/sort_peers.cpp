/* Sorts by std::sort, and by Highway's vqsort if it is installed, for comparison. */
#include "bench/sort_peers.h"

#include <algorithm>

#ifdef HAVE_HIGHWAY
#include <hwy/contrib/sort/vqsort.h>
#endif

void sort_peer_std(uint32_t *keys, size_t count)
{
    std::sort(keys, keys + count);
}

#ifdef HAVE_HIGHWAY
void sort_peer_highway(uint32_t *keys, size_t count)
{
    hwy::Sorter{}(keys, count, hwy::SortAscending());
}
#endif
