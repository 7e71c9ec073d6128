package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Aside;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Turn;
import bout.games.Games;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LongReplayFileTest {

    private static final List<Replay.Player> PLAYERS = List.of(Replay.Player.named("Ada"), Replay.Player.named("Bo"));

    private static <M> Match<M> longest(Game<M> game, Options options, Function<Random, Object> answers) {
        Match<M> match = Match.draw(game, "3", options);
        Random random = new Random(5);
        while (!match.over()) {
            match.play(
                    Turn.of(match, seat -> match.read(seat, answers.apply(random))),
                    seat -> Aside.took(random.nextInt(60_000)));
        }
        return match;
    }

    private static Options options(Game<?> game, Map<String, Object> given) {
        return ((Options.Valid) Options.read(game.card().options(), given)).options();
    }

    @Test
    void a_match_of_maximal_length_reads_back() throws Exception {
        Game<?> game = Games.byId("ajax-tiles").orElseThrow();
        comesBack(
                game,
                options(game, Map.of("maxTurns", 10_000)),
                random -> Map.of("x", random.nextInt(), "y", random.nextInt()),
                10_000);
    }

    @Test
    void a_match_with_the_longest_answers_reads_back_although_it_exceeds_a_table_item() throws Exception {
        Game<?> game = Games.byId("ice-and-fire").orElseThrow();
        int bytes = comesBack(
                game,
                Options.defaults(game.card().options()),
                random -> Map.of("commands", "MSG " + noise(random, 2996)),
                200);
        assertTrue(bytes > 400_000, bytes + " bytes");
    }

    private static String noise(Random random, int characters) {
        return random.ints(characters, 'A', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static <M> int comesBack(Game<M> game, Options options, Function<Random, Object> answers, int turns)
            throws Exception {
        Match<M> match = longest(game, options, answers);
        assertEquals(turns, match.turn(), () -> "turns; it ended with " + match.result());
        byte[] file = ReplayFile.write(Replay.of(match, PLAYERS));
        Replay read = ReplayFile.read(file);
        Playback<M> playback = read.playback(Match.draw(game, "3", options));
        while (playback.next()) {}
        assertEquals(match.hash(), playback.match().hash());
        assertEquals(match.calls(), playback.match().calls());
        return file.length;
    }
}
