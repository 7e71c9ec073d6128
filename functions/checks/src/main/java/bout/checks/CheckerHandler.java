package bout.checks;

import bout.botclient.BotClient;
import bout.botclient.player.UnprovenHosts;
import bout.connected.BotConnections;
import bout.games.Games;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.bot.Bots;
import bout.store.queue.CheckQueue;
import bout.store.queue.QueueWork;
import bout.store.replay.Replays;
import bout.telemetry.Machine;
import bout.telemetry.Settings;
import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The function that calls registered bots outside of matches. It handles messages of the check queue in parallel, only
 * a few of one owner's bots at a time, and returns those that met a server error, so that they are delivered again.
 */
public final class CheckerHandler extends Primed implements RequestHandler<SQSEvent, SQSBatchResponse> {

    /** Enough to finish a running call of such a bot and to store its outcome. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toNanos(65);

    /** For a bot that takes 30 seconds for each connection and as long for each move, in a game that allows it. */
    static final long LONGEST_CHECK = TimeUnit.SECONDS.toNanos(210);

    private static final long SPREAD = TimeUnit.SECONDS.toNanos(20);

    /** Over how long a health sweep spreads its calls. It ends before the next one begins, 15 minutes after it. */
    public static final Duration SWEEP = Duration.ofMinutes(10);

    /** Of the calls that runners may make to connected bots, a checker makes one for so many. */
    private static final int SHARE = 20;

    private final BotChecker checker;
    private final QueueWork work;
    private final BotConnections connections;

    public CheckerHandler() {
        this(new Aws(System.getenv()));
    }

    public CheckerHandler(Aws aws) {
        Settings settings = aws.settings();
        Replays replays = new Replays(aws.bucket());
        CheckQueue queue = aws.checkQueue();
        BotClient client = new BotClient(
                aws.botAddresses(),
                settings.wholeNumber("BOUT_CALLS_PER_BOT", 1, 1_000_000, BotClient.DEFAULT_CALLS_PER_BOT));
        Sandbox sandbox = Sandbox.ofThisProcess();
        connections = BotConnections.of(aws, SHARE);
        checker = new BotChecker(
                aws,
                sandbox,
                connections,
                client,
                new UnprovenHosts(
                        settings.wholeNumber("BOUT_UNPROVEN_CALLS_PER_SECOND", 0, 1_000_000, UnprovenHosts.PER_SECOND)),
                Machine.systemClock(),
                settings.seconds("BOUT_HEALTH_SPREAD", 0, (int) CheckQueue.MOST_SPREAD.toSeconds(), SWEEP),
                settings.choice("BOUT_ACCESS", "tokens", "open").equals("open"));
        work = new QueueWork(queue.inbox(), QueueWork.Limits.OF_HOSTS);
        prime(
                new Bots(aws.table(), Machine.systemClock())::prime,
                replays::prime,
                queue::prime,
                connections::prime,
                sandbox::prime,
                () -> Games.ALL.forEach(Situation::of));
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(context.getRemainingTimeInMillis());
        // Not all invocations stop receiving at the same time.
        long receiveUntil =
                end - LAST_SECONDS - LONGEST_CHECK - ThreadLocalRandom.current().nextLong(SPREAD);
        connections.begin();
        try {
            return work.run(event, checks(end - LAST_SECONDS), () -> System.nanoTime() - receiveUntil < 0);
        } finally {
            connections.end();
        }
    }

    private QueueWork.Work checks(long startBefore) {
        return new QueueWork.Work() {
            @Override
            public String owner(SQSEvent.SQSMessage message) throws Json.NotJson {
                return CheckQueue.read(message.getBody()).owner();
            }

            @Override
            public boolean done(SQSEvent.SQSMessage message, Runnable settled) throws Json.NotJson {
                return checker.work(CheckQueue.read(message.getBody()), startBefore);
            }
        };
    }
}
