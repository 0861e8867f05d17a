/* Times CUB's radix sort and prefix sum of 32-bit words, and a copy, beside bench/sort and
 * bench/scan, by events of the device. bench/gpu --all compiles and runs it where nvcc is
 * installed; nothing needs it.
 *
 * Usage: cub [ELEMENTS...]
 *   ELEMENTS  default 2^20, 2^24 and 2^28. Prints billions of elements a second, the best of 7 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

static void must(cudaError_t code)
{
    if (code != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
        std::exit(1);
    }
}

/* Returns billions of elements a second; the first call asks for the size of the work space. */
template <class Work> static double rate(size_t count, Work work)
{
    void *space = nullptr;
    size_t bytes = 0;
    float best = 1e30f;
    cudaEvent_t begin, end;

    must(work(space, bytes));
    must(cudaMalloc(&space, bytes));
    must(cudaEventCreate(&begin));
    must(cudaEventCreate(&end));
    for (int run = 0; run < 8; run++) { /* the first run is not counted */
        float milliseconds;

        must(cudaEventRecord(begin));
        must(work(space, bytes));
        must(cudaEventRecord(end));
        must(cudaEventSynchronize(end));
        must(cudaEventElapsedTime(&milliseconds, begin, end));
        if (run > 0)
            best = std::min(best, milliseconds);
    }
    must(cudaFree(space));
    return 1e-6 * (double)count / best;
}

static void report(size_t count)
{
    std::vector<uint32_t> words(count);
    uint32_t *in, *out, state = 1;

    for (uint32_t &word : words)
        word = state = state * 1664525u + 1013904223u;
    must(cudaMalloc(&in, count * sizeof *in));
    must(cudaMalloc(&out, count * sizeof *out));
    must(cudaMemcpy(in, words.data(), count * sizeof *in, cudaMemcpyHostToDevice));

    const double sort = rate(count, [&](void *space, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(space, bytes, in, out, (int64_t)count);
    });
    const double scan = rate(count, [&](void *space, size_t &bytes) {
        return cub::DeviceScan::InclusiveSum(space, bytes, in, out, (int64_t)count);
    });

    const double copy = rate(count, [&](void *space, size_t &bytes) {
        if (space == nullptr)
            return bytes = 1, cudaSuccess;
        return cudaMemcpyAsync(out, in, count * sizeof *in, cudaMemcpyDeviceToDevice);
    });

    std::printf("%10zu %9.2f %9.2f %9.2f\n", count, sort, scan, copy);
    must(cudaFree(out));
    must(cudaFree(in));
}

int main(int argc, char **argv)
{
    std::printf("  elements      sort      scan      copy   10^9 a second\n");
    for (int k = 1; k < argc; k++)
        report(std::strtoull(argv[k], nullptr, 10));
    for (int bits = 20; argc == 1 && bits <= 28; bits += 4)
        report((size_t)1 << bits);
    return 0;
}
