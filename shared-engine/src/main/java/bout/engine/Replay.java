package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A match as it is stored: what it started from, every call, and, to check them, the hash over all states. Everything else
 * (the board at a turn, events, scores) is computed by playing it again.
 *
 * <p>The same document serves three purposes. A finished match has its result. A checkpoint, from which another runner
 * goes on, has a hash but no result yet. What spectators of a running match get has neither.
 *
 * @param engine the version of the engine that played it. Another version may make something else of the same moves
 * @param result {@code null} while the match goes on
 * @param hash {@link Match#hash} after the last of the calls; {@code null} for spectators of a running match
 */
public record Replay(int engine, Start start, Calls calls, Result result, String hash) {

    /** The version of the document's form. */
    public static final int FORMAT = 1;

    /** The field by which a document says that its match goes on. */
    private static final String FINISHED = "finished";

    /**
     * What a match starts from.
     *
     * @param game the game's id
     * @param players seat 1, then seat 2
     */
    public record Start(String game, String seed, Map<String, Object> options, Object setUp, List<Player> players) {

        static Start of(Match<?, ?> match, List<Player> players) {
            return new Start(
                    match.game().card().id(),
                    match.seed(),
                    match.options().toPlain(),
                    match.setUp(),
                    List.copyOf(players));
        }
    }

    /**
     * What happened in a match.
     *
     * @param moves the stored move of every call in the order of the match (by turn, and seat 1 before seat 2 where both
     *     were asked); {@code null} for a failure
     * @param times for every call the milliseconds that the answer took, rounded up; 0 for a bot that was not called over
     *     a network
     * @param failures the calls that gave no move, in order
     */
    public record Calls(List<Object> moves, List<Integer> times, List<FailedCall> failures) {

        static Calls of(List<Call> calls) {
            List<Object> moves = new ArrayList<>();
            List<Integer> times = new ArrayList<>();
            List<FailedCall> failures = new ArrayList<>();
            for (Call call : calls) {
                if (call.failure() != null) {
                    failures.add(new FailedCall(moves.size(), call.turn(), call.seat(), call.failure()));
                }
                moves.add(call.move());
                times.add(call.milliseconds());
            }
            return new Calls(
                    Collections.unmodifiableList(moves),
                    Collections.unmodifiableList(times),
                    Collections.unmodifiableList(failures));
        }
    }

    /**
     * Who sat at a seat.
     *
     * @param name as people see it
     * @param house the house bot's name, or {@code null} for a bot with a URL
     */
    public record Player(String name, String house) {}

    /**
     * A call that gave no move.
     *
     * @param call its index in {@link Calls#moves}
     */
    public record FailedCall(int call, int turn, Seat seat, Failure failure) {

        public Map<String, Object> toPlain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("call", call);
            plain.put("turn", turn);
            plain.put("seat", seat.number());
            plain.put("kind", failure.kind().code());
            plain.put("text", failure.text());
            return plain;
        }

        /** @throws UnexpectedValue when the value is not of the form that {@link #toPlain} makes */
        public static FailedCall read(Plain plain) {
            plain.onlyFields("call", "turn", "seat", "kind", "text");
            return new FailedCall(
                    plain.get("call").integer(0, Integer.MAX_VALUE),
                    plain.get("turn").integer(0, Integer.MAX_VALUE),
                    Seat.of(plain.get("seat").integer(1, 2)),
                    new Failure(
                            plain.get("kind").oneOf(Failure.Kind.CODES, Failure.Kind::of),
                            plain.get("text").text()));
        }
    }

    /** What {@link #verify} found. */
    public sealed interface Verdict {}

    /** The moves give the stored result and hash. */
    public record Confirmed(Result result, int turns) implements Verdict {}

    /** They do not; the text says where it differs. */
    public record Differs(String text) implements Verdict {}

    /** The match up to now, with its result if it is over; turns that are played later do not change this. */
    public static Replay of(Match<?, ?> match, List<Player> players) {
        return new Replay(
                Engine.VERSION, Start.of(match, players), Calls.of(match.calls()), match.result(), match.hash());
    }

    /**
     * A running match for its spectators, without a hash. Only what the match started from is read of it, which never
     * changes, so another thread may play it meanwhile.
     *
     * @param calls the first ones of the match, those of whole turns
     */
    public static Replay soFar(Match<?, ?> match, List<Call> calls, List<Player> players) {
        return new Replay(Engine.VERSION, Start.of(match, players), Calls.of(calls), null, null);
    }

    /** Whether the match is over. */
    public boolean finished() {
        return result != null;
    }

    /** The document; its form is described by {@code replay.schema.json}. That of a running match has {@code finished: false}. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("format", FORMAT);
        if (!finished()) {
            plain.put(FINISHED, false);
        }
        plain.put("game", start.game());
        plain.put("engine", engine);
        plain.put("seed", start.seed());
        plain.put("options", start.options());
        plain.put("setUp", start.setUp());
        plain.put("players", plainPlayers(start.players()));
        plain.put("moves", calls.moves());
        plain.put("times", calls.times());
        plain.put("failures", plainFailures(calls.failures()));
        if (finished()) {
            plain.put("result", result.toPlain());
        }
        if (hash != null) {
            plain.put("hash", hash);
        }
        return plain;
    }

    private static List<Object> plainPlayers(List<Player> players) {
        List<Object> plain = new ArrayList<>();
        for (Player player : players) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", player.name());
            if (player.house() != null) {
                entry.put("house", player.house());
            }
            plain.add(entry);
        }
        return plain;
    }

    private static List<Object> plainFailures(List<FailedCall> failures) {
        return failures.stream().<Object>map(FailedCall::toPlain).toList();
    }

    /** @throws UnexpectedValue when the document is not of the form that {@link #toPlain} writes */
    public static Replay read(Plain plain) {
        boolean running = plain.has(FINISHED);
        List<String> fields = new ArrayList<>(List.of(
                "format", "game", "engine", "seed", "options", "setUp", "players", "moves", "times", "failures"));
        fields.add(running ? FINISHED : "result");
        if (!running || plain.has("hash")) {
            fields.add("hash");
        }
        plain.onlyFields(fields.toArray(String[]::new));
        plain.get("format").integer(FORMAT, FORMAT);
        if (running && !Boolean.FALSE.equals(plain.get(FINISHED).value())) {
            throw new UnexpectedValue(
                    plain.get(FINISHED).pointer(),
                    "false, as only a match that goes on has this field",
                    plain.get(FINISHED).value());
        }
        List<Object> moves = readMoves(plain.get("moves"));
        return new Replay(
                plain.get("engine").integer(1, Integer.MAX_VALUE),
                new Start(
                        plain.get("game").text(),
                        plain.get("seed").text(),
                        readOptions(plain.get("options")),
                        plain.get("setUp").value(),
                        readPlayers(plain.get("players"))),
                new Calls(
                        moves, readTimes(plain.get("times"), moves.size()), readFailures(plain.get("failures"), moves)),
                running ? null : Result.read(plain.get("result")),
                running && !plain.has("hash") ? null : plain.get("hash").text());
    }

    private static Map<String, Object> readOptions(Plain plain) {
        Map<String, Object> options = new LinkedHashMap<>();
        plain.fields().forEach((name, value) -> options.put((String) name, value));
        return Collections.unmodifiableMap(options);
    }

    private static List<Player> readPlayers(Plain plain) {
        List<Player> players = new ArrayList<>();
        for (Plain player : plain.size(2).entries()) {
            player.onlyFields("name", "house");
            players.add(new Player(
                    player.get("name").text(),
                    player.has("house") ? player.get("house").text() : null));
        }
        return List.copyOf(players);
    }

    private static List<Object> readMoves(Plain plain) {
        return Collections.unmodifiableList(new ArrayList<>(plain.list()));
    }

    private static List<Integer> readTimes(Plain plain, int calls) {
        List<Integer> times = new ArrayList<>();
        for (Plain time : plain.size(calls).entries()) {
            times.add(time.integer(0, Integer.MAX_VALUE));
        }
        return Collections.unmodifiableList(times);
    }

    private static List<FailedCall> readFailures(Plain plain, List<Object> moves) {
        List<FailedCall> failures = new ArrayList<>();
        int previous = -1;
        for (Plain entry : plain.entries()) {
            int call = entry.get("call").integer(previous + 1, moves.size() - 1);
            if (moves.get(call) != null) {
                throw new UnexpectedValue("/moves/" + call, "null, as this call failed", moves.get(call));
            }
            failures.add(FailedCall.read(entry));
            previous = call;
        }
        return Collections.unmodifiableList(failures);
    }

    /**
     * The match before its first turn, to be played again turn by turn.
     *
     * @throws UnexpectedValue when the set-up or an option is not one of the game's
     */
    public <S, M> Playback<S, M> playback(Game<S, M> theGame) {
        return playback(Match.of(
                theGame,
                start.seed(),
                Options.read(theGame.card().options(), new Plain(start.options(), "/options")),
                new Plain(start.setUp(), "/setUp")));
    }

    /**
     * The calls, to be played again turn by turn.
     *
     * @param match before its first turn, from the same start
     */
    public <S, M> Playback<S, M> playback(Match<S, M> match) {
        return new Playback<>(calls, match);
    }

    /**
     * Plays the match again up to a turn.
     *
     * @param turns how many turns to play; fewer are played when the moves end or the match is over
     * @throws UnexpectedValue when the set-up, an option or a move is not one of the game's
     */
    public <S, M> Match<S, M> play(Game<S, M> theGame, int turns) {
        Playback<S, M> playback = playback(theGame);
        boolean more = true;
        while (more && playback.match().turn() < turns) {
            more = playback.next();
        }
        return playback.match();
    }

    /**
     * Plays the whole match again and compares the result and the hash over all states.
     *
     * @throws IllegalArgumentException when this is a replay of another game
     */
    public <S, M> Verdict verify(Game<S, M> theGame) {
        if (!theGame.card().id().equals(start.game())) {
            throw new IllegalArgumentException("a replay of " + start.game() + " cannot be checked by "
                    + theGame.card().id());
        }
        if (!finished()) {
            return new Differs("The match goes on: there is no result yet to compare with.");
        }
        Match<S, M> match;
        try {
            match = play(theGame, Integer.MAX_VALUE);
        } catch (UnexpectedValue unexpected) {
            return new Differs(unexpected.getMessage());
        }
        if (!match.over()) {
            return new Differs("After all " + calls.moves().size() + " stored moves the match is not over (turn "
                    + match.turn() + ").");
        }
        int played = match.calls().size();
        if (played < calls.moves().size()) {
            return new Differs("The match is over after " + played + " moves (turn " + match.turn() + "), but "
                    + calls.moves().size() + " are stored.");
        }
        if (!match.result().equals(result)) {
            return new Differs("The moves give " + words(match.result()) + ", but " + words(result) + " is stored.");
        }
        if (!match.hash().equals(hash)) {
            String writer = engine == Engine.VERSION
                    ? ""
                    : " by engine version " + engine + " (this is version " + Engine.VERSION + ")";
            return new Differs(
                    "The moves give the state hash " + match.hash() + ", but " + hash + " is stored" + writer + ".");
        }
        return new Confirmed(match.result(), match.turn());
    }

    private static String words(Result result) {
        String winner = result.winner() == null
                ? "a draw"
                : "a win of seat " + result.winner().number();
        return winner + ", " + words(result.firstScore()) + " to " + words(result.secondScore()) + " ("
                + result.reason() + ")";
    }

    /** A score in words; written out here, since the text of a double is not the same on every host. */
    private static String words(double score) {
        if (Plain.isInteger(score)) {
            return Integer.toString((int) score);
        }
        double size = Math.abs(score);
        if (!(size < Integer.MAX_VALUE)) {
            return "a score out of range";
        }
        int whole = (int) Math.floor(size);
        int hundredths = (int) Math.floor((size - whole) * 100);
        return "about " + (score < 0 ? "-" : "") + whole + (hundredths < 10 ? ".0" : ".") + hundredths;
    }
}
