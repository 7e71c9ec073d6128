package bout.stack.function;

import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import java.io.IOException;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Runs a function in its own process: Lambda's own runtime client, in a process that ends with its parent.
 *
 * <p>By itself, the client would notice a dead parent only when it asks for its next invocation, so a runner might
 * continue its matches for up to 15 minutes. Instead, the process ends when its standard input closes, which also
 * happens if its parent is killed.
 *
 * <p>Argument: the handler as in the template, {@code CLASS::METHOD}.
 */
public final class FunctionChild {

    private FunctionChild() {}

    public static void main(String[] arguments) {
        ignoreSignals();
        Thread.ofPlatform().daemon().name("parent-watch").start(FunctionChild::endWithParent);
        try {
            AWSLambda.main(arguments);
        } catch (Throwable gone) {
            // Usually the Runtime API hung up, which is how the stack releases a process.
            System.err.println("the Lambda runtime ended: " + gone);
        }
        // Threads of the handler must not keep a process alive that nobody can invoke.
        Runtime.getRuntime().halt(1);
    }

    /**
     * A terminal sends Ctrl-C to all processes of a command. The parent then lets running invocations finish; this
     * process ends when the parent says so.
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
                // the parent never writes; only the end of the stream matters
            }
        } catch (IOException brokenPipe) {
            System.err.println("lost the pipe to the parent: " + brokenPipe.getMessage());
        }
        // halt, not exit: a killed process runs no hooks either, and handlers have none that matter
        Runtime.getRuntime().halt(0);
    }
}
