/* Uses an application's own OpenCL memory and queue: computes the square of a polynomial over F_p,
 * of which the application reads a coefficient, and scans, sorts and selects words. */
#include <stdio.h>

#include <clmodp/clmodp.h>
#include <clmodp/opencl.h>

enum { COUNT = 4, P = 7681 };

/* g := f^2 for the polynomial with these words; out receives the coefficients of g. */
static clmodp_status square(clmodp_fpx *f, clmodp_fpx *g, const clmodp_cl_array *words,
                            const clmodp_cl_array *out, cl_event *done)
{
    const clmodp_cl_events events = {.done = done};
    clmodp_fpx_report report;
    clmodp_status status = clmodp_fpx_set_array(f, words, NULL);

    clmodp_fpx_report_init(&report);
    if (status == CLMODP_OK)
        status = clmodp_fpx_set(g, f);
    if (status == CLMODP_OK)
        status = clmodp_fpx_mul(g, &report, g, g, NULL);
    if (status == CLMODP_OK)
        (void)printf("%zu coefficients modulo %u, %s\n", clmodp_fpx_count(g),
                     (unsigned)clmodp_fpx_modulus(g),
                     report.algorithm == CLMODP_FPX_HOST ? "by the host" : "by the device");
    return status == CLMODP_OK ? clmodp_fpx_get_array(g, out, &events) : status;
}

/* Computes, of words in the application's memory: prefix sums; the words in descending order; the
 * words with a nonzero sum, and their number; the even words before the odd ones; the greatest. */
static clmodp_status arrange(clmodp_context *context, const clmodp_cl_array *words,
                             const clmodp_cl_array *sums, const clmodp_cl_array *chosen,
                             const clmodp_cl_array *one)
{
    clmodp_sort_options downwards;
    clmodp_reduce_options greatest;
    clmodp_status status = clmodp_scan(context, sums, words, NULL, NULL);

    clmodp_sort_options_init(&downwards);
    downwards.descending = 1;
    clmodp_reduce_options_init(&greatest);
    greatest.reduction = CLMODP_REDUCE_MAX;
    if (status == CLMODP_OK)
        status = clmodp_radix_sort(context, words, NULL, NULL, &downwards);
    if (status == CLMODP_OK)
        status = clmodp_compact(context, chosen, one, words, sums, NULL, NULL);
    if (status == CLMODP_OK)
        status = clmodp_split(context, chosen, one, words, NULL, NULL);
    if (status == CLMODP_OK)
        status = clmodp_reduce(context, one, words, NULL, &greatest);
    return status;
}

/* The application's part: words 1, 2, 3, 4 on its device and queue. */
static int compute(cl_context device, cl_command_queue queue, clmodp_context *context)
{
    cl_uint given[COUNT] = {1, 2, 3, 4}, found[2 * COUNT - 1], last = 0, most = 0;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_mem in = clCreateBuffer(device, flags, sizeof given, given, NULL), memory = NULL;
    cl_mem result = clCreateBuffer(device, CL_MEM_READ_WRITE, sizeof found, NULL, NULL);
    cl_mem other = clCreateBuffer(device, CL_MEM_READ_WRITE, 2 * sizeof given + sizeof most,
                                  NULL, NULL);
    const clmodp_cl_array words = {in, 0, COUNT}, out = {result, 0, 2 * COUNT - 1};
    const clmodp_cl_array one = {other, 0, 1}, sums = {other, 1, COUNT},
                          chosen = {other, 1 + COUNT, COUNT};
    clmodp_fpx *f = NULL, *g = NULL;
    cl_event done = NULL;
    clmodp_status status = clmodp_fpx_create(context, &f, P);

    if (status == CLMODP_OK)
        status = clmodp_fpx_create(context, &g, P);
    if (status == CLMODP_OK)
        status = square(f, g, &words, &out, &done);
    if (status == CLMODP_OK)
        status = clmodp_fpx_memory(g, &memory); /* owned by g: its coefficients are there */
    if (status == CLMODP_OK)
        status = arrange(context, &words, &sums, &chosen, &one);
    if (status == CLMODP_OK) {
        clEnqueueReadBuffer(queue, other, CL_TRUE, 0, sizeof most, &most, 0, NULL, NULL);
        (void)printf("the greatest word is %u\n", (unsigned)most);
        clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof found, found, 1, &done, NULL);
        clEnqueueReadBuffer(queue, memory, CL_TRUE, sizeof found - sizeof last, sizeof last, &last,
                            0, NULL, NULL);
        for (int i = 2 * COUNT - 2; i >= 0; i--)
            (void)printf("%u*x^%d%s", (unsigned)found[i], i, i > 0 ? " + " : "\n");
        (void)printf("the leading coefficient is %u\n", (unsigned)last);
        clReleaseEvent(done);
    } else {
        (void)fprintf(stderr, "%s\n", clmodp_context_message(context));
    }
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    clReleaseMemObject(other);
    clReleaseMemObject(result);
    clReleaseMemObject(in);
    return status == CLMODP_OK ? 0 : 1;
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id id;
    cl_context device;
    cl_command_queue queue;
    clmodp_context *context = NULL;
    char message[1024] = "";
    int failed = 1;

    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL) != CL_SUCCESS) {
        (void)fputs("no OpenCL device\n", stderr);
        return 1;
    }
    device = clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
    queue = clCreateCommandQueue(device, id, 0, NULL);
    if (clmodp_context_create_from_queue(&context, queue, NULL, message, sizeof message) ==
        CLMODP_OK)
        failed = compute(device, queue, context);
    else
        (void)fprintf(stderr, "%s\n", message);
    clmodp_context_destroy(context);
    clReleaseCommandQueue(queue);
    clReleaseContext(device);
    return failed;
}
