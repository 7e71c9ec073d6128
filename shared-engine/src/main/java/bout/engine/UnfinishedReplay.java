package bout.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A match that is still being played, as those who watch it get it: what it started from and every call so far. Like a
 * {@link Replay} without an end: there is no result yet, and no hash to check it by.
 *
 * @param engine the version of the engine that plays it
 * @param game the game's id
 * @param players seat 1, then seat 2
 * @param moves the stored move of every call, as in {@link Replay#moves}
 * @param times for every call the milliseconds that the answer took, as in {@link Replay#times}
 * @param failures the calls that gave no move, in order
 */
public record UnfinishedReplay(
        int engine,
        String game,
        String seed,
        Map<String, Object> options,
        Object setUp,
        List<Replay.Player> players,
        List<Object> moves,
        List<Integer> times,
        List<Replay.FailedCall> failures) {

    /** The version of the document's form. */
    public static final int FORMAT = 1;

    /** The field by which a document says that it is one of these, and not a replay. */
    private static final String FINISHED = "finished";

    /**
     * The match up to a turn. Of the match only what it started from is read, which never changes, so another thread may
     * play it meanwhile.
     *
     * @param calls the first ones of the match, those of whole turns
     */
    public static UnfinishedReplay of(Match<?, ?> match, List<Call> calls, List<Replay.Player> players) {
        Checkpoint soFar = Checkpoint.of(calls, null);
        return new UnfinishedReplay(
                soFar.engine(),
                match.game().card().id(),
                match.seed(),
                match.options().toPlain(),
                match.setUp(),
                List.copyOf(players),
                soFar.moves(),
                soFar.times(),
                soFar.failures());
    }

    /** Whether a document says that it is of a match that is still being played; only of such {@link #read} makes sense. */
    public static boolean isMeantBy(Plain plain) {
        return plain.has(FINISHED);
    }

    /** The document: that of a {@link Replay} without {@code result} and {@code hash}, and with {@code finished: false}. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("format", FORMAT);
        plain.put(FINISHED, false);
        plain.put("game", game);
        plain.put("engine", engine);
        plain.put("seed", seed);
        plain.put("options", options);
        plain.put("setUp", setUp);
        plain.put("players", Replay.plainPlayers(players));
        plain.put("moves", moves);
        plain.put("times", times);
        plain.put("failures", Replay.plain(failures));
        return plain;
    }

    /** @throws UnexpectedValue when the document is not of the form that {@link #toPlain} writes */
    public static UnfinishedReplay read(Plain plain) {
        plain.onlyFields(
                "format",
                FINISHED,
                "game",
                "engine",
                "seed",
                "options",
                "setUp",
                "players",
                "moves",
                "times",
                "failures");
        plain.get("format").integer(FORMAT, FORMAT);
        Plain finished = plain.get(FINISHED);
        if (!Boolean.FALSE.equals(finished.value())) {
            throw new UnexpectedValue(
                    finished.pointer(), "false, as only a match that goes on has this field", finished.value());
        }
        List<Object> moves = Replay.readMoves(plain.get("moves"));
        return new UnfinishedReplay(
                plain.get("engine").integer(1, Integer.MAX_VALUE),
                plain.get("game").text(),
                plain.get("seed").text(),
                Replay.readOptions(plain.get("options")),
                plain.get("setUp").value(),
                Replay.readPlayers(plain.get("players")),
                moves,
                Replay.readTimes(plain.get("times"), moves.size()),
                Replay.readFailures(plain.get("failures"), moves));
    }

    /**
     * The match before its first turn, to be played again turn by turn.
     *
     * @throws UnexpectedValue when the set-up or an option is not one of the game's
     */
    public <S, M> Playback<S, M> playback(Game<S, M> theGame) {
        return new Playback<>(
                moves,
                times,
                failures,
                Match.of(
                        theGame,
                        seed,
                        Options.read(theGame.card().options(), new Plain(options, "/options")),
                        new Plain(setUp, "/setUp")));
    }
}
