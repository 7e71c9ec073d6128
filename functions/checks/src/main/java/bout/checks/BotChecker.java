package bout.checks;

import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.UnprovenHosts;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import bout.lines.BotLines;
import bout.sandbox.PublishedPlayer;
import bout.sandbox.Sandbox;
import bout.store.bot.BotCheck;
import bout.store.bot.BotCheck.CheckedCall;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Health;
import bout.store.bot.Program;
import bout.store.bot.Proof;
import bout.store.bot.PublishedCode;
import bout.store.queue.CheckQueue;
import bout.store.queue.CheckQueue.Task;
import bout.store.replay.Replays;
import bout.wire.ReplayFile;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

    /** How many bots one message of a sweep handles. */
    private static final int AT_A_TIME = 100;

    /** A bot that is asked again computes the turns before as well; a checker has no time for more, in milliseconds. */
    private static final int MOST_PAST = 20_000;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Bots bots;
    private final PublishedCode code;
    private final Sandbox sandbox;
    private final BotLines lines;
    private final Replays replays;
    private final CheckQueue queue;
    private final BotClient client;
    private final UnprovenHosts unproven;
    private final Clock clock;
    private final Duration spread;
    private final Predicate<String> revoked;
    private final boolean open;
    private final Predicate<BotRecord> swept;

    /**
     * @param sandbox in which published bots are checked
     * @param lines asks connected bots
     * @param unproven limits the calls of checks to URLs that are not proven
     * @param spread over how long the calls of a sweep are spread
     * @param revoked whether an owner's token has been revoked
     * @param open whether all callers are one owner, so that no proof is needed
     */
    BotChecker(
            Bots bots,
            PublishedCode code,
            Sandbox sandbox,
            BotLines lines,
            Replays replays,
            CheckQueue queue,
            BotClient client,
            UnprovenHosts unproven,
            Clock clock,
            Duration spread,
            Predicate<String> revoked,
            boolean open) {
        this.bots = bots;
        this.code = code;
        this.sandbox = sandbox;
        this.lines = lines;
        this.replays = replays;
        this.queue = queue;
        this.client = client;
        this.unproven = unproven;
        this.clock = clock;
        this.spread = spread;
        this.revoked = revoked;
        this.open = open;
        // A URL without proof of control may belong to anyone, so it is not called again and again without a request.
        this.swept = bot -> bot.settings().active() && (open || bot.proven());
    }

    /** Whose bot a task is about; {@code null} for a sweep or an unknown bot. */
    String owner(Task task) {
        return switch (task) {
            case Task.Check check -> owner(check.bot());
            case Task.Again again -> owner(again.bot());
            case Task.Health health -> owner(health.bot());
            case Task.Sweep sweep -> null;
        };
    }

    private String owner(String bot) {
        return bots.find(bot).map(BotRecord::owner).orElse(null);
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
            case Task.Again again -> again(again, startBefore);
            case Task.Health health -> health(health, startBefore);
            case Task.Sweep sweep -> sweep(sweep);
        };
    }

    /** The bot, if this check of it is waiting. */
    private Optional<BotRecord> waiting(String bot, String check) {
        return bots.find(bot).filter(found -> {
            BotCheck last = found.version().check();
            return last != null && last.id().equals(check) && last.finishedAt() == null;
        });
    }

    private boolean again(Task.Again task, long startBefore) {
        Optional<BotRecord> found = waiting(task.bot(), task.check());
        if (found.isEmpty()) {
            return true;
        }
        BotRecord bot = found.get();
        CheckedCall call =
                switch (bot.settings().program()) {
                    case Program.AtUrl(String url) ->
                        switch (BotUrl.read(url, client.policy())) {
                            case BotUrl.Refused refused ->
                                notMade(task, "The bot's URL is not allowed: " + refused.text() + ".");
                            case BotUrl.Allowed allowed -> {
                                Callee callee = callee(bot, allowed);
                                Player player = client.player(callee);
                                yield askedAgain(
                                        task,
                                        open || bot.proven()
                                                ? player
                                                : unproven.limited(
                                                        player, callee.url().host()),
                                        startBefore);
                            }
                        };
                    case Program.Published published -> {
                        try (Player player = player(bot, published, Seat.of(task.seat()), task.randomSeed())) {
                            yield askedAgain(task, player, startBefore);
                        }
                    }
                    case Program.Connected connected ->
                        lines.isConnected(bot.id())
                                ? askedAgain(task, connected(bot), startBefore)
                                : notMade(task, NOT_CONNECTED);
                };
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        if (bots.finish(
                bot,
                bot.version().check().finished(clock.instant(), List.of(call)),
                bot.version().proof())) {
            LOG.atInfo()
                    .addKeyValue("bot", bot.id())
                    .addKeyValue("match", bot.version().check().match())
                    .addKeyValue("passed", call.passed())
                    .log("Bot asked again");
        }
        return true;
    }

    private CheckedCall askedAgain(Task.Again task, Player player, long startBefore) {
        Optional<byte[]> file = replays.get(task.file());
        if (file.isEmpty()) {
            return notMade(task, "The match has no replay.");
        }
        try {
            Replay replay = ReplayFile.read(file.get());
            return askedAgain(
                    task,
                    replay,
                    Games.byId(replay.start().game())
                            .orElseThrow(() -> new IllegalStateException(
                                    "unknown game " + replay.start().game())),
                    player,
                    startBefore);
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
                        return notMade(task, "The bot computed for too long before this turn to be asked again.");
                    }
                    Player other = Player.failing(Failure.Kind.WITHDRAWN, "It is not asked.");
                    boolean first = situation.seat() == Seat.FIRST;
                    Player.remind(replay.playback(game), past.size(), first ? player : other, first ? other : player);
                    return checked(Checkup.again(situation, task.timeLimit(), player, startBefore));
                })
                .orElseGet(() -> notMade(task, "The bot was not asked on this turn."));
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
        BotCheck check = bot.version().check();
        Proof proof = bot.version().proof();
        List<CheckedCall> calls;
        switch (bot.settings().program()) {
            case Program.AtUrl(String url) -> {
                switch (BotUrl.read(url, client.policy())) {
                    case BotUrl.Refused refused -> {
                        calls = List.of();
                        proof = proof.missed("The bot's URL is not allowed: " + refused.text() + ".", clock.instant());
                    }
                    case BotUrl.Allowed allowed -> {
                        ProofOfControl control = new ProofOfControl(client, unproven, bot, callee(bot, allowed));
                        calls = checkup(bot, control.player(), control.player(), startBefore);
                        if (System.nanoTime() - startBefore > 0) {
                            return false;
                        }
                        proof = control.result(startBefore, clock.instant());
                        if (open || proof.proven()) {
                            calls = withMatch(bot, calls, () -> client.player(callee(bot, allowed)), startBefore);
                        }
                    }
                }
            }
            case Program.Published published -> {
                try (Player first = player(bot, published, Seat.FIRST);
                        Player second = player(bot, published, Seat.SECOND)) {
                    calls = checkup(bot, first, second, startBefore);
                }
                calls = withMatch(bot, calls, () -> player(bot, published, Seat.FIRST), startBefore);
            }
            case Program.Connected connected ->
                calls = twicePresent(bot)
                        .map(two -> withMatch(
                                bot,
                                checkup(bot, two.getFirst(), two.getLast(), startBefore),
                                () -> connected(bot),
                                startBefore))
                        .orElseGet(() -> List.of(notMade(0, Seat.FIRST, NOT_CONNECTED)));
        }
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        boolean wentThrough = !calls.isEmpty()
                && calls.stream().allMatch(CheckedCall::passed)
                && (open || bot.proven() || proof.proven());
        if (bots.finish(bot, check.finished(clock.instant(), calls), proof, wentThrough)) {
            LOG.atInfo()
                    .addKeyValue("bot", bot.id())
                    .addKeyValue("game", bot.game())
                    .addKeyValue(
                            "failed",
                            calls.stream().filter(call -> !call.passed()).count())
                    .addKeyValue("proven", proof.proven())
                    .log("Bot checked");
        }
        return true;
    }

    private static List<CheckedCall> checkup(BotRecord bot, Player first, Player second, long startBefore) {
        return Checkup.of(game(bot), first, second, startBefore, call -> {}).stream()
                .map(BotChecker::checked)
                .toList();
    }

    /** Also plays a match, if all answers so far are good: a bot that gives none costs no more time. */
    private static List<CheckedCall> withMatch(
            BotRecord bot, List<CheckedCall> calls, Supplier<Player> another, long startBefore) {
        if (!calls.stream().allMatch(CheckedCall::passed)) {
            return calls;
        }
        try (Player player = another.get()) {
            CheckedCall match = checked(Checkup.match(game(bot), player, startBefore));
            return Stream.concat(calls.stream(), Stream.of(match)).toList();
        }
    }

    /** As at a seat of a match with a seed of its own, so that the bot cannot tell. */
    private Player player(BotRecord bot, Program.Published published, Seat seat) {
        return player(bot, published, seat, String.valueOf(RANDOM.nextLong()));
    }

    private Player player(BotRecord bot, Program.Published published, Seat seat, String randomSeed) {
        String text = code.get(published.code())
                .orElseThrow(() ->
                        new IllegalStateException("the code of " + bot.id() + " is missing: " + published.code()));
        return new PublishedPlayer(sandbox.open(bot.game(), text, bot.owner(), randomSeed, seat));
    }

    /** The bot in two matches, asked for each whether it is there, as before a rated match; empty if it is not. */
    private Optional<List<Player>> twicePresent(BotRecord bot) {
        if (!lines.isConnected(bot.id())) {
            return Optional.empty();
        }
        List<Player> two = List.of(connected(bot), connected(bot));
        return Optional.of(two)
                .filter(players -> players.stream().allMatch(each -> each.presence() == Player.Presence.THERE));
    }

    private Player connected(BotRecord bot) {
        return lines.player(bot.id(), bot.game(), bot.settings().secret(), false);
    }

    private static Callee callee(BotRecord bot, BotUrl.Allowed url) {
        return new Callee(bot.id(), url.url(), bot.settings().secret(), false);
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
        if (revoked.test(bot.owner())) {
            // The API pauses the bots of a token that it revokes, except one registered in the same seconds.
            bots.pause(bot.id());
            return true;
        }
        Proof proof = bot.version().proof();
        boolean renew = !open && proof.renewalDue(clock.instant());
        List<Checkup.Call> calls;
        switch (bot.settings().program()) {
            case Program.AtUrl(String url) -> {
                switch (BotUrl.read(url, client.policy())) {
                    case BotUrl.Allowed allowed
                    when renew -> {
                        ProofOfControl control = new ProofOfControl(client, unproven, bot, callee(bot, allowed));
                        calls = calls(bot, control.player(), control.player(), startBefore);
                        proof = control.result(startBefore, clock.instant());
                    }
                    case BotUrl.Allowed allowed ->
                        calls = calls(
                                bot,
                                client.player(callee(bot, allowed)),
                                client.player(callee(bot, allowed)),
                                startBefore);
                    case BotUrl.Refused refused ->
                        calls = calls(bot, Player.notAllowed(refused), Player.notAllowed(refused), startBefore);
                }
            }
            case Program.Published published -> {
                try (Player first = player(bot, published, Seat.FIRST);
                        Player second = player(bot, published, Seat.SECOND)) {
                    calls = calls(bot, first, second, startBefore);
                }
            }
            case Program.Connected connected -> {
                Optional<List<Player>> two = twicePresent(bot);
                if (two.isEmpty()) {
                    // It is not ill: it gets no rated matches until it connects.
                    return true;
                }
                calls = calls(bot, two.get().getFirst(), two.get().getLast(), startBefore);
                if (failed(calls) > 0 && !lines.isConnected(bot.id())) {
                    // It has left meanwhile.
                    return true;
                }
            }
        }
        if (System.nanoTime() - startBefore > 0) {
            return false;
        }
        Health before = bot.version().health();
        Health after = failed(calls) == 0 ? before.passed(task.sweep()) : before.failed(task.sweep(), reason(calls));
        if (bots.heal(bot, after, proof)) {
            if (after.suspended() != before.suspended()) {
                log(bot, after.suspended() ? "Bot suspended" : "Bot no longer suspended");
            }
            if (!proof.proven() && bot.version().proof().proven()) {
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

    /** A health check, which nobody has asked for and a bot must not recognize. */
    private static List<Checkup.Call> calls(BotRecord bot, Player first, Player second, long startBefore) {
        int moves = bot.version().health().suspended() ? Checkup.MOST_MOVES : Checkup.FIRST_MOVES;
        return Checkup.likeMatches(game(bot), first, second, moves, startBefore);
    }

    private static Game<?> game(BotRecord bot) {
        return Games.byId(bot.game()).orElseThrow(() -> new IllegalStateException("unknown game " + bot.game()));
    }

    private static long failed(List<Checkup.Call> calls) {
        return calls.stream().filter(call -> !call.passed()).count();
    }

    private static String reason(List<Checkup.Call> calls) {
        Checkup.Call first =
                calls.stream().filter(call -> !call.passed()).findFirst().orElseThrow();
        String text = first.text().endsWith(".") ? first.text() : first.text() + ".";
        return failed(calls) + " of " + calls.size() + " answers in a health check failed, the first on turn "
                + first.turn() + " as player " + first.seat().number() + ": " + text;
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
