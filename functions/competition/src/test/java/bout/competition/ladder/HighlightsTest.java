package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.competition.Outcome;
import bout.competition.journal.Competition;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Leaderboard.Highlights;
import bout.competition.ladder.Leaderboard.Highlights.Highlight;
import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.ladder.Leaderboard.Row;
import bout.competition.ratings.Rating;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Three registered bots, of which each is five stronger than the one before, and a house bot as strong as the first.
 */
class HighlightsTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final Map<String, LadderPlayer> players = new LinkedHashMap<>();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private int matches;

    HighlightsTest() {
        player("weak", 20);
        player("middle", 25);
        player("strong", 30);
        player("house:random", 20);
    }

    private void player(String key, double mu) {
        LadderPlayer player = new LadderPlayer(key, 1);
        player.rate(entry(false, List.of(key, "nobody"), List.of(0.0, 0.0)), 1, 0, Outcome.DRAW, new Rating(mu, 1));
        players.put(key, player);
    }

    private JournalEntry entry(boolean worthShowing, List<String> keys, List<Double> scores) {
        return new JournalEntry(
                1,
                "match-" + matches,
                new Competition.OfLadder(null, Collections.nCopies(keys.size(), 1)),
                keys,
                Result.byScore(scores, "full"),
                null,
                null,
                Collections.nCopies(keys.size(), SeatTally.NONE),
                now,
                worthShowing,
                false);
    }

    /** Plays a match a second after the one before. */
    private void match(boolean worthShowing, List<String> keys, Double... scores) {
        now = now.plusSeconds(1);
        matches++;
        JournalEntry entry = entry(worthShowing, keys, Arrays.asList(scores));
        for (int seat = 0; seat < keys.size(); seat++) {
            if (players.containsKey(keys.get(seat))) {
                players.get(keys.get(seat)).list(entry, 1, seat, true);
            }
        }
    }

    private void match(String first, double firstScore, String second, double secondScore) {
        match(true, List.of(first, second), firstScore, secondScore);
    }

    private Highlights highlights() {
        return Highlights.of(players.values().stream()
                .map(player -> new Row(
                        1,
                        player.key().startsWith("house:")
                                ? Participant.house("random")
                                : Participant.registered(player.key(), player.key(), null),
                        player))
                .toList());
    }

    private void assertClosest(String match) {
        assertEquals(
                Optional.ofNullable(match),
                highlights().closest().map(Highlight::match).map(each -> each.match()));
    }

    private void assertUpset(String match) {
        assertEquals(
                Optional.ofNullable(match),
                highlights().upset().map(Highlight::match).map(each -> each.match()));
    }

    @Test
    void the_closest_match_has_the_least_difference_relative_to_its_scores() {
        match("weak", 85, "strong", 100);
        match("strong", 10, "middle", 8);
        match("weak", 2, "middle", 3);
        assertClosest("match-1");
        match("middle", 0, "weak", 0);
        assertClosest("match-4");
    }

    @Test
    void in_a_match_of_three_the_two_best_scores_decide_how_close_it_was() {
        match(true, List.of("weak", "middle", "strong"), 10.0, 1.0, 9.0);
        match("weak", 8, "middle", 10);
        assertClosest("match-1");
    }

    @Test
    void of_matches_as_close_the_newest_is_shown() {
        match("weak", 3, "strong", 4);
        match("strong", 6, "middle", 8);
        assertClosest("match-2");
    }

    @Test
    void an_upset_is_a_win_against_a_player_stronger_by_five() {
        match("strong", 5, "weak", 5);
        assertUpset(null);
        match("strong", 6, "weak", 5);
        assertUpset(null);
        match("middle", 5, "weak", 6);
        assertUpset("match-3");
        match("middle", 7, "strong", 2);
        assertUpset("match-4");
    }

    @Test
    void the_biggest_upset_is_shown_even_if_there_is_a_newer_one() {
        match("weak", 6, "strong", 5);
        match("weak", 6, "middle", 5);
        assertUpset("match-1");
        match(true, List.of("middle", "strong", "weak"), 1.0, 2.0, 3.0);
        assertUpset("match-3");
    }

    @Test
    void a_player_that_is_almost_five_stronger_is_no_upset() {
        player("weaker", 20.001);
        match("weaker", 2, "middle", 1);
        assertUpset(null);
    }

    @Test
    void only_the_last_day_with_matches_is_considered() {
        match("weak", 6, "strong", 6);
        match("weak", 6, "middle", 5);
        now = now.plus(DAY).minusSeconds(1);
        match("strong", 6, "middle", 1);
        assertClosest("match-2");
        assertUpset("match-2");
    }

    @Test
    void matches_of_registered_bots_come_first() {
        match("strong", 9, "weak", 1);
        match("strong", 8, "house:random", 1);
        match(true, List.of("house:random", "house:random"), 5.0, 5.0);
        assertClosest("match-2");
    }

    @Test
    void matches_alone_with_unlisted_players_or_not_worth_showing_are_not_considered() {
        match(true, List.of("weak"), 5.0);
        match("weak", 5, "unlisted", 5);
        match(false, List.of("weak", "strong"), 6.0, 5.0);
        assertClosest(null);
        assertUpset(null);
    }
}
