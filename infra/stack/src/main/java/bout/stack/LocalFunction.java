package bout.stack;

import bout.cloud.Invocation;
import bout.cloud.template.Application.Function;
import bout.store.Aws;
import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A function of the template in this process, behind Lambda's limits for the size of events and answers. Lambda would
 * have one instance per concurrent invocation; here one instance serves all, because handlers keep no state of an
 * invocation in their fields.
 */
record LocalFunction(Function function, RequestHandler<Object, Object> handler) {

    /** Lambda's limit for an event or an answer as JSON. */
    static final int MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

    /** As JSON, one character takes at most six bytes; what is clearly below the limit need not be converted. */
    private static final int CERTAINLY_FITS = MAX_PAYLOAD_BYTES / 8;

    private static final Logger LOG = LoggerFactory.getLogger(LocalFunction.class);

    /** An event that Lambda does not take. */
    static final class TooLarge extends RuntimeException {
        private TooLarge(String what) {
            // No stack trace: what is too large is named in the message.
            super(what + " more than " + MAX_PAYLOAD_BYTES + " bytes", null, true, false);
        }
    }

    /**
     * Creates the template's handler with the constructor that takes {@link Aws}.
     *
     * @throws StackNotStarted if the class or the constructor is missing, or the constructor fails
     */
    @SuppressWarnings("unchecked") // the template and the handler must agree on the events
    static LocalFunction of(Function function, Aws aws) throws StackNotStarted {
        String where = "template.yaml, " + function.logicalId() + ": ";
        try {
            if (Class.forName(function.handler()).getConstructor(Aws.class).newInstance(aws)
                    instanceof RequestHandler<?, ?> handler) {
                return new LocalFunction(function, (RequestHandler<Object, Object>) handler);
            }
            throw new StackNotStarted(where + function.handler() + " is not a RequestHandler");
        } catch (InvocationTargetException failed) {
            throw new StackNotStarted(
                    where + function.handler() + " could not be made: "
                            + failed.getCause().getMessage(),
                    failed.getCause());
        } catch (ReflectiveOperationException missing) {
            throw new StackNotStarted(
                    where + "its Handler must be a public class with a public constructor that takes Aws: " + missing,
                    missing);
        }
    }

    /** The function's logical id in the template. */
    String name() {
        return function.logicalId();
    }

    /**
     * Runs the handler on the calling thread, and passes on its exceptions. Its {@link Error}s become exceptions: as
     * with Lambda, they end this invocation and nothing else.
     *
     * @param event one of Lambda's event types
     * @param answer the type of the function's answer; {@link Void} to ignore it
     * @return {@code null} if the function returned nothing
     * @throws TooLarge if Lambda would not take the event
     */
    <A> A invoke(Object event, Class<A> answer) {
        requireSize(name() + " cannot be sent", event);
        Object answered;
        try {
            answered = handler.handleRequest(event, Invocation.lasting(function.timeout(), System::nanoTime));
        } catch (Error fault) {
            throw new IllegalStateException(name() + " failed: " + fault, fault);
        }
        if (answer == Void.class) {
            return null;
        }
        if (answered != null && !answer.isInstance(answered)) {
            throw new IllegalStateException(name() + " returned " + answered + ", not a " + answer.getSimpleName());
        }
        try {
            requireSize(name() + " answered", answered);
        } catch (TooLarge tooLarge) {
            throw new IllegalStateException(tooLarge.getMessage());
        }
        return answer.cast(answered);
    }

    private static void requireSize(String what, Object payload) {
        List<String> bodies =
                switch (payload) {
                    case APIGatewayV2HTTPEvent request when request.getBody() != null -> List.of(request.getBody());
                    case APIGatewayV2HTTPResponse response
                    when response.getBody() != null -> List.of(response.getBody());
                    case SQSEvent messages ->
                        messages.getRecords().stream().map(SQSMessage::getBody).toList();
                    case null, default -> List.of(); // schedules and batch responses are short
                };
        if (bodies.stream().mapToLong(String::length).sum() > CERTAINLY_FITS
                && Json.bytes(bodies).length > MAX_PAYLOAD_BYTES) {
            throw new TooLarge(what);
        }
    }

    /**
     * Asks the handler to finish its work, if it is {@link AutoCloseable}. Never interrupts it: a handler that waits
     * for a bot could mistake that for the bot's failure.
     */
    void stop() {
        if (handler instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception failed) {
                LOG.error("Cannot stop {}", name(), failed);
            }
        }
    }
}
