package bout.checks;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.UnprovenHosts;
import bout.connected.BotConnections;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import bout.sandbox.PublishedPlayer;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.access.Owners;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.bot.PublishedCode;
import bout.store.queue.CheckQueue;
import bout.store.queue.CheckQueue.Task;
import bout.store.replay.Replays;
import bout.wire.ReplayFile;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls registered bots outside of matches: for a check that an owner requested, with the proof of control, for one
 * request of a match that an owner wants to see answered again, and for health checks. Every task may be delivered
 * again at any time, and then changes nothing.
 */
final class BotChecker {

    private static final Logger LOG = LoggerFactory.getLogger(BotChecker.class);

    private static final String NOT_CONNECTED = "The bot is not connected.";
    private static final int AT_A_TIME = 100;

    /** A bot that is asked again computes the turns before as well; a checker has no time for more, in milliseconds. */
    private static final int MOST_PAST = 20_000;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Bots bots;
    private final PublishedCode code;
    private final Sandbox sandbox;
    private final BotConnections connections;
    private final Replays replays;
    private final CheckQueue queue;
    private final BotClient client;
    private final UnprovenHosts unproven;
    private final Clock clock;
    private final Duration spread;
    private final Predicate<String> blocked;
    private final boolean open;
    private final Predicate<BotRecord> swept;

    BotChecker(
            Aws aws,
            Sandbox sandbox,
            BotConnections connections,
            BotClient client,
            UnprovenHosts unproven,
            Clock clock,
            Duration spread,
            boolean open) {
        this.bots = new Bots(aws.table(), clock);
        this.code = new PublishedCode(aws.bucket());
        this.replays = new Replays(aws.bucket());
        this.queue = aws.checkQueue();
        this.blocked = new Owners(aws.table(), clock)::isBlocked;
        this.sandbox = sandbox;
        this.connections = connections;
        this.client = client;
        this.unproven = unproven;
        this.clock = clock;
        this.spread = spread;
        this.open = open;
        // A URL without proof of control may belong to anyone, so it is not called again and again without a request.
        this.swept = bot -> bot.settings().active() && (open || bot.proven());
    }

    /**
     * Handles a message.
     *
     * @param startBefore as in {@link MoveRequest}; a task that gets no further until then is left for another delivery
     * @return false if the task was left
     */
    boolean work(Task task, long startBefore) {
        try {
            return switch (task) {
                case Task.Check check -> check(check, startBefore);
                case Task.Again again -> again(again, startBefore);
                case Task.Health health -> health(health, startBefore);
                case Task.Sweep sweep -> sweep(sweep);
            };
        } catch (Checkup.BrokenOff late) {
            return false;
        }
    }

    private Optional<BotRecord> waiting(String bot, String check) {
        return bots.find(bot).filter(found -> {
            BotCheck last = found.version().check();
            return last != null && last.id().equals(check) && last.finishedAt() == null;
        });
    }

    private Player player(BotRecord bot, Seat seat, String randomSeed) {
        return switch (bot.settings().program()) {
            case Program.AtUrl(String url) ->
                switch (BotUrl.read(url, client.policy())) {
                    case BotUrl.Allowed allowed -> client.player(callee(bot, allowed));
                    case BotUrl.Refused refused -> Player.notAllowed(refused);
                };
            case Program.Published published ->
                new PublishedPlayer(
                        sandbox.open(bot.game(), code.get(published.code()), bot.owner(), randomSeed, seat));
            case Program.Connected connected ->
                connections.player(bot.id(), bot.game(), bot.settings().secret(), false);
        };
    }

    /** As at a seat of a match with a seed of its own, so that the bot cannot tell. */
    private Player player(BotRecord bot, Seat seat) {
        return player(bot, seat, String.valueOf(RANDOM.nextLong()));
    }

    private static Callee callee(BotRecord bot, BotUrl.Allowed url) {
        return new Callee(bot.id(), url.url(), bot.settings().secret(), false);
    }

    private record Called(List<CheckedCall> calls, Verification verification) {}

    /**
     * Calls the bot in both seats.
     *
     * @param prove whether to look for the proof of control of a URL
     * @return empty if a connected bot is not there; it is asked for each seat, as before a rated match
     */
    private Optional<Called> called(
            BotRecord bot, boolean prove, BiFunction<Player, Player, List<CheckedCall>> calls, long startBefore) {
        Verification verification = bot.version().verification();
        if (prove && bot.settings().program() instanceof Program.AtUrl(String url)) {
            switch (BotUrl.read(url, client.policy())) {
                case BotUrl.Allowed allowed -> {
                    UrlVerification control = new UrlVerification(client, unproven, bot, callee(bot, allowed));
                    List<CheckedCall> made = calls.apply(control.player(), control.player());
                    return Optional.of(new Called(made, control.result(startBefore, clock.instant())));
                }
                case BotUrl.Refused refused ->
                    verification = verification.missed(
                            "The bot's URL is not allowed: " + refused.text() + ".", clock.instant());
            }
        }
        boolean there = !isConnection(bot) || connections.isConnected(bot.id());
        try (Player first = player(bot, Seat.FIRST);
                Player second = player(bot, Seat.SECOND)) {
            return there && Stream.of(first, second).allMatch(each -> each.presence() == Player.Presence.THERE)
                    ? Optional.of(new Called(calls.apply(first, second), verification))
                    : Optional.empty();
        }
    }

    private static boolean isConnection(BotRecord bot) {
        return bot.settings().program() instanceof Program.Connected;
    }

    private boolean again(Task.Again task, long startBefore) {
        Optional<BotRecord> found = waiting(task.bot(), task.check());
        if (found.isEmpty()) {
            return true;
        }
        BotRecord bot = found.get();
        CheckedCall call;
        if (isConnection(bot) && !connections.isConnected(bot.id())) {
            call = notMade(task, NOT_CONNECTED);
        } else {
            try (Player player = player(bot, Seat.of(task.seat()), task.randomSeed())) {
                boolean limited = !open && !bot.proven();
                call = askedAgain(task, limited ? limited(bot, player) : player, startBefore);
            }
        }
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        if (bots.finish(
                bot,
                bot.version().check().finished(clock.instant(), List.of(call)),
                bot.version().verification())) {
            LOG.atInfo()
                    .addKeyValue("bot", bot.id())
                    .addKeyValue("match", bot.version().check().match())
                    .addKeyValue("passed", call.passed())
                    .log("Bot asked again");
        }
        return true;
    }

    private Player limited(BotRecord bot, Player player) {
        return bot.settings().program() instanceof Program.AtUrl(String url)
                        && BotUrl.read(url, client.policy()) instanceof BotUrl.Allowed(BotUrl to)
                ? unproven.limited(player, to.host())
                : player;
    }

    private CheckedCall askedAgain(Task.Again task, Player player, long startBefore) {
        Optional<byte[]> file = replays.get(task.file());
        if (file.isEmpty()) {
            return notMade(task, "The match has no replay.");
        }
        try {
            Replay replay = ReplayFile.read(file.get());
            return askedAgain(task, replay, game(replay.start().game()), player, startBefore);
        } catch (ReplayFile.NotAReplay | UnexpectedValue otherVersion) {
            return notMade(task, "The replay cannot be played again. " + otherVersion.getMessage());
        }
    }

    private static <M> CheckedCall askedAgain(
            Task.Again task, Replay replay, Game<M> game, Player player, long startBefore) {
        return Situation.of(replay.play(game, task.turn() + 1), task.turn(), Seat.of(task.seat()))
                .map(situation -> {
                    List<Call> past = situation.match().calls();
                    int computed = past.stream()
                            .filter(call -> call.seat() == situation.seat())
                            .mapToInt(Call::milliseconds)
                            .sum();
                    if (player instanceof PublishedPlayer && computed > MOST_PAST) {
                        return notMade(
                                task, "The bot computed for too long before this turn, so the request was not sent.");
                    }
                    Player other = Player.failing(Failure.Kind.WITHDRAWN, "It gets no calls.");
                    List<Player> players = situation.match().seats().stream()
                            .map(seat -> seat == situation.seat() ? player : other)
                            .toList();
                    Player.remind(replay.playback(game), past.size(), players);
                    return Checkup.again(situation, task.timeLimit(), player, startBefore);
                })
                .orElseGet(() -> notMade(task, "The bot got no request on this turn."));
    }

    private static CheckedCall notMade(Task.Again task, String why) {
        return notMade(task.turn(), Seat.of(task.seat()), why);
    }

    private static CheckedCall notMade(int turn, Seat seat, String why) {
        return new CheckedCall(turn, seat, "", null, 0, false, why);
    }

    private boolean check(Task.Check task, long startBefore) {
        Optional<BotRecord> found = waiting(task.bot(), task.check());
        if (found.isEmpty()) {
            return true;
        }
        BotRecord bot = found.get();
        Game<?> game = game(bot.game());
        Called called = called(
                        bot,
                        true,
                        (first, second) -> Checkup.of(game, first, second, startBefore, call -> {}),
                        startBefore)
                .orElseGet(() -> new Called(
                        List.of(notMade(0, Seat.FIRST, NOT_CONNECTED)),
                        bot.version().verification()));
        List<CheckedCall> calls = new ArrayList<>(called.calls);
        boolean proven =
                open || called.verification.proven() || !(bot.settings().program() instanceof Program.AtUrl);
        // A bot that gives no good answers costs no more time.
        if (proven && failed(calls) == 0) {
            try (Player another = player(bot, Seat.FIRST)) {
                calls.add(Checkup.match(game, another, startBefore));
            }
        }
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        BotCheck check = bot.version().check().finished(clock.instant(), calls);
        if (bots.finish(bot, check, called.verification, proven && failed(calls) == 0)) {
            LOG.atInfo()
                    .addKeyValue("bot", bot.id())
                    .addKeyValue("game", bot.game())
                    .addKeyValue("failed", failed(calls))
                    .addKeyValue("proven", called.verification.proven())
                    .log("Bot checked");
        }
        return true;
    }

    private boolean health(Task.Health task, long startBefore) {
        Optional<BotRecord> found = bots.find(task.bot()).filter(swept);
        if (found.isEmpty() || !due(found.get().version().health(), task.sweep())) {
            return true;
        }
        BotRecord bot = found.get();
        if (blocked.test(bot.owner())) {
            // The API pauses the bots of an owner that it blocks, except one registered in the same seconds.
            bots.pause(bot.id());
            return true;
        }
        Health before = bot.version().health();
        int moves = before.suspended() ? Checkup.MOST_MOVES : Checkup.FIRST_MOVES;
        boolean prove = !open && bot.version().verification().renewalDue(clock.instant());
        // No owner has asked for it, and a bot must not recognize it.
        Optional<Called> called = called(
                bot,
                prove,
                (first, second) -> Checkup.likeMatches(game(bot.game()), first, second, moves, startBefore),
                startBefore);
        if (called.isEmpty()
                || isConnection(bot) && failed(called.get().calls) > 0 && !connections.isConnected(bot.id())) {
            // It is not ill: it is not there, and gets no rated matches until it connects.
            return true;
        }
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        List<CheckedCall> calls = called.get().calls;
        Verification verification = called.get().verification;
        Health after = failed(calls) == 0 ? before.passed(task.sweep()) : before.failed(task.sweep(), reason(calls));
        if (bots.heal(bot, after, verification)) {
            if (after.suspended() != before.suspended()) {
                log(bot, after.suspended() ? "Bot suspended" : "Bot no longer suspended");
            }
            if (!verification.proven() && bot.version().verification().proven()) {
                log(bot, "Proof of control lapsed");
            }
        }
        return true;
    }

    private static void log(BotRecord bot, String what) {
        LOG.atInfo()
                .addKeyValue("bot", bot.id())
                .addKeyValue("game", bot.game())
                .log(what);
    }

    private static boolean due(Health health, Instant sweep) {
        return health.checkedAt() == null || health.checkedAt().isBefore(sweep);
    }

    private static Game<?> game(String id) {
        return Games.byId(id).orElseThrow(() -> new IllegalStateException("unknown game " + id));
    }

    private static long failed(List<CheckedCall> calls) {
        return calls.stream().filter(call -> !call.passed()).count();
    }

    private static String reason(List<CheckedCall> calls) {
        CheckedCall first =
                calls.stream().filter(call -> !call.passed()).findFirst().orElseThrow();
        String text = first.text().endsWith(".") ? first.text() : first.text() + ".";
        return failed(calls) + " of " + calls.size() + " answers in a health check failed, the first on turn "
                + first.turn() + " as player " + first.seat().number() + ": " + text;
    }

    private boolean sweep(Task.Sweep task) {
        List<BotRecord> page = bots.active(task.game(), task.behind(), AT_A_TIME);
        List<Task.Health> tasks = page.stream()
                .filter(swept)
                .filter(bot -> due(bot.version().health(), task.sweep()))
                .map(bot -> new Task.Health(bot.owner(), bot.id(), task.sweep()))
                .toList();
        queue.send(tasks, spread);
        if (page.size() == AT_A_TIME) {
            queue.send(new Task.Sweep(task.game(), task.sweep(), page.getLast().id()));
        }
        return true;
    }
}
