package bout.store.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.journal.Competition;
import bout.store.TestStore;
import bout.store.journal.LadderRuns.Decision;
import bout.store.match.GameSettings;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.wire.Sha256;
import bout.wire.id.IdKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class LadderRunsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @AutoClose
    private final TestStore store = new TestStore();

    private final LadderRuns runs = new LadderRuns(store.table());
    private final Random random = new Random(7);

    private List<MatchRecord> matches(int count) {
        return Stream.generate(() -> store.queued(MatchOrigin.competition(new Competition.OfLadder(0, 3))))
                .limit(count)
                .toList();
    }

    private static Instant minute(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }

    private Decision decide(int minute, List<MatchRecord> matches, int perHour) {
        return runs.decide(store.game, minute(minute), matches, perHour);
    }

    @Test
    void what_was_decided_on_is_there_until_all_of_it_is_over() {
        List<MatchRecord> first = matches(2);
        List<MatchRecord> second = matches(4);
        assertInstanceOf(Decision.Made.class, decide(3, first, 10));
        assertInstanceOf(Decision.Made.class, decide(17, second, 10));
        assertEquals(
                List.of(new LadderRuns.Run(minute(3), first), new LadderRuns.Run(minute(17), second)),
                runs.open(store.game));
        runs.over(store.game, new LadderRuns.Run(minute(3), first));
        runs.over(store.game, new LadderRuns.Run(minute(3), first));
        assertEquals(List.of(new LadderRuns.Run(minute(17), second)), runs.open(store.game));
        assertEquals(6, runs.count(store.game, minute(59)));
        assertEquals(0, runs.count(store.game, minute(60)));
    }

    @Test
    void a_time_has_one_decision_also_after_its_matches_are_over() {
        List<MatchRecord> first = matches(2);
        decide(3, first, 10);
        assertInstanceOf(Decision.MadeBefore.class, decide(3, matches(2), 10));
        runs.over(store.game, new LadderRuns.Run(minute(3), first));
        assertInstanceOf(Decision.MadeBefore.class, decide(3, matches(2), 10));
        assertEquals(2, runs.count(store.game, NOON));
        assertEquals(List.of(), runs.open(store.game));
    }

    @Test
    void of_many_at_once_for_the_same_minute_one_decides() {
        List<Decision> decisions = TestStore.atOnce(8, i -> decide(5, matches(2), 100));
        assertEquals(1, TestStore.count(decisions, Decision.Made.class), decisions.toString());
        assertEquals(7, TestStore.count(decisions, Decision.MadeBefore.class));
        assertEquals(2, runs.count(store.game, NOON));
    }

    @Test
    void an_hour_has_no_more_matches_than_it_may_however_many_decide_at_once() {
        TestStore.atOnce(12, i -> decide(i, matches(4), 30));
        assertEquals(28, runs.count(store.game, NOON));
        assertEquals(
                28,
                runs.open(store.game).stream()
                        .mapToInt(run -> run.matches().size())
                        .sum());
        assertEquals(new Decision.TooMany(2), decide(40, matches(4), 30));
        assertInstanceOf(Decision.Made.class, decide(40, matches(2), 30));
        assertEquals(new Decision.TooMany(0), decide(41, matches(2), 30));
        assertInstanceOf(Decision.Made.class, decide(60, matches(4), 30), "the next hour is another one");
        assertEquals(new Decision.TooMany(1), runs.decide(store.game, minute(120), matches(2), 1));
    }

    @Test
    void decisions_between_two_minutes_count_for_the_hour() {
        assertInstanceOf(Decision.Made.class, decide(3, matches(2), 10));
        Instant later = minute(3).plusSeconds(1);
        assertInstanceOf(Decision.Made.class, runs.decide(store.game, later, matches(2), 10));
        assertInstanceOf(Decision.MadeBefore.class, runs.decide(store.game, later, matches(2), 10));
        assertEquals(
                List.of(minute(3), later),
                runs.open(store.game).stream().map(LadderRuns.Run::at).toList());
        assertEquals(4, runs.count(store.game, later));
    }

    /** Written as JSON, such a name takes 480 bytes. */
    private PlayerRecord withLongestName() {
        String name =
                random.ints(40, 0x1f300, 0x1f600).mapToObj(Character::toString).collect(Collectors.joining());
        return PlayerRecord.registered(name, IdKind.BOT.next(store.ids), Sha256.hex(name));
    }

    @Test
    void the_most_matches_of_four_seats_can_be_decided_on_whatever_the_names_of_their_bots() {
        List<MatchRecord> most = new ArrayList<>();
        while (most.size() < LadderRuns.MOST_AT_ONCE) {
            List<PlayerRecord> players =
                    Stream.generate(this::withLongestName).limit(4).toList();
            for (List<PlayerRecord> seated : List.of(players, players.reversed())) {
                most.add(MatchRecord.queued(
                        store.ids.next(),
                        new MatchSettings(GameSettings.of(store.game), seated, Long.toString(random.nextLong())),
                        MatchOrigin.competition(new Competition.OfLadder(1, 2, 3, 4)),
                        NOON));
            }
        }
        assertInstanceOf(Decision.Made.class, decide(0, most, 1000));
        assertEquals(List.of(new LadderRuns.Run(NOON, most)), runs.open(store.game));
    }

    @Test
    void only_whole_seconds_and_some_matches_are_decided_on() {
        assertThrows(IllegalArgumentException.class, () -> runs.decide(store.game, NOON.plusMillis(1), matches(2), 10));
        assertThrows(IllegalArgumentException.class, () -> decide(0, List.of(), 10));
        assertThrows(IllegalArgumentException.class, () -> decide(0, matches(LadderRuns.MOST_AT_ONCE + 1), 1_000_000));
    }
}
