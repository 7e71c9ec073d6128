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
 * The main class of the child JVM that DynamoDB Local runs in.
 *
 * <p>It stands in for DynamoDB Local's own {@code ServerRunner.main}, which can neither be told to listen on the
 * loopback address only, nor to take a free port and say which, nor to end with the process that started it. All three
 * are done here on the very server that {@code ServerRunner} makes.
 *
 * <p>Arguments: the port to listen on (0 = a free one), then those of DynamoDB Local but {@code -port}. Standard output
 * carries exactly one line, {@code listening PORT}. The process ends when its standard input does, which also happens
 * when its parent is killed.
 */
public final class DynamoDbLocalChild {

    private DynamoDbLocalChild() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream announcements = System.out;
        System.setOut(System.err); // whatever DynamoDB Local prints must not be taken for the announcement
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
     * A terminal's Ctrl-C goes to all processes of a command. The parent still needs the tables then, while it stops;
     * this process ends when the parent has.
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

    /** DynamoDB Local gives no other way to its HTTP server than the private field. */
    private static ServerConnector connector(DynamoDBProxyServer dynamoDb) throws ReflectiveOperationException {
        Field field = DynamoDBProxyServer.class.getDeclaredField("server");
        field.setAccessible(true);
        Server server = (Server) field.get(dynamoDb);
        return (ServerConnector) server.getConnectors()[0];
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // the parent never writes; only the end of the stream means something
            }
        } catch (IOException brokenPipe) {
            System.err.println("the pipe to the parent broke: " + brokenPipe.getMessage());
        }
        // exit, not halt: DynamoDB Local's shutdown hooks close SQLite's files
        System.exit(0);
    }
}
