/* SPDX-License-Identifier: ISC */
/* story.c - see story.h */
#include "story.h"

#include "cli.h"
#include "facts.h"

/* ------------------------------------------------------------------------------- hearing --- */

void story_begin(struct story *story) { story->count = 0; }

void story_forget(struct story *story) { story->interest = 0; }

/* How much a reader likes to hear of an event. */
static unsigned interest_of(const vc_event *event)
{
    static const unsigned interest[] = {
        [VC_EVENT_CAPTURE] = 2,   [VC_EVENT_MERGE] = 2,    [VC_EVENT_PART] = 2,   [VC_EVENT_DEMOTION] = 1,
        [VC_EVENT_PROMOTION] = 5, [VC_EVENT_CASUALTY] = 9, [VC_EVENT_ATTACK] = 6, [VC_EVENT_RESHUFFLE] = 4,
    };
    if (event->type == VC_EVENT_TOUCH)
        return event->can_move ? 1 : 3;
    return event->type < sizeof interest / sizeof *interest ? interest[event->type] : 0;
}

void story_hear(void *user, const vc_game *game, const vc_event *event)
{
    struct story *story = user;
    (void)game;
    if (event->type == VC_EVENT_UNDO || event->type == VC_EVENT_REDO)
        return;
    story->interest += interest_of(event);
    if (story->count < MAX_EVENTS)
        story->events[story->count++] = *event;
}

/* The first event of a type after another one (NULL: from the start), or NULL. */
static const vc_event *find_after(const struct story *story, uint32_t type, const vc_event *event)
{
    for (event = event ? event + 1 : story->events; event < story->events + story->count; event++)
        if (event->type == type)
            return event;
    return NULL;
}

static const vc_event *find(const struct story *story, uint32_t type) { return find_after(story, type, NULL); }

static size_t count_of(const struct story *story, uint32_t type)
{
    size_t n = 0;
    for (const vc_event *e = find(story, type); e; e = find_after(story, type, e))
        n++;
    return n;
}

void story_squares(const struct story *story, uint64_t *from, uint64_t *to)
{
    for (size_t i = 0; i < story->count; i++) {
        const vc_event *event = &story->events[i];
        const bool moves = event->type == VC_EVENT_MOVE || event->type == VC_EVENT_ATTACK;
        if (moves) {
            *from |= UINT64_C(1) << event->square;
            *to |= UINT64_C(1) << event->to_square;
        }
        if (event->type == VC_EVENT_CASUALTY)
            *to |= UINT64_C(1) << event->square;
    }
}

/* -------------------------------------------------------------------------------- telling --- */

/* "rook and two pawns": pieces, of which equal types stand together. */
static void add_types(struct text *text, const vc_piece *pieces, size_t n)
{
    static const char *const numbers[] = {"", "", "two ", "three ", "four ", "five ", "six ", "seven ", "eight "};
    size_t kinds = 0, kind = 0, count;
    for (size_t i = 0; i < n; i++)
        kinds += i == 0 || VC_PIECE_TYPE(pieces[i]) != VC_PIECE_TYPE(pieces[i - 1]);
    for (size_t i = 0; i < n; i += count) {
        for (count = 1; i + count < n && VC_PIECE_TYPE(pieces[i + count]) == VC_PIECE_TYPE(pieces[i]);)
            count++;
        text_add(text, "%s%s%s%s", list_separator(kind++, kinds), count <= 8 ? numbers[count] : "many ",
                 type_name(VC_PIECE_TYPE(pieces[i])), count > 1 ? "s" : "");
    }
}

/* The pieces on a square. */
static size_t add_members(struct text *text, const vc_game *game, uint32_t square)
{
    vc_piece pieces[MAX_MEMBERS];
    size_t n;
    cli_check(vc_game_pieces(game, square, pieces, MAX_MEMBERS, &n));
    add_types(text, pieces, n);
    return n;
}

/* Who moves or attacks: the subject of the sentence. first: the first of the events of its type, one for each piece.
 * link: what joins its leaving a combo to what it does next. */
static void add_subject(const struct story *story, const vc_event *first, const char *link, struct text *text)
{
    const char *owner = color_name(first->color), *square = square_name(first->square);
    const size_t n = count_of(story, first->type);
    const char *type = type_name(VC_PIECE_TYPE(first->before));
    if (find(story, VC_EVENT_PART))
        text_add(text, "%s's %s leaves the combo on %s%s", owner, type, square, link);
    else if (n == 1)
        text_add(text, "%s's %s on %s", owner, type, square);
    else {
        vc_piece pieces[MAX_MEMBERS];
        size_t i = 0;
        for (const vc_event *e = first; e && i < MAX_MEMBERS; e = find_after(story, first->type, e))
            pieces[i++] = e->before;
        text_add(text, "%s's ", owner);
        add_types(text, pieces, i);
        text_add(text, " on %s together", square);
    }
}

/* What the mover became. several: it is a whole combo. */
static void add_change(const struct story *story, bool several, struct text *text)
{
    const vc_event *promotion = find(story, VC_EVENT_PROMOTION), *demotion = find(story, VC_EVENT_DEMOTION);
    if (promotion && several)
        text_add(text,
                 find_after(story, VC_EVENT_PROMOTION, promotion) ? ", where the pawns become %ss"
                                                                  : ", where the pawn becomes a %s",
                 type_name(VC_PIECE_TYPE(promotion->after)));
    else if (promotion)
        text_add(text, " and becomes a %s", type_name(VC_PIECE_TYPE(promotion->after)));
    if (demotion)
        text_add(text, " like a %s and is one now", type_name(VC_PIECE_TYPE(demotion->after)));
}

static void tell_move(const struct story *story, const vc_game *game, struct text *text)
{
    const vc_event *move = find(story, VC_EVENT_MOVE), *last = move;
    const vc_event *capture = find(story, VC_EVENT_CAPTURE);
    const char *to = square_name(move->to_square);
    const size_t n = count_of(story, VC_EVENT_MOVE);
    const char *s = n > 1 ? "" : "s"; /* the verb's */
    for (const vc_event *e = move; e; e = find_after(story, VC_EVENT_MOVE, e))
        last = e;
    if (last->square != move->square) {
        text_add(text, "%s castles: the king goes to %s, the rook to %s.", color_name(move->color), to,
                 square_name(last->to_square));
        return;
    }
    add_subject(story, move, find(story, VC_EVENT_MERGE) || find(story, VC_EVENT_PROMOTION) ? "," : " and", text);
    if (capture && capture->square == move->to_square)
        text_add(text, " take%s the %s on %s", s, type_name(VC_PIECE_TYPE(capture->before)), to);
    else if (capture)
        text_add(text, " take%s the %s on %s in passing, landing on %s", s, type_name(VC_PIECE_TYPE(capture->before)),
                 square_name(capture->square), to);
    else
        text_add(text, " go%s to %s", n > 1 ? "" : "es", to);
    add_change(story, n > 1, text);
    if (find(story, VC_EVENT_MERGE)) {
        text_add(text, " and merge%s: ", s);
        add_members(text, game, move->to_square);
        text_add(text, " are one combo now");
    }
    text_add(text, ".");
}

static void tell_attack(const struct story *story, const vc_event *attack, struct text *text)
{
    const size_t n = count_of(story, VC_EVENT_ATTACK);
    add_subject(story, attack, ",", text);
    text_add(text, " attack%s the combo on %s and %s destroyed; %s must give up a member.", n > 1 ? "" : "s",
             square_name(attack->to_square), n > 1 ? "are" : "is", color_name(attack->color ^ 1));
}

static void tell_touch(const vc_event *touch, struct text *text)
{
    const uint32_t after = VC_PIECE_TYPE(touch->after);
    const bool same = after == VC_PIECE_TYPE(touch->before);
    uint64_t total = 0;
    for (int i = 0; i < 4; i++)
        total += touch->weights[i];
    text_add(text, "The %s on %s %s a %s%s (%u/%u)%s.", type_name(VC_PIECE_TYPE(touch->before)),
             square_name(touch->square), same ? "stays" : "is", type_name(after), same ? "" : " now",
             (unsigned)touch->weights[after - VC_KNIGHT], (unsigned)total,
             touch->can_move ? " and must move" : ", touched in vain");
}

static void tell_casualty(const vc_event *casualty, const vc_game *game, struct text *text)
{
    text_add(text, "%s gives up the %s of the combo on %s: the ", color_name(casualty->color),
             type_name(VC_PIECE_TYPE(casualty->before)), square_name(casualty->square));
    const size_t left = add_members(text, game, casualty->square);
    text_add(text, " %s.", left == 1 ? "stands alone now" : "remain");
}

/* Adds how likely the card was that chance gave, where the deck, which lacks it now, still tells: "(1/22)". */
static void add_card_odds(const struct story *story, const vc_event *event, const vc_game *game, struct text *text)
{
    vc_card cards[VC_MAX_CARDS];
    size_t n, copies = 1;
    if (vc_game_decks(game, event->color) != 1 || vc_game_top(game, event->color, 0) ||
        count_of(story, VC_EVENT_DRAW) > 1 || find(story, VC_EVENT_RESHUFFLE))
        return;
    cli_check(vc_game_deck(game, event->color, 0, cards, VC_MAX_CARDS, &n));
    for (size_t i = 0; i < n; i++)
        copies += cards[i] == (vc_card)event->card;
    text_add(text, " (%zu/%zu)", copies, n + 1);
}

/* What happened to cards. */
static void tell_card(const struct story *story, const vc_event *event, const vc_game *game, struct text *text)
{
    static const char *const suits[] = {"diamonds", "hearts", "clubs", "spades"};
    const char *who = color_name(event->color);
    switch (event->type) {
    case VC_EVENT_DISCARD:
        text_add(text, "%s discards the ", who);
        add_card_name(text, event->card);
        break;
    case VC_EVENT_DRAW:
        text_add(text, "%s draws the ", who);
        add_card_name(text, event->card);
        add_card_odds(story, event, game, text);
        break;
    case VC_EVENT_TOP:
        text_add(text, "On top of %s's deck is the ", who);
        add_card_name(text, event->card);
        text_add(text, " now");
        break;
    default: /* VC_EVENT_RESHUFFLE */
        if (vc_game_decks(game, event->color) > 1)
            text_add(text, "%s's deck of %s is used up: the discards become the deck", who,
                     suits[VC_CARD_SUIT(event->card)]);
        else
            text_add(text, "%s's deck is used up: the discards become the deck", who);
    }
    text_add(text, ".");
}

void add_ending(struct text *text, uint32_t winner, uint32_t reason)
{
    static const char *const reasons[] = {
        [VC_REASON_CHECKMATE] = "checkmate",
        [VC_REASON_STALEMATE] = "stalemate",
        [VC_REASON_KING_CAPTURED] = "the king is captured",
        [VC_REASON_QUANTUM_TRAP] = "nothing is left to move or touch, the quantum trap",
        [VC_REASON_DEAD_POSITION] = "nobody can win any more",
        [VC_REASON_SEVENTYFIVE_MOVES] = "75 moves without a capture or a pawn's move",
        [VC_REASON_FIVEFOLD_REPETITION] = "the position came up for the fifth time",
        [VC_REASON_FIFTY_MOVES] = "claimed after 50 moves without a capture or a pawn's move",
        [VC_REASON_THREEFOLD_REPETITION] = "claimed as the position came up for the third time",
        [VC_REASON_RESIGNATION] = "resignation",
        [VC_REASON_AGREEMENT] = "the players agree",
        [VC_REASON_TIME_FORFEIT] = "time is up",
    };
    const char *known = reason < sizeof reasons / sizeof *reasons ? reasons[reason] : NULL;
    if (winner == VC_NOBODY)
        text_add(text, "A draw: ");
    else
        text_add(text, "%s wins: ", color_name(winner));
    text_add(text, "%s", known ? known : vc_reason_name(reason));
}

void story_tell(const struct story *story, const vc_game *game, struct text *text)
{
    const vc_event *move = find(story, VC_EVENT_MOVE), *attack = find(story, VC_EVENT_ATTACK);
    for (size_t i = 0; i < story->count; i++) {
        const vc_event *event = &story->events[i];
        const size_t before = text->length;
        if (event == move)
            tell_move(story, game, text);
        else if (event == attack)
            tell_attack(story, attack, text);
        else if (event->type == VC_EVENT_TOUCH)
            tell_touch(event, text);
        else if (event->type == VC_EVENT_CASUALTY)
            tell_casualty(event, game, text);
        else if (event->type >= VC_EVENT_DISCARD && event->type <= VC_EVENT_RESHUFFLE)
            tell_card(story, event, game, text);
        else if (event->type == VC_EVENT_END) {
            add_ending(text, event->winner, event->reason);
            text_add(text, ".");
        }
        if (text->length > before)
            text_add(text, " ");
    }
}
