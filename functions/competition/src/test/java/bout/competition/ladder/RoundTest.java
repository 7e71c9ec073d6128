package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.Matchmaker.Choice;
import bout.competition.ladder.Round.Entrant;
import bout.competition.pairings.GroupSize;
import bout.competition.ratings.Rating;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RoundTest {

    private static final Round ROUND = new Round(new Matchmaker(Ladder.MODEL), GroupSize.TWO, 8);
    private static final Matchmaker.Meetings NEVER = (one, other) -> 0;

    private static Entrant bot(String key, double sigma, int open) {
        return new Entrant(key, new Rating(25, sigma), false, sigma >= Rating.NEW.sigma() / 3, 2, Map.of("", open), "");
    }

    private static Entrant house(String key, double sigma) {
        return new Entrant(key, new Rating(25, sigma), true, sigma >= Rating.NEW.sigma() / 3, 2, Map.of(), "");
    }

    @Test
    void new_bots_come_first_and_share_the_round() {
        List<Choice> round = ROUND.choose(
                List.of(bot("old", 1.5, 0), house("house:a", 1.5), bot("new-1", 8.3, 0), bot("new-2", 8.3, 0)),
                NEVER,
                4,
                "seed");
        assertEquals(4, round.size());
        assertEquals(
                Set.of("new-1", "new-2"),
                round.subList(0, 2).stream().map(Choice::player).collect(Collectors.toSet()));
        for (String fresh : List.of("new-1", "new-2")) {
            assertTrue(round.stream()
                            .filter(pair -> pair.player().equals(fresh)
                                    || pair.opponents().getFirst().equals(fresh))
                            .count()
                    >= 2);
        }
    }

    @Test
    void nobody_has_more_open_matches_than_it_may() {
        List<Choice> round = ROUND.choose(
                List.of(bot("new", 8.3, 5), bot("a", 1, 6), bot("b", 1, 8), bot("c", 1, 7)), NEVER, 100, "seed");
        assertEquals(List.of(new Choice("new", List.of("a"))), round);
    }

    @Test
    void house_bots_that_are_no_longer_provisional_do_not_meet() {
        List<Entrant> atRest = List.of(house("house:a", 2), house("house:b", 2), house("house:c", 1));
        assertEquals(List.of(), ROUND.choose(atRest, NEVER, 3, "seed"));
        List<Choice> withOneBot =
                ROUND.choose(List.of(house("house:a", 2), house("house:b", 2), bot("bot", 1, 0)), NEVER, 3, "seed");
        assertEquals(3, withOneBot.size());
        assertTrue(withOneBot.stream()
                .allMatch(pair -> pair.player().equals("bot")
                        || pair.opponents().getFirst().equals("bot")));
        assertEquals(
                1,
                ROUND.choose(List.of(house("house:a", 2), house("house:b", 5)), NEVER, 1, "seed")
                        .size());
    }

    @Test
    void pairs_of_one_round_are_spread_over_opponents() {
        List<Choice> round =
                ROUND.choose(List.of(bot("new", 8.3, 0), bot("a", 2, 0), bot("b", 2, 0)), NEVER, 2, "seed");
        assertEquals(
                Set.of("a", "b"),
                round.stream().flatMap(choice -> choice.opponents().stream()).collect(Collectors.toSet()),
                round.toString());
    }

    @Test
    void in_groups_nobody_meets_a_bot_of_the_same_owner_and_house_bots_fill_the_seats() {
        List<Entrant> entrants = new ArrayList<>();
        for (int bot = 0; bot < 3; bot++) {
            entrants.add(new Entrant("mine-" + bot, new Rating(25, 4), false, true, 1, Map.of(), "me"));
            entrants.add(house("house:" + bot, 1));
        }
        List<Choice> round =
                new Round(new Matchmaker(Ladder.MODEL), new GroupSize(4, 2), 8).choose(entrants, NEVER, 10, "seed");

        // Each house bot has four of its eight open matches for the bots of one owner.
        assertEquals(2, round.size());
        for (Choice choice : round) {
            assertEquals(3, choice.opponents().size());
            assertTrue(choice.player().startsWith("mine"));
            assertTrue(choice.opponents().stream().allMatch(key -> key.startsWith("house")));
        }
    }

    @Test
    void in_groups_each_player_has_at_most_as_many_open_matches_as_it_may() {
        List<Entrant> entrants = new ArrayList<>();
        for (int bot = 0; bot < 12; bot++) {
            entrants.add(new Entrant("bot-" + bot, new Rating(25 + bot, 6), false, true, 20, Map.of(), ""));
        }
        List<Choice> round =
                new Round(new Matchmaker(Ladder.MODEL), new GroupSize(4, 4), 8).choose(entrants, NEVER, 100, "seed");

        for (Entrant entrant : entrants) {
            long groups = round.stream()
                    .filter(choice -> choice.players().contains(entrant.key()))
                    .count();
            assertTrue(groups >= 3 && groups <= 4, entrant.key() + ": " + groups);
        }
        assertTrue(
                round.stream().allMatch(choice -> Set.copyOf(choice.players()).size() == 4));
    }

    @Test
    void a_single_player_gets_no_match() {
        assertEquals(List.of(), ROUND.choose(List.of(bot("a", 8, 0)), NEVER, 5, "seed"));
        assertEquals(List.of(), ROUND.choose(List.of(), NEVER, 5, "seed"));
    }
}
