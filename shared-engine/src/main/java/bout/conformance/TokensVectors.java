package bout.conformance;

import bout.conformance.VectorKind.Outcome;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks the vector files of Everybody Loves Tokens: recorded games with all states, and a recorded tournament. */
final class TokensVectors {

    static final List<VectorKind> KINDS = List.of(
            new VectorKind("tokens", TokensVectors::game),
            new VectorKind("tokens-tournament", TokensVectors::tournament));

    private static final Tokens GAME = new Tokens();

    private TokensVectors() {}

    private static List<Outcome> game(Plain file) {
        return List.of(new Outcome(file.get("name").text(), firstDifference(file)));
    }

    private static String firstDifference(Plain file) {
        Match<Move> match = start(file.get("board"));
        List<Plain> turns = file.get("turns").entries();
        List<Plain> states = file.get("states").size(turns.size()).entries();
        for (int turn = 0; turn < turns.size(); turn++) {
            if (match.over()) {
                return overBefore(match, turn, turns.size());
            }
            Seat seat = position(match).mover();
            int recordedPlayer = turns.get(turn).get("player").integer(1, 2);
            if (recordedPlayer != seat.number()) {
                return "turn " + turn + ": player " + seat.number() + " is to move, recorded: " + recordedPlayer;
            }
            play(match, turns.get(turn).get("move"));
            String difference = firstDifference(position(match), states.get(turn));
            if (difference != null) {
                return "after turn " + turn + ": " + difference;
            }
        }
        return resultDifference(match, file.get("result"));
    }

    /** Plays a recorded round robin of all ordered pairs on the same boards, and compares the total scores. */
    private static List<Outcome> tournament(Plain file) {
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
            String difference = firstDifference(match, game);
            totals[first] += position(match).eater(Seat.FIRST).score;
            totals[second] += position(match).eater(Seat.SECOND).score;
            outcomes.add(new Outcome(name + " round " + round + ", " + first + " against " + second, difference));
        }
        String difference = null;
        for (int player = 0; player < players && difference == null; player++) {
            int recorded = file.get("totals").size(players).at(player).integer(0, Integer.MAX_VALUE);
            if (recorded != totals[player]) {
                difference = "player " + player + " has " + totals[player] + " points, recorded: " + recorded;
            }
        }
        outcomes.add(new Outcome(name + " totals", difference));
        return outcomes;
    }

    private static String firstDifference(Match<Move> match, Plain game) {
        List<Plain> moves = game.get("moves").entries();
        for (int turn = 0; turn < moves.size(); turn++) {
            if (match.over()) {
                return overBefore(match, turn, moves.size());
            }
            play(match, moves.get(turn));
        }
        if (!match.over()) {
            return notOver(match);
        }
        String scores = pairDifference(
                "scores",
                (int) match.result().firstScore(),
                (int) match.result().secondScore(),
                game.get("scores"));
        return scores != null ? scores : textDifference("reason", match.result().reason(), game.get("reason"));
    }

    private static Match<Move> start(Plain board) {
        return Match.of(GAME, "", Options.defaults(GAME.card().options()), board);
    }

    private static TokensPosition position(Match<Move> match) {
        return (TokensPosition) match.position();
    }

    /** Plays the recorded answer of a bot, which may be invalid. */
    private static void play(Match<Move> match, Plain move) {
        Seat seat = position(match).mover();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("move", move.value());
        match.play(Turn.of(seat, match.read(seat, answer)));
    }

    private static String firstDifference(TokensPosition position, Plain state) {
        Eater first = position.eater(Seat.FIRST);
        Eater second = position.eater(Seat.SECOND);
        String[] differences = {
            pairDifference("scores", first.score, second.score, state.get("scores")),
            pairDifference("colorBonus", first.colourBonus, second.colourBonus, state.get("colorBonus")),
            textDifference(
                    "lastColor",
                    Colour.code(first.lastColour),
                    state.get("lastColor").size(2).at(0)),
            textDifference(
                    "lastColor",
                    Colour.code(second.lastColour),
                    state.get("lastColor").at(1)),
            pairDifference(
                    "the x and y of player 1",
                    first.x,
                    first.y,
                    state.get("pos").size(2).at(0)),
            pairDifference(
                    "the x and y of player 2",
                    second.x,
                    second.y,
                    state.get("pos").at(1)),
            pairDifference(
                    "tokens and idle",
                    position.tokens(),
                    position.idle(),
                    Plain.of(List.of(
                            state.get("tokens").value(), state.get("idle").value())))
        };
        for (String difference : differences) {
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String resultDifference(Match<Move> match, Plain recorded) {
        if (!match.over()) {
            return notOver(match);
        }
        Result result = Result.read(recorded);
        return match.result().equals(result)
                ? null
                : "result: " + match.result().toPlain() + ", recorded: " + result.toPlain();
    }

    private static String overBefore(Match<Move> match, int turn, int recorded) {
        return "the match is over after " + turn + " turns (" + match.result().reason() + "), but " + recorded
                + " are recorded";
    }

    private static String notOver(Match<Move> match) {
        return "the match is not over after all " + match.turn() + " recorded turns";
    }

    private static String pairDifference(String what, int first, int second, Plain recorded) {
        int recordedFirst = recorded.size(2).at(0).integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
        int recordedSecond = recorded.at(1).integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
        return first == recordedFirst && second == recordedSecond
                ? null
                : what + ": " + first + ", " + second + "; recorded: " + recordedFirst + ", " + recordedSecond;
    }

    private static String textDifference(String what, String text, Plain recorded) {
        return text.equals(recorded.text()) ? null : what + ": " + text + ", recorded: " + recorded.text();
    }
}
