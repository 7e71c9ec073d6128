package bout.standings.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ladder.StandingsSchema;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.engine.Game.TournamentStyle;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.standings.LadderCloud;
import bout.store.TestClock;
import bout.store.access.Erasures;
import bout.store.access.Owners;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.journal.StandingsFiles;
import bout.store.match.GameSettings;
import bout.store.match.PlayerRecord;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.Tournaments;
import bout.wire.Json;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Published files name the authors of public bots, under the names that they have when a file is written. */
@Tag("aws")
class PublishedAuthorsTest {

    private static final URI SITE = URI.create("https://bout.example");
    private static final PlayerRecord RANDOM = LadderCloud.house("random");

    private final LadderCloud cloud = new LadderCloud();
    private final TestClock clock = new TestClock(Instant.now());
    private final StandingsFiles files = new StandingsFiles(cloud.aws.bucket());
    private final Owners owners = new Owners(cloud.aws.table(), clock);
    private final String ada = owners.create("Ada", Scope.PLAY).owner().id();
    private final BotRecord gary = cloud.botOf(ada, "Gary");

    private LadderUpdate cold() {
        return new LadderUpdate(cloud.aws, files, SITE, clock);
    }

    private void updateLadder() {
        cold().update(LadderCloud.GAME);
    }

    private Object ofPage(BotRecord bot) {
        return files.get(StandingsFiles.bot(bot.id()))
                .orElseThrow()
                .get("author")
                .value();
    }

    private Plain front() {
        clock.forward(Duration.ofSeconds(10));
        new FrontPage(cloud.matches, files, clock).update(true);
        Plain file = files.get(FrontPage.FILE).orElseThrow();
        StandingsSchema.check("front.schema.json", Json.text(file.value()));
        return file;
    }

    private Object published(String name) {
        return name == null ? null : Map.of("id", ada, "name", name);
    }

    private void played() {
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        updateLadder();
    }

    @Test
    void a_ladder_its_pages_and_the_front_page_name_the_author() throws IOException {
        played();
        Plain players =
                files.get(StandingsFiles.ladder(LadderCloud.GAME)).orElseThrow().get("players");
        assertEquals(published("Ada"), players.at(0).get("author").value());
        assertTrue(players.at(1).get("author").isNull());
        assertEquals(published("Ada"), ofPage(gary));
        assertTrue(cloud.feed(StandingsFiles.botFeed(gary.id())).contains("<author><name>Ada</name></author>"));
        assertEquals(
                published("Ada"),
                front().get("games").at(0).get("top").at(0).get("author").value());
    }

    @Test
    void another_name_is_in_the_next_publication_and_that_of_an_erased_owner_in_none() throws IOException {
        played();
        owners.change(ada, "Ada L.", null);
        updateLadder();
        assertEquals(published("Ada L."), ofPage(gary));
        new Erasures(cloud.aws.table(), clock).begin(ada);
        updateLadder();
        assertEquals(null, ofPage(gary));
        assertFalse(Json.text(front().value()).contains("Ada"));
        assertFalse(cloud.feed(StandingsFiles.botFeed(gary.id())).contains("Ada"));
    }

    @Test
    void names_are_read_again_after_a_while_and_when_there_is_another_bot() {
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        LadderUpdate warm = cold();
        warm.update(LadderCloud.GAME);
        owners.change(ada, "Ada L.", null);
        warm.update(LadderCloud.GAME);
        assertEquals(published("Ada"), ofPage(gary));
        clock.forward(LadderUpdate.AUTHORS_EVERY);
        warm.update(LadderCloud.GAME);
        assertEquals(published("Ada L."), ofPage(gary));

        BotRecord rita = cloud.botOf(ada, "Rita");
        cloud.played(LadderCloud.player(rita), 1, RANDOM, 0, Seat.FIRST);
        warm.update(LadderCloud.GAME);
        assertEquals(published("Ada L."), ofPage(rita));
    }

    @Test
    void a_private_bot_has_no_author() {
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        cloud.hide(cloud.found(gary));
        updateLadder();
        assertFalse(Json.text(front().value()).contains(ada));
    }

    @Test
    void the_table_of_a_tournament_names_the_authors_of_public_bots() {
        TournamentUpdate update = new TournamentUpdate(cloud.aws, files, SITE, new OpenLimits(12, 4, 0), clock);
        TournamentRecord tournament = TournamentRecord.planned(
                IdKind.TOURNAMENT.next(new MatchIds(clock, new SecureRandom())),
                new TournamentSettings(
                        "Cup",
                        "somebody",
                        true,
                        GameSettings.of(LadderCloud.GAME),
                        new Plan(
                                TournamentStyle.SCORES_OF_ORDERED_PAIRS,
                                GroupSize.TWO,
                                2,
                                "cup",
                                Map.of("format", "round-robin")),
                        null),
                clock.instant());
        new Tournaments(cloud.aws.table(), clock)
                .create(tournament, List.of(LadderCloud.player(gary), RANDOM), null, 0);
        update.update(tournament.id());
        Plain players = files.get(tournament).orElseThrow().get("players");
        assertEquals(published("Ada"), players.at(0).get("author").value());
        assertTrue(players.at(1).get("author").isNull());

        owners.change(ada, "Ada L.", null);
        clock.forward(LadderUpdate.AUTHORS_EVERY);
        update.update(tournament.id());
        assertEquals(
                published("Ada L."),
                files.get(tournament)
                        .orElseThrow()
                        .get("players")
                        .at(0)
                        .get("author")
                        .value());
    }
}
