/* SPDX-License-Identifier: ISC */
/* record_input.c - see record_input.h */
#define _POSIX_C_SOURCE 200809L

#include "record_input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

bool input_open(struct input *input, const char *name, struct progress *progress)
{
    const bool standard = !strcmp(name, "-");
    struct stat status;
    *input = (struct input){.name = standard ? "standard input" : name, .progress = progress};
    input->file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (input->file < 0 || fstat(input->file, &status)) {
        cli_warn("%s: %s", input->name, strerror(errno));
        return false;
    }
    progress_next(progress);
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        input->size = (uint64_t)status.st_size;
    return true;
}

bool input_close(struct input *input)
{
    if (input->file != STDIN_FILENO)
        close(input->file);
    if (input->error) {
        progress_hide(input->progress);
        cli_warn("%s: %s", input->name, strerror(input->error));
    }
    return !input->error;
}

int64_t input_read(void *user, char *buffer, size_t size)
{
    struct input *input = user;
    ssize_t taken;
    do {
        if (progress_interrupted())
            return -1;
        taken = read(input->file, buffer, size);
    } while (taken < 0 && errno == EINTR);
    if (taken < 0)
        input->error = errno;
    else
        input->taken += (uint64_t)taken;
    return taken;
}

void input_tell_progress(struct input *input)
{
    char details[100];
    if (!progress_is_due(input->progress))
        return;
    const double part = input->size ? (double)input->taken / (double)input->size : -1;
    snprintf(details, sizeof details, "%" PRIu64 " games, %.0f/s", input->tally.games,
             (double)input->tally.games / progress_seconds(input->progress));
    progress_show(input->progress, input->name, part, details);
}

size_t count_plies(const vc_game *game)
{
    const size_t length = vc_game_length(game);
    vc_entry last = {.size = sizeof last};
    return length && !vc_game_entry(game, length - 1, &last) && !last.action ? length - 1 : length;
}

void input_print_place(const struct input *input, FILE *stream, uint64_t line, uint64_t column, const vc_game *game,
                       bool behind)
{
    fprintf(stream, "%s:%" PRIu64 ":", input->name, line);
    if (column)
        fprintf(stream, "%" PRIu64 ":", column);
    fprintf(stream, " game %" PRIu64, input->tally.games);
    if (game && (behind || vc_game_actor(game) == VC_NOBODY))
        fprintf(stream, ", after ply %zu", count_plies(game));
    else if (game)
        fprintf(stream, ", ply %zu, move %" PRIu32 " of %s", vc_game_length(game) + 1, vc_game_move_number(game),
                vc_game_side_to_move(game) == VC_WHITE ? "White" : "Black");
    fputs(": ", stream);
}

const char *message_without_place(const char *message)
{
    const char *colon = strncmp(message, "line ", 5) ? NULL : strstr(message, ": ");
    return colon ? colon + 2 : message;
}
