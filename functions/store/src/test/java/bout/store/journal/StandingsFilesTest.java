package bout.store.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.engine.Game.TournamentStyle;
import bout.store.TestAws;
import bout.store.TestCloud;
import bout.store.match.GameSettings;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.TournamentRecord.TournamentProgress;
import bout.store.tournament.TournamentRecord.TournamentSettings;
import bout.store.tournament.TournamentRecord.TournamentState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

@Tag("aws")
class StandingsFilesTest {

    private final Map<String, String> environment = TestCloud.environment();
    private final String bucket = environment.get("BOUT_BUCKET");

    @AutoClose
    private final S3Client s3 = TestAws.clients(environment).s3().get();

    private final StandingsFiles files =
            new StandingsFiles(TestAws.aws(environment).bucket());
    private final String name = StandingsFiles.ladder("game-" + UUID.randomUUID());

    private GetObjectResponse head() {
        return s3.getObjectAsBytes(asked -> asked.bucket(bucket).key("standings/" + name))
                .response();
    }

    @Test
    void a_file_says_what_was_written_last() {
        assertEquals(Optional.empty(), files.get(name));
        files.put(name, Map.of("matches", 1));
        files.put(name, Map.of("matches", 2));
        assertEquals(Map.of("matches", 2), files.get(name).orElseThrow().value());
        files.delete(name);
        files.delete(name);
        assertEquals(Optional.empty(), files.get(name));
    }

    @Test
    void a_snapshot_takes_the_place_of_the_one_before() {
        LadderSnapshots snapshots = new LadderSnapshots(files.bucket());
        String game = "game-" + UUID.randomUUID();
        assertEquals(Optional.empty(), snapshots.latest(game, Object.class));
        for (double number : List.of(0.1 + 0.2, 25.0 / 3)) {
            snapshots.save(game, List.of(number));
            assertEquals(Optional.of(List.of(number)), snapshots.latest(game, Object.class));
        }
    }

    @Test
    void a_snapshot_of_another_version_is_none() {
        LadderSnapshots snapshots = new LadderSnapshots(files.bucket());
        String game = "game-" + UUID.randomUUID();
        snapshots.save(game, List.of("of another version"));
        assertEquals(Optional.empty(), snapshots.latest(game, Instant.class));
    }

    @Test
    void a_browser_is_told_what_the_file_is_and_whether_it_has_changed() {
        files.put(name, Map.of("matches", 1));
        GetObjectResponse first = head();
        assertEquals("application/json", first.contentType());
        assertEquals("gzip", first.contentEncoding());
        assertEquals("public, max-age=2", first.cacheControl());
        files.put(name, Map.of("matches", 1));
        assertEquals(first.eTag(), head().eTag(), "the same content has the same tag");
        files.put(name, Map.of("matches", 2));
        assertNotEquals(first.eTag(), head().eTag());
    }

    @Test
    void only_names_of_standings_lead_into_the_folder() {
        for (String wrong :
                List.of("../replays/x.json", "ladders/../../x.json", "ladders/a/b.json", "x", ".json", "")) {
            assertThrows(IllegalArgumentException.class, () -> files.get(wrong), wrong);
        }
        assertEquals(
                "standings/bots/tokens.house.lazy.json", StandingsFiles.key(StandingsFiles.bot("tokens.house.lazy")));
        assertEquals("private/contests/con_1.json", StandingsFiles.key(StandingsFiles.contestLadder("con_1")));
    }

    @Test
    void only_the_standings_of_public_tournaments_lie_where_everybody_reads() {
        for (boolean isPublic : List.of(true, false)) {
            TournamentRecord tournament = tournament(isPublic);
            files.put(tournament, Map.of("public", isPublic));
            assertEquals(
                    Map.of("public", isPublic),
                    files.get(tournament).orElseThrow().value());
            assertEquals(
                    (isPublic ? "standings" : "private") + "/tournaments/" + tournament.id() + ".json",
                    StandingsFiles.key(tournament));
        }
    }

    @Test
    void the_standings_of_a_tournament_are_there_before_it_is_published_as_revealed() {
        TournamentRecord hidden = tournament(false);
        files.put(hidden, Map.of("played", 3));
        TournamentRecord revealed = new TournamentRecord(
                hidden.id(),
                hidden.settings(),
                hidden.createdAt(),
                new TournamentProgress(
                        TournamentState.FINISHED,
                        3,
                        List.of(),
                        1,
                        List.of(),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        Instant.EPOCH));
        assertEquals(Map.of("played", 3), files.get(revealed).orElseThrow().value());
        files.put(revealed, Map.of("played", 3, "public", true));
        assertEquals(
                Map.of("played", 3, "public", true),
                files.get(revealed).orElseThrow().value());
    }

    private static TournamentRecord tournament(boolean isPublic) {
        return TournamentRecord.planned(
                "trn_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60",
                new TournamentSettings(
                        "Spring cup",
                        "owner",
                        isPublic,
                        GameSettings.of("tokens"),
                        new Plan(TournamentStyle.WINS_IN_ROUNDS, GroupSize.TWO, 2, "7", Map.of("format", "swiss")),
                        null),
                Instant.EPOCH);
    }

    @Test
    void a_file_that_something_else_wrote_is_an_error_that_says_so() {
        s3.putObject(
                put -> put.bucket(bucket).key("standings/" + name),
                RequestBody.fromBytes("{".getBytes(StandardCharsets.UTF_8)));
        IllegalStateException wrong = assertThrows(IllegalStateException.class, () -> files.get(name));
        assertEquals(
                true, wrong.getMessage().startsWith("In the bucket, standings/" + name + ": "), wrong.getMessage());
    }
}
