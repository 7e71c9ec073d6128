package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    public static final int FORMAT = 2;

    /** The format before, for two seats only. It is still read. */
    private static final int FIRST_FORMAT = 1;

    private static final String FINISHED = "finished";

    /** The field that only a match with notes has; files from before there were notes do not have it. */
    private static final String NOTES = "notes";

    /** The most characters of a player's name: what the API allows. */
    public static final int MAX_NAME = 40;

    /** The length of a SHA-256 in hexadecimal digits. */
    private static final int MAX_CODE = 64;

    /** The most characters of other texts. The longest that Bout writes is the text of a failure, of some hundreds. */
    public static final int MAX_TEXT = 4000;

    /** The most calls of a seat; games have at most 10,000 turns. */
    public static final int MAX_CALLS = 50_000;

    /** The start of a match. The seed is {@code null} in a live replay: it tells what house bots will do. */
    public record Start(String game, String seed, Map<String, Object> options, Object setUp, List<Player> players) {

        static Start of(Match<?> match, String seed, List<Player> players) {
            return new Start(
                    match.game().card().id(), seed, match.options().toPlain(), match.setUp(), List.copyOf(players));
        }
    }

    /**
     * All calls of a match, by seat.
     *
     * @param moves for each seat, the stored move of each of its calls; {@code null} for a failed call
     * @param times for each seat, the milliseconds of each of its calls, rounded up; 0 for a house bot
     * @param failures ordered by turn, and by seat within a turn
     * @param notes what bots wrote for people to read, in the same order. Empty while the match is running, except in a
     *     checkpoint: a bot could tell a spectator what it plans, who could tell another bot
     */
    public record Calls(
            List<List<Object>> moves, List<List<Integer>> times, List<FailedCall> failures, List<Note> notes) {

        public Calls {
            moves = Collections.unmodifiableList(moves);
            times = Collections.unmodifiableList(times);
            failures = Collections.unmodifiableList(failures);
            notes = Collections.unmodifiableList(notes);
        }

        static Calls of(List<Call> calls, int seats) {
            List<List<Object>> moves = new ArrayList<>();
            List<List<Integer>> times = new ArrayList<>();
            for (int seat = 0; seat < seats; seat++) {
                moves.add(new ArrayList<>());
                times.add(new ArrayList<>());
            }
            List<FailedCall> failures = new ArrayList<>();
            List<Note> notes = new ArrayList<>();
            for (Call call : calls) {
                List<Object> ofSeat = moves.get(call.seat().index());
                if (call.failure() != null) {
                    failures.add(new FailedCall(ofSeat.size(), call.turn(), call.seat(), call.failure()));
                }
                if (call.note() != null) {
                    notes.add(new Note(call.seat(), ofSeat.size(), call.note()));
                }
                ofSeat.add(call.move());
                times.get(call.seat().index()).add(call.milliseconds());
            }
            return new Calls(moves, times, failures, notes);
        }

        /** How many calls there were. */
        public int count() {
            int count = 0;
            for (List<Object> ofSeat : moves) {
                count += ofSeat.size();
            }
            return count;
        }
    }

    /**
     * The player at a seat: the name that people see, and the kind of player.
     *
     * @param house the name of the house bot, or {@code null}
     * @param bot the id of the registered bot, or {@code null}
     * @param version of the registered bot, from 1, or {@code null} if it was not noted
     * @param code the SHA-256 of the published code that played, or {@code null}
     */
    public record Player(String name, String house, String bot, Integer version, String code) {

        /** A player of which only the name is told. */
        public static Player named(String name) {
            return new Player(name, null, null, null, null);
        }

        public static Player house(String name, String house) {
            return new Player(name, house, null, null, null);
        }

        public Player renamed(String to) {
            return new Player(to, house, bot, version, code);
        }

        Map<String, Object> toPlain() {
            return Plain.present("name", name, "house", house, "bot", bot, "version", version, "code", code);
        }

        private static Player read(Plain plain) {
            plain.onlyFields("name", "house", "bot", "version", "code");
            return new Player(
                    plain.get("name").text(MAX_NAME),
                    read(plain, "house", MAX_NAME),
                    read(plain, "bot", MAX_NAME),
                    plain.has("version") ? plain.get("version").integer(1, Integer.MAX_VALUE) : null,
                    read(plain, "code", MAX_CODE));
        }

        private static String read(Plain plain, String field, int most) {
            return plain.has(field) ? plain.get(field).text(most) : null;
        }
    }

    /** A failed call; {@code call} is its index among the calls of the seat. */
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
                    Seat.of(plain.get("seat").integer(1, Seat.MOST)),
                    new Failure(
                            plain.get("kind").oneOf(Failure.Kind.CODES, Failure.Kind::of),
                            plain.get("text").text(MAX_TEXT)));
        }
    }

    /** A bot's note for people in a call, whose index among the calls of the seat is {@code call}. */
    public record Note(Seat seat, int call, String text) {

        Map<String, Object> toPlain() {
            return Plain.object("seat", seat.number(), "call", call, "text", text);
        }

        private static Note read(Plain plain) {
            plain.onlyFields("seat", "call", "text");
            return new Note(
                    Seat.of(plain.get("seat").integer(1, Seat.MOST)),
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
                Calls.of(match.calls(), match.seats().size()),
                match.result(),
                match.hash());
    }

    /**
     * The live replay of a running match, after complete turns: no seed, no notes, no result and no hash. It reads only
     * the immutable start of the match, so another thread may play the match at the same time.
     */
    public static Replay soFar(Match<?> match, List<Call> calls, List<Player> players) {
        Calls all = Calls.of(calls, match.seats().size());
        Calls withoutNotes = new Calls(all.moves, all.times, all.failures, List.of());
        return new Replay(Engine.VERSION, Start.of(match, null, players), withoutNotes, null, null);
    }

    /** The same match under other names, which its hash does not cover. */
    public Replay with(List<Player> players) {
        Start renamed = new Start(start.game, start.seed, start.options, start.setUp, List.copyOf(players));
        return new Replay(engine, renamed, calls, result, hash);
    }

    public boolean finished() {
        return result != null;
    }

    /** The document, as {@code replay.schema.json} describes it; of a running match with {@code finished: false}. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = Plain.present(
                "format", FORMAT, FINISHED, finished() ? null : false, "game", start.game(), "engine", engine);
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
        if (plain.get("format").integer(FIRST_FORMAT, FORMAT) == FIRST_FORMAT) {
            return read(ofFirstFormat(plain));
        }
        if (running && !Boolean.FALSE.equals(plain.get(FINISHED).value())) {
            throw plain.get(FINISHED).unexpected("false, because only a running match has this field");
        }
        List<Player> players =
                plain.get("players").entries().stream().map(Player::read).toList();
        if (players.isEmpty() || players.size() > Seat.MOST) {
            throw plain.get("players").unexpected("from 1 to " + Seat.MOST + " players");
        }
        return new Replay(
                plain.get("engine").integer(1, Integer.MAX_VALUE),
                new Start(
                        plain.get("game").text(MAX_TEXT),
                        hashed || plain.has("seed") ? plain.get("seed").text(MAX_TEXT) : null,
                        readOptions(plain.get("options")),
                        plain.get("setUp").value(),
                        players),
                readCalls(plain, players.size()),
                running ? null : Result.read(plain.get("result")),
                hashed ? plain.get("hash").text(MAX_TEXT) : null);
    }

    private static Calls readCalls(Plain plain, int seats) {
        List<List<Object>> moves = plain.get("moves").size(seats).entries().stream()
                .map(Replay::readMoves)
                .toList();
        List<List<Integer>> times = new ArrayList<>();
        for (Plain ofSeat : plain.get("times").size(seats).entries()) {
            times.add(ofSeat.size(moves.get(times.size()).size()).entries().stream()
                    .map(time -> time.integer(0, Integer.MAX_VALUE))
                    .toList());
        }
        List<FailedCall> failures = new ArrayList<>();
        int[] failed = new int[seats];
        for (Plain entry : plain.get("failures").entries()) {
            FailedCall failure = FailedCall.read(entry);
            checkCall(entry, failure.seat(), failed, moves);
            Object move = moves.get(failure.seat().index()).get(failure.call());
            if (move != null) {
                throw new UnexpectedValue(
                        "/moves/" + failure.seat().index() + "/" + failure.call(),
                        "null, because this call failed",
                        move);
            }
            if (!failures.isEmpty() && failure.turn() < failures.getLast().turn()) {
                throw entry.unexpected("failed calls in the order of turns");
            }
            failures.add(failure);
        }
        List<Note> notes = new ArrayList<>();
        int[] noted = new int[seats];
        for (Plain entry : plain.has(NOTES) ? plain.get(NOTES).entries() : List.<Plain>of()) {
            Note note = Note.read(entry);
            checkCall(entry, note.seat(), noted, moves);
            notes.add(note);
        }
        return new Calls(moves, times, failures, notes);
    }

    /**
     * Checks that a list about some of the calls names each at most once, those of a seat in order.
     *
     * @param next for each seat, the lowest index that its next call in the list can have
     */
    private static void checkCall(Plain entry, Seat seat, int[] next, List<List<Object>> moves) {
        if (seat.index() >= next.length) {
            throw new UnexpectedValue(entry.pointer() + "/seat", "one of " + next.length + " seats", seat.number());
        }
        int most = moves.get(seat.index()).size() - 1;
        next[seat.index()] = entry.get("call").integer(next[seat.index()], most) + 1;
    }

    /**
     * A document of the first format in this one. It listed the calls of both seats in one list. Seat 1 and seat 2 were
     * called in turns, also in a game in which both move in each turn.
     */
    private static Plain ofFirstFormat(Plain first) {
        Map<String, Object> plain = new LinkedHashMap<>();
        first.fields().forEach((name, value) -> plain.put((String) name, value));
        plain.put("format", FORMAT);
        plain.put("moves", bySeat(first.get("moves")));
        plain.put("times", bySeat(first.get("times").size(first.get("moves").length())));
        List<Object> failures = new ArrayList<>();
        for (Plain entry : first.get("failures").entries()) {
            FailedCall call = FailedCall.read(entry);
            int seat = call.call() % 2 + 1;
            entry.get("seat").integer(seat, seat);
            failures.add(new FailedCall(call.call() / 2, call.turn(), Seat.of(seat), call.failure()).toPlain());
        }
        plain.put("failures", failures);
        if (first.has(NOTES)) {
            List<Object> notes = new ArrayList<>();
            for (Plain entry : first.get(NOTES).entries()) {
                int call = entry.onlyFields("call", "text").get("call").integer(0, Integer.MAX_VALUE);
                notes.add(new Note(Seat.of(call % 2 + 1), call / 2, entry.text("text")).toPlain());
            }
            plain.put(NOTES, notes);
        }
        if (first.has("result")) {
            plain.put("result", Result.ofWinner(first.get("result")).toPlain());
        }
        return new Plain(plain, first.pointer());
    }

    private static List<List<Object>> bySeat(Plain calls) {
        List<List<Object>> bySeat = List.of(new ArrayList<>(), new ArrayList<>());
        for (Object call : calls.list()) {
            List<Object> first = bySeat.getFirst();
            List<Object> second = bySeat.getLast();
            (first.size() == second.size() ? first : second).add(call);
        }
        return bySeat;
    }

    private static Map<String, Object> readOptions(Plain plain) {
        Map<String, Object> options = new LinkedHashMap<>();
        plain.fields().forEach((name, value) -> options.put(new Plain(name, "/options").text(MAX_NAME), value));
        return Collections.unmodifiableMap(options);
    }

    private static List<Object> readMoves(Plain plain) {
        if (plain.length() > MAX_CALLS) {
            throw plain.unexpected("at most " + MAX_CALLS + " moves");
        }
        return Collections.unmodifiableList(new ArrayList<>(plain.list()));
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
        return playback(theGame).to(turns);
    }

    public <M> Verdict verify(Game<M> theGame) {
        String id = theGame.card().id();
        if (!id.equals(start.game())) {
            throw new IllegalArgumentException("cannot verify a replay of " + start.game() + " with the game " + id);
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
            return new Differs(
                    "The match is not over after all " + calls.count() + " stored moves (turn " + match.turn() + ").");
        }
        int played = match.calls().size();
        if (played < calls.count()) {
            return new Differs("The match is over after " + played + " moves (turn " + match.turn() + "), but "
                    + calls.count() + " are stored.");
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
        List<String> scores =
                result.scores().stream().map(score -> words(score)).toList();
        return winner + ", " + String.join(" to ", scores) + " (" + result.reason() + ")";
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
