package bout.cli.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.cli.BotProgram;
import bout.cli.Ran;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.ReplayFile;
import bout.wire.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
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
        Ran.line("play ajax-tiles house:contain house:random --seed 7 --set maxTurns=40 --replay " + replay);
    }

    @Test
    void a_correct_replay_is_ok_with_its_result() {
        Ran ran = Ran.bout("verify", replay.toString()).succeeds();
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
        int moves = text.indexOf("\"moves\":[[[") + "\"moves\":[[[".length();
        String changed =
                text.substring(0, moves) + "-" + (text.charAt(moves) == '0' ? "1" : "") + text.substring(moves);
        Files.writeString(replay, changed);

        Ran ran = Ran.bout("verify", replay.toString()).exits(1);
        assertTrue(ran.out().startsWith("differs: "), ran.out());
    }

    @Test
    void bots_are_asked_again_and_another_answer_is_found() throws Exception {
        Path first = Files.writeString(folder.resolve("first.js"), "() => ({ column: 0 })");
        Path second = Files.writeString(folder.resolve("second.js"), "() => ({ column: 1 })");
        Path other = Files.writeString(folder.resolve("other.js"), "() => ({ column: 2 })");
        Path match = folder.resolve("columns.json");
        Files.write(match, ReplayFile.write(columns(Games.byId("connect-four").orElseThrow())));

        Ran same = Ran.bout("verify", "--code", first + "," + second, match.toString());
        Ran changed = Ran.bout("verify", "--code", first + "," + other, match.toString());
        Ran tooMany = Ran.bout("verify", "--code", first + "," + second + "," + other, match.toString());

        assertEquals(0, same.status(), same.out() + same.err());
        same.prints("ok: 7 answers are the same, 0 calls were not compared");
        assertEquals(1, changed.status());
        changed.prints("differs: turn 1, seat 2: ");
        tooMany.fails(2, "--code names more files than there are bots other than house bots");
        assertEquals("", tooMany.out(), "nothing was verified");
    }

    private static <M> Replay columns(Game<M> game) {
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        while (!match.over()) {
            Seat seat = match.mover();
            match.play(Turn.of(seat, match.read(seat, Map.of("column", seat.index()))));
        }
        return Replay.of(match, List.of(Replay.Player.named("One"), Replay.Player.named("Two")));
    }

    @Test
    void a_url_is_read_as_the_site_serves_it() throws Exception {
        byte[] gzip = ReplayFile.write(ReplayFile.read(Files.readAllBytes(replay)));
        try (BotServer server = new BotServer(
                0,
                asked -> asked.path().equals("/replays/1.json")
                        ? HttpAnswer.of(200, "application/json", gzip).with("Content-Encoding", "gzip")
                        : HttpAnswer.text(404, ""))) {
            Ran ok = Ran.bout("verify", server.url() + "replays/1.json").succeeds();
            assertTrue(ok.out().startsWith("ok"), ok.out());
            Ran.bout("verify", server.url() + "replays/2.json").fails(1, "status 404 instead of 200");
        }
    }

    @Test
    void a_page_that_is_no_matchs_is_no_replay() throws Exception {
        HttpAnswer page =
                HttpAnswer.of(200, "text/html; charset=utf-8", "<!doctype html>".getBytes(StandardCharsets.US_ASCII));
        try (BotServer server = new BotServer(0, asked -> page)) {
            Ran.bout("verify", server.url() + "match.html?id=1")
                    .fails(
                            1,
                            "match.html?id=1 is a web page, not a replay; give a match's page or id, or a replay's"
                                    + " URL");
        }
    }

    @Test
    void standard_input_is_read() throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(Files.readAllBytes(replay)));
        try {
            Ran.bout("verify", "-").succeeds();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void another_code_than_the_match_names_is_not_run() throws Exception {
        String id = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
        String bot = "bot_" + id;
        String code = "() => ({ column: 0 })";
        String sha256 = Sha256.hex(code);
        Map<String, Object> player = Map.of("name", "One", "bot", bot, "code", sha256);
        Map<String, Object> match =
                Map.of("status", "finished", "replay", "/replays/1.json", "players", List.of(player, player));
        byte[] columns = ReplayFile.write(columns(Games.byId("connect-four").orElseThrow()));
        try (BotServer server = new BotServer(0, asked -> switch (asked.path().replaceFirst("[^/]*$", "")) {
            case "/api/matches/" -> HttpAnswer.json(match);
            case "/replays/" -> HttpAnswer.of(200, "application/json", columns);
            default -> HttpAnswer.text(200, code.replace("0", "1"));
        })) {
            Ran ran = Ran.line("verify --bots " + id + " --api " + server.url())
                    .fails(1, "the match was played with the code " + sha256 + ", and the site gives ");
            assertTrue(ran.out().startsWith("ok: "), "the rules were kept: " + ran.out());
        }
    }

    @Test
    void the_token_is_for_the_api_of_the_command_line_only() throws Exception {
        List<String> tokens = new CopyOnWriteArrayList<>();
        try (BotServer server = new BotServer(0, asked -> {
            tokens.add(String.valueOf(asked.headers().get("Authorization")));
            return HttpAnswer.text(404, "");
        })) {
            String page = server.url() + "match.html?id=01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

            Ran.bout("verify", page, "--token", "secret", "--api", "http://127.0.0.1:9");
            Ran.bout("verify", page, "--token", "secret", "--api", server.url());
        }
        assertEquals(List.of("null", "Bearer secret"), tokens);
    }

    private static void cannot(String source, String why) {
        Ran ran = Ran.bout("verify", source).fails(1, why);
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
        String nobody = "http://127.0.0.1:" + BotProgram.freePort() + "/";
        cannot(nobody, "nothing answers at " + nobody);
    }

    @Test
    void a_replay_that_is_too_large_is_refused() throws IOException {
        Path file = folder.resolve("large.json");
        Files.write(file, "x".repeat(ReplayFile.MAX_BYTES + 1).getBytes(StandardCharsets.US_ASCII));

        cannot(file.toString(), "larger than the maximum of");
    }
}
