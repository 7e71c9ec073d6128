package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.address.AddressPolicy;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Reply;
import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.games.ajaxtiles.AjaxTiles;
import bout.wire.HostileBytes;
import bout.wire.Json;
import bout.wire.ReplayFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.statistics.Statistics;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;

/**
 * Hostile answers, from the wire to the played turn: each becomes a move or a recorded failure, and the matches can be
 * replayed.
 */
@Tag("server")
class HostileAnswersTest {

    private static final int MAX_FAILURE_BYTES = 4000;

    private static final int TIME_LIMIT = 10_000;

    private static final BotClient CLIENT = new BotClient(AddressPolicy.LOOPBACK, 4);

    @Property(tries = 400)
    void a_match_with_hostile_answers_continues_and_can_be_replayed(
            @ForAll("games") Game<?> game,
            @ForAll("manyAnswers") List<byte[]> bodies,
            @ForAll("encodings") String encoding)
            throws Exception {
        play(game, bodies, encoding);
    }

    private static <M> void play(Game<M> game, List<byte[]> bodies, String encoding) throws Exception {
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        HouseBot.Bot house = game.houseBots().getFirst().at(Seat.FIRST, "7");
        int next = 0;
        while (!match.over() && next < bodies.size()) {
            List<Action<M>> actions = new ArrayList<>();
            for (Seat seat : Seat.first(2)) {
                if (!match.isToMove(seat)) {
                    actions.add(null);
                } else if (seat == Seat.FIRST) {
                    // One player plays well, so that matches last a while.
                    actions.add(match.read(seat, house.answer(match.request(seat))));
                } else {
                    actions.add(action(match, seat, bodies.get(next++), encoding));
                }
            }
            match.play(Turn.of(actions.get(0), actions.get(1)), seat -> Aside.took(1));
        }
        assertNotNull(match.picture());
        if (match.over()) {
            Replay replay = Replay.of(match, List.of(Replay.Player.named("one"), Replay.Player.named("two")));
            Replay read = ReplayFile.read(ReplayFile.write(replay));
            assertTrue(read.verify(game) instanceof Replay.Confirmed, () -> Json.text(replay.toPlain()));
        }
    }

    private static <M> Action<M> action(Match<M> match, Seat seat, byte[] body, String encoding) {
        Action<M> action;
        try {
            action = match.read(
                    seat, AnswerBody.read(body, encoding, match.game().card()));
        } catch (CallFailed wrong) {
            action = Action.failed(wrong.failure());
        }
        Failure failure = action.failure();
        if (failure != null) {
            assertFalse(failure.text().isBlank());
            assertTrue(failure.text().length() < MAX_FAILURE_BYTES, failure.text());
        }
        return action;
    }

    @Property(tries = 5000)
    void hostile_headers_are_parsed_or_rejected(@ForAll("heads") byte[] head) {
        Http1Config limits = Http1Config.custom()
                .setMaxLineLength(8 << 10)
                .setMaxHeaderCount(100)
                .setMaxEmptyLineCount(10)
                .build();
        try {
            Answer answer = (Answer) new Answer.Parser(limits)
                    .parse(new SessionInputBufferImpl(8 << 10), new ByteArrayInputStream(head));
            assertTrue(answer.getCode() >= 100 && answer.getCode() <= 999, () -> "status " + answer.getCode());
            Statistics.collect("parsed");
        } catch (IOException | HttpException noAnswer) {
            Statistics.collect("rejected");
        }
        Statistics.coverage(both -> {
            both.check("parsed").count(times -> times > 0);
            both.check("rejected").count(times -> times > 0);
        });
    }

    @Example
    void a_negative_version_is_rejected() {
        byte[] head = bytes("HTTP/-1.1 200 OK\r\n\r\n");
        assertThrows(HttpException.class, () -> new Answer.Parser(Http1Config.DEFAULT)
                .parse(new SessionInputBufferImpl(8 << 10), new ByteArrayInputStream(head)));
    }

    @Property(tries = 1000)
    void a_call_with_a_hostile_answer_ends_with_a_move_or_a_failure(@ForAll("wholeAnswers") byte[] bytes)
            throws IOException {
        AjaxTiles game = new AjaxTiles();
        try (TestServer server = TestServer.of(connection -> {
            connection.request();
            connection.send(bytes);
        })) {
            Reply reply = CLIENT.player(server.url())
                    .ask(new MoveRequest(
                            "seat_0198",
                            game.card(),
                            Seat.FIRST,
                            0,
                            Match.draw(game, "7", Options.defaults(game.card().options()))
                                    .request(Seat.FIRST),
                            TIME_LIMIT,
                            System.nanoTime() + TimeUnit.MINUTES.toNanos(1),
                            game.card().calls().move()));
            switch (reply) {
                case Reply.Answered answered -> assertTrue(answered.milliseconds() >= 0);
                case Reply.Failed failed ->
                    assertFalse(
                            failed.failure().text().isBlank(), failed.failure().toString());
                case Reply.BrokenOff brokenOff -> fail("nobody ended this call");
            }
        }
    }

    @AfterContainer
    static void close() {
        CLIENT.close();
    }

    @Provide
    Arbitrary<byte[]> wholeAnswers() {
        return HostileBytes.like(List.of(
                bytes(TestServer.ok("{\"x\":3,\"y\":0}")),
                bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n{\"x\":3,\"y\":0}\r\n0\r\n\r\n"),
                bytes("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Encoding: gzip\r\n"
                        + "Content-Length: 13\r\n\r\n{\"x\":3,\"y\":0}"),
                bytes(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 307 Elsewhere\r\nLocation: https://example.org/a?b\r\n\r\n"),
                bytes("HTTP/1.0 500 Oh\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h1>division by zero</h1>")));
    }

    @Provide
    Arbitrary<Game<?>> games() {
        return Arbitraries.of(Games.ALL);
    }

    @Provide
    Arbitrary<List<byte[]>> manyAnswers() {
        List<byte[]> samples = List.of(
                bytes("{\"x\":3,\"y\":0}"),
                bytes("{\"x\":23,\"y\":11,\"more\":[1,2.5,null,true,\"ü\"]}"),
                bytes("{\"move\":\"EAT\"}"),
                bytes("{\"move\":\"RIGHT\"}"),
                bytes("{\"dx\":2.25,\"dy\":-1.0000000000000002}"),
                bytes("{\"dx\":-3,\"dy\":0}"),
                bytes("{\"commands\":\"WAIT\"}"),
                bytes("{\"commands\":\"MOVE 1 2 3; TRAIN 1 10 11;BUILD TOWER 11 10;MSG \\u00fcber\"}"));
        return HostileBytes.like(samples).list().ofMinSize(1).ofMaxSize(40);
    }

    @Provide
    Arbitrary<String> encodings() {
        return Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.just(null)),
                Tuple.of(1, Arbitraries.of("gzip", "identity", "br", "", "x-gzip")),
                Tuple.of(1, Arbitraries.strings().ofMaxLength(10)));
    }

    @Provide
    Arbitrary<byte[]> heads() {
        return HostileBytes.like(List.of(
                bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n"),
                bytes("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n"),
                bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX: a\r\n b\r\n\r\n"),
                bytes("HTTP/1.1 302 Found\r\nLocation: https://example.org/\r\n\r\n")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
