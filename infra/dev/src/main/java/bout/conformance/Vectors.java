package bout.conformance;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Checks vector files: recorded matches and situations, mostly of the original games, that the engine reproduces. */
public final class Vectors {

    /** How files of each kind are replayed; the field {@code game} of a file names its kind. */
    private static final Map<String, Function<Plain, List<Outcome>>> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("ajax-tiles", each(AjaxTilesVectors::game));
        KINDS.put("ajax-tiles-scenarios", AjaxTilesVectors::scenarios);
        KINDS.put("tokens", each(TokensVectors::game));
        KINDS.put("tokens-tournament", TokensVectors::tournament);
        KINDS.put("ice-and-fire", each(IceAndFireVectors::match));
        KINDS.put("ice-and-fire-maps", IceAndFireVectors::maps);
        KINDS.put("robotag", each(RoboTagVectors::match));
        KINDS.put("battlesnake", each(SnakesVectors::match));
        for (Game<?> game : Games.ALL) {
            KINDS.putIfAbsent(game.card().id(), each(file -> match(game, file)));
        }
    }

    private Vectors() {}

    /** The outcome of replaying one match or situation: its first difference from the engine, or {@code null}. */
    public record Outcome(String name, String difference) {
        public boolean passed() {
            return difference == null;
        }
    }

    private static final class Differs extends RuntimeException {
        private Differs(String text) {
            super(text);
        }
    }

    public static List<String> kinds() {
        return List.copyOf(KINDS.keySet());
    }

    /** Replays a vector file, and returns one outcome for each match or situation, in the order of the file. */
    public static List<Outcome> check(Plain file) {
        return file.get("game").oneOf(kinds(), KINDS::get).apply(file);
    }

    private static Function<Plain, List<Outcome>> each(Consumer<Plain> replay) {
        return file -> List.of(outcome(file.get("name").text(), () -> replay.accept(file)));
    }

    static Outcome outcome(String name, Runnable replay) {
        try {
            replay.run();
            return new Outcome(name, null);
        } catch (Differs differs) {
            return new Outcome(name, differs.getMessage());
        }
    }

    static void differs(String text) {
        throw new Differs(text);
    }

    /** Compares two plain values; {@code 3} and {@code 3.0} are equal. */
    static void same(String what, Object now, Object recorded) {
        if (!new StateHash()
                .addPlain(now)
                .hex()
                .equals(new StateHash().addPlain(recorded).hex())) {
            differs(what + ": " + now + ", recorded: " + recorded);
        }
    }

    static void same(String what, Object now, Plain recorded) {
        same(what, now, recorded.value());
    }

    static void sameFields(String where, Map<String, Object> now, Plain recorded) {
        now.forEach((name, value) -> same(where + name, value, recorded.get(name)));
    }

    static void goesOn(Match<?> match, int played, int recorded, String what) {
        if (match.over()) {
            differs("the match is over after " + played + " " + what + " ("
                    + match.result().reason() + "), but " + recorded + " are recorded");
        }
    }

    static void ended(Match<?> match) {
        if (!match.over()) {
            differs("the match is not over after all " + match.turn() + " recorded turns");
        }
    }

    /**
     * Replays a match of a game without recorded matches of an original. The fields of its file:
     *
     * <ul>
     *   <li>{@code game}: the game's id
     *   <li>{@code name}, {@code options}, {@code setUp}
     *   <li>{@code answers}: the answers of the bots by turn; seat 1 comes first if both seats move
     *   <li>{@code failure}: the kind of failure of the last answer, or {@code null}
     *   <li>{@code picture}: some or all fields of the picture at the end
     *   <li>{@code result}: {@code null} if the match is not over
     * </ul>
     */
    private static <M> void match(Game<M> game, Plain file) {
        Options options = Options.read(game.card().options(), file.get("options"));
        Match<M> match = Match.of(game, "", options, file.get("setUp"));
        List<Plain> answers = file.get("answers").entries();
        Action<M> last = null;
        for (int next = 0; next < answers.size(); ) {
            goesOn(match, next, answers.size(), "answers");
            Action<M> first = match.isToMove(Seat.FIRST) ? read(match, Seat.FIRST, answers, next++) : null;
            Action<M> second = match.isToMove(Seat.SECOND) ? read(match, Seat.SECOND, answers, next++) : null;
            last = second != null ? second : first;
            match.play(Turn.of(first, second));
            if (next < answers.size() && (failed(first) || failed(second))) {
                differs("answer " + (next - 1) + " failed: "
                        + (failed(second) ? second : first).failure().text());
            }
        }
        same("failure of the last answer", failed(last) ? last.failure().kind().code() : null, file.get("failure"));
        Plain picture = Plain.of(match.picture());
        for (Object field : file.get("picture").fields().keySet()) {
            String name = (String) field;
            same(name, picture.get(name).value(), file.get("picture").get(name));
        }
        Plain recorded = file.get("result");
        same(
                "result",
                match.over() ? match.result().toPlain() : null,
                recorded.isNull() ? null : Result.ofWinner(recorded).toPlain());
    }

    private static <M> Action<M> read(Match<M> match, Seat seat, List<Plain> answers, int index) {
        if (index == answers.size()) {
            throw new UnexpectedValue("/answers", "an answer from each seat for the last turn", null);
        }
        return match.read(seat, answers.get(index).value());
    }

    private static boolean failed(Action<?> action) {
        return action != null && action.failure() != null;
    }
}
