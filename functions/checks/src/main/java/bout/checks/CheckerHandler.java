package bout.checks;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.store.Aws;
import bout.store.bot.Bots;
import bout.store.queue.Batch;
import bout.store.queue.CheckQueue;
import bout.telemetry.Settings;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The function that calls registered bots outside of matches. It handles a batch of messages of the check queue in
 * parallel, and returns those that met a server error, so that they are delivered again.
 */
public final class CheckerHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(CheckerHandler.class);

    /** Enough to finish a running call and to store its outcome. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toNanos(20);

    private final BotChecker checker;

    /** Called by Lambda. */
    public CheckerHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, {@code BOUT_CALLS_PER_HOST}, {@code BOUT_ACCESS},
     *     {@code BOUT_HEALTH_SPREAD} (whole seconds), and what {@link Aws} reads for the table and the queue of checks
     * @throws IllegalArgumentException for a variable that is missing or has an invalid value
     */
    public CheckerHandler(Map<String, String> environment) {
        Settings settings = new Settings(environment);
        Aws aws = new Aws(environment);
        Bots bots = aws.bots(Clock.systemUTC());
        BotClient client = new BotClient(
                AddressPolicy.of(settings.choice(
                        "BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code(), AddressPolicy.LOOPBACK.code())),
                settings.wholeNumber("BOUT_CALLS_PER_HOST", 1, 1_000_000, BotClient.DEFAULT_CALLS_PER_HOST));
        checker = new BotChecker(
                bots,
                aws.checkQueue(),
                client,
                Clock.systemUTC(),
                settings.seconds("BOUT_HEALTH_SPREAD", 0, (int) CheckQueue.MOST_SPREAD.toSeconds(), Duration.ZERO),
                settings.choice("BOUT_ACCESS", "tokens", "open").equals("open"));
    }

    CheckerHandler(BotChecker checker) {
        this.checker = checker;
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long startBefore =
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(context.getRemainingTimeInMillis()) - LAST_SECONDS;
        return Batch.work(
                event,
                message -> checker.work(CheckQueue.read(message.getBody()), startBefore),
                (message, fault) -> LOG.atError()
                        .addKeyValue("message", message.getBody())
                        .setCause(fault)
                        .log("Could not handle the message"));
    }
}
