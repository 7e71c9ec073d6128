package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.ReplayFile;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class VerifyCommandTest {

    @TempDir
    private Path folder;

    private Path replay;

    @BeforeEach
    void play_a_match() {
        replay = folder.resolve("match.json");
        Ran.bout(
                "play",
                "ajax-tiles",
                "house:contain",
                "house:random",
                "--seed",
                "7",
                "--set",
                "maxTurns=40",
                "--replay",
                replay.toString());
    }

    @Test
    void a_correct_replay_is_ok_with_its_result() {
        Ran ran = Ran.bout("verify", replay.toString());

        assertEquals(0, ran.status(), ran.err());
        assertTrue(ran.out().startsWith("ok: ajax-tiles, 40 turns: "), ran.out());
        assertTrue(
                ran.out()
                        .matches(
                                "(?s).*(contain \\(seat 1\\) wins|random \\(seat 2\\) wins|a draw), \\d+ to \\d+ tiles.*"),
                ran.out());
    }

    @Test
    void one_changed_move_is_found() throws IOException {
        String text = Files.readString(replay);
        int moves = text.indexOf("\"moves\":[[") + "\"moves\":[[".length();
        String changed =
                text.substring(0, moves) + "-" + (text.charAt(moves) == '0' ? "1" : "") + text.substring(moves);
        Files.writeString(replay, changed);

        Ran ran = Ran.bout("verify", replay.toString());

        assertEquals(1, ran.status());
        assertTrue(ran.out().startsWith("differs: "), ran.out());
    }

    @Test
    void bots_are_asked_again_and_another_answer_is_found() throws Exception {
        Path first = Files.writeString(folder.resolve("first.js"), "() => ({ column: 0 })");
        Path second = Files.writeString(folder.resolve("second.js"), "() => ({ column: 1 })");
        Path other = Files.writeString(folder.resolve("other.js"), "() => ({ column: 2 })");
        Path match = folder.resolve("columns.json");
        Files.write(match, ReplayFile.write(columns(Games.byId("connect-four").orElseThrow())));

        Ran same = Ran.bout("verify", "--bots", first + "," + second, match.toString());
        Ran changed = Ran.bout("verify", "--bots", first + "," + other, match.toString());
        Ran tooMany = Ran.bout("verify", "--bots", first + "," + second + "," + other, match.toString());

        assertEquals(0, same.status(), same.out() + same.err());
        assertTrue(same.out().contains("ok: 7 answers are the same, 0 calls were not compared"), same.out());
        assertEquals(1, changed.status());
        assertTrue(changed.out().contains("differs: turn 1, seat 2: "), changed.out());
        assertEquals(2, tooMany.status());
    }

    /** Seat 1 fills the first column, seat 2 the second. */
    private static <S, M> Replay columns(Game<S, M> game) {
        Match<S, M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        while (!match.over()) {
            Seat seat = match.toMove().includes(Seat.FIRST) ? Seat.FIRST : Seat.SECOND;
            match.play(Turn.of(seat, match.read(seat, Map.of("column", seat.index()))));
        }
        return Replay.of(match, List.of(new Replay.Player("One", null), new Replay.Player("Two", null)));
    }

    @Test
    void a_url_is_read_as_the_site_serves_it() throws Exception {
        byte[] gzip = ReplayFile.write(ReplayFile.read(Files.readAllBytes(replay)));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/replays/1.json", exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(200, gzip.length);
            exchange.getResponseBody().write(gzip);
            exchange.close();
        });
        server.start();
        String origin = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            Ran ok = Ran.bout("verify", origin + "/replays/1.json");
            assertEquals(0, ok.status(), ok.err());
            assertTrue(ok.out().startsWith("ok"), ok.out());

            Ran missing = Ran.bout("verify", origin + "/replays/2.json");
            assertEquals(1, missing.status());
            assertTrue(missing.err().contains("status 404 instead of 200"), missing.err());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void standard_input_is_read() throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(Files.readAllBytes(replay)));
        try {
            assertEquals(0, Ran.bout("verify", "-").status());
        } finally {
            System.setIn(before);
        }
    }

    private static void cannot(String source, String why) {
        Ran ran = Ran.bout("verify", source);
        assertEquals(1, ran.status(), ran.err());
        assertTrue(ran.err().contains(why), ran.err());
        assertEquals(1, ran.err().lines().count(), ran.err());
        assertEquals("", ran.out());
    }

    @Test
    void a_replay_that_cannot_be_read_is_status_1_and_says_why() throws IOException {
        cannot(folder.resolve("none.json").toString(), "no such file");
        cannot(folder.toString(), "is a folder");
        cannot(Files.writeString(folder.resolve("text"), "hello").toString(), "not JSON");
        cannot(Files.writeString(folder.resolve("empty"), "").toString(), "not JSON");
        cannot(Files.writeString(folder.resolve("list"), "[]").toString(), "Not a replay");
        cannot(Files.writeString(folder.resolve("short"), "{\"format\":1}").toString(), "Not a replay");
        cannot(
                Files.writeString(
                                folder.resolve("game"),
                                Files.readString(replay).replace("\"game\":\"ajax-tiles\"", "\"game\":\"ajax-tile\""))
                        .toString(),
                "Did you mean ajax-tiles?");
        byte[] cut = {0x1F, (byte) 0x8B, 8, 0, 0};
        cannot(Files.write(folder.resolve("cut.gz"), cut).toString(), "Invalid gzip data: it ends too early");
        int nobody;
        try (ServerSocket free = new ServerSocket(0)) {
            nobody = free.getLocalPort();
        }
        cannot("http://127.0.0.1:" + nobody + "/", "nothing answers there");
    }

    @Test
    void a_replay_that_is_too_large_is_refused() throws IOException {
        Path file = folder.resolve("large.json");
        Files.write(file, "x".repeat(ReplayFile.MAX_BYTES + 1).getBytes(StandardCharsets.US_ASCII));

        cannot(file.toString(), "larger than the maximum of");
    }

    @Test
    void a_source_that_is_neither_file_nor_url_is_wrong_use() {
        assertEquals(2, Ran.bout("verify").status());
        assertEquals(2, Ran.bout("verify", "ftp://example.org/replay").status());
        assertEquals(2, Ran.bout("verify", "http://").status());
        assertEquals(2, Ran.bout("verify", "http://exa mple.org/").status());
    }
}
