package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A command that serves a bot until it is interrupted, which is at the end of the test. */
public final class Serving implements AutoCloseable {

    private final FutureTask<Integer> status;
    private final Thread thread;
    private final URI url;

    public Serving(String... command) throws Exception {
        PipedReader pipe = new PipedReader();
        PrintWriter out = new PrintWriter(new PipedWriter(pipe), true);
        status = new FutureTask<>(() -> Bout.commandLine().setOut(out).execute(command));
        thread = Thread.ofPlatform().start(status);
        String ready = new BufferedReader(pipe).readLine();
        assertTrue(ready.matches("ready http://127\\.0\\.0\\.1:\\d+/"), ready);
        url = URI.create(ready.substring("ready ".length()));
    }

    public URI url() {
        return url;
    }

    @Override
    public void close() throws Exception {
        thread.interrupt();
        assertEquals(0, status.get(20, TimeUnit.SECONDS));
    }
}
