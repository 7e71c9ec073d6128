package bout.sandbox;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Verifies the players of a match and not only its rules: asks its bots again, and compares every answer. */
public final class BotsAgain {

    /** The limit for computing an answer that was in time elsewhere. A slow machine must not make it a difference. */
    private static final int LIMIT_MILLISECONDS = 600_000;

    public sealed interface Outcome {}

    /**
     * All answers that could be compared are the same.
     *
     * @param answers how many were compared
     * @param notCompared how many calls were not: time-outs, which depend on the machine, calls that were not made, and
     *     those of seats without code
     */
    public record Same(int answers, int notCompared) implements Outcome {}

    public record Differs(String text) implements Outcome {}

    /**
     * A published bot that is to be asked again.
     *
     * @param randomSeed what its random numbers followed from in the match; see {@link Sandbox#open}
     */
    public record Program(String code, String randomSeed) {}

    /** A seat whose bot can be asked again. */
    private interface Asked extends AutoCloseable {
        Object answer(Match<?> match, Seat seat) throws InterruptedException;

        default void stopped() {}

        @Override
        default void close() {}
    }

    private BotsAgain() {}

    /**
     * Plays the moves of a replay that {@link Replay#verify} has confirmed, and asks the bots for each.
     *
     * @param programs the bots by seat; {@code null} for one that is not to be asked. House bots need none
     */
    public static <M> Outcome verify(Game<M> game, Replay replay, Sandbox sandbox, List<Program> programs)
            throws InterruptedException {
        List<Asked> bots = new ArrayList<>();
        try {
            for (Seat seat : Seat.first(programs.size())) {
                bots.add(asked(game, replay, sandbox, programs, seat));
            }
            return compare(replay, replay.playback(game), bots);
        } finally {
            bots.stream().filter(Objects::nonNull).forEach(Asked::close);
        }
    }

    private static <M> Outcome compare(Replay replay, Playback<M> playback, List<Asked> bots)
            throws InterruptedException {
        Match<M> match = playback.match();
        int same = 0;
        int notCompared = 0;
        int failure = 0;
        int[] asked = new int[bots.size()];
        while (match.calls().size() < replay.calls().count()) {
            for (Seat seat : match.seats()) {
                if (!match.isToMove(seat)) {
                    continue;
                }
                Object move = replay.calls().moves().get(seat.index()).get(asked[seat.index()]++);
                Failure failed =
                        move == null ? replay.calls().failures().get(failure++).failure() : null;
                Asked bot = bots.get(seat.index());
                if (bot != null && failed != null && failed.late()) {
                    bot.stopped();
                    notCompared++;
                } else if (bot == null || failed != null && failed.kind() == Failure.Kind.WITHDRAWN) {
                    notCompared++;
                } else {
                    String was = failed != null ? text(failed) : Json.text(move);
                    String is = text(match, seat, bot.answer(match, seat));
                    if (!was.equals(is)) {
                        return new Differs("turn " + match.turn() + ", seat " + seat.number() + ": the replay has "
                                + was + ", and the bot now answers " + is);
                    }
                    same++;
                }
            }
            if (!playback.next()) {
                throw new IllegalArgumentException("the replay has calls after the end of its match");
            }
        }
        return new Same(same, notCompared);
    }

    private static <M> String text(Match<M> match, Seat seat, Object answer) {
        if (answer instanceof Failure failure) {
            return text(failure);
        }
        Action<M> action = match.read(seat, answer);
        return action.failure() != null
                ? text(action.failure())
                : Json.text(match.game().store(action.move()));
    }

    private static String text(Failure failure) {
        return failure.kind().code() + " (" + failure.text() + ")";
    }

    /** {@code null} if no bot can be asked. */
    private static Asked asked(Game<?> game, Replay replay, Sandbox sandbox, List<Program> programs, Seat seat) {
        String house = replay.start().players().get(seat.index()).house();
        if (house != null) {
            HouseBot.Bot bot = game.houseBot(house)
                    .orElseThrow(() -> new IllegalArgumentException("there is no house bot " + house))
                    .at(seat, replay.start().seed());
            return (match, at) -> bot.answer(match.request(at));
        }
        Program program = programs.get(seat.index());
        return program == null
                ? null
                : new Published(sandbox.open(game.card().id(), program.code(), "verify", program.randomSeed(), seat));
    }

    private record Published(SandboxBot bot) implements Asked {
        @Override
        public Object answer(Match<?> match, Seat seat) throws InterruptedException {
            return bot.ask(Json.text(match.request(seat)), LIMIT_MILLISECONDS).plain();
        }

        @Override
        public void stopped() {
            bot.stopped();
        }

        @Override
        public void close() {
            bot.close();
        }
    }
}
