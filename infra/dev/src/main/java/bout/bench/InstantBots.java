package bout.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Bots that cost next to nothing, in a separate process. They answer every Ajax Tiles request with a click off the
 * board, which is a pass, so that a match lasts until its last turn. Uses plain kept-alive sockets with a virtual
 * thread each: with the JDK's HTTP server, the bots would use more CPU than the calls being measured.
 *
 * <p>Prints its port. Ends when its standard input closes, so it ends with its parent.
 */
final class InstantBots {

    private static final String ANSWER = "{\"x\":-1,\"y\":-1}";
    private static final byte[] RESPONSE = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                    + ANSWER.length() + "\r\n\r\n" + ANSWER)
            .getBytes(StandardCharsets.US_ASCII);
    private static final String CONTENT_LENGTH = "content-length:";
    private static final int BACKLOG = 1024;

    private InstantBots() {}

    public static void main(String[] arguments) throws IOException {
        ServerSocket server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        Thread.ofPlatform().daemon().name("accept").start(() -> accept(server));
        System.out.println(server.getLocalPort());
        while (System.in.read() >= 0) {
            // nothing is ever sent; the end of the input is the end of the parent
        }
    }

    private static void accept(ServerSocket server) {
        try {
            while (true) {
                Socket connection = server.accept();
                Thread.startVirtualThread(() -> serve(connection));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot accept connections", failed);
        }
    }

    private static void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = connection.getOutputStream();
            while (skipRequest(in)) {
                out.write(RESPONSE);
            }
        } catch (IOException callerGone) {
            // A benchmark ends by closing its connections, some of them during a call; nobody needs an answer.
        }
    }

    /** Returns whether there was one. */
    private static boolean skipRequest(InputStream in) throws IOException {
        int length = 0;
        String line;
        while ((line = line(in)) != null && !line.isEmpty()) {
            if (line.regionMatches(true, 0, CONTENT_LENGTH, 0, CONTENT_LENGTH.length())) {
                length =
                        Integer.parseInt(line.substring(CONTENT_LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
        return line != null;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
