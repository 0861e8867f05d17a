/* A library to preload: makes an allocation of the program or of clmodp's library fail, the one
 * that FAILING_ALLOCATION numbers from 1 on, and writes the number of allocations to the file
 * ALLOCATIONS. Allocations of GMP and of the C library, called by these, succeed. */
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

/* Addresses of the program and the library. */
static struct {
    uintptr_t from[2], to[2];
    int count;
} modules;

static long calls, failing;

static int note_module(struct dl_phdr_info *module, size_t size, void *user)
{
    const bool wanted = *module->dlpi_name == '\0' || /* the program */
                        strstr(module->dlpi_name, "/libclmodp.so") != NULL;

    (void)size;
    (void)user;
    if (!wanted || modules.count == 2)
        return 0;
    modules.from[modules.count] = UINTPTR_MAX;
    for (int k = 0; k < module->dlpi_phnum; k++) {
        const uintptr_t at = module->dlpi_addr + module->dlpi_phdr[k].p_vaddr;
        const uintptr_t end = at + module->dlpi_phdr[k].p_memsz;

        if (module->dlpi_phdr[k].p_type != PT_LOAD)
            continue;
        if (at < modules.from[modules.count])
            modules.from[modules.count] = at;
        if (end > modules.to[modules.count])
            modules.to[modules.count] = end;
    }
    modules.count++;
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("FAILING_ALLOCATION");

    failing = number != NULL ? atol(number) : 0;
    (void)dl_iterate_phdr(note_module, NULL);
}

__attribute__((destructor)) static void end(void)
{
    const char *name = getenv("ALLOCATIONS");
    FILE *file = name != NULL ? fopen(name, "w") : NULL;

    if (file == NULL)
        return;
    (void)fprintf(file, "%ld\n", calls);
    (void)fclose(file);
}

static bool fails(const void *caller)
{
    const uintptr_t at = (uintptr_t)caller;
    bool within = false;

    for (int k = 0; k < modules.count; k++)
        within = within || (at >= modules.from[k] && at < modules.to[k]);
    if (!within || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != failing)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
