package bout.standings.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.LadderPlayer;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tally.SeatTally;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Tournament;
import bout.competition.tournament.Tournament.PlayedMatch;
import bout.engine.Action;
import bout.engine.Game;
import bout.engine.Game.TournamentStyle;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
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
import bout.wire.Json;
import bout.wire.id.MatchIds;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A bot that would rather fail than lose: it answers nonsense once the opponent is near enough to tag it. */
class FailingOnPurposeTest {

    private static final Game<?> ROBOTAG = Games.byId("robotag").orElseThrow();
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Map<String, Object> NONSENSE = Map.of("dx", 99, "dy", 99);

    /** Closer than this, the hunter may tag with its next move. */
    private static final double NEAR = 12;

    private static Object attacker(Map<String, Object> fields) {
        Plain asked = Plain.of(fields);
        Plain me = asked.get("my");
        Plain other = asked.get("enemy");
        double distance = Math.hypot(
                me.get("x").number() - other.get("x").number(),
                me.get("y").number() - other.get("y").number());
        return distance < NEAR ? NONSENSE : Map.of("dx", 0, "dy", 0);
    }

    /** A match that the hunter plays in this seat against the attacker, or two attackers if the seat is null. */
    private static <M> MatchRecord played(Game<M> game, int number, Seat hunter) {
        Match<M> match = Match.draw(
                game, Integer.toString(number), Options.defaults(game.card().options()));
        HouseBot.Bot house = game.houseBot("hunter").orElseThrow().at(Seat.FIRST, "7");
        while (!match.over()) {
            match.play(Turn.of(answer(match, Seat.FIRST, hunter, house), answer(match, Seat.SECOND, hunter, house)));
        }
        List<Replay.FailedCall> failures = Replay.of(
                        match, List.of(Replay.Player.named("one"), Replay.Player.named("two")))
                .calls()
                .failures();
        PlayerRecord hunting = PlayerRecord.house("hunter", "hunter");
        PlayerRecord attacking = PlayerRecord.url("attacker", "https://bots.example.org/attacker");
        return new MatchRecord(
                MatchIds.derived(NOON, "attack", Integer.toString(number), String.valueOf(hunter)),
                new MatchSettings(
                        GameSettings.of("robotag"),
                        hunter == Seat.FIRST ? List.of(hunting, attacking) : List.of(attacking, hunting),
                        Integer.toString(number)),
                MatchOrigin.competition(new Competition.OfLadder(0, 0)),
                NOON,
                new MatchProgress(Status.FINISHED, match.turn(), NOON),
                new MatchOutcome(
                        match.result(),
                        failures,
                        failures.size(),
                        SeatTally.NO_CALLS,
                        null,
                        NOON.plusSeconds(1),
                        null));
    }

    private static <M> Action<M> answer(Match<M> match, Seat seat, Seat hunter, HouseBot.Bot house) {
        Map<String, Object> fields = match.request(seat);
        return match.read(seat, hunter == null ? NONSENSE : seat == hunter ? house.answer(fields) : attacker(fields));
    }

    /** Twenty matches in which the hunter got near enough, with the hunter in each seat by turns. */
    private static List<MatchRecord> attacks() {
        List<List<MatchRecord>> bySeat = Seat.first(2).stream()
                .map(hunter -> IntStream.range(0, 100)
                        .mapToObj(number -> played(ROBOTAG, number, hunter))
                        .filter(match -> match.outcome().failureCount() > 0)
                        .limit(10)
                        .toList())
                .toList();
        return IntStream.range(0, 20)
                .mapToObj(number -> bySeat.get(number % 2).get(number / 2))
                .toList();
    }

    private static JournalEntry withoutTheRule(JournalEntry entry) {
        return new JournalEntry(
                entry.sequence(),
                entry.match(),
                entry.competition(),
                entry.players(),
                entry.result(),
                null,
                null,
                entry.tallies(),
                entry.finishedAt(),
                entry.worthShowing(),
                false);
    }

    @Test
    void failing_instead_of_losing_is_a_loss_on_the_ladder() {
        Ladder ladder = new Ladder("robotag");
        for (MatchRecord match : attacks()) {
            assertNull(match.outcome().result().winner(), "the game's own result names no winner");
            ladder.add(Journals.entry(ladder.sequence() + 1, match));
        }
        LadderPlayer attacker = ladder.player("url:attacker").orElseThrow();
        assertEquals(20, attacker.results().losses());
        assertEquals(20, attacker.results().matches());
        assertTrue(attacker.recent().stream().allMatch(match -> match.failed() == match.seat()), "its page shows why");
    }

    @Test
    void entries_from_before_the_rule_still_count_as_draws() {
        Ladder ladder = new Ladder("robotag");
        attacks().forEach(match -> ladder.add(withoutTheRule(Journals.entry(ladder.sequence() + 1, match))));
        LadderPlayer attacker = ladder.player("url:attacker").orElseThrow();
        assertEquals(20, attacker.results().draws());
        assertEquals(20, attacker.results().matches());
    }

    @Test
    void an_entry_keeps_the_seat_that_failed() throws Exception {
        JournalEntry entry = Journals.entry(1, attacks().getFirst());
        assertEquals(Seat.SECOND, entry.failed());
        assertEquals(entry, Json.read(Json.text(entry), JournalEntry.class));
        assertEquals(withoutTheRule(entry), Json.read(Json.text(withoutTheRule(entry)), JournalEntry.class));
    }

    @Test
    void failing_instead_of_losing_is_a_loss_in_a_tournament() {
        Tournament cup = Tournament.of(new Plan(
                TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "seed", Map.of("boards", 10, "withdrawAfter", 1000)));
        List<MatchRecord> attacks = attacks();
        int number = 0;
        for (Optional<Fixture> next = cup.next(); next.isPresent(); next = cup.next()) {
            // The hunter is player 0.
            MatchRecord match = attacks.get(2 * (number++ / 2) + next.get().first());
            cup.result(
                    next.get(),
                    new PlayedMatch(
                            match.outcome().result(), match.failedSeat().orElse(null), List.of(10, 10), List.of(0, 1)));
        }
        assertEquals(20, cup.results().wins(0));
        assertEquals(20, cup.results().losses(1));
    }

    @Test
    void if_both_fail_it_is_a_draw() {
        MatchRecord match = played(ROBOTAG, 1, null);
        assertEquals("p1 error", match.outcome().result().reason());
        assertEquals(Optional.empty(), match.failedSeat());
    }
}
