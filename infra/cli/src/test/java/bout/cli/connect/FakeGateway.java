package bout.cli.connect;

import bout.engine.Plain;
import bout.wire.Json;
import bout.wire.line.LineMessage;
import bout.wire.line.LineText;
import bout.wire.line.Parts;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An API with one connected bot and the lines to it, on plain sockets: each test says what arrives and what breaks. */
public final class FakeGateway implements AutoCloseable {

    public static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private static final long PATIENCE_SECONDS = 30;
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;

    record Answer(int status, Object plain) {}

    record Asked(String line, Map<String, String> headers, Plain body) {}

    private final ServerSocket listener;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
    final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** By method and path without the query. */
    final Map<String, Function<Asked, Answer>> routes = new ConcurrentHashMap<>();

    /** What a client that opens a line gets instead of it, or 0. */
    volatile int refusal;

    public FakeGateway(String game) throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        routes.put("GET /api/bots/" + BOT, asked -> new Answer(200, bot("Gary", game, "connected")));
        routes.put(
                "POST /api/bots/" + BOT + "/connect",
                asked -> new Answer(
                        200, Map.of("url", "ws://127.0.0.1:" + listener.getLocalPort() + "/lines", "ticket", "t.k")));
        Thread.startVirtualThread(this::accept);
    }

    static Map<String, Object> bot(String name, String game, String kind) {
        return Map.of("id", BOT, "name", name, "game", game, "kind", kind);
    }

    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    public Line awaitLine() throws InterruptedException {
        Line line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("nobody connected");
        }
        return line;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.startVirtualThread(() -> {
                    try (socket) {
                        serve(socket);
                    } catch (IOException ended) {
                    }
                });
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        DataInputStream input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        String first = line(input);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header = line(input); !header.isEmpty(); header = line(input)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        // The JDK's client offers HTTP/2 with every request.
        if ("websocket".equalsIgnoreCase(headers.get("upgrade"))) {
            upgrade(socket, input, first, headers);
        } else {
            api(socket, input, first, headers);
        }
    }

    private void api(Socket socket, DataInputStream input, String first, Map<String, String> headers)
            throws IOException {
        byte[] body = input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        String[] words = first.split(" ");
        Plain plain;
        try {
            plain = body.length == 0 ? null : Plain.of(Json.read(new String(body, StandardCharsets.UTF_8)));
        } catch (Json.NotJson wrong) {
            throw new IOException(wrong);
        }
        Asked request = new Asked(words[0] + " " + words[1], headers, plain);
        asked.add(request);
        Answer answer = routes.getOrDefault(
                        words[0] + " " + words[1].replaceFirst("[?].*", ""),
                        unknown -> new Answer(404, Map.of("detail", "No bot has this id.")))
                .apply(request);
        byte[] json = Json.bytes(answer.plain());
        socket.getOutputStream()
                .write(("HTTP/1.1 " + answer.status() + " X\r\nContent-Type: application/json\r\nConnection: close\r\n"
                                + "Content-Length: " + json.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(json);
        socket.getOutputStream().flush();
    }

    private void upgrade(Socket socket, DataInputStream input, String first, Map<String, String> headers)
            throws IOException {
        if (refusal != 0 || !first.startsWith("GET /lines?ticket=t.k ")) {
            socket.getOutputStream()
                    .write(("HTTP/1.1 " + (refusal == 0 ? 401 : refusal) + " X\r\nContent-Length: 0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return;
        }
        String accept;
        try {
            accept = Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1")
                            .digest((headers.get("sec-websocket-key") + GUID).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
        socket.getOutputStream()
                .write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        Line line = new Line(socket);
        lines.add(line);
        line.readAll(input);
    }

    private static String line(DataInputStream input) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new IOException("ended");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    public static final class Line {
        private final Socket socket;
        private final BlockingQueue<LineMessage> received = new LinkedBlockingQueue<>();
        private final Parts parts = new Parts();
        final List<Integer> textSizes = new ArrayList<>();
        final AtomicInteger keptAlive = new AtomicInteger();
        final AtomicInteger pongs = new AtomicInteger();
        public volatile boolean closed;

        /** Whether pings of the WebSocket protocol get no answer. */
        volatile boolean mute;

        private Line(Socket socket) {
            this.socket = socket;
        }

        void send(LineMessage message) throws IOException {
            for (String text : LineText.write(message)) {
                send(text);
            }
        }

        void send(String text) throws IOException {
            frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
        }

        LineMessage receive() throws InterruptedException {
            LineMessage message = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("nothing arrived");
            }
            return message;
        }

        LineMessage.Answer answer() throws InterruptedException {
            return (LineMessage.Answer) receive();
        }

        /** Nothing more is read or written; the client notices at once. */
        void breakOff() throws IOException {
            socket.close();
        }

        private synchronized void frame(int opcode, byte[] payload) throws IOException {
            ByteArrayOutputStream frame = new ByteArrayOutputStream();
            frame.write(0x80 | opcode);
            if (payload.length < 126) {
                frame.write(payload.length);
            } else if (payload.length < 1 << 16) {
                frame.write(126);
                frame.write(payload.length >> 8);
                frame.write(payload.length & 0xFF);
            } else {
                frame.write(127);
                frame.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
            }
            frame.writeBytes(payload);
            socket.getOutputStream().write(frame.toByteArray());
            socket.getOutputStream().flush();
        }

        private void readAll(DataInputStream input) throws IOException {
            ByteArrayOutputStream begun = new ByteArrayOutputStream();
            while (true) {
                int head = input.readUnsignedByte();
                int length = input.readUnsignedByte() & 0x7F;
                long size = length < 126 ? length : length == 126 ? input.readUnsignedShort() : input.readLong();
                byte[] mask = input.readNBytes(4);
                byte[] payload = input.readNBytes(Math.toIntExact(size));
                for (int i = 0; i < payload.length; i++) {
                    payload[i] ^= mask[i % 4];
                }
                switch (head & 0x0F) {
                    case CLOSE -> {
                        closed = true;
                        frame(CLOSE, payload);
                        return;
                    }
                    case PING -> {
                        if (!mute) {
                            frame(PONG, payload);
                            pongs.incrementAndGet();
                        }
                    }
                    case PONG -> {}
                    default -> {
                        begun.writeBytes(payload);
                        if ((head & 0x80) != 0) {
                            textSizes.add(begun.size());
                            read(begun.toString(StandardCharsets.UTF_8));
                            begun.reset();
                        }
                    }
                }
            }
        }

        private void read(String text) {
            LineMessage message = LineText.read(text).orElseThrow();
            if (message instanceof LineMessage.Part part) {
                parts.take(part).ifPresent(this::read);
            } else if (message instanceof LineMessage.Ping) {
                keptAlive.incrementAndGet();
            } else {
                received.add(message);
            }
        }
    }
}
