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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Bots that cost next to nothing, in a separate process. In Ajax Tiles they answer with a click off the board, which is
 * a pass, so that a match lasts until its last turn. Snakes go round in a square until they starve. Uses plain
 * kept-alive sockets with a virtual thread each: with the JDK's HTTP server, the bots would use more CPU than the calls
 * being measured.
 *
 * <p>Prints its port. Ends when its standard input closes, so it ends with its parent.
 */
final class InstantBots {

    static final List<String> GAMES = List.of("ajax-tiles", "battlesnake");

    private static final byte[] PASS = response("{\"x\":-1,\"y\":-1}");
    private static final List<byte[]> SQUARE = Stream.of("up", "left", "down", "right")
            .map(move -> response("{\"move\":\"" + move + "\"}"))
            .toList();

    /** Where a snake is told the turn, in a request whose next field is the board. */
    private static final Pattern TURN = Pattern.compile("\"turn\":(\\d+),\"board\"");

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
            for (byte[] body = request(in); body != null; body = request(in)) {
                out.write(response(body));
            }
        } catch (IOException callerGone) {
            // A benchmark ends by closing its connections, some of them during a call; no one needs an answer.
        }
    }

    /** The answer to a request with this body. */
    static byte[] response(byte[] body) {
        Matcher snake = TURN.matcher(new String(body, StandardCharsets.UTF_8));
        return snake.find() ? SQUARE.get(Integer.parseInt(snake.group(1)) % SQUARE.size()) : PASS;
    }

    private static byte[] response(String answer) {
        return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + answer.length() + "\r\n\r\n"
                        + answer)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The body of the next request, or {@code null} if there is none. */
    private static byte[] request(InputStream in) throws IOException {
        int length = 0;
        String line;
        while ((line = line(in)) != null && !line.isEmpty()) {
            if (line.regionMatches(true, 0, CONTENT_LENGTH, 0, CONTENT_LENGTH.length())) {
                length =
                        Integer.parseInt(line.substring(CONTENT_LENGTH.length()).strip());
            }
        }
        return line == null ? null : in.readNBytes(length);
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
