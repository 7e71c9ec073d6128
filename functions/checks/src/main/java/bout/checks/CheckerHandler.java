package bout.checks;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.store.Aws;
import bout.store.bot.Bots;
import bout.store.queue.Batch;
import bout.store.queue.CheckQueue;
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
 * The function that calls registered bots outside of matches: takes a batch of messages of the queue of checks and works
 * on them side by side. What met a fault of ours is reported back, so that it comes again.
 */
public final class CheckerHandler implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(CheckerHandler.class);

    /** To end a call that has begun, and to write down what came of it. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toNanos(20);

    private final BotChecker checker;

    /** As Lambda makes it. */
    public CheckerHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, {@code BOUT_CALLS_PER_HOST}, {@code BOUT_ACCESS},
     *     {@code BOUT_HEALTH_SPREAD} (whole seconds), and what {@link Aws} reads for the table and the queue of checks
     * @throws IllegalArgumentException for a variable that is missing or has a value that it cannot have
     */
    public CheckerHandler(Map<String, String> environment) {
        Aws aws = new Aws(environment);
        Bots bots = aws.bots(Clock.systemUTC());
        BotClient client = new BotClient(
                AddressPolicy.of(environment.getOrDefault("BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code())),
                BotClient.callsPerHost(environment));
        checker = new BotChecker(
                bots,
                aws.checkQueue(),
                client,
                Clock.systemUTC(),
                spread(environment.getOrDefault("BOUT_HEALTH_SPREAD", "0")),
                environment.getOrDefault("BOUT_ACCESS", "tokens").equals("open"));
    }

    CheckerHandler(BotChecker checker) {
        this.checker = checker;
    }

    private static Duration spread(String value) {
        long most = CheckQueue.MOST_SPREAD.toSeconds();
        if (!value.matches("[0-9]{1,3}") || Integer.parseInt(value) > most) {
            throw new IllegalArgumentException(
                    "BOUT_HEALTH_SPREAD is " + value + ", but should be whole seconds from 0 to " + most);
        }
        return Duration.ofSeconds(Integer.parseInt(value));
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
                        .log("The message could not be worked on"));
    }
}
