package bout.checks;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.MoveRequest;
import bout.botclient.Player;
import bout.engine.Game;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.bot.BotCheck;
import bout.store.bot.BotCheck.CheckedCall;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Health;
import bout.store.bot.Proof;
import bout.store.queue.CheckQueue;
import bout.store.queue.CheckQueue.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls registered bots outside of matches: for a check that an owner requested, with the proof of control, and for
 * health checks. Every task may be delivered again at any time, and then changes nothing.
 */
final class BotChecker {

    private static final Logger LOG = LoggerFactory.getLogger(BotChecker.class);

    /** How many bots one message of a sweep handles. */
    private static final int AT_A_TIME = 100;

    private final Bots bots;
    private final CheckQueue queue;
    private final BotClient client;
    private final Clock clock;
    private final Duration spread;
    private final Predicate<BotRecord> swept;

    /**
     * @param spread over how long the calls of a sweep are spread
     * @param open whether all callers are one owner, so that no proof is needed
     */
    BotChecker(Bots bots, CheckQueue queue, BotClient client, Clock clock, Duration spread, boolean open) {
        this.bots = bots;
        this.queue = queue;
        this.client = client;
        this.clock = clock;
        this.spread = spread;
        // A URL without proof of control may belong to anyone, so it is not called again and again without a request.
        this.swept =
                bot -> bot.settings().active() && (open || bot.version().proof().proven());
    }

    /**
     * Handles a message.
     *
     * @param startBefore as in {@link MoveRequest}; a task that gets no further until then is left for another delivery
     * @return false if the task was left
     */
    boolean work(Task task, long startBefore) {
        return switch (task) {
            case Task.Check check -> check(check, startBefore);
            case Task.Health health -> health(health, startBefore);
            case Task.Sweep sweep -> sweep(sweep);
        };
    }

    private boolean check(Task.Check task, long startBefore) {
        Optional<BotRecord> found = bots.find(task.bot());
        if (found.isEmpty()
                || found.get().version().check() == null
                || !found.get().version().check().id().equals(task.check())
                || found.get().version().check().finishedAt() != null) {
            return true;
        }
        BotRecord bot = found.get();
        BotCheck check = bot.version().check();
        switch (BotUrl.read(bot.settings().url(), client.policy())) {
            case BotUrl.Refused refused ->
                bots.finish(
                        bot,
                        check.finished(clock.instant(), List.of()),
                        bot.version().proof().missed("The bot's URL is not allowed: " + refused.text() + "."));
            case BotUrl.Allowed allowed -> {
                ProofOfControl control = new ProofOfControl(client, bot, allowed.url());
                List<Checkup.Call> calls =
                        calls(bot, control.player(Seat.FIRST), control.player(Seat.SECOND), startBefore);
                Proof proof = control.result(startBefore, clock.instant());
                if (System.nanoTime() - startBefore > 0) {
                    return false;
                }
                List<CheckedCall> checked =
                        calls.stream().map(BotChecker::checked).toList();
                if (bots.finish(bot, check.finished(clock.instant(), checked), proof)) {
                    LOG.atInfo()
                            .addKeyValue("bot", bot.id())
                            .addKeyValue("game", bot.game())
                            .addKeyValue("failed", failed(calls))
                            .addKeyValue("proven", proof.proven())
                            .log("Bot checked");
                }
            }
        }
        return true;
    }

    private static CheckedCall checked(Checkup.Call call) {
        return new CheckedCall(
                call.turn(), call.seat(), call.sent(), call.came(), call.milliseconds(), call.passed(), call.text());
    }

    private boolean health(Task.Health task, long startBefore) {
        Optional<BotRecord> found = bots.find(task.bot()).filter(swept);
        if (found.isEmpty() || !due(found.get().version().health(), task.sweep())) {
            return true;
        }
        BotRecord bot = found.get();
        List<Checkup.Call> calls =
                switch (BotUrl.read(bot.settings().url(), client.policy())) {
                    case BotUrl.Allowed allowed ->
                        calls(
                                bot,
                                client.player(allowed.url(), bot.settings().secret()),
                                client.player(allowed.url(), bot.settings().secret()),
                                startBefore);
                    case BotUrl.Refused refused ->
                        calls(bot, Player.notAllowed(refused), Player.notAllowed(refused), startBefore);
                };
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        Health before = bot.version().health();
        Health after = failed(calls) == 0 ? before.passed(task.sweep()) : before.failed(task.sweep(), reason(calls));
        if (bots.heal(bot, after) && after.suspended() != before.suspended()) {
            LOG.atInfo()
                    .addKeyValue("bot", bot.id())
                    .addKeyValue("game", bot.game())
                    .log(after.suspended() ? "Bot suspended" : "Bot no longer suspended");
        }
        return true;
    }

    private static boolean due(Health health, Instant sweep) {
        return health.checkedAt() == null || health.checkedAt().isBefore(sweep);
    }

    private static List<Checkup.Call> calls(BotRecord bot, Player first, Player second, long startBefore) {
        Game<?, ?> game =
                Games.byId(bot.game()).orElseThrow(() -> new IllegalStateException("unknown game " + bot.game()));
        return Checkup.of(game, first, second, startBefore, call -> {});
    }

    private static long failed(List<Checkup.Call> calls) {
        return calls.stream().filter(call -> !call.passed()).count();
    }

    private static String reason(List<Checkup.Call> calls) {
        Checkup.Call first =
                calls.stream().filter(call -> !call.passed()).findFirst().orElseThrow();
        return failed(calls) + " of " + calls.size() + " calls failed; the first, turn " + first.turn() + " at seat "
                + first.seat().number() + ": " + first.text();
    }

    private boolean sweep(Task.Sweep task) {
        Bots.Active page = bots.active(task.game(), task.behind(), AT_A_TIME);
        List<Task.Health> tasks = page.bots().stream()
                .filter(swept)
                .filter(bot -> due(bot.version().health(), task.sweep()))
                .map(bot -> new Task.Health(bot.id(), task.sweep()))
                .toList();
        queue.send(tasks, spread);
        if (page.next() != null) {
            queue.send(new Task.Sweep(task.game(), task.sweep(), page.next()));
        }
        return true;
    }
}
