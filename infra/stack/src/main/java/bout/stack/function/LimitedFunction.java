package bout.stack.function;

import bout.cloud.template.Application.Function;
import bout.stack.function.InvocationRefused.Reason;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A function behind Lambda's limits: concurrency, loops, and the size of events and answers. */
public final class LimitedFunction implements LocalFunction {

    /** Lambda's documentation says "approximately 16 times" in one chain. */
    public static final int LONGEST_CHAIN = 16;

    /** Lambda's limit for an event or an answer as JSON. */
    public static final int MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

    /** As JSON, one character takes at most six bytes; what is clearly below the limit need not be converted. */
    private static final int CERTAINLY_FITS = MAX_PAYLOAD_BYTES / 8;

    private static final Logger LOG = LoggerFactory.getLogger(LimitedFunction.class);

    private final LocalFunction function;
    private final boolean mayLoop;
    private final Account account;

    public LimitedFunction(LocalFunction function, Function declared, Account account) {
        this.function = function;
        this.mayLoop = declared.mayLoop();
        this.account = account;
    }

    @Override
    public String name() {
        return function.name();
    }

    /** @throws InvocationRefused if Lambda would not run the function, or not pass on its answer */
    @Override
    public <A> A invoke(Object event, Class<A> answer, Lineage lineage) {
        if (!mayLoop && lineage.runsOf(name()) >= LONGEST_CHAIN) {
            account.drop(name());
            String why = name() + " was not invoked: it ran " + LONGEST_CHAIN
                    + " times in one chain of events. Lambda drops such an invocation unless the function has"
                    + " RecursiveLoop: Allow. The messages will return.";
            LOG.error(why);
            throw new InvocationRefused(Reason.LOOP, why);
        }
        requireSize(event, Reason.REQUEST_TOO_LARGE);
        if (!account.enter()) {
            throw new InvocationRefused(
                    Reason.THROTTLED, name() + " was throttled: the account runs as many functions as it may");
        }
        A answered;
        try {
            answered = function.invoke(event, answer, lineage.plus(name()));
        } finally {
            account.leave();
        }
        requireSize(answered, Reason.RESPONSE_TOO_LARGE);
        return answered;
    }

    private void requireSize(Object payload, Reason reason) {
        if (characters(payload) > CERTAINLY_FITS && EventJson.write(payload).length > MAX_PAYLOAD_BYTES) {
            throw new InvocationRefused(
                    reason,
                    name() + (reason == Reason.REQUEST_TOO_LARGE ? " cannot be sent" : " answered") + " more than "
                            + MAX_PAYLOAD_BYTES + " bytes");
        }
    }

    /** The length of the part of a payload that may be long. */
    private static long characters(Object payload) {
        return switch (payload) {
            case null -> 0;
            case APIGatewayV2HTTPEvent request ->
                request.getBody() == null ? 0 : request.getBody().length();
            case APIGatewayV2HTTPResponse response ->
                response.getBody() == null ? 0 : response.getBody().length();
            case SQSEvent messages ->
                messages.getRecords().stream()
                        .mapToLong(message -> message.getBody().length())
                        .sum();
            default -> 0; // schedules and batch responses are short
        };
    }

    @Override
    public void stop() {
        function.stop();
    }
}
