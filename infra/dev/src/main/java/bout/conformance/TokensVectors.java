package bout.conformance;

import bout.conformance.Vectors.Outcome;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.tokens.Colour;
import bout.games.tokens.Eater;
import bout.games.tokens.Move;
import bout.games.tokens.Tokens;
import bout.games.tokens.TokensPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks the vector files of Everybody Loves Tokens: recorded games with all states, and a recorded tournament. */
final class TokensVectors {

    private static final Tokens GAME = new Tokens();

    private TokensVectors() {}

    static void game(Plain file) {
        Match<Move> match = start(file.get("board"));
        List<Plain> turns = file.get("turns").entries();
        List<Plain> states = file.get("states").size(turns.size()).entries();
        for (int turn = 0; turn < turns.size(); turn++) {
            Vectors.goesOn(match, turn, turns.size(), "turns");
            Vectors.same(
                    "turn " + turn + ": player to move",
                    match.mover().number(),
                    turns.get(turn).get("player"));
            play(match, turns.get(turn).get("move"));
            Vectors.sameFields("after turn " + turn + ": ", state(match), states.get(turn));
        }
        Vectors.ended(match);
        Vectors.same(
                "result",
                match.result().toPlain(),
                Result.ofWinner(file.get("result")).toPlain());
    }

    /** Plays a recorded round robin of all ordered pairs on the same boards, and compares the total scores. */
    static List<Outcome> tournament(Plain file) {
        List<Outcome> outcomes = new ArrayList<>();
        List<Plain> boards = file.get("boards").entries();
        int players = file.get("players").length();
        int[] totals = new int[players];
        String name = file.get("name").text();
        for (Plain game : file.get("games").entries()) {
            Plain pair = game.get("pair").size(2);
            int first = pair.at(0).integer(0, players - 1);
            int second = pair.at(1).integer(0, players - 1);
            int round = game.get("round").integer(1, boards.size());
            Match<Move> match = start(boards.get(round - 1));
            outcomes.add(Vectors.outcome(
                    name + " round " + round + ", " + first + " against " + second, () -> replay(match, game)));
            totals[first] += eater(match, Seat.FIRST).score;
            totals[second] += eater(match, Seat.SECOND).score;
        }
        outcomes.add(Vectors.outcome(name + " totals", () -> {
            for (int player = 0; player < players; player++) {
                Vectors.same(
                        "points of player " + player,
                        totals[player],
                        file.get("totals").size(players).at(player));
            }
        }));
        return outcomes;
    }

    private static void replay(Match<Move> match, Plain game) {
        List<Plain> moves = game.get("moves").entries();
        for (int turn = 0; turn < moves.size(); turn++) {
            Vectors.goesOn(match, turn, moves.size(), "turns");
            play(match, moves.get(turn));
        }
        Vectors.ended(match);
        Map<String, Object> result = match.result().toPlain();
        result.remove("places");
        Vectors.sameFields("", result, game);
    }

    private static Match<Move> start(Plain board) {
        return Match.of(GAME, "", Options.defaults(GAME.card().options()), board);
    }

    private static Eater eater(Match<Move> match, Seat seat) {
        return ((TokensPosition) match.position()).eater(seat);
    }

    /** Plays the recorded answer of a bot, which may be invalid. */
    private static void play(Match<Move> match, Plain move) {
        Seat seat = match.mover();
        match.play(Turn.of(seat, match.read(seat, Plain.object("move", move.value()))));
    }

    private static Map<String, Object> state(Match<Move> match) {
        TokensPosition position = (TokensPosition) match.position();
        Eater first = position.eater(Seat.FIRST);
        Eater second = position.eater(Seat.SECOND);
        return Plain.object(
                "scores", List.of(first.score, second.score),
                "colorBonus", List.of(first.colourBonus, second.colourBonus),
                "lastColor", List.of(Colour.code(first.lastColour), Colour.code(second.lastColour)),
                "pos", List.of(List.of(first.x, first.y), List.of(second.x, second.y)),
                "tokens", position.tokens(),
                "idle", position.idle());
    }
}
