package bout.standings.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.contest.ContestEvent.Disqualified;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Ladder;
import bout.competition.ladder.Ladder.LadderSnapshot;
import bout.competition.ladder.StandingsSchema;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.standings.LadderCloud;
import bout.standings.journal.JournalledLadders;
import bout.store.TestAws;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Visibility;
import bout.store.contest.ContestRecord;
import bout.store.journal.LadderSnapshots;
import bout.store.journal.StandingsFiles;
import bout.store.match.PlayerRecord;
import bout.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

@Tag("aws")
class LadderUpdateTest {

    private static final URI SITE = URI.create("https://bout.example");

    private static final PlayerRecord RANDOM = LadderCloud.house("random");

    private final LadderCloud cloud = new LadderCloud();
    private final StandingsFiles files = new StandingsFiles(cloud.aws.bucket());
    private final LadderSnapshots snapshots = new LadderSnapshots(cloud.aws.bucket());

    /** A new object without any state, as after a cold start. */
    private LadderUpdate cold() {
        return new LadderUpdate(cloud.aws, files, SITE, Clock.systemUTC());
    }

    private void update() {
        cold().update(LadderCloud.GAME);
    }

    private Plain table() {
        Plain table = files.get(StandingsFiles.ladder(LadderCloud.GAME)).orElseThrow();
        StandingsSchema.check("ladder.schema.json", Json.text(table.value()));
        return table;
    }

    private Optional<Plain> page(String name) {
        Optional<Plain> page = files.get(StandingsFiles.bot(name));
        page.ifPresent(there -> StandingsSchema.check("bot.schema.json", Json.text(there.value())));
        return page;
    }

    private static List<String> names(Plain table) {
        return table.get("players").entries().stream()
                .map(row -> row.get("name").text())
                .toList();
    }

    @Test
    void a_ladder_without_a_match_has_an_empty_table() {
        update();
        assertEquals(List.of(), names(table()));
    }

    private void inContest(ContestRecord contest, BotRecord winner, BotRecord loser) {
        cloud.played(
                LadderCloud.player(winner),
                LadderCloud.player(loser),
                new Competition.OfLadder(contest.id(), List.of(1, 1)),
                Seat.FIRST);
    }

    @Test
    void the_leaderboard_of_a_contest_lists_its_bots_and_is_published_apart_from_that_of_the_game() {
        BotRecord ann = cloud.botOf("ann", "Ann");
        BotRecord ben = cloud.botOf("ben", "Ben");
        BotRecord cid = cloud.botOf("cid", "Cid");
        ContestRecord contest = cloud.contest(Instant.now(), true, ann, ben, cid);
        inContest(contest, ben, ann);
        inContest(contest, ann, cid);
        update();
        assertEquals(List.of(), names(table()), "no match of the game's ladder");
        cold().update(contest.id());
        Plain board = files.get(StandingsFiles.contestLadder(contest.id())).orElseThrow();
        StandingsSchema.check("ladder.schema.json", Json.text(board.value()));
        assertEquals(List.of("Ben", "Ann", "Cid"), names(board));
        assertEquals(LadderCloud.GAME, board.text("game"));
        assertEquals(2, board.get("sequence").integer(0, 9));
        assertTrue(page(ann.id()).isEmpty(), "the page of a bot tells of the game's ladder");

        cloud.add(contest, new Disqualified(Instant.now(), ben.id(), "copied"));
        cold().update(contest.id());
        Plain without = files.get(StandingsFiles.contestLadder(contest.id())).orElseThrow();
        assertEquals(List.of("Ann", "Cid"), names(without));
        assertEquals(
                board.get("players").at(1).get("mu").number(),
                without.get("players").at(0).get("mu").number(),
                "its matches still count");
        update();
        assertEquals(List.of(), names(table()));
    }

    @Test
    void leaderboard_and_pages_agree_with_the_journal() {
        BotRecord gary = cloud.bot("Gary");
        for (int i = 0; i < 3; i++) {
            cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
            cloud.played(RANDOM, 0, LadderCloud.player(gary), 1, i == 0 ? null : Seat.SECOND);
        }
        update();
        assertEquals(List.of("Gary", "random"), names(table()));
        Plain row = table().get("players").at(0);
        assertEquals(5, row.get("wins").integer(0, 9));
        assertEquals(1, row.get("draws").integer(0, 9));
        Plain page = page(gary.id()).orElseThrow();
        assertEquals(row.get("mu").number(), page.get("mu").number());
        assertEquals(6, page.get("recent").length());
        assertEquals("random", page.get("opponents").at(0).get("name").text());
        assertEquals(
                2, page("ajax-tiles.house.random").orElseThrow().get("rank").integer(1, 9));
    }

    private void lost(BotRecord bot, Failure.Kind kind) {
        cloud.lostByFailing(LadderCloud.player(bot), bot.version().number(), RANDOM, kind);
    }

    @Test
    void a_bot_that_failed_in_two_matches_in_a_row_is_suspended_and_checked_at_once() {
        BotRecord gary = cloud.bot("Gary");
        BotRecord other = cloud.bot("Other");
        lost(gary, Failure.Kind.BROKEN);
        update();
        assertFalse(cloud.found(gary).version().health().suspended(), "once happens to everybody");

        cloud.played(LadderCloud.player(gary), 1, LadderCloud.player(other), 1, Seat.SECOND);
        lost(gary, Failure.Kind.BROKEN);
        update();
        assertFalse(cloud.found(gary).version().health().suspended(), "not in a row");

        lost(gary, Failure.Kind.TIME_OUT);
        update();
        update();
        Health health = cloud.found(gary).version().health();
        assertTrue(health.suspended());
        assertEquals("It lost its last two rated matches by failing, the last one by: too late.", health.reason());
        assertFalse(cloud.found(other).version().health().suspended(), "the opponent has not failed");
        List<String> checks = cloud.queues.take("BOUT_CHECKS_QUEUE");
        assertEquals(1, checks.size(), checks.toString());
        assertTrue(checks.getFirst().contains(gary.id()), checks.toString());
    }

    @Test
    void a_bot_that_has_returned_is_not_suspended_again_for_the_same_matches() {
        BotRecord gary = cloud.bot("Gary");
        lost(gary, Failure.Kind.BROKEN);
        lost(gary, Failure.Kind.BROKEN);
        update();
        BotRecord suspended = cloud.found(gary);
        cloud.bots.heal(
                suspended,
                suspended.version().health().passed(Instant.now()),
                suspended.version().verification());

        update();

        assertFalse(cloud.found(gary).version().health().suspended());
    }

    @Test
    void matches_of_an_earlier_version_and_those_that_a_bot_was_withdrawn_from_do_not_suspend_it() {
        BotRecord withdrawn = cloud.bot("Withdrawn");
        lost(withdrawn, Failure.Kind.WITHDRAWN);
        lost(withdrawn, Failure.Kind.WITHDRAWN);
        BotRecord renewed = cloud.bot("Renewed");
        lost(renewed, Failure.Kind.BROKEN);
        cloud.bots.change(renewed, renewed.renewed(Instant.now()));
        lost(cloud.found(renewed), Failure.Kind.BROKEN);

        update();

        assertFalse(cloud.found(withdrawn).version().health().suspended());
        assertFalse(cloud.found(renewed).version().health().suspended());
    }

    private GetObjectResponse head(String name) {
        return TestAws.clients(cloud.environment)
                .s3()
                .get()
                .getObjectAsBytes(
                        get -> get.bucket(cloud.environment.get("BOUT_BUCKET")).key(StandingsFiles.key(name)))
                .response();
    }

    @Test
    void a_bot_and_its_game_have_feeds_of_their_matches() throws IOException {
        BotRecord gary = cloud.bot("Gary <b>&");
        BotRecord hidden = cloud.bot("Hidden");
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        cloud.played(RANDOM, 0, LadderCloud.player(gary), 1, Seat.FIRST);
        cloud.played(LadderCloud.player(gary), 1, LadderCloud.player(hidden), 1, Seat.SECOND);
        cloud.played(RANDOM, 0, LadderCloud.house("expand"), 0, Seat.SECOND);
        cloud.hide(hidden);
        update();
        String ofBot = cloud.feed("bots/" + gary.id() + ".atom");
        String ofGame = cloud.feed("ladders/ajax-tiles.atom");
        for (String feed : List.of(ofBot, ofGame)) {
            assertEquals(4, feed.split("<entry>").length, feed);
            assertTrue(feed.contains("<title>Gary &lt;b&gt;&amp; vs Random: Gary &lt;b&gt;&amp; wins, "), feed);
            assertTrue(feed.contains("<title>Random vs Gary &lt;b&gt;&amp;: Random wins, "), feed);
            assertTrue(feed.contains("vs a private bot: a private bot wins"), feed);
            assertFalse(feed.contains("Hidden") || feed.contains(hidden.id()), feed);
            assertTrue(feed.contains("href=\"https://bout.example/match.html?id="), feed);
        }
        GetObjectResponse head = head("bots/" + gary.id() + ".atom");
        assertEquals("application/atom+xml", head.contentType());
        assertEquals("gzip", head.contentEncoding());
        assertEquals("public, max-age=300", head.cacheControl());

        Instant written = head.lastModified();
        String before = head.eTag() + cloud.feed("bots/" + gary.id() + ".atom");
        update();
        GetObjectResponse again = head("bots/" + gary.id() + ".atom");
        assertEquals(before, again.eTag() + cloud.feed("bots/" + gary.id() + ".atom"));
        assertEquals(written, again.lastModified());
    }

    @Test
    void house_bots_have_no_feeds_so_that_an_idle_ladder_writes_none() {
        cloud.played(RANDOM, 0, LadderCloud.house("expand"), 0, Seat.SECOND);
        update();
        assertThrows(NoSuchKeyException.class, () -> head("ladders/ajax-tiles.atom"));
        assertThrows(NoSuchKeyException.class, () -> head("bots/ajax-tiles.house.random.atom"));
    }

    @Test
    void the_feed_of_a_bot_that_became_private_is_deleted() {
        BotRecord gary = cloud.bot("Gary");
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        update();
        assertEquals("application/atom+xml", head("bots/" + gary.id() + ".atom").contentType());
        cloud.hide(gary);
        update();
        assertThrows(NoSuchKeyException.class, () -> head("bots/" + gary.id() + ".atom"));
    }

    @Test
    void unchanged_files_are_not_written_again() {
        BotRecord gary = cloud.bot("Gary");
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        update();
        String before = table().get("updatedAt").text();
        update();
        assertEquals(before, table().get("updatedAt").text());
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        update();
        assertNotEquals(before, table().get("updatedAt").text());
    }

    @Test
    void inactive_bots_leave_the_leaderboard_and_private_ones_lose_page_and_name() {
        BotRecord gary = cloud.bot("Gary");
        BotRecord hidden = cloud.bot("Hidden");
        cloud.played(LadderCloud.player(gary), 1, LadderCloud.player(hidden), 1, Seat.FIRST);
        cloud.played(LadderCloud.player(gary), 1, RANDOM, 0, Seat.FIRST);
        update();
        assertEquals(3, names(table()).size());
        assertTrue(page(hidden.id()).isPresent());

        cloud.change(gary, "Gary II", gary.settings().program(), Visibility.PUBLIC, false);
        cloud.hide(hidden);
        update();
        assertEquals(List.of("random"), names(table()));
        Plain page = page(gary.id()).orElseThrow();
        assertEquals("Gary II", page.get("name").text());
        assertFalse(page.get("active").bool());
        assertTrue(page.get("opponents").at(0).get("name").isNull(), "the name of who is private");
        assertEquals(Optional.empty(), page(hidden.id()));
    }

    @Test
    void a_snapshot_plus_the_remaining_journal_gives_the_same_bits_as_all_of_it() {
        BotRecord gary = cloud.bot("Gary");
        LadderUpdate warm = cold();
        for (int i = 0; i < 104; i++) {
            cloud.played(
                    i % 2 == 0 ? LadderCloud.player(gary) : RANDOM,
                    i % 2 == 0 ? 1 : 0,
                    i % 2 == 0 ? RANDOM : LadderCloud.player(gary),
                    i % 2 == 0 ? 0 : 1,
                    i % 3 == 0 ? null : Seat.FIRST);
            if (i == 60) {
                warm.update(LadderCloud.GAME);
                assertEquals(Optional.empty(), snapshots.latest(LadderCloud.GAME, Object.class));
            }
            if (i == 100) {
                warm.update(LadderCloud.GAME);
            }
        }
        assertEquals(
                101,
                snapshots
                        .latest(LadderCloud.GAME, LadderSnapshot.class)
                        .orElseThrow()
                        .ladder()
                        .sequence());

        Ladder fromSnapshot = new JournalledLadders(cloud.journals, snapshots).read(LadderCloud.GAME);
        Ladder whole = new Ladder(LadderCloud.GAME);
        List<JournalEntry> entries = cloud.journals.read(new Subject.Ladder(LadderCloud.GAME), 0, 1000);
        entries.forEach(whole::add);
        assertEquals(Json.text(LadderSnapshot.of(whole)), Json.text(LadderSnapshot.of(fromSnapshot)));
        update();
        assertEquals(
                whole.player(gary.id()).orElseThrow().rating().mu(),
                table().get("players").at(0).get("key").text().equals(gary.id())
                        ? table().get("players").at(0).get("mu").number()
                        : table().get("players").at(1).get("mu").number());
    }

    @Test
    void a_snapshot_of_another_format_is_made_again_from_the_journal() {
        cloud.played(RANDOM, 0, LadderCloud.house("expand"), 0, Seat.FIRST);
        update();
        Plain table = table();
        snapshots.save(LadderCloud.GAME, Map.of("format", 6, "ladder", Map.of()));
        update();
        assertEquals(table, table());
        assertEquals(Optional.empty(), snapshots.latest(LadderCloud.GAME, LadderSnapshot.class));
        for (int i = 1; i < 100; i++) {
            cloud.played(RANDOM, 0, LadderCloud.house("expand"), 0, Seat.FIRST);
        }
        update();
        assertEquals(
                100,
                snapshots
                        .latest(LadderCloud.GAME, LadderSnapshot.class)
                        .orElseThrow()
                        .ladder()
                        .sequence());
    }

    @Test
    void an_unknown_game_has_no_ladder() {
        cold().update("chess");
        assertEquals(Optional.empty(), files.get(StandingsFiles.ladder("chess")));
    }
}
