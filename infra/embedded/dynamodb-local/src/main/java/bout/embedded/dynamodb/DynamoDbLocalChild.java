package bout.embedded.dynamodb;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.util.Arrays;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Runs DynamoDB Local in a child JVM.
 *
 * <p>Replaces DynamoDB Local's own {@code ServerRunner.main}, which cannot listen on loopback only, choose a free port
 * and report it, or end with its parent process. This class does all three with the same server that
 * {@code ServerRunner} creates.
 *
 * <p>Arguments: the port to listen on (0 = any free port), then those of DynamoDB Local except {@code -port}. Standard
 * output carries exactly one line, {@code listening PORT}. The process ends when its standard input closes, which also
 * happens if its parent is killed.
 */
public final class DynamoDbLocalChild {

    private DynamoDbLocalChild() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream announcements = System.out;
        System.setOut(System.err); // Output of DynamoDB Local must not be mistaken for the line "listening".
        ignoreSignals();
        Thread.ofPlatform().daemon().name("parent-watch").start(DynamoDbLocalChild::endWithParent);

        DynamoDBProxyServer dynamoDb =
                ServerRunner.createServerFromCommandLineArgs(Arrays.copyOfRange(arguments, 1, arguments.length));
        ServerConnector connector = connector(dynamoDb);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(arguments[0]));
        dynamoDb.safeStart();
        announcements.println("listening " + connector.getLocalPort());
        announcements.flush();
        dynamoDb.join();
    }

    /**
     * A terminal sends Ctrl-C to all processes of a command. The parent still needs its tables while it stops; this
     * process ends after it.
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

    /** DynamoDB Local exposes its HTTP server only through a private field. */
    private static ServerConnector connector(DynamoDBProxyServer dynamoDb) throws ReflectiveOperationException {
        Field field = DynamoDBProxyServer.class.getDeclaredField("server");
        field.setAccessible(true);
        Server server = (Server) field.get(dynamoDb);
        return (ServerConnector) server.getConnectors()[0];
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // the parent never writes; only the end of the stream matters
            }
        } catch (IOException brokenPipe) {
            System.err.println("lost the pipe to the parent: " + brokenPipe.getMessage());
        }
        // exit, not halt: DynamoDB Local's shutdown hooks close SQLite's files
        System.exit(0);
    }
}
