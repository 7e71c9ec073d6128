package bout.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class HostileFilesTest {

    private static final List<byte[]> REPLAYS = replays();

    @Property(tries = 3000)
    void a_replay_file_is_read_and_played_or_refused_with_a_message(@ForAll("replayFiles") byte[] file) {
        Replay replay;
        try {
            replay = ReplayFile.read(file);
        } catch (ReplayFile.NotAReplay refused) {
            assertFalse(refused.getMessage().isBlank());
            both("refused");
            return;
        }
        both("read");
        Optional<Game<?>> game = Games.byId(replay.start().game());
        if (game.isPresent()) {
            assertNotNull(replay.verify(game.get()));
        }
    }

    @Property(tries = 2000)
    void a_checkpoint_or_a_live_replay_is_read_or_refused_with_a_message(@ForAll("unfinished") byte[] file) {
        Replay soFar;
        try {
            soFar = ReplayFile.read(file);
        } catch (ReplayFile.NotAReplay refused) {
            assertFalse(refused.getMessage().isBlank());
            both("refused");
            return;
        }
        both("read");
        Games.byId(soFar.start().game()).ifPresent(game -> {
            try {
                Playback<?> playback = soFar.playback(game);
                while (playback.next()) {}
            } catch (UnexpectedValue refused) {
                assertFalse(refused.getMessage().isBlank());
            }
        });
    }

    @Property(tries = 2000)
    void an_answer_is_json_or_refused_with_a_message(@ForAll("answers") String json) {
        try {
            Json.readAnswer(json);
            both("read");
        } catch (Json.NotJson refused) {
            both("refused");
            assertFalse(refused.getMessage().isBlank());
        }
    }

    @Property(tries = 2000)
    void a_body_for_a_house_bot_is_read_or_refused(@ForAll("botBodies") byte[] body, @ForAll GameCard.Form form) {
        try {
            assertNotNull(BotBody.read(form, body));
            both("read");
        } catch (Json.NotJson | IllegalArgumentException refused) {
            both("refused");
            assertFalse(refused.getMessage().isBlank());
        }
    }

    /** Each property must see files of both kinds. */
    private static void both(String branch) {
        Statistics.collect(branch);
        Statistics.coverage(both -> {
            both.check("read").count(times -> times > 0);
            both.check("refused").count(times -> times > 0);
        });
    }

    @Provide
    Arbitrary<byte[]> replayFiles() {
        return packedOrNot(HostileBytes.like(REPLAYS));
    }

    /** Checkpoints have a hash, live replays have none. */
    @Provide
    Arbitrary<byte[]> unfinished() {
        return packedOrNot(HostileBytes.like(REPLAYS.stream()
                .flatMap(replay -> Stream.of(withoutResult(replay, true), withoutResult(replay, false)))
                .toList()));
    }

    @Provide
    Arbitrary<String> answers() {
        return HostileBytes.textLike(
                "{\"x\":3,\"y\":0}",
                "{\"move\":\"EAT\"}",
                "{\"dx\":2.25,\"dy\":-1.0000000000000002}",
                "{\"commands\":\"MOVE 1 2 3; TRAIN 3 3 3; MSG \\u00fcber\"}");
    }

    @Provide
    Arbitrary<byte[]> botBodies() {
        return HostileBytes.like(Games.ALL.stream().map(HostileFilesTest::asked).toList());
    }

    private static Arbitrary<byte[]> packedOrNot(Arbitrary<byte[]> plain) {
        return Arbitraries.oneOf(
                plain,
                plain.map(DocumentFile::zipped),
                HostileBytes.like(REPLAYS.stream().map(DocumentFile::zipped).toList()));
    }

    private static <M> byte[] asked(Game<M> game) {
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        return BotBody.write(match.game().card().form(), match.request(Seat.FIRST));
    }

    private static byte[] withoutResult(byte[] replay, boolean withHash) {
        try {
            Replay read = ReplayFile.read(replay);
            return Json.bytes(new Replay(read.engine(), read.start(), read.calls(), null, withHash ? read.hash() : null)
                    .toPlain());
        } catch (ReplayFile.NotAReplay impossible) {
            throw new IllegalStateException(new String(replay, StandardCharsets.UTF_8), impossible);
        }
    }

    private static List<byte[]> replays() {
        List<byte[]> replays = new ArrayList<>();
        for (Path sample : ReplaySamplesTest.samples()) {
            try {
                replays.add(DocumentFile.unzipped(Files.readAllBytes(sample), ReplayFile.MAX_BYTES));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(sample.toString(), unreadable);
            }
        }
        return replays;
    }
}
