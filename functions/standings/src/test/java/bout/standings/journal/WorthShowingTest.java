package bout.standings.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Leaderboard;
import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.tally.SeatTally;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.store.journal.Journals;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.match.MatchRecord.MatchProgress;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.wire.id.MatchIds;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which matches are offered to people who did not ask for them, and which were lost by failing. */
class WorthShowingTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** From which turn on a bot fails. */
    private static final int NEVER = Integer.MAX_VALUE;

    /**
     * Plays the best house bot against itself; seat 2 fails in its first call at or after that turn, and in all later
     * ones.
     */
    private static <M> MatchRecord played(Game<M> game, Failure failure, int failsFrom) {
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        Map<Seat, HouseBot.Bot> bots = new LinkedHashMap<>();
        for (Seat seat : Seat.first(2)) {
            bots.put(seat, game.houseBots().getLast().at(seat, "7"));
        }
        while (!match.over()) {
            boolean fails = match.turn() >= failsFrom;
            match.play(Turn.of(
                    answer(match, Seat.FIRST, bots, null), answer(match, Seat.SECOND, bots, fails ? failure : null)));
        }
        List<Replay.FailedCall> failures = Replay.of(
                        match, List.of(Replay.Player.named("one"), Replay.Player.named("two")))
                .calls()
                .failures();
        return finished(
                game,
                match.result(),
                match.turn(),
                failures,
                Seat.first(2).stream().map(seat -> SeatTally.of(match, seat)).toList());
    }

    private static <M> Action<M> answer(Match<M> match, Seat seat, Map<Seat, HouseBot.Bot> bots, Failure failure) {
        if (!match.isToMove(seat)) {
            return null;
        }
        return failure != null
                ? Action.failed(failure)
                : match.read(seat, bots.get(seat).answer(match.request(seat)));
    }

    private static MatchRecord finished(
            Game<?> game, Result result, int turns, List<Replay.FailedCall> failures, List<SeatTally> tallies) {
        return new MatchRecord(
                MatchIds.derived(NOON, game.card().id()),
                new MatchSettings(
                        GameSettings.of(game.card().id()),
                        Stream.of("one", "two")
                                .map(name -> PlayerRecord.url(name, "https://bots.example.org/" + name))
                                .toList(),
                        "7"),
                MatchOrigin.competition(new Competition.OfLadder(1, 1)),
                NOON,
                new MatchProgress(Status.FINISHED, turns, NOON),
                new MatchOutcome(
                        result,
                        failures.stream().limit(MatchOutcome.STORED_FAILURES).toList(),
                        failures.size(),
                        tallies,
                        null,
                        NOON.plusSeconds(1),
                        null));
    }

    /** The ids of the ladder's highlights after this match. */
    private static Map<String, Optional<String>> highlights(MatchRecord match) {
        Ladder ladder = new Ladder(match.game());
        ladder.add(Journals.entry(1, match));
        Map<String, Participant> listed = new LinkedHashMap<>();
        match.players()
                .forEach(player -> listed.put(player.key(), Participant.registered(player.key(), player.name(), null)));
        Map<String, Object> plain = Leaderboard.of(ladder, listed).toPlain();
        Plain highlights = Plain.of(plain).get("highlights");
        return Map.of("closest", id(highlights.get("closest")), "upset", id(highlights.get("upset")));
    }

    private static Optional<String> id(Plain highlight) {
        return highlight.isNull()
                ? Optional.empty()
                : Optional.of(highlight.get("match").text());
    }

    private static List<DynamicTest> ofEachGame(Consumer<Game<?>> test) {
        return Games.ALL.stream()
                .map(game -> DynamicTest.dynamicTest(game.card().id(), () -> test.accept(game)))
                .toList();
    }

    @TestFactory
    List<DynamicTest> a_match_with_a_refused_bot_is_no_highlight() {
        return ofEachGame(game -> {
            Failure refused = new Failure(Failure.Kind.REFUSED, "connection refused");
            for (int turn : List.of(0, game.usualTurns() / 4)) {
                MatchRecord match = played(game, refused, turn);
                assertFalse(match.worthShowing(), () -> "failed from turn " + turn);
                assertEquals(Map.of("closest", Optional.empty(), "upset", Optional.empty()), highlights(match));
            }
        });
    }

    @TestFactory
    List<DynamicTest> a_match_that_ended_by_a_failure_is_not_worth_showing_even_if_no_call_is_known_to_have_failed() {
        return ofEachGame(game -> {
            MatchRecord match = played(game, new Failure(Failure.Kind.TIME_OUT, "no answer"), game.usualTurns() / 4);
            boolean goesOn =
                    List.of("tokens", "battlesnake").contains(game.card().id());
            assertEquals(!goesOn, game.endedByFailure(match.outcome().result()));
            assertEquals(
                    goesOn,
                    finished(game, match.outcome().result(), match.progress().turn(), List.of(), SeatTally.NO_CALLS)
                            .worthShowing());
        });
    }

    @TestFactory
    List<DynamicTest> a_match_of_good_bots_in_which_nothing_failed_is_a_highlight() {
        return ofEachGame(game -> {
            MatchRecord match = played(game, null, NEVER);
            boolean scoreless = match.outcome().result().score(Seat.FIRST) == 0
                    && match.outcome().result().score(Seat.SECOND) == 0;
            assertFalse(game.endedByFailure(match.outcome().result()));
            assertEquals(!scoreless, match.worthShowing());
            assertEquals(!scoreless, highlights(match).get("closest").isPresent());
        });
    }

    @Test
    void neither_a_shorter_match_nor_one_without_a_score_is_worth_showing() {
        Game<?> game = Games.byId("ajax-tiles").orElseThrow();
        int least = game.usualTurns() / 10;
        assertTrue(finished(game, Result.byScore(9, 8, "full"), least, List.of(), SeatTally.NO_CALLS)
                .worthShowing());
        assertFalse(finished(game, Result.byScore(9, 8, "full"), least - 1, List.of(), SeatTally.NO_CALLS)
                .worthShowing());
        assertFalse(finished(game, Result.byScore(0, 0, "full"), game.usualTurns(), List.of(), SeatTally.NO_CALLS)
                .worthShowing());
    }

    @TestFactory
    List<DynamicTest> a_bot_that_fails_has_lost_by_that_in_every_game() {
        return ofEachGame(game -> assertEquals(
                Optional.of(new Forfeit(Seat.SECOND, Failure.Kind.TIME_OUT)),
                played(game, new Failure(Failure.Kind.TIME_OUT, "it failed"), 2).forfeit()));
    }

    @Test
    void where_play_goes_on_a_few_failed_calls_are_not_why_a_bot_lost() {
        Game<?> tokens = Games.byId("tokens").orElseThrow();
        int turns = played(tokens, null, NEVER).progress().turn();
        MatchRecord match = played(tokens, new Failure(Failure.Kind.TIME_OUT, "it failed"), turns * 9 / 10);
        assertEquals(Optional.empty(), match.forfeit());
    }
}
