package bout.stack;

import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import java.io.IOException;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The main class of a function's process: Lambda's own runtime client, in a process that ends with the one that started
 * it.
 *
 * <p>The client by itself would find out that nobody is left to answer only when it asks for its next invocation, so a
 * runner might go on with its matches for a quarter of an hour. Here the process ends when its standard input does, which
 * also happens when its parent is killed.
 *
 * <p>Argument: the handler as the template names it, {@code CLASS::METHOD}.
 */
public final class FunctionChild {

    private FunctionChild() {}

    public static void main(String[] arguments) {
        ignoreSignals();
        Thread.ofPlatform().daemon().name("parent-watch").start(FunctionChild::endWithParent);
        try {
            AWSLambda.main(arguments);
        } catch (Throwable gone) {
            // As a rule the Runtime API hung up, which is how the stack lets go of a process.
            System.err.println("the Lambda runtime ended: " + gone);
        }
        // Threads of the handler must not keep alive what nobody can invoke any more.
        Runtime.getRuntime().halt(1);
    }

    /**
     * A terminal's Ctrl-C goes to all processes of a command. The parent lets what is under way end then; this process
     * ends when the parent says so.
     */
    private static void ignoreSignals() {
        for (String name : new String[] {"INT", "TERM", "HUP"}) {
            try {
                Signal.handle(new Signal(name), SignalHandler.SIG_IGN);
            } catch (IllegalArgumentException unknown) {
                // not every system has every signal
            }
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // the parent never writes; only the end of the stream means something
            }
        } catch (IOException brokenPipe) {
            System.err.println("the pipe to the parent broke: " + brokenPipe.getMessage());
        }
        // halt, not exit: whoever is killed runs no hooks either, and a handler has none that matter
        Runtime.getRuntime().halt(0);
    }
}
