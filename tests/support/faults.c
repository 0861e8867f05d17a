/* Controls the fault layer, and counts allocations. */
#include "support/faults.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/buffer.h"
#include "layers/fault_layer.h"
#include "support/assertions.h"

/* Calls counted since fault_arm, and the one to fail; see fault_layer_control. */
static struct {
    long calls, fail_at;
} allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void __real_free(void *block);
void __wrap_free(void *block);
static fault_layer_control *layer(void);

/* Bytes of the library's own allocations since fault_memory_begin, and the peak of these and all
 * buffers together. */
static struct {
    bool counting;
    long now, peak;
} memory;

static void note_peak(void)
{
    const fault_layer_control *control = layer();
    const long total = __atomic_load_n(&memory.now, __ATOMIC_RELAXED) +
                       (control != NULL ? control->bytes : 0);
    long peak = __atomic_load_n(&memory.peak, __ATOMIC_RELAXED);

    while (total > peak && !__atomic_compare_exchange_n(&memory.peak, &peak, total, false,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

/* sign: +1 for an allocated block, -1 for a freed one. */
static void *count_block(void *block, long sign)
{
    if (!memory.counting || block == NULL)
        return block;
    __atomic_add_fetch(&memory.now, sign * (long)malloc_usable_size(block), __ATOMIC_RELAXED);
    if (sign > 0)
        note_peak();
    return block;
}

/* Counts atomically, since several threads of the library may allocate at a time. */
static bool allocation_fails(void)
{
    return __atomic_add_fetch(&allocations.calls, 1, __ATOMIC_RELAXED) == allocations.fail_at;
}

void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : count_block(__real_malloc(size), 1);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : count_block(__real_calloc(count, size), 1);
}

void *__wrap_realloc(void *block, size_t size)
{
    void *grown;

    if (allocation_fails())
        return NULL;
    (void)count_block(block, -1);
    grown = __real_realloc(block, size);
    (void)count_block(grown != NULL ? grown : block, 1);
    return grown;
}

void __wrap_free(void *block)
{
    (void)count_block(block, -1);
    __real_free(block);
}

/* Returns the control block of the layer; NULL if the loader did not load the layer. */
static fault_layer_control *layer(void)
{
    const char *path = getenv("OPENCL_LAYERS");
    void *module = path != NULL ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
    fault_layer_control *control = NULL;

    if (module != NULL) {
        control = dlsym(module, "fault_control");
        (void)dlclose(module); /* the loader keeps it loaded */
    }
    return control;
}

bool fault_layer_works(void)
{
    clmodp_device **devices = NULL;
    size_t count = 0;
    clmodp_status st = clmodp_device_list(&devices, &count, NULL, 0);

    clmodp_device_list_free(devices);
    return st == CLMODP_OK && layer() != NULL && layer()->calls > 0;
}

void fault_memory_begin(void)
{
    if (layer() != NULL)
        layer()->on_buffer = note_peak;
    memory.now = memory.peak = 0;
    memory.counting = true;
    note_peak();
}

long fault_memory_end(void)
{
    memory.counting = false;
    if (layer() != NULL)
        layer()->on_buffer = NULL;
    return memory.peak;
}

void fault_arm(fault_kind kind, long n)
{
    fault_layer_control *control = layer();

    if (kind == FAULT_ALLOCATION) {
        allocations.calls = 0;
        allocations.fail_at = n;
    } else {
        assert_non_null(control);
        control->calls = 0;
        control->fail_at = n;
        control->failed = "";
    }
}

bool fault_disarm(fault_kind kind)
{
    fault_layer_control *control = layer();

    if (kind == FAULT_ALLOCATION) {
        const bool met = allocations.calls >= allocations.fail_at;

        allocations.fail_at = 0;
        return met;
    }
    assert_non_null(control);
    control->fail_at = 0;
    return control->failed[0] != '\0';
}

void fault_hang(long n)
{
    fault_layer_control *control = layer();

    assert_non_null(control);
    control->calls = 0;
    control->hang_at = n;
}

void fault_go_on(void)
{
    layer()->hang_at = 0;
}

static const char *fault_name(fault_kind kind)
{
    return kind == FAULT_ALLOCATION ? "an allocation" : layer()->failed;
}

long fault_references(void)
{
    return layer() != NULL ? layer()->references : 0;
}

long fault_events(void)
{
    return layer() != NULL ? layer()->events : 0;
}

void fault_fail_event(long n)
{
    fault_layer_control *control = layer();

    if (control == NULL) {
        fail_msg("there is no layer");
        return;
    }
    control->states = 0;
    control->fail_state = n;
}

void fault_traffic_begin(void)
{
    fault_layer_control *control = layer();

    assert_non_null(control);
    control->traffic = (layer_traffic){0};
}

layer_traffic fault_traffic_end(void)
{
    return layer()->traffic;
}

void fault_report_device(unsigned compute_units, size_t allocation)
{
    fault_layer_control *control = layer();

    if (control == NULL) {
        fail_msg("there is no layer");
        return;
    }
    control->compute_units = compute_units;
    control->allocation = allocation;
}

void fault_watch_launches(fault_launch look)
{
    fault_layer_control *control = layer();

    if (control == NULL) {
        fail_msg("there is no layer");
        return;
    }
    control->on_launch = look;
}

/* Checks a failure: it must have a message, and a status that does not blame the caller. */
static void check_failure(fault_kind kind, long n, clmodp_status st, const char *message)
{
    if (message[0] == '\0')
        fail_msg("fault %ld (%s): status %d without a message", n, fault_name(kind), (int)st);
    if (st == CLMODP_INVALID || st == CLMODP_PARSE || st == CLMODP_DOMAIN ||
        st == CLMODP_CANCELLED)
        fail_msg("fault %ld (%s): status %d, %s", n, fault_name(kind), (int)st, message);
}

static void check_references(fault_kind kind, long n, long before)
{
    if (fault_references() != before)
        fail_msg("fault %ld (%s): %ld OpenCL references before, %ld after", n,
                 fault_name(kind), before, fault_references());
}

/* Checks the operation on the context on which it has just failed. */
static void check_usable(fault_kind kind, long n, clmodp_context *ctx,
                         fault_operation operation, void *argument)
{
    if (operation(ctx, argument) != CLMODP_OK)
        fail_msg("after fault %ld (%s) the context does not work: %s", n, fault_name(kind),
                 clmodp_context_message(ctx));
}

long fault_sweep_cold(fault_kind kind, const clmodp_context_options *options,
                      fault_operation operation, void *argument)
{
    for (long n = 1;; n++) {
        const long before = fault_references(), events = fault_events();
        clmodp_context *ctx = NULL;
        char message[2048] = "";
        clmodp_status st;
        bool met;

        fault_arm(kind, n);
        st = clmodp_context_create(&ctx, options, message, sizeof message);
        if (st == CLMODP_OK) {
            st = operation(ctx, argument);
            (void)snprintf(message, sizeof message, "%s", clmodp_context_message(ctx));
        }
        met = fault_disarm(kind);
        if (st != CLMODP_OK) {
            if (!met)
                fail_msg("fails by itself: %s", message);
            check_failure(kind, n, st, message);
            if (ctx != NULL)
                check_usable(kind, n, ctx, operation, argument);
        }
        clmodp_context_destroy(ctx);
        check_references(kind, n, before);
        if (fault_events() != events)
            fail_msg("fault %ld (%s): %ld events before, %ld after", n, fault_name(kind), events,
                     fault_events());
        if (!met)
            return n - 1;
    }
}

long fault_every(void)
{
    return getenv("CLMODP_TEST_FEW") != NULL ? 7 : 1;
}

long fault_sweep_warm(fault_kind kind, clmodp_context *ctx, fault_operation operation,
                      void *argument, long every)
{
    long injected = 0, before;

    check_usable(kind, 0, ctx, operation, argument);
    clm_pool_clear(ctx);
    before = fault_references();
    for (long n = 1;; n += every) {
        clmodp_status st;
        bool met;

        if (injected % 8 == 1) /* now and then with a filled buffer pool */
            check_usable(kind, n, ctx, operation, argument);
        fault_arm(kind, n);
        st = operation(ctx, argument);
        met = fault_disarm(kind);
        if (st != CLMODP_OK) {
            if (!met)
                fail_msg("fails by itself: %s", clmodp_context_message(ctx));
            check_failure(kind, n, st, clmodp_context_message(ctx));
            check_usable(kind, n, ctx, operation, argument);
        }
        clm_pool_clear(ctx);
        check_references(kind, n, before);
        if (!met)
            return injected;
        injected++;
    }
}

void fault_flip_read(long n)
{
    fault_layer_control *control = layer();

    assert_non_null(control);
    control->traffic.reads = 0;
    control->flip_at = n;
}

long fault_reads(void)
{
    return layer() != NULL ? layer()->traffic.reads : 0;
}

long fault_sweep_reads(clmodp_context *ctx, fault_operation operation, void *argument,
                       long *further)
{
    long reads, noticed = 0;

    check_usable(FAULT_OPENCL, 0, ctx, operation, argument); /* compiles kernels, too */
    fault_flip_read(0);
    check_usable(FAULT_OPENCL, 0, ctx, operation, argument);
    reads = fault_reads();
    assert_true(reads > 1);
    *further = 0;
    for (long n = 1; n <= reads; n++) {
        clmodp_status st;

        fault_flip_read(n);
        st = operation(ctx, argument);
        if (st == CLMODP_CORRUPT)
            noticed++;
        else if (st != CLMODP_OK)
            fail_msg("read %ld flipped: status %d, %s", n, (int)st, clmodp_context_message(ctx));
        else if (fault_reads() > reads)
            ++*further;
        fault_flip_read(0);
        assert_int_equal(operation(ctx, argument), CLMODP_OK);
    }
    return noticed;
}
