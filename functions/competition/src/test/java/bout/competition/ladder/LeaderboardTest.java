package bout.competition.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.Leaderboard.Participant;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeaderboardTest {

    private static final String ANCHOR = "house:random";
    private static final String ADA = "bot_ada";
    private static final String BEN = "bot_ben";
    private static final String EVE = "bot_eve";

    private final Journal journal = new Journal();

    private static final Map<String, Participant> ALL = Stream.of(
                    Participant.house("random"),
                    Participant.registered(ADA, "Ada", null),
                    Participant.registered(BEN, "Ben", null),
                    Participant.registered(EVE, "Eve", null))
            .collect(Collectors.toMap(Participant::key, each -> each, (a, b) -> a, LinkedHashMap::new));

    private Journal played() {
        for (int i = 0; i < 6; i++) {
            journal.match(ANCHOR, 0, ADA, 1, Seat.SECOND)
                    .match(ADA, 1, BEN, 1, i % 2 == 0 ? Seat.FIRST : null)
                    .match(BEN, 1, ANCHOR, 0, i == 3 ? Seat.SECOND : Seat.FIRST);
        }
        return journal;
    }

    private static Plain json(Map<String, Object> plain) {
        plain.put("updatedAt", "2026-03-01T12:00:00Z");
        try {
            return Plain.of(Json.read(Json.text(plain)));
        } catch (Json.NotJson impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void the_leaderboard_is_sorted_by_rating_and_matches_its_schema() {
        Ladder ladder = played().ladder();
        Map<String, Object> file = Leaderboard.of(ladder, ALL).toPlain();
        Plain table = json(file);

        StandingsSchema.check("ladder.schema.json", Json.text(table.value()));
        assertEquals(
                List.of("Ada", "Ben", "random"),
                table.get("players").entries().stream()
                        .map(row -> row.get("name").text())
                        .toList());
        Plain first = table.get("players").at(0);
        assertEquals(1, first.get("rank").integer(1, 1));
        assertEquals(
                ladder.player(ADA).orElseThrow().rating().mu(), first.get("mu").number());
        assertEquals(
                ladder.player(ADA).orElseThrow().rating().points(),
                first.get("rating").integer(0, 3000));
        assertEquals(12, first.get("matches").integer(0, 99));
        assertEquals(18, table.get("sequence").integer(0, 99));
    }

    @Test
    void a_row_tells_how_the_last_five_matches_ended_with_the_newest_last() {
        Ladder ladder = journal.match(ADA, 1, BEN, 1, Seat.SECOND)
                .match(ADA, 1, BEN, 1, null)
                .match(BEN, 1, ADA, 1, Seat.SECOND)
                .match(BEN, 1, ADA, 1, Seat.SECOND)
                .match(ADA, 1, BEN, 1, Seat.SECOND)
                .match(ADA, 1, BEN, 1, Seat.FIRST)
                .ladder();
        Plain players = json(Leaderboard.of(ladder, ALL).toPlain()).get("players");
        assertEquals(
                List.of("draw", "win", "win", "loss", "win"),
                players.at(0).get("last").value());
        assertEquals(
                List.of("draw", "loss", "loss", "win", "loss"),
                players.at(1).get("last").value());
    }

    @Test
    void highlights_are_matches_with_registered_bots_before_those_of_house_bots() {
        Map<String, Participant> listed = new LinkedHashMap<>(ALL);
        listed.put("house:expand", Participant.house("expand"));
        for (int i = 0; i < 10; i++) {
            journal.match(ANCHOR, 0, ADA, 1, Seat.SECOND);
        }
        journal.match(ANCHOR, 0, ADA, 1, Seat.FIRST);
        journal.match(ANCHOR, 0, "house:expand", 0, null);
        Plain highlights =
                json(Leaderboard.of(journal.ladder(), listed).toPlain()).get("highlights");
        assertEquals(
                "Ada",
                highlights.get("closest").get("players").at(1).get("name").text());
        assertEquals(1, highlights.get("upset").get("places").at(0).integer(1, 2));
        assertEquals(
                "random",
                highlights.get("upset").get("players").at(0).get("name").text());
    }

    @Test
    void without_listed_players_there_are_no_highlights() {
        Plain highlights =
                json(Leaderboard.of(played().ladder(), Map.of()).toPlain()).get("highlights");
        assertTrue(highlights.get("closest").isNull());
        assertTrue(highlights.get("upset").isNull());
    }

    @Test
    void unlisted_players_have_no_row() {
        Ladder ladder = played().match(EVE, 1, ADA, 1, Seat.FIRST).ladder();
        Map<String, Participant> withoutEve = new LinkedHashMap<>(ALL);
        withoutEve.remove(EVE);

        assertEquals(3, Leaderboard.of(ladder, withoutEve).rows().size());
    }

    @Test
    void who_has_only_met_itself_has_no_row() {
        Ladder ladder = played().match(EVE, 1, EVE, 1, Seat.FIRST).ladder();
        assertEquals(Optional.empty(), Leaderboard.of(ladder, ALL).row(EVE));
    }

    @Test
    void equal_ratings_share_a_rank() {
        Leaderboard board = Leaderboard.of(
                journal.match(ADA, BEN, null)
                        .match(EVE, 1, ANCHOR, 0, Seat.FIRST)
                        .ladder(),
                ALL);
        assertEquals(
                List.of(1, 2, 2, 4),
                board.rows().stream().map(Leaderboard.Row::rank).toList());
    }

    @Test
    void a_bot_page_matches_its_schema() {
        SeatTally calls = Journal.tally(40, 30, Map.of(Failure.Kind.TIME_OUT, 2, Failure.Kind.STATUS, 1));
        played().match(ADA, 1, EVE, 1, Seat.FIRST, calls, SeatTally.NONE)
                .match(ADA, 2, EVE, 1, Seat.FIRST, calls, SeatTally.NONE)
                .match(BEN, 1, ADA, 1, Seat.FIRST);
        Ladder ladder = journal.ladder();
        Map<String, Participant> named = new LinkedHashMap<>(ALL);
        named.remove(EVE);
        LadderPlayer ada = ladder.player(ADA).orElseThrow();
        Plain page = json(BotPage.of(ada, ALL.get(ADA), Leaderboard.of(ladder, ALL), named));

        StandingsSchema.check("bot.schema.json", Json.text(page.value()));
        assertEquals(2, page.get("version").integer(0, 9));
        assertEquals(30, page.get("calls").integer(0, 99));
        assertEquals(
                Map.of("status", 1, "time-out", 2), page.get("failureKinds").value());
        assertEquals(1, page.get("versions").length());
        assertEquals(15, page.get("recent").length());
        assertTrue(page.get("recent").at(0).get("rated").bool(), "the late match of the old version");
        assertEquals(1, page.get("versions").at(0).get("losses").integer(0, 99));
        assertTrue(page.get("recent").at(1).get("players").at(1).get("name").isNull(), "who is not public has no name");
        assertEquals(
                "Ben", page.get("recent").at(0).get("players").at(0).get("name").text());
        assertEquals(15, page.get("history").length());
        assertTrue(page.get("active").bool());
        assertEquals(
                List.of(EVE),
                page.get("opponents").entries().stream()
                        .map(each -> each.get("key").text())
                        .toList());
    }

    @Test
    void the_page_of_an_unlisted_player_has_no_rank() {
        Ladder ladder = played().ladder();
        Map<String, Participant> withoutBen = new LinkedHashMap<>(ALL);
        withoutBen.remove(BEN);
        Plain page = json(
                BotPage.of(ladder.player(BEN).orElseThrow(), ALL.get(BEN), Leaderboard.of(ladder, withoutBen), ALL));
        StandingsSchema.check("bot.schema.json", Json.text(page.value()));
        assertFalse(page.get("active").bool());
        assertNull(page.get("rank").value());
        assertNull(page.get("p50").value());
    }

    @Test
    void a_page_is_named_so_that_house_bots_of_different_games_differ() {
        assertEquals("bot_1", Participant.page("tokens", "bot_1"));
        assertEquals("tokens.house.random", Participant.page("tokens", "house:random"));
    }
}
