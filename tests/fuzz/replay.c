/* Runs a fuzz target over its corpus: every file, all its prefixes, and every replacement of a
 * byte by some others. Usage: replay DIRECTORY. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_BYTES 4096

static void run_variants(uint8_t *data, size_t size)
{
    static const uint8_t others[] = "+-*/^()=. \n09exyz@\xff";

    for (size_t length = 0; length <= size; length++)
        (void)LLVMFuzzerTestOneInput(data, length);
    for (size_t k = 0; k < size; k++) {
        uint8_t kept = data[k];

        for (size_t other = 0; other < sizeof others; other++) {
            data[k] = others[other];
            (void)LLVMFuzzerTestOneInput(data, size);
        }
        data[k] = kept;
    }
}

static int run_file(const char *directory, const char *name)
{
    static uint8_t data[MOST_BYTES];
    char path[1024];
    size_t size;
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        return 1;
    }
    size = fread(data, 1, sizeof data, file);
    (void)fclose(file);
    run_variants(data, size);
    return 0;
}

int main(int argc, char **argv)
{
    struct dirent *entry;
    size_t files = 0;
    DIR *directory;
    int failed = 0;

    if (argc != 2 || (directory = opendir(argv[1])) == NULL) {
        fprintf(stderr, "usage: replay DIRECTORY\n");
        return 2;
    }
    while ((entry = readdir(directory)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        failed |= run_file(argv[1], entry->d_name);
        files++;
    }
    (void)closedir(directory);
    printf("%zu files\n", files);
    return failed != 0 || files == 0;
}
