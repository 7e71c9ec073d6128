package bout.standings.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.StandingsSchema;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.standings.LadderCloud;
import bout.store.TestClock;
import bout.store.bot.BotRecord;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.wire.Json;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class FrontPageTest {

    private static final PlayerRecord RANDOM = LadderCloud.house("random");

    private final LadderCloud cloud = new LadderCloud();
    private final StandingsFiles files = new StandingsFiles(cloud.aws.bucket());
    private final TestClock clock = new TestClock(Instant.parse("2026-03-01T23:59:00Z"));
    private final FrontPage front = new FrontPage(cloud.matches, files, clock);

    private Plain written() {
        clock.forward(Duration.ofSeconds(10));
        front.update(false);
        return file();
    }

    private Plain file() {
        Plain file = files.get(FrontPage.FILE).orElseThrow();
        StandingsSchema.check("front.schema.json", Json.text(file.value()));
        return file;
    }

    private void updateLadder() {
        new LadderUpdate(cloud.aws, files, URI.create("https://bout.example"), Clock.systemUTC())
                .update(LadderCloud.GAME);
    }

    /** Plays a match that counts for nothing. */
    private String friendly(PlayerRecord first, PlayerRecord second, Boolean hidden) {
        MatchRecord match = cloud.accepted(first, second, new MatchOrigin("ada", null, null, hidden));
        cloud.finish(match.id(), Seat.FIRST);
        return match.id();
    }

    @Test
    void before_anything_was_played_it_is_empty() {
        Plain file = written();
        assertEquals(0, file.get("games").length());
        assertTrue(file.get("tournament").isNull());
        assertEquals(0, file.get("people").length());
    }

    @Test
    void it_has_the_top_of_the_ladder_and_its_highlights() {
        BotRecord gary = cloud.bot("Gary");
        for (int i = 0; i < 8; i++) {
            cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        }
        cloud.played(RANDOM, 0, LadderCloud.player(gary), 1, Seat.FIRST);
        updateLadder();
        Plain game = written().get("games").at(0);
        assertEquals(LadderCloud.GAME, game.get("game").text());
        assertEquals("Gary", game.get("top").at(0).get("name").text());
        assertEquals(
                "random", game.get("upset").get("players").at(0).get("name").text());
        assertEquals(1, game.get("upset").get("places").at(0).integer(1, 2));
        assertFalse(game.get("closest").isNull());
    }

    @Test
    void matches_of_today_are_those_since_midnight() {
        cloud.played(RANDOM, 0, LadderCloud.house("expand"), 0, Seat.FIRST);
        updateLadder();
        Plain before = written().get("games").at(0);
        assertEquals(0, before.get("matchesBefore").integer(0, 9));
        assertEquals(1, before.get("matches").integer(0, 9));
        clock.forward(Duration.between(clock.instant(), Instant.parse("2026-03-02T00:00:10Z")));
        cloud.played(RANDOM, 0, LadderCloud.house("expand"), 0, Seat.FIRST);
        updateLadder();
        Plain after = written().get("games").at(0);
        assertEquals("2026-03-02", after.get("day").text());
        assertEquals(1, after.get("matchesBefore").integer(0, 9));
        assertEquals(2, after.get("matches").integer(0, 9));
    }

    @Test
    void ladder_matches_of_house_bots_do_not_push_those_of_people_away() {
        String people = friendly(PlayerRecord.url("Mine", "https://bots.example.org/mine"), RANDOM, null);
        assertEquals(people, written().get("people").at(0).get("id").text());
        for (int i = 0; i < 60; i++) {
            friendly(RANDOM, LadderCloud.house("expand"), null);
        }
        Plain after = written().get("people");
        assertEquals(1, after.length());
        assertEquals(people, after.at(0).get("id").text());
    }

    @Test
    void no_url_and_no_hidden_match_is_in_it() {
        friendly(PlayerRecord.url("Mine", "https://bots.example.org/mine"), RANDOM, null);
        String hidden = friendly(PlayerRecord.url("Secret", "https://bots.example.org/secret"), RANDOM, true);
        String text = Json.text(written().value());
        assertTrue(text.contains("Mine"));
        assertFalse(text.contains("bots.example.org"));
        assertFalse(text.contains(hidden));
    }

    @Test
    void it_is_written_every_few_seconds_and_only_if_it_has_changed() {
        String first = written().get("updatedAt").text();
        assertEquals(first, written().get("updatedAt").text());
        friendly(PlayerRecord.url("Mine", "https://bots.example.org/mine"), RANDOM, null);
        front.update(false);
        assertEquals(first, file().get("updatedAt").text(), "too soon");
        front.update(true);
        assertEquals(1, file().get("people").length());
        String second = file().get("updatedAt").text();
        friendly(PlayerRecord.url("Mine", "https://bots.example.org/mine"), RANDOM, null);
        assertNotEquals(second, written().get("updatedAt").text());
    }

    private void tournament(String id, String state) {
        files.put(
                "tournaments/" + id + ".json",
                Map.of(
                        "id",
                        id,
                        "name",
                        "Cup " + id,
                        "game",
                        LadderCloud.GAME,
                        "format",
                        "round-robin",
                        "state",
                        state,
                        "played",
                        3,
                        "matches",
                        20,
                        "valueTitle",
                        "points",
                        "players",
                        Stream.of("a", "b", "c", "d", "e")
                                .map(name -> Map.of("name", name, "key", "bot_" + name))
                                .toList(),
                        "table",
                        IntStream.range(0, 5)
                                .mapToObj(place -> Map.of("rank", place + 1, "player", 4 - place, "value", 5 - place))
                                .toList()));
    }

    @Test
    void a_tournament_that_is_played_comes_before_newer_ones_that_have_ended() {
        tournament("new", "finished");
        tournament("old", "running");
        files.put(
                PublicTournaments.FILE,
                Map.of(
                        "tournaments",
                        List.of(Map.of("id", "new", "state", "finished"), Map.of("id", "old", "state", "running"))));
        Plain shown = written().get("tournament");
        assertEquals("Cup old", shown.get("name").text());
        assertEquals(4, shown.get("top").length());
        assertEquals("e", shown.get("top").at(0).get("name").text());
        files.put(PublicTournaments.FILE, Map.of("tournaments", List.of(Map.of("id", "new", "state", "finished"))));
        assertEquals("Cup new", written().get("tournament").get("name").text());
    }
}
