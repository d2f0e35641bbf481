/* SPDX-License-Identifier: ISC */
/* guide.c - see guide.h */
#include "guide.h"

#include "cli.h"

static const struct {
    const char *line; /* for the list of games */
    const char *text; /* for help */
} games[] = {
    [VC_ORTHODOX] = {"chess as everybody knows it", "Chess by FIDE's rules."},
    [VC_QUANTUM] =
        {"touch an officer, and chance decides what it is before it moves",
         "Chess, but queens, rooks, bishops and knights change. You do not move one: you touch it, and chance "
         "says what it is now, most often a knight or a bishop, a queen about one time in ten. If it can move "
         "as that, it must, and your turn is over. If it cannot, it stays what it became and you go on: touch "
         "another, or move a pawn or the king, which never change. A king may be left in check and taken. You "
         "lose when your turn begins without a move that saves the king, or when nothing is left to touch or "
         "move."},
    [VC_POTENTIAL] =
        {"officers also move as lesser men, and become them",
         "Chess, but queen, rook, bishop and knight also move as every lesser man (queen, rook, bishop, "
         "knight, pawn: in this order), and become the least man who could have made that move. A rook leaps "
         "as a knight and is a knight; a queen that goes straight is a rook. A letter at the end of an action "
         "says what the piece becomes: d4e6n. Everything attacks in all its ways."},
    [VC_POWER] =
        {"pieces merge, move together, and are hard to take",
         "Chess, but pieces that have moved may go onto one square and form a combo, which moves as any of its "
         "members (e4e5), or a member leaves it (e4f6:n for the knight). A combo takes nothing as a whole: a "
         "member must leave for it. Who takes on a combo loses the attacker; the owner gives up one member, and "
         "the attacker's side moves again. Kings do not merge."},
    [VC_IDEAL] =
        {"playing cards say which pieces may move",
         "Chess, but each turn you discard a card, move a piece that it allows, and draw a card. All hands are "
         "open. A king in check may stay there; taking it wins. Who can play no card loses. 3 6 9: knight or "
         "pawn. 4 7 10: bishop or pawn. 5 8: rook or pawn. 2: queen or pawn. Ace: king or pawn. Jack: rook or "
         "knight. Queen: queen or bishop. King: king or rook, and castling. Joker: any."},
};

static const char *phase_text(const struct session *session)
{
    const uint32_t ruleset = vc_rules_ruleset(vc_game_rules(session->game));
    switch (vc_game_phase(session->game)) {
    case VC_PHASE_MOVING:
        return "The touched piece can move, so it must: type the square it leaves and the one it goes to, g1f3.";
    case VC_PHASE_HIT:
        return "Your combo was attacked: name the member that you give up, !p for a pawn, !n for a knight ...";
    case VC_PHASE_PLAYED:
        return "The card is played: move a piece that it allows, as the square it leaves and the one it goes to, e2e4.";
    case VC_PHASE_CHOOSING:
        return vc_game_side_to_move(session->game) == VC_WHITE
                   ? "Choose the deck to draw from, diamonds or hearts: type two characters, ^ and d, or ^ and h, then "
                     "Enter."
                   : "Choose the deck to draw from, clubs or spades: type two characters, ^ and c, or ^ and s, then "
                     "Enter.";
    case VC_PHASE_OVER:
        return "The game is over: undo, save FILE, new or quit is what is left.";
    default:
        if (ruleset == VC_QUANTUM)
            return "Touch an officer, ?g1, or move a pawn or the king: the square it leaves and the one it goes to, "
                   "e2e4.";
        if (ruleset == VC_IDEAL)
            return "Discard a card: - and its name, -3d (A 2 ... 9 T J Q K, * is a joker; d h c s).";
        return "Move: type the square that the piece leaves and the one it goes to, e2e4; castling is e1g1, a "
               "promotion "
               "e7e8q. Nf3 and the like are understood, too.";
    }
}

void guide_games(const struct session *session)
{
    session_say(session, "Which game? Type its name, then Enter.");
    for (uint32_t i = 0; i < vc_ruleset_count(); i++)
        printf("  %-10s %s\n", vc_ruleset_name(i),
               i < sizeof games / sizeof *games ? games[i].line : vc_ruleset_title(i));
}

void guide_first_steps(const struct session *session)
{
    const uint32_t ruleset = vc_rules_ruleset(vc_game_rules(session->game));
    session_say(session, "Type an action such as %s, a square to see what can be done from it, or help.%s",
                ruleset == VC_IDEAL     ? "-3d"
                : ruleset == VC_QUANTUM ? "?g1"
                                        : "e2e4",
                input_is_terminal(session->input) ? " Tab completes." : "");
}

void guide_game(const struct session *session)
{
    const uint32_t ruleset = vc_rules_ruleset(vc_game_rules(session->game));
    session_say(session, "%s. %s", vc_ruleset_title(ruleset),
                ruleset < sizeof games / sizeof *games ? games[ruleset].text : "");
    session_say(session, "Now: %s", phase_text(session));
}
