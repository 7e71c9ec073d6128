package bout.stack;

import static bout.stack.RecordedDay.ADMIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.engine.Plain;
import bout.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contests with ladders of their own, from their creation to the seeds of their stages. */
@Tag("server")
class OwnLadderTest {

    /** Its matches are short. */
    private static final String GAME = "connect-four";

    private static final String CODE = "({columns}) => ({column: columns.findIndex((cells) => cells[5] === 0)})";

    private final SteppedStack stack = new SteppedStack(Instant.parse("2026-01-05T12:00:10Z"), RecordedDay.PARAMETERS);

    /** All bots of the contests. */
    private final List<String> bots = new ArrayList<>();

    OwnLadderTest() throws Exception {}

    @AfterEach
    void close() throws Exception {
        stack.close();
    }

    private String contest() {
        return "/api/contests/"
                + stack.api(
                                ADMIN,
                                "POST",
                                "/api/contests",
                                "game",
                                GAME,
                                "name",
                                "Cup",
                                "deadline",
                                stack.now().plus(Duration.ofMinutes(12)).toString(),
                                "ladder",
                                true,
                                "stages",
                                List.of(Map.of("format", "swiss")))
                        .text("id");
    }

    private void enter(String name, String... contests) {
        String token = stack.api(null, "POST", "/api/join", "name", name).text("token");
        String bot = stack.api(token, "POST", "/api/bots", "game", GAME, "name", name, "code", CODE)
                .text("id");
        bots.add(bot);
        for (String contest : contests) {
            stack.api(token, "POST", contest + "/entries", "bot", bot);
        }
    }

    private List<JournalEntry> journal(String ladder) {
        return stack.api(null, "GET", ladder + "/matches?limit=500").get("matches").entries().stream()
                .map(each -> {
                    try {
                        return Json.read(Json.text(each.value()), JournalEntry.class);
                    } catch (Json.NotJson wrong) {
                        throw new AssertionError(wrong);
                    }
                })
                .toList();
    }

    private static Set<String> players(List<JournalEntry> journal) {
        Set<String> players = new HashSet<>();
        journal.forEach(entry -> players.addAll(entry.players()));
        return players;
    }

    private static List<String> texts(List<Plain> rows, String field) {
        return rows.stream().map(row -> row.text(field)).toList();
    }

    private boolean begun(String contest) {
        return !stack.api(null, "GET", contest)
                .get("stages")
                .at(0)
                .get("bots")
                .entries()
                .isEmpty();
    }

    @Test
    void the_bots_of_a_contest_play_each_other_and_their_ladder_decides_on_the_seeds() {
        String one = contest();
        String other = contest();
        enter("Ann", one, other);
        enter("Ben", one, other);
        enter("Cid", other);
        stack.await(40, () -> begun(one) && begun(other));
        assertTrue(begun(one) && begun(other), () -> stack.failures().toString());

        Set<String> all = new HashSet<>();
        int matches = 0;
        for (String contest : List.of(one, other)) {
            List<String> entered =
                    texts(stack.api(null, "GET", contest).get("entries").entries(), "bot");
            List<JournalEntry> journal = journal(contest + "/ladder");
            assertTrue(journal.size() >= 4, "" + journal.size());
            assertEquals(Set.copyOf(entered), players(journal), "only its bots have played");
            matches += journal.size();
            journal.forEach(entry -> all.add(entry.match()));

            Plain closed = stack.api(null, "GET", contest).get("journal").entries().stream()
                    .filter(event -> event.text("event").equals("closed"))
                    .findFirst()
                    .orElseThrow();
            Ladder ladder = new Ladder(contest.substring("/api/contests/".length()));
            journal.stream()
                    .limit(closed.get("ladder").integer(1, journal.size()))
                    .forEach(ladder::add);
            List<String> seeds = ladder.bestFirst(entered);
            assertEquals(seeds, texts(closed.get("entrants").entries(), "bot"));
            assertEquals(
                    seeds,
                    stack.api(null, "GET", contest).get("stages").at(0).get("bots").entries().stream()
                            .map(Plain::text)
                            .toList());
            Plain shown = stack.api(null, "GET", contest + "/ladder");
            assertEquals(
                    Set.copyOf(entered), Set.copyOf(texts(shown.get("players").entries(), "key")));
        }
        List<JournalEntry> ofGame = journal("/api/ladders/" + GAME);
        ofGame.forEach(entry -> all.add(entry.match()));
        assertEquals(matches + ofGame.size(), all.size(), "a match counts for one ladder");
        assertTrue(
                players(ofGame).stream().anyMatch(player -> player.startsWith("house:")), "the game's goes on as ever");
        assertEquals(Set.of(), stack.failures());
    }
}
