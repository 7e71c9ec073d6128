package bout.standings.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Plain;
import bout.engine.Seat;
import bout.standings.LadderCloud;
import bout.standings.ladder.Ladder;
import bout.standings.ladder.LadderSnapshot;
import bout.standings.ladder.StandingsSchema;
import bout.store.bot.BotRecord;
import bout.store.bot.BotSettings;
import bout.store.bot.Visibility;
import bout.store.journal.JournalEntry;
import bout.store.journal.LadderSnapshots;
import bout.store.journal.StandingsFiles;
import bout.store.match.PlayerRecord;
import bout.store.match.Subject;
import bout.wire.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("aws")
class LadderUpdateTest {

    private static final PlayerRecord RANDOM = LadderCloud.house("random");

    private final LadderCloud cloud = new LadderCloud();
    private final StandingsFiles files = cloud.aws.standingsFiles();
    private final LadderSnapshots snapshots = cloud.aws.ladderSnapshots();

    /** A new object without any state, as after a cold start. */
    private LadderUpdate cold() {
        return new LadderUpdate(
                new JournalledLadders(cloud.journals, snapshots), snapshots, cloud.bots, files, Clock.systemUTC());
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
        assertEquals("house:random", table().get("anchor").text());
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
        assertTrue(row.get("elo").number() > 1000);
        Plain page = page(gary.id()).orElseThrow();
        assertEquals(row.get("mu").number(), page.get("mu").number());
        assertEquals(6, page.get("recent").length());
        assertEquals("random", page.get("opponents").at(0).get("name").text());
        assertEquals(
                2, page("ajax-tiles.house.random").orElseThrow().get("rank").integer(1, 9));
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

        cloud.bots.change(
                gary,
                gary.changed(
                        new BotSettings(
                                "Gary II",
                                gary.settings().url(),
                                gary.settings().secret(),
                                Visibility.PUBLIC,
                                false),
                        "challenge-2",
                        Instant.now()));
        cloud.bots.change(
                hidden,
                hidden.changed(
                        new BotSettings(
                                "Hidden",
                                hidden.settings().url(),
                                hidden.settings().secret(),
                                Visibility.PRIVATE,
                                true),
                        "challenge-2",
                        Instant.now()));
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
                assertEquals(Optional.empty(), snapshots.latest(LadderCloud.GAME));
            }
            if (i == 100) {
                warm.update(LadderCloud.GAME);
            }
        }
        Plain snapshot = snapshots.latest(LadderCloud.GAME).orElseThrow();
        assertEquals(101, snapshot.get("sequence").integer(0, 999));

        Ladder fromSnapshot = new JournalledLadders(cloud.journals, snapshots).read(LadderCloud.GAME);
        Ladder whole = new Ladder(LadderCloud.GAME);
        List<JournalEntry> entries = cloud.journals.read(new Subject.Ladder(LadderCloud.GAME), 0, 1000);
        entries.forEach(whole::add);
        assertEquals(Json.text(LadderSnapshot.write(whole)), Json.text(LadderSnapshot.write(fromSnapshot)));
        update();
        assertEquals(
                whole.player(gary.id()).orElseThrow().rating().mu(),
                table().get("players").at(0).get("key").text().equals(gary.id())
                        ? table().get("players").at(0).get("mu").number()
                        : table().get("players").at(1).get("mu").number());
    }

    @Test
    void an_unknown_game_has_no_ladder() {
        cold().update("chess");
        assertEquals(Optional.empty(), files.get(StandingsFiles.ladder("chess")));
    }
}
