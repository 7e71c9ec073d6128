package bout.botclient;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;

/** The servers of one test, which are closed after it, the latest first. */
public final class TestServers implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public TestServer of(TestServer.Behaviour behaviour) throws IOException {
        return closing(TestServer.of(behaviour));
    }

    public TestServer answering(String answer) throws IOException {
        return closing(TestServer.answering(answer));
    }

    public TestServer replying(TestServer.Answers answers) throws IOException {
        return closing(TestServer.replying(answers));
    }

    /** Answers one request on each connection, and closes it. */
    TestServer once(byte[] answer) throws IOException {
        return of(connection -> {
            connection.request();
            connection.send(answer);
        });
    }

    TestServer of(ServerSocket listener, TestServer.Behaviour behaviour) {
        return closing(TestServer.of(listener, behaviour));
    }

    /** Something else that is to be closed with them. */
    public <T extends AutoCloseable> T closing(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
