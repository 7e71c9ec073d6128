package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.Matchmaker.Choice;
import bout.competition.pairings.GroupSize;
import bout.competition.ratings.Rating;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who plays how often on ladders of different sizes. */
class PaceTest {

    private static final int OPEN_MATCHES = 8;

    /** The rounds of an hour with 24 matches for each bot, in pairs. */
    private static final int ROUNDS_OF_AN_HOUR = 12;

    /** A ladder of bots of known strengths, each of another owner, whose matches end before the next round. */
    private static final class Played {

        private final Journal journal = new Journal();
        private final Map<String, Double> strengths = new LinkedHashMap<>();
        private final Map<String, String> owners = new HashMap<>();
        private final Map<String, Integer> versions = new HashMap<>();
        private final Map<String, Map<String, Integer>> stalled = new HashMap<>();
        private final SeededRandom random = SeededRandom.of("7", "pace");
        private int rounds;

        Played house(String name, double strength) {
            return bot("house:" + name, strength, "");
        }

        Played bot(String key, double strength) {
            return bot(key, strength, "owner of " + key);
        }

        Played bot(String key, double strength, String owner) {
            strengths.put(key, strength);
            owners.put(key, owner);
            versions.put(key, 1);
            return this;
        }

        void renew(String key) {
            versions.merge(key, 1, Integer::sum);
        }

        List<Choice> round() {
            return round(Set.of());
        }

        /** @param stallers whose matches never end */
        List<Choice> round(Set<String> stallers) {
            Ladder ladder = journal.ladder();
            List<Round.Entrant> entrants = new ArrayList<>();
            strengths.keySet().forEach(key -> {
                boolean house = key.startsWith("house:");
                boolean provisional = ladder.player(key)
                        .map(player -> player.rating().provisional())
                        .orElse(true);
                entrants.add(new Round.Entrant(
                        key,
                        ladder.player(key)
                                .map(player -> player.ratingOf(versions.get(key)))
                                .orElse(Rating.NEW),
                        house,
                        provisional,
                        house && !provisional ? 0 : 1,
                        stalled.getOrDefault(key, Map.of()),
                        owners.get(key)));
            });
            List<Choice> pairs = new Round(new Matchmaker(Ladder.MODEL), GroupSize.TWO, OPEN_MATCHES)
                    .choose(
                            entrants,
                            (one, other) -> ladder.player(one)
                                    .filter(player -> player.version() == versions.get(one))
                                    .map(player -> player.opponents().get(other))
                                    .map(met -> (int) met.matches() / 2)
                                    .orElse(0),
                            100,
                            "round " + rounds++);
            for (Choice pair : pairs) {
                if (stallers.contains(pair.player())
                        || stallers.contains(pair.opponents().getFirst())) {
                    stall(pair.player(), pair.opponents().getFirst());
                    stall(pair.opponents().getFirst(), pair.player());
                } else {
                    play(pair.player(), pair.opponents().getFirst());
                    play(pair.opponents().getFirst(), pair.player());
                }
            }
            return pairs;
        }

        private void stall(String one, String other) {
            stalled.computeIfAbsent(one, unknown -> new HashMap<>()).merge(owners.get(other), 2, Integer::sum);
        }

        private void play(String first, String second) {
            double winning =
                    1 / (1 + StrictMath.exp((strengths.get(second) - strengths.get(first)) / (Math.sqrt(2) * 25 / 6)));
            journal.match(
                    first,
                    versions.get(first),
                    second,
                    versions.get(second),
                    random.nextDouble() < winning ? Seat.FIRST : Seat.SECOND);
        }

        /** Rounds until nothing is left to play. */
        int untilRest() {
            for (int number = 0; number < 1000; number++) {
                if (round().isEmpty()) {
                    return number;
                }
            }
            throw new AssertionError("still playing: " + journal.entries().size() + " matches");
        }

        long matches(String key) {
            return journal.ladder().player(key).orElseThrow().lifetime();
        }
    }

    private static Played withHouseBots() {
        return new Played()
                .house("random", 5)
                .house("low", 14)
                .house("middle", 22)
                .house("high", 30)
                .house("best", 36);
    }

    @Test
    void a_class_of_forty_has_at_least_twenty_matches_each_within_an_hour() {
        Played ladder = withHouseBots();
        List<String> everybody =
                IntStream.range(0, 40).mapToObj("bot-%02d"::formatted).toList();
        for (int bot = 0; bot < everybody.size(); bot++) {
            ladder.bot(everybody.get(bot), 10 + bot * 0.7);
        }
        for (int round = 0; round < ROUNDS_OF_AN_HOUR; round++) {
            ladder.round();
        }
        Map<String, Long> matches = everybody.stream().collect(Collectors.toMap(key -> key, ladder::matches));
        assertTrue(matches.values().stream().allMatch(count -> count >= 20), matches::toString);
        assertTrue(matches.values().stream().allMatch(count -> count <= 48), matches::toString);
    }

    @Test
    void no_house_bot_is_nearly_everybodys_first_opponent() {
        Played ladder = withHouseBots();
        ladder.untilRest();
        Map<String, Integer> first = new HashMap<>();
        for (int bot = 0; bot < 20; bot++) {
            ladder.bot("bot-" + bot, 20);
            ladder.round().stream()
                    .filter(pair -> pair.player().equals("bot-" + (ladder.strengths.size() - 6)))
                    .forEach(pair -> first.merge(pair.opponents().getFirst(), 1, Integer::sum));
        }
        assertEquals(20, first.values().stream().mapToInt(Integer::intValue).sum(), first::toString);
        assertTrue(first.getOrDefault("house:random", 0) <= 3, first::toString);
        assertTrue(first.values().stream().allMatch(count -> count <= 12), first::toString);
    }

    @Test
    void a_bot_that_beats_all_others_rests_and_so_does_its_ladder() {
        Played ladder = withHouseBots().bot("planner", 90);
        int rounds = ladder.untilRest();
        assertTrue(ladder.matches("planner") >= 16, "it has " + ladder.matches("planner"));
        assertTrue(ladder.matches("planner") <= 60, "it has " + ladder.matches("planner") + " after " + rounds);
        assertEquals(List.of(), ladder.round(), "nothing has changed");
    }

    @Test
    void a_ladder_at_rest_wakes_for_a_new_version_and_for_a_new_bot() {
        Played ladder = withHouseBots().bot("old", 24).bot("other", 27);
        ladder.untilRest();
        assertFalse(ladder.journal.ladder().player("old").orElseThrow().rating().provisional());
        long before = ladder.matches("old");
        ladder.renew("old");
        assertTrue(ladder.round().stream().anyMatch(pair -> pair.player().equals("old")));
        ladder.untilRest();
        assertTrue(ladder.matches("old") >= before + 8, ladder.matches("old") + " after " + before);
        ladder.bot("new", 25);
        assertEquals("new", ladder.round().getFirst().player());
        ladder.untilRest();
        assertFalse(ladder.journal.ladder().player("new").orElseThrow().rating().provisional());
    }

    @Test
    void a_nearly_certain_pair_is_not_played_while_there_is_another() {
        Matchmaker matchmaker = new Matchmaker(Ladder.MODEL);
        Matchmaker.Candidate bot = new Matchmaker.Candidate("bot", new Rating(25, 6), false);
        Matchmaker.Candidate weak = new Matchmaker.Candidate("weak", new Rating(-5, 0.5), false);
        Matchmaker.Candidate equal = new Matchmaker.Candidate("equal", new Rating(25, 1), false);
        // They have met so often that the weak one, never met, would teach more.
        Matchmaker.Meetings often = (one, other) -> Set.of(one, other).contains("equal") ? 12 : 0;
        assertEquals(
                "equal",
                LadderSimulation.next(matchmaker, List.of(bot, weak, equal), often, "1")
                        .orElseThrow()
                        .opponents()
                        .getFirst());
        assertEquals(
                "weak",
                LadderSimulation.next(matchmaker, List.of(bot, weak), often, "1")
                        .orElseThrow()
                        .opponents()
                        .getFirst());
    }

    @Test
    void twelve_stallers_of_one_owner_do_not_hold_up_a_stranger() {
        Played ladder = withHouseBots();
        ladder.untilRest();
        Set<String> stallers =
                IntStream.range(0, 12).mapToObj(bot -> "staller-" + bot).collect(Collectors.toSet());
        stallers.forEach(staller -> ladder.bot(staller, 25, "staller"));
        for (int round = 0; round < 10; round++) {
            ladder.round(stallers);
        }
        ladder.bot("stranger", 25);
        for (int round = 0; round < ROUNDS_OF_AN_HOUR; round++) {
            ladder.round(stallers);
        }
        assertTrue(ladder.matches("stranger") >= 2 * ROUNDS_OF_AN_HOUR - 4);
    }

    @Test
    void one_owner_begins_at_most_half_of_a_rounds_pairs() {
        List<Round.Entrant> entrants = new ArrayList<>();
        for (int bot = 0; bot < 20; bot++) {
            entrants.add(new Round.Entrant("many-" + bot, Rating.NEW, false, true, 1, Map.of(), "many"));
            entrants.add(new Round.Entrant("one-" + bot, new Rating(25, 4), false, true, 1, Map.of(), "one " + bot));
        }
        List<Choice> pairs = new Round(new Matchmaker(Ladder.MODEL), GroupSize.TWO, OPEN_MATCHES)
                .choose(entrants, (one, other) -> 0, 10, "seed");
        assertEquals(10, pairs.size());
        assertEquals(
                5,
                pairs.stream().filter(pair -> pair.player().startsWith("many")).count(),
                pairs::toString);
    }
}
