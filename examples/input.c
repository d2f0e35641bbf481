/* SPDX-License-Identifier: ISC */
/* input.c - see input.h */
#define _POSIX_C_SOURCE 200809L

#include "input.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#endif

#include "cli.h"

struct input {
    complete_fn complete;
    void *user;
    const char *prompt;
    char *line; /* of getline() */
    size_t size;
    bool terminal;
#ifdef HAVE_LIBEDIT
    EditLine *editor; /* NULL: lines are read plainly */
    History *history;
#endif
};

/* Cuts blanks off both ends. */
static char *trim(char *line)
{
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

/* -------------------------------------------------------------------------------- libedit --- */

#ifdef HAVE_LIBEDIT

enum { MAX_HISTORY = 500, SHOWN_WORDS_LINES = 8 };

static char *give_prompt(EditLine *editor)
{
    static char prompt[32];
    struct input *input;
    el_get(editor, EL_CLIENTDATA, &input);
    snprintf(prompt, sizeof prompt, "%s", input->prompt);
    return prompt;
}

/* How many bytes the words have in common at their start. */
static size_t common_start(const char *words)
{
    size_t common = strcspn(words, " ");
    for (const char *word = words; *word; word += strcspn(word, " "), word += strspn(word, " ")) {
        size_t same = 0;
        while (same < common && word[same] == words[same])
            same++;
        common = same;
    }
    return common;
}

/* Prints words below the line, as many as a few lines hold. */
static void list_words(const char *words)
{
    const char *line;
    size_t lines = 0;
    putchar('\n');
    for (size_t length; (length = next_line(&words, PAGE_WIDTH, &line)) != 0;)
        if (++lines > SHOWN_WORDS_LINES) {
            puts("...");
            break;
        } else
            printf("%.*s\n", (int)length, line);
    fflush(stdout);
}

/* Tab: completes the last word as far as there is one way to go on; lists the ways when there are several. */
static unsigned char complete_word(EditLine *editor, int c)
{
    struct input *input;
    struct text before = {0}, words = {0};
    const LineInfo *info = el_line(editor);
    unsigned char result = CC_REFRESH;
    (void)c;
    el_get(editor, EL_CLIENTDATA, &input);
    text_add(&before, "%.*s", (int)(info->cursor - info->buffer), info->buffer);
    text_add(&words, "%s", "");
    input->complete(input->user, before.start, &words);
    const char *blank = strrchr(before.start, ' ');
    const size_t typed = strlen(blank ? blank + 1 : before.start);
    const size_t common = common_start(words.start);
    const bool single = words.start[common] == '\0' && common;
    if (!words.length)
        result = CC_REFRESH_BEEP;
    else if (common > typed || single) {
        char insert[64];
        snprintf(insert, sizeof insert, "%.*s%s", (int)(common - typed), words.start + typed, single ? " " : "");
        el_insertstr(editor, insert);
    } else {
        list_words(words.start);
        result = CC_REDISPLAY;
    }
    text_free(&before);
    text_free(&words);
    return result;
}

static void open_editor(struct input *input)
{
    HistEvent event;
    input->editor = el_init("vc-play", stdin, stdout, stderr);
    input->history = history_init();
    if (!input->editor || !input->history)
        cli_check(VC_ERR_MEMORY);
    history(input->history, &event, H_SETSIZE, MAX_HISTORY);
    history(input->history, &event, H_SETUNIQUE, 1);
    el_set(input->editor, EL_CLIENTDATA, input);
    el_set(input->editor, EL_PROMPT, give_prompt);
    el_set(input->editor, EL_EDITOR, "emacs");
    el_set(input->editor, EL_HIST, history, input->history);
    el_set(input->editor, EL_SIGNAL, 1); /* puts the terminal back before a signal does what it does */
    /* wide, since libedit makes copies of narrow names that it never frees */
    el_wset(input->editor, EL_ADDFN, L"vc-complete", L"complete an action or a command", complete_word);
    el_set(input->editor, EL_BIND, "^I", "vc-complete", NULL);
    el_set(input->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(input->editor, NULL); /* the user's own ~/.editrc */
}

static char *edited_line(struct input *input)
{
    HistEvent event;
    int length;
    const char *line = el_gets(input->editor, &length);
    if (!line || length <= 0)
        return NULL;
    free(input->line);
    input->line = strdup(line);
    if (!input->line)
        cli_check(VC_ERR_MEMORY);
    char *trimmed = trim(input->line);
    if (*trimmed)
        history(input->history, &event, H_ENTER, trimmed);
    return trimmed;
}

#endif

/* ------------------------------------------------------------------------------------------- */

struct input *input_open(complete_fn complete, void *user)
{
    struct input *input = calloc(1, sizeof *input);
    if (!input)
        cli_check(VC_ERR_MEMORY);
    input->complete = complete;
    input->user = user;
    input->terminal = isatty(STDIN_FILENO);
#ifdef HAVE_LIBEDIT
    const char *terminal = getenv("TERM");
    if (input->terminal && isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0)
        open_editor(input);
#endif
    return input;
}

void input_close(struct input *input)
{
#ifdef HAVE_LIBEDIT
    if (input->editor)
        el_end(input->editor);
    if (input->history)
        history_end(input->history);
#endif
    free(input->line);
    free(input);
}

const char *input_line(struct input *input, const char *prompt)
{
    input->prompt = prompt;
#ifdef HAVE_LIBEDIT
    fflush(stdout);
    if (input->editor)
        return edited_line(input);
#endif
    fputs(prompt, stdout);
    fflush(stdout);
    if (getline(&input->line, &input->size, stdin) < 0)
        return NULL;
    char *line = trim(input->line);
    if (!input->terminal)
        printf("%s\n", line);
    return line;
}

bool input_is_terminal(const struct input *input) { return input->terminal; }
