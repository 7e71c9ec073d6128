package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ratings.Rating;
import bout.competition.ratings.WengLin;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MatchmakerTest {

    private static final Matchmaker MATCHMAKER = new Matchmaker(WengLin.LADDER);
    private static final Matchmaker.Meetings NEVER = (one, other) -> 0;

    private static Matchmaker.Candidate candidate(String id, double mu, double sigma) {
        return new Matchmaker.Candidate(id, new Rating(mu, sigma), false);
    }

    @Test
    void a_new_bot_plays_first_against_the_most_certain_of_its_strength() {
        List<Matchmaker.Candidate> ladder = List.of(
                candidate("far", 45, 1),
                candidate("near", 26, 1),
                candidate("unsure", 25, 6),
                new Matchmaker.Candidate("new", Rating.NEW, false));

        assertEquals(
                Optional.of(new Matchmaker.Choice("new", List.of("near"))),
                LadderSimulation.next(MATCHMAKER, ladder, NEVER, "1"));
    }

    @Test
    void frequent_opponents_are_skipped() {
        List<Matchmaker.Candidate> ladder = List.of(
                candidate("a", 25, 1), candidate("b", 27, 1), new Matchmaker.Candidate("new", Rating.NEW, false));

        Optional<Matchmaker.Choice> next = LadderSimulation.next(
                MATCHMAKER, ladder, (one, other) -> one.equals("a") || other.equals("a") ? 1 : 0, "1");

        assertEquals(Optional.of(new Matchmaker.Choice("new", List.of("b"))), next);
    }

    @Test
    void among_equals_a_reproducible_lot_decides() {
        List<Matchmaker.Candidate> ladder =
                List.of(candidate("c", 25, 5), candidate("a", 25, 5), candidate("b", 25, 5));
        Set<String> first = new HashSet<>();
        for (int seed = 0; seed < 30; seed++) {
            Matchmaker.Choice choice =
                    LadderSimulation.next(MATCHMAKER, ladder, NEVER, "" + seed).orElseThrow();
            assertEquals(Optional.of(choice), LadderSimulation.next(MATCHMAKER, ladder.reversed(), NEVER, "" + seed));
            assertTrue(!choice.player().equals(choice.opponents().getFirst()));
            first.add(choice.player());
        }
        assertEquals(Set.of("a", "b", "c"), first);
    }

    @Test
    void among_equals_house_bots_come_last() {
        List<Matchmaker.Candidate> ladder = List.of(
                new Matchmaker.Candidate("expand", Rating.NEW, true),
                new Matchmaker.Candidate("contain", Rating.NEW, true),
                new Matchmaker.Candidate("somebody's", Rating.NEW, false));

        for (int seed = 0; seed < 30; seed++) {
            assertEquals(
                    "somebody's",
                    LadderSimulation.next(MATCHMAKER, ladder, NEVER, "" + seed)
                            .orElseThrow()
                            .player());
        }
    }
}
