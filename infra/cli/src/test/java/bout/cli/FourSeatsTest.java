package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.cli.api.ApiClient;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.tournament.JournalledTournament;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.competition.tournament.TournamentStandings;
import bout.competition.tournament.TournamentStandings.Entrant;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Plain;
import bout.games.Games;
import bout.stack.Stack;
import bout.stack.StackOptions;
import bout.store.Aws;
import bout.store.journal.Journals;
import bout.store.journal.StandingsFiles;
import bout.store.tournament.TournamentRecord;
import bout.store.tournament.Tournaments;
import bout.wire.Json;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Matches of four on a whole stack: whoever has the journal of a ladder of twenty bots, or of a tournament of twelve,
 * computes the same standings to the bit.
 */
@Tag("server")
class FourSeatsTest {

    private static final Game<?> GAME = Games.ALL.stream()
            .filter(game -> game.card().seats().allow(4))
            .findFirst()
            .orElseThrow();

    private static final int BOTS = 20;
    private static final int ENTRANTS = 12;

    @AutoClose
    private static Stack stack;

    private static Aws aws;

    @AutoClose
    private static BotServer server;

    @AutoClose
    private static ApiClient api;

    private static final List<String> REGISTERED = new ArrayList<>();

    /** The tournament of each format. */
    private static final Map<String, String> TOURNAMENTS = new HashMap<>();

    /** The tournaments are played at the same time. */
    @BeforeAll
    static void bots_at_urls_in_tournaments() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository());
        aws = stack.aws();
        api = new ApiClient(stack.address(), null);
        List<HouseBot> house = GAME.houseBots();
        server = new BotServer(0, BotServer.houseBot(GAME, house.getFirst()));
        for (int i = house.size(); i < BOTS; i++) {
            REGISTERED.add(OnTheStack.verified(stack, GAME.card().id(), "Bot " + i, server.url() + i));
        }
        for (String format : List.of("round-robin", "swiss", "knockout")) {
            TOURNAMENTS.put(format, create(format));
        }
    }

    private static String create(String format) throws Exception {
        return api.post(
                        "/api/tournaments",
                        Map.of(
                                "game",
                                GAME.card().id(),
                                "format",
                                format,
                                "players",
                                REGISTERED.stream()
                                        .limit(ENTRANTS)
                                        .map(bot -> Map.of("bot", bot))
                                        .toList()))
                .text("id");
    }

    @Test
    void a_ladder_of_twenty_computed_again_is_the_one_that_was_published() throws Exception {
        OnTheStack.startLadderMatches(stack, 2, List.of(GAME.card().id()));
        StandingsFiles files = new StandingsFiles(aws.bucket());
        Plain ladder = OnTheStack.await(
                () -> files.get(StandingsFiles.ladder(GAME.card().id()))
                        .filter(found -> found.get("players").length() == BOTS));
        assertTrue(ladder.get("matches").integer(0, 10_000) >= BOTS / 2, ladder.toString());

        Ran.api(stack.address(), "", "ratings", "recompute", GAME.card().id(), "--check-matches")
                .succeeds();
        List<JournalEntry> entries =
                new Journals(aws.table()).read(new Subject.Ladder(GAME.card().id()), 0, 1000);
        assertTrue(entries.stream().anyMatch(entry -> entry.players().size() == 4), entries.toString());
        entries.forEach(entry ->
                assertEquals(entry.players().size(), entry.result().places().size()));
        Plain page = files.get(StandingsFiles.bot(REGISTERED.getFirst())).orElseThrow();
        Plain recent = page.get("recent").at(0);
        assertEquals(recent.get("players").length(), recent.get("places").length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"round-robin", "swiss", "knockout"})
    void a_tournament_of_twelve_computed_again_is_the_one_that_was_published(String format) throws Exception {
        String id = TOURNAMENTS.get(format);
        Plain shown = OnTheStack.await(() -> Optional.of(api.get("/api/tournaments/" + id))
                .filter(found -> found.text("state").equals("finished")));
        assertEquals(4, shown.get("seats").integer(1, 8));
        assertEquals(played(id), shown.get("played").integer(1, 1000));

        TournamentRecord record =
                new Tournaments(aws.table(), Clock.systemUTC()).find(id).orElseThrow();
        JournalledTournament again = new JournalledTournament(
                record.settings().plan(),
                new OpenLimits(OpenLimits.IN_ALL, OpenLimits.OF_PLAYER, 0),
                record.createdAt());
        for (JournalEntry entry : new Journals(aws.table()).read(new Subject.Tournament(id), 0, 1000)) {
            assertTrue(entry.players().size() >= 2 && again.add(entry), entry.toString());
        }
        Plain published = new StandingsFiles(aws.bucket()).get(record).orElseThrow();
        List<Entrant> entrants = published.get("players").entries().stream()
                .map(player -> new Entrant(player.text("name"), player.text("key")))
                .toList();
        Object anchor = published.get("anchor").value();
        Map<String, Object> computed = TournamentStandings.results(
                entrants, again.tournament(), anchor instanceof Integer player ? player : 0);
        computed.forEach(
                (field, value) -> assertEquals(Json.text(published.get(field).value()), Json.text(value), field));
    }

    /** How many matches the API lists, each with all its players and their places. */
    private static int played(String tournament) {
        int played = 0;
        String cursor = "";
        while (cursor != null) {
            Plain page = api.get("/api/tournaments/" + tournament + "/matches?limit=100" + cursor);
            for (Plain match : page.get("matches").entries()) {
                played++;
                assertEquals(
                        match.get("players").length(),
                        match.get("result").get("places").length());
            }
            cursor = page.get("next").isNull() ? null : "&cursor=" + page.text("next");
        }
        return played;
    }
}
