package bout.embedded.dynamodb;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
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

    /**
     * Connections that wait to be accepted. By default it is 50, and those beyond wait for seconds to be sent again.
     */
    private static final int BACKLOG = 1024;

    private DynamoDbLocalChild() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream announcements = System.out;
        System.setOut(System.err); // Output of DynamoDB Local must not be mistaken for the line "listening".
        ignoreSignals();
        Thread.ofPlatform().daemon().name("parent-watch").start(DynamoDbLocalChild::endWithParent);
        List<String> options = List.of(arguments).subList(1, arguments.length);
        int dbPath = options.indexOf("-dbPath");
        if (dbPath >= 0) {
            WriteAheadLog.enable(Path.of(options.get(dbPath + 1)));
        }

        DynamoDBProxyServer dynamoDb = ServerRunner.createServerFromCommandLineArgs(options.toArray(String[]::new));
        Server server = server(dynamoDb);
        server.setHandler(new NoBrowsers(server.getHandler()));
        ServerConnector connector = (ServerConnector) server.getConnectors()[0];
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(arguments[0]));
        connector.setAcceptQueueSize(BACKLOG);
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
    private static Server server(DynamoDBProxyServer dynamoDb) throws ReflectiveOperationException {
        Field field = DynamoDBProxyServer.class.getDeclaredField("server");
        field.setAccessible(true);
        return (Server) field.get(dynamoDb);
    }

    /**
     * Refuses what a page in a browser sends: a request with an origin, or to another name than this machine's own.
     * DynamoDB Local itself lets every page read everything.
     */
    private static final class NoBrowsers extends Handler.Wrapper {

        private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost");

        NoBrowsers(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (OWN_NAMES.contains(Request.getServerName(request))
                    && !request.getHeaders().contains(HttpHeader.ORIGIN)) {
                return super.handle(request, response, callback);
            }
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return true;
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
        // exit, not halt: DynamoDB Local's shutdown hooks close SQLite's files
        System.exit(0);
    }
}
