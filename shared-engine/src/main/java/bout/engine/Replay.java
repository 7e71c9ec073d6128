package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The stored form of a match: its start, all calls, and a hash to check them. Everything else, such as boards, events
 * and scores, is computed by playing the match again.
 *
 * <p>The same document has three uses. The replay of a finished match has a result and a hash. A checkpoint, from which
 * another runner continues the match, has a hash but no result. A live replay has neither.
 *
 * @param engine the version of the engine that played the match; another version may compute different states from the
 *     same moves
 * @param result {@code null} while the match is running
 * @param hash {@link Match#hash} after the last call; {@code null} in a live replay
 */
public record Replay(int engine, Start start, Calls calls, Result result, String hash) {

    public static final int FORMAT = 1;

    private static final String FINISHED = "finished";

    /** The field that only a match with notes has; files from before there were notes do not have it. */
    private static final String NOTES = "notes";

    /** The most characters of a player's name: what the API allows. */
    public static final int MAX_NAME = 40;

    /** The most characters of other texts. The longest that Bout writes is the text of a failure, of some hundreds. */
    public static final int MAX_TEXT = 4000;

    /** The most calls; games have at most 10,000 turns of two bots. */
    public static final int MAX_CALLS = 100_000;

    /** What a match starts from. The seed is {@code null} in a live replay: it tells what house bots will do. */
    public record Start(String game, String seed, Map<String, Object> options, Object setUp, List<Player> players) {

        static Start of(Match<?> match, String seed, List<Player> players) {
            return new Start(
                    match.game().card().id(), seed, match.options().toPlain(), match.setUp(), List.copyOf(players));
        }
    }

    /**
     * All calls of a match, ordered by turn. If both seats moved in a turn, seat 1 comes first.
     *
     * @param moves the stored move of each call; {@code null} for a failed call
     * @param times in milliseconds, rounded up; 0 for a house bot
     * @param notes what bots wrote for people to read. Empty while the match is running, except in a checkpoint: a bot
     *     could tell a spectator what it plans, who could tell another bot
     */
    public record Calls(List<Object> moves, List<Integer> times, List<FailedCall> failures, List<Note> notes) {

        static Calls of(List<Call> calls) {
            List<Object> moves = new ArrayList<>();
            List<Integer> times = new ArrayList<>();
            List<FailedCall> failures = new ArrayList<>();
            List<Note> notes = new ArrayList<>();
            for (Call call : calls) {
                if (call.failure() != null) {
                    failures.add(new FailedCall(moves.size(), call.turn(), call.seat(), call.failure()));
                }
                if (call.note() != null) {
                    notes.add(new Note(moves.size(), call.note()));
                }
                moves.add(call.move());
                times.add(call.milliseconds());
            }
            return new Calls(
                    Collections.unmodifiableList(moves),
                    Collections.unmodifiableList(times),
                    Collections.unmodifiableList(failures),
                    Collections.unmodifiableList(notes));
        }

        Calls withoutNotes() {
            return new Calls(moves, times, failures, List.of());
        }
    }

    /**
     * The player at a seat: the name that people see, and that of the house bot or {@code null} for a bot with a URL.
     */
    public record Player(String name, String house) {
        Map<String, Object> toPlain() {
            return house == null ? Plain.object("name", name) : Plain.object("name", name, "house", house);
        }

        private static Player read(Plain plain) {
            plain.onlyFields("name", "house");
            String house = plain.has("house") ? plain.get("house").text(MAX_NAME) : null;
            return new Player(plain.get("name").text(MAX_NAME), house);
        }
    }

    /** A failed call; {@code call} is its index in {@link Calls#moves}. */
    public record FailedCall(int call, int turn, Seat seat, Failure failure) {

        public Map<String, Object> toPlain() {
            Map<String, Object> plain = Plain.object("call", call, "turn", turn, "seat", seat.number());
            plain.putAll(failure.toPlain());
            return plain;
        }

        public static FailedCall read(Plain plain) {
            plain.onlyFields("call", "turn", "seat", "kind", "text");
            return new FailedCall(
                    plain.get("call").integer(0, Integer.MAX_VALUE),
                    plain.get("turn").integer(0, Integer.MAX_VALUE),
                    Seat.of(plain.get("seat").integer(1, 2)),
                    new Failure(
                            plain.get("kind").oneOf(Failure.Kind.CODES, Failure.Kind::of),
                            plain.get("text").text(MAX_TEXT)));
        }
    }

    /** What a bot wrote for people to read in a call, whose index in {@link Calls#moves} is {@code call}. */
    public record Note(int call, String text) {

        Map<String, Object> toPlain() {
            return Plain.object("call", call, "text", text);
        }

        private static Note read(Plain plain) {
            plain.onlyFields("call", "text");
            return new Note(
                    plain.get("call").integer(0, Integer.MAX_VALUE),
                    plain.get("text").text(MAX_TEXT));
        }
    }

    public sealed interface Verdict {}

    public record Confirmed(Result result, int turns) implements Verdict {}

    public record Differs(String text) implements Verdict {}

    /** The replay of a match so far, with the result if the match is over. Later turns do not change the replay. */
    public static Replay of(Match<?> match, List<Player> players) {
        return new Replay(
                Engine.VERSION,
                Start.of(match, match.seed(), players),
                Calls.of(match.calls()),
                match.result(),
                match.hash());
    }

    /**
     * The live replay of a running match, after complete turns: no seed, no notes, no result and no hash. It reads only
     * the immutable start of the match, so another thread may play the match at the same time.
     */
    public static Replay soFar(Match<?> match, List<Call> calls, List<Player> players) {
        return new Replay(
                Engine.VERSION, Start.of(match, null, players), Calls.of(calls).withoutNotes(), null, null);
    }

    public boolean finished() {
        return result != null;
    }

    /** The document, as {@code replay.schema.json} describes it; of a running match with {@code finished: false}. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("format", FORMAT);
        if (!finished()) {
            plain.put(FINISHED, false);
        }
        plain.put("game", start.game());
        plain.put("engine", engine);
        if (start.seed() != null) {
            plain.put("seed", start.seed());
        }
        plain.put("options", start.options());
        plain.put("setUp", start.setUp());
        plain.put("players", start.players().stream().map(Player::toPlain).toList());
        plain.put("moves", calls.moves());
        plain.put("times", calls.times());
        plain.put("failures", calls.failures().stream().map(FailedCall::toPlain).toList());
        if (!calls.notes().isEmpty()) {
            plain.put(NOTES, calls.notes().stream().map(Note::toPlain).toList());
        }
        if (finished()) {
            plain.put("result", result.toPlain());
        }
        if (hash != null) {
            plain.put("hash", hash);
        }
        return plain;
    }

    public static Replay read(Plain plain) {
        boolean running = plain.has(FINISHED);
        // A running match may keep its hash and seed to itself: so does a live replay.
        boolean hashed = !running || plain.has("hash");
        List<String> fields = new ArrayList<>(
                List.of("format", "game", "engine", "options", "setUp", "players", "moves", "times", "failures"));
        Collections.addAll(fields, running ? FINISHED : "result", "hash", "seed", NOTES);
        plain.onlyFields(fields.toArray(String[]::new));
        plain.get("format").integer(FORMAT, FORMAT);
        if (running && !Boolean.FALSE.equals(plain.get(FINISHED).value())) {
            throw new UnexpectedValue(
                    plain.get(FINISHED).pointer(),
                    "false, because only a running match has this field",
                    plain.get(FINISHED).value());
        }
        List<Object> moves = readMoves(plain.get("moves"));
        return new Replay(
                plain.get("engine").integer(1, Integer.MAX_VALUE),
                new Start(
                        plain.get("game").text(MAX_TEXT),
                        hashed || plain.has("seed") ? plain.get("seed").text(MAX_TEXT) : null,
                        readOptions(plain.get("options")),
                        plain.get("setUp").value(),
                        plain.get("players").size(2).entries().stream()
                                .map(Player::read)
                                .toList()),
                new Calls(
                        moves,
                        plain.get("times").size(moves.size()).entries().stream()
                                .map(time -> time.integer(0, Integer.MAX_VALUE))
                                .toList(),
                        readCalls(plain.get("failures"), moves.size(), entry -> readFailure(entry, moves)),
                        plain.has(NOTES) ? readCalls(plain.get(NOTES), moves.size(), Note::read) : List.of()),
                running ? null : Result.read(plain.get("result")),
                hashed ? plain.get("hash").text(MAX_TEXT) : null);
    }

    private static Map<String, Object> readOptions(Plain plain) {
        Map<String, Object> options = new LinkedHashMap<>();
        plain.fields().forEach((name, value) -> options.put(new Plain(name, "/options").text(MAX_NAME), value));
        return Collections.unmodifiableMap(options);
    }

    private static List<Object> readMoves(Plain plain) {
        if (plain.length() > MAX_CALLS) {
            throw new UnexpectedValue("/moves", "at most " + MAX_CALLS + " moves", plain.value());
        }
        return Collections.unmodifiableList(new ArrayList<>(plain.list()));
    }

    private static FailedCall readFailure(Plain plain, List<Object> moves) {
        FailedCall failed = FailedCall.read(plain);
        Object move = moves.get(failed.call());
        if (move != null) {
            throw new UnexpectedValue("/moves/" + failed.call(), "null, because this call failed", move);
        }
        return failed;
    }

    /** What is listed for some of the calls, in their order. */
    private static <T> List<T> readCalls(Plain plain, int calls, Function<Plain, T> entries) {
        List<T> read = new ArrayList<>();
        int previous = -1;
        for (Plain entry : plain.entries()) {
            previous = entry.get("call").integer(previous + 1, calls - 1);
            read.add(entries.apply(entry));
        }
        return Collections.unmodifiableList(read);
    }

    public <M> Playback<M> playback(Game<M> theGame) {
        return playback(Match.of(
                theGame,
                // What was drawn from the seed is in the set-up.
                start.seed() == null ? "" : start.seed(),
                Options.read(theGame.card().options(), new Plain(start.options(), "/options")),
                new Plain(start.setUp(), "/setUp")));
    }

    /** The same on an existing match with the same start, in which no turn has been played. */
    public <M> Playback<M> playback(Match<M> match) {
        return new Playback<>(calls, match);
    }

    /** Plays the first turns of the match again; fewer if no calls are left or the match is over. */
    public <M> Match<M> play(Game<M> theGame, int turns) {
        Playback<M> playback = playback(theGame);
        boolean more = true;
        while (more && playback.match().turn() < turns) {
            more = playback.next();
        }
        return playback.match();
    }

    public <M> Verdict verify(Game<M> theGame) {
        if (!theGame.card().id().equals(start.game())) {
            throw new IllegalArgumentException("cannot verify a replay of " + start.game() + " with the game "
                    + theGame.card().id());
        }
        if (!finished()) {
            return new Differs("The match is still running: it has no result to compare.");
        }
        Match<M> match;
        try {
            match = play(theGame, Integer.MAX_VALUE);
        } catch (UnexpectedValue unexpected) {
            return new Differs(unexpected.getMessage());
        }
        if (!match.over()) {
            return new Differs("The match is not over after all "
                    + calls.moves().size() + " stored moves (turn " + match.turn() + ").");
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
                : "a win for seat " + result.winner().number();
        return winner + ", " + words(result.firstScore()) + " to " + words(result.secondScore()) + " ("
                + result.reason() + ")";
    }

    /** The score as text, cut to two decimals. Formats by hand, because a double's text differs between hosts. */
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
