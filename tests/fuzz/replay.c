/* SPDX-License-Identifier: ISC */
/* replay.c - a target without libFuzzer: runs it on files, and on all files of folders */
#include <dirent.h>

#include "fuzz.h"

static size_t inputs;

static void run_file(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    fprintf(stderr, "%s\n", path); /* the last one named is the culprit when a check fails */
    LLVMFuzzerTestOneInput(data, size);
    inputs++;
}

int main(int argc, char **argv)
{
    char path[4096];
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            run_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                run_file(path);
        }
        closedir(folder);
    }
    printf("%zu inputs\n", inputs);
    return inputs ? 0 : 1;
}
