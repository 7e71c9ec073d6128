package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.HttpAnswer;
import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.journal.Competition.Subject;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.store.Aws;
import bout.store.TestBots;
import bout.store.access.AdminToken;
import bout.store.bot.BotRecord;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.contest.ContestRecord;
import bout.store.contest.ContestRecord.ContestSettings;
import bout.store.contest.Contests;
import bout.store.journal.Journals;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.queue.UpdateQueue.Task;
import bout.store.tournament.Tournaments;
import bout.wire.Resources;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A contest whose results are hidden, played in two worlds that differ only in who wins. Whoever has no rights finds
 * the same in both, wherever they look, until the results are revealed.
 */
@Tag("server")
@Timeout(120)
class HiddenResultsTest {

    private static final String ADMIN = RecordedDay.ADMIN;

    private static final Pattern GETS = Pattern.compile("\n {2}(/api/\\S+):\n {4}get:");

    /** Ids and times differ between any two worlds; ids are named in the order in which the test learned them. */
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|\\d{4}-\\d\\d-\\d\\d");

    private static final class World {

        private final SteppedStack stack = new SteppedStack(
                Instant.parse("2026-01-05T12:00:10Z"),
                Map.of("AdminTokenHash", new AdminToken(ADMIN).hash(), "BOUT_REQUESTS_PER_SECOND", "0"));
        private final Aws aws = stack.aws();
        private final InstantSource time = stack::now;
        private final Clock clock = time.withZone(ZoneOffset.UTC);
        private final Contests contests = new Contests(aws.table());
        private final Tournaments tournaments = new Tournaments(aws.table(), clock);
        private final Matches matches = aws.matches(clock);
        private final Leases leases = aws.leases(clock);
        private final Journals journals = new Journals(aws.table());

        /** By the order in which they were entered. */
        private final List<String> bots = new ArrayList<>();

        private final List<String> played = new ArrayList<>();
        private final boolean firstWins;
        private final String contest;

        private World(boolean firstWins) throws StackNotStarted {
            this.firstWins = firstWins;
            MatchIds ids = new MatchIds(clock, new SecureRandom());
            Instant deadline = clock.instant().minus(Duration.ofSeconds(1));
            ContestRecord made = new ContestRecord(
                    IdKind.CONTEST.next(ids),
                    new ContestSettings(
                            "Cup",
                            "admin",
                            true,
                            "",
                            GameSettings.of("tokens"),
                            new ContestPlan(
                                    deadline,
                                    1,
                                    List.of(
                                            new Stage(Map.of("format", "swiss"), null),
                                            new Stage(Map.of("format", "knockout"), 2)),
                                    Reveal.BY_ORGANISER,
                                    false),
                            "secret"),
                    deadline,
                    List.of());
            contest = made.id();
            contests.create(made, null, clock);
            TestBots testBots = new TestBots(new Bots(aws.table(), clock), clock);
            for (String owner : List.of("ada", "ben", "cid")) {
                BotRecord bot = testBots.registered(owner, "tokens", "Bot of " + owner, new Program.Connected());
                bots.add(bot.id());
                contests.add(
                        contest, each -> new Entered(deadline.minusSeconds(1), owner, bot.id(), "Bot of " + owner));
            }
        }

        private Contest now() {
            return contests.find(contest).orElseThrow().contest();
        }

        private void update(Task task) {
            stack.send("UpdatesQueue", task.text(), task.text());
            // Until then the same message would be dropped.
            stack.forward(Duration.ofMinutes(6));
            stack.deliver("UpdatesQueue");
            assertEquals(Set.of(), stack.failures());
        }

        private void play() {
            while (!now().state().over()) {
                update(new Task.Contest(contest));
                now().stages().stream()
                        .map(stage -> tournaments.find(stage.tournament()).orElseThrow())
                        .forEach(tournament ->
                                tournament.progress().open().forEach(fixture -> play(tournament.matchId(fixture))));
            }
            assertEquals(Contest.State.FINISHED, now().state());
        }

        private void play(String id) {
            if (leases.takeLease(id, "a-runner") instanceof LeaseResult.Leased leased) {
                played.add(id);
                List<Integer> strength = leased.lease().match().players().stream()
                        .map(player -> bots.indexOf(player.bot()) * (firstWins ? -1 : 1) + bots.size())
                        .toList();
                SeatTally tally = new SeatTally(10, Map.of(), AnswerTimes.NONE);
                leases.finishMatch(
                        leased.lease(),
                        Result.byScore(strength.get(0), strength.get(1), "test"),
                        List.of(),
                        10,
                        List.of(tally, tally));
            }
            MatchRecord over = matches.find(id).orElseThrow();
            journals.append(over.subject().orElseThrow(), List.of(over));
        }

        private List<String> tournamentIds() {
            return now().stages().stream().map(Contest.Played::tournament).toList();
        }

        /** The status and the body. */
        private String get(String path) {
            HttpAnswer answer = stack.request(null, "GET", path, "");
            return answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8);
        }

        /** All that somebody without rights can read, by where it is. */
        private Map<String, String> seen() throws Exception {
            List<String> ids = new ArrayList<>(bots);
            ids.add(contest);
            ids.addAll(tournamentIds());
            ids.addAll(played);
            Map<String, String> seen = new TreeMap<>();
            for (String path : paths()) {
                List<String> filled = path.contains("{id}")
                        ? ids.stream().map(id -> path.replace("{id}", id)).toList()
                        : List.of(path);
                for (String each : filled) {
                    String asked = each.replace("{game}", "tokens").replaceAll("\\{[a-z0-9]+}", bots.getFirst());
                    seen.put(named(asked), named(get(asked)));
                }
            }
            stack.files().forEach((key, content) -> {
                if (!key.startsWith("private/")) {
                    seen.put(named(key), named(new String(content, StandardCharsets.UTF_8)));
                }
            });
            return seen;
        }

        private String named(String text) {
            String named = TIME.matcher(text).replaceAll("(time)");
            List<String> known = new ArrayList<>(bots);
            known.add(contest);
            known.addAll(tournamentIds());
            for (int i = 0; i < known.size(); i++) {
                named = named.replace(known.get(i), "(id " + i + ")");
            }
            // Matches have other ids if others play; what is said of them must be the same.
            for (String match : played) {
                named = named.replace(match, "(match)");
            }
            return named;
        }

        private static List<String> paths() throws Exception {
            return GETS.matcher(Resources.text(HiddenResultsTest.class, "/bout/api/openapi.yaml"))
                    .results()
                    .map(found -> found.group(1))
                    .filter(path -> !path.equals("/api/openapi.yaml"))
                    .toList();
        }

        private void reveal(int stage) {
            stack.api(ADMIN, "PATCH", "/api/contests/" + contest, "revealed", stage);
        }

        /** The final is played again. */
        private void again() {
            Map<String, Object> again = Map.of("match", played.getLast(), "reason", "No power.");
            stack.api(ADMIN, "PATCH", "/api/contests/" + contest, "again", again);
        }
    }

    @Test
    void nobody_finds_out_who_wins_until_it_is_revealed() throws Exception {
        World one = new World(true);
        World other = new World(false);
        one.play();
        other.play();
        for (World each : List.of(one, other)) {
            each.again();
            assertEquals(Contest.State.RUNNING, each.now().state());
            each.play();
        }
        assertFalse(one.now().ranking().isEmpty());
        assertEquals(0, one.bots.indexOf(one.now().ranking().getFirst()));
        assertEquals(2, other.bots.indexOf(other.now().ranking().getFirst()));
        Map<String, String> seen = one.seen();
        assertTrue(seen.get("/api/contests/(id 3)").contains("\"state\":\"finished\""), seen.toString());
        assertTrue(
                seen.get("/api/contests/(id 3)").contains("\"stage\":1,\"match\":null,\"reason\":\"No power.\""),
                seen.toString());
        assertEquals(seen, other.seen());

        one.reveal(0);
        String halfWay = one.get("/api/contests/" + one.contest);
        assertTrue(halfWay.contains(one.tournamentIds().get(0)), halfWay);
        assertFalse(halfWay.contains(one.tournamentIds().get(1)), halfWay);
        assertTrue(halfWay.contains("\"ranking\":[],\"journal\""), halfWay);
        String hidden = one.get("/api/tournaments/" + one.tournamentIds().get(1));
        assertTrue(hidden.startsWith("404 "), hidden);

        one.reveal(1);
        // Whoever does it again, because the answer was lost, changes nothing.
        one.reveal(1);
        for (String tournament : one.tournamentIds()) {
            one.update(new Task.Standings(new Subject.Tournament(tournament)));
        }
        Map<String, String> revealed = one.seen();
        assertTrue(revealed.get("/api/contests/(id 3)").contains("\"ranking\":[\"(id 0)\",\"(id 1)\",\"(id 2)\"]"));
        for (String tournament : List.of("(id 4)", "(id 5)")) {
            for (String path :
                    List.of("/api/tournaments/" + tournament, "/api/tournaments/" + tournament + "/matches")) {
                assertTrue(revealed.get(path).startsWith("200 "), path);
            }
            assertTrue(
                    revealed.containsKey("standings/tournaments/" + tournament + ".json"), revealed.keySet()::toString);
            assertTrue(revealed.containsKey("standings/tournaments/" + tournament + ".atom"));
            assertTrue(revealed.get("standings/tournaments.json").contains(tournament));
        }
        for (String match : one.played) {
            for (String path : List.of("/api/matches/", "/api/share/matches/")) {
                assertTrue(one.get(path + match).startsWith("200 "), path);
            }
        }
    }
}
