package bout.runner;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.cloud.Cloud;
import bout.engine.Failure;
import bout.engine.Replay;
import bout.games.Games;
import bout.store.Aws;
import bout.store.match.GameSettings;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.wire.ReplayFile;
import bout.wire.id.MatchIds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The memory that hostile bots can make a runner use: a batch of matches in a process with a small heap. */
@Tag("server")
@Timeout(240)
class HostileBatchTest {

    private static final int TIME_LIMIT = 30_000;
    private static final int BODY = 64 << 10;

    /** The length of a line of A Code of Ice and Fire, in characters. */
    private static final int LONGEST_LINE = 3000;

    /** The start of a legal answer in each game. */
    private static final String LEGAL = "{\"dx\":0,\"dy\":0,\"x\":0,\"y\":0,\"move\":\"PASS\",\"commands\":\"WAIT\"";

    /** How a bot answers a request. */
    private enum Bot {
        /** An endless body. */
        STREAM(Failure.Kind.TOO_LARGE) {
            @Override
            void answer(TestServer.Connection connection) throws IOException {
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                String chunk = "2000\r\n" + " ".repeat(0x2000) + "\r\n";
                while (true) {
                    connection.send(chunk);
                }
            }
        },
        HEADERS(Failure.Kind.TOO_LARGE) {
            @Override
            void answer(TestServer.Connection connection) throws IOException {
                connection.send("HTTP/1.1 200 OK\r\n");
                for (int i = 0; i < 1_000_000; i++) {
                    connection.send("X-" + i + ": 1\r\n");
                }
            }
        },
        NESTED(Failure.Kind.NOT_EXPECTED, ok("{\"x\":".repeat(BODY / 5)).getBytes(StandardCharsets.UTF_8)),
        /** A body of 64 KiB whose values would need twenty times as much memory. */
        CROWDED(Failure.Kind.NOT_EXPECTED, full(LEGAL + ",\"more\":[", "{},", "{}]}")),
        /** A legal answer of 64 KiB with the maximum number of small values. */
        LARGE(null, full(LEGAL + ",\"more\":[" + "{},".repeat(2000) + "\"", "x", "\"]}")),
        /** The same, but delayed, so the other bot's immediate answer must be kept in memory. */
        LARGE_AND_LATE(null) {
            @Override
            void answer(TestServer.Connection connection) throws IOException, InterruptedException {
                Thread.sleep(300);
                LARGE.answer(connection);
            }
        },
        /** A legal line of commands of maximum length, and another one for each move. */
        TALKATIVE(null) {
            @Override
            void answer(TestServer.Connection connection) throws IOException {
                String line = "MSG " + System.nanoTime();
                connection.send(ok("{\"commands\":\"" + line + "x".repeat(LONGEST_LINE - line.length()) + "\"}"));
            }
        },
        /** A line of 64 KiB. */
        TOO_TALKATIVE(Failure.Kind.NOT_EXPECTED, full("{\"commands\":\"MSG ", "x", "\"}"));

        /** The failure that its calls should have, or {@code null} for legal answers. */
        final Failure.Kind kind;

        private final byte[] answer;

        Bot(Failure.Kind kind) {
            this(kind, null);
        }

        Bot(Failure.Kind kind, byte[] answer) {
            this.kind = kind;
            this.answer = answer;
        }

        void answer(TestServer.Connection connection) throws IOException, InterruptedException {
            connection.send(answer);
        }

        TestServer serve() throws IOException {
            return TestServer.of(connection -> {
                while (connection.request() != null) {
                    answer(connection);
                }
            });
        }

        private static byte[] full(String begin, String middle, String end) {
            int times = (BODY - begin.length() - end.length()) / middle.length();
            return ok(begin + middle.repeat(times) + end).getBytes(StandardCharsets.UTF_8);
        }
    }

    @TempDir
    private Path folder;

    private Matches matches;
    private final MatchIds ids = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private final Map<Bot, TestServer> servers = new EnumMap<>(Bot.class);

    @Test
    @Tag("full")
    void two_hundred_matches_of_hostile_bots_end_correctly_within_256_mb() throws Exception {
        assertHonest(200, 256);
    }

    @Test
    void forty_matches_of_hostile_bots_end_correctly_within_128_mb() throws Exception {
        assertHonest(40, 128);
    }

    private void assertHonest(int count, int megabytes) throws Exception {
        Map<String, Bot> first = new LinkedHashMap<>();
        Path data = folder.resolve("data");
        try {
            Cloud cloud = HostileBatch.in(data);
            matches = aws(cloud).matches(Clock.systemUTC());
            for (Bot bot : Bot.values()) {
                servers.put(bot, bot.serve());
            }
            for (Bot bot : List.of(Bot.STREAM, Bot.HEADERS, Bot.NESTED, Bot.CROWDED)) {
                for (int i = 0; i < share(count, 6); i++) {
                    first.put(queued("ajax-tiles", bot, bot), bot);
                    first.put(queued("tokens", bot, bot), bot);
                    first.put(queued("robotag", bot, Bot.LARGE_AND_LATE), bot);
                    first.put(queued("ice-and-fire", bot, bot), bot);
                }
            }
            for (int i = 0; i < share(count, 24); i++) {
                first.put(queued("ice-and-fire", Bot.TALKATIVE, Bot.TALKATIVE), Bot.TALKATIVE);
            }
            for (int i = 0; i < share(count, 4); i++) {
                first.put(queued("ice-and-fire", Bot.TOO_TALKATIVE, Bot.TALKATIVE), Bot.TOO_TALKATIVE);
            }
            while (first.size() < count) {
                first.put(queued("robotag", Bot.LARGE, Bot.LARGE_AND_LATE), Bot.LARGE);
            }

            cloud.close();
            String said = play(data, List.copyOf(first.keySet()), megabytes);

            assertTrue(said.contains("failed 0, live "), said);
            cloud = HostileBatch.in(data);
            Matches played = aws(cloud).matches(Clock.systemUTC());
            Replays replays = new Replays(aws(cloud).bucket());
            for (Map.Entry<String, Bot> entry : first.entrySet()) {
                assertEquals(
                        Status.FINISHED,
                        played.find(entry.getKey()).orElseThrow().status(),
                        said);
                assertHonest(replays.get(entry.getKey()).orElseThrow(), entry.getValue());
            }
            cloud.close();
        } finally {
            for (TestServer server : servers.values()) {
                server.close();
            }
        }
    }

    private static Aws aws(Cloud cloud) {
        return new Aws(HostileBatch.environment(), HostileBatch.clients(cloud));
    }

    /** The same share of a smaller batch as this number of 200. */
    private static int share(int count, int of200) {
        return Math.max(1, of200 * count / 200);
    }

    private String queued(String game, Bot one, Bot two) {
        Map<String, Object> options = game.equals("robotag") ? Map.of("maxTurns", 3, "start", "corners") : Map.of();
        MatchRecord record = MatchRecord.queued(
                ids.next(),
                new MatchSettings(
                        GameSettings.of(game)
                                .withOptions(new LinkedHashMap<>(options))
                                .withTimeLimit(TIME_LIMIT),
                        List.of(
                                PlayerRecord.url("one", servers.get(one).url().text()),
                                PlayerRecord.url("two", servers.get(two).url().text())),
                        "7"),
                MatchOrigin.UNKNOWN,
                Instant.now());
        matches.acceptMatch(record, null, MatchLimits.NONE, Set.of());
        return record.id();
    }

    /** Every failed call has the right failure, and the moves lead to the result. */
    private static void assertHonest(byte[] file, Bot bot) throws ReplayFile.NotAReplay {
        Replay replay = ReplayFile.read(file);
        assertInstanceOf(
                Replay.Confirmed.class,
                replay.verify(Games.byId(replay.start().game()).orElseThrow()));
        assertEquals(
                bot.kind == null,
                replay.calls().failures().isEmpty(),
                replay.calls().failures().toString());
        for (Replay.FailedCall failed : replay.calls().failures()) {
            assertEquals(bot.kind, failed.failure().kind(), failed.failure().text());
        }
    }

    /** Plays the batch in its own process. */
    private String play(Path data, List<String> batch, int megabytes) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:TieredStopAtLevel=1", // it ends before more pays
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                HostileBatch.class.getName(),
                data.toString()));
        command.addAll(batch);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(3, TimeUnit.MINUTES), () -> "it does not end: " + read(output));
        } finally {
            process.destroyForcibly();
        }
        String said = read(output);
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    /** The last part of the process's output. */
    private static String read(Path output) {
        try {
            String text = Files.readString(output);
            return text.substring(Math.max(0, text.length() - 4000));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
