package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.ApiHandler;
import bout.cloud.template.Template;
import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent.Entered;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Reveal;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.journal.Competition.Subject;
import bout.competition.tally.AnswerTimes;
import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.pictures.PicturesHandler;
import bout.standings.update.StandingsHandler;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.access.AdminToken;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Visibility;
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
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * A contest whose results are hidden, played in two worlds that differ only in who wins. Whoever has no rights finds
 * the same in both, wherever they look, until the results are revealed.
 */
@Tag("aws")
@Timeout(120)
class HiddenResultsTest {

    private static final String ADMIN = "an-admin-token-that-nobody-guesses";

    private static final Pattern GETS = Pattern.compile("\n {2}(/api/\\S+):\n {4}get:");

    /** Ids and times differ between any two worlds; ids are named in the order in which the test learned them. */
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|\\d{4}-\\d\\d-\\d\\d");

    private static final class World {

        private final TestApplication application = TestAws.application(
                Template.read(Template.ofThisRepository()),
                Map.of("AdminTokenHash", new AdminToken(ADMIN).hash(), "BOUT_REQUESTS_PER_SECOND", "0"));
        private final Aws aws = TestAws.aws(application.environment());
        private final Clock clock = Clock.systemUTC();
        private final Contests contests = new Contests(aws.table());
        private final Tournaments tournaments = new Tournaments(aws.table(), clock);
        private final Matches matches = aws.matches(clock);
        private final Leases leases = aws.leases(clock);
        private final Journals journals = new Journals(aws.table());
        private final ApiHandler api = new ApiHandler(application.environment("ApiFunction"), application.clients());
        private final PicturesHandler pictures =
                new PicturesHandler(application.environment("PicturesFunction"), application.clients());
        private final StandingsHandler standings =
                new StandingsHandler(application.environment("StandingsFunction"), application.clients());

        /** By the order in which they were entered. */
        private final List<String> bots = new ArrayList<>();

        private final List<String> played = new ArrayList<>();
        private final boolean firstWins;
        private final String contest;

        private World(boolean firstWins) {
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
            contests.create(made);
            for (String owner : List.of("ada", "ben", "cid")) {
                BotRecord bot = BotRecord.registered(
                        IdKind.BOT.next(ids),
                        owner,
                        "tokens",
                        new BotSettings(
                                "Bot of " + owner,
                                new Program.Connected(),
                                WebhookSecret.draw(new SecureRandom()),
                                Visibility.PUBLIC,
                                true),
                        clock.instant());
                new Bots(aws.table(), clock).register(bot, null, 0);
                bots.add(bot.id());
                contests.add(
                        contest, each -> new Entered(deadline.minusSeconds(1), owner, bot.id(), "Bot of " + owner));
            }
        }

        private Contest now() {
            return contests.find(contest).orElseThrow().contest();
        }

        private void update(Task task) {
            SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
            message.setMessageId("1");
            message.setBody(task.text());
            SQSEvent event = new SQSEvent();
            event.setRecords(List.of(message));
            assertEquals(List.of(), standings.handleRequest(event, null).getBatchItemFailures());
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

        private APIGatewayV2HTTPResponse call(String token, String method, String path, String query, String body) {
            Map<String, String> headers = new HashMap<>();
            if (token != null) {
                headers.put("authorization", "Bearer " + token);
            }
            if (body != null) {
                headers.put("content-type", "application/json");
            }
            APIGatewayV2HTTPEvent event = APIGatewayV2HTTPEvent.builder()
                    .withRawPath(path)
                    .withRawQueryString(query)
                    .withHeaders(headers)
                    .withBody(body)
                    .withPathParameters(Map.of("id", path.replaceAll("^/api/share/matches/|/picture.png$", "")))
                    .withRequestContext(APIGatewayV2HTTPEvent.RequestContext.builder()
                            .withHttp(APIGatewayV2HTTPEvent.RequestContext.Http.builder()
                                    .withMethod(method)
                                    .withPath(path)
                                    .withSourceIp("192.0.2.1")
                                    .build())
                            .build())
                    .build();
            return path.endsWith("/picture.png") ? pictures.handleRequest(event, null) : api.handleRequest(event, null);
        }

        private APIGatewayV2HTTPResponse get(String path) {
            return call(null, "GET", path, "", null);
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
                    APIGatewayV2HTTPResponse answer = get(asked);
                    seen.put(named(asked), answer.getStatusCode() + " " + named(answer.getBody()));
                }
            }
            S3Client s3 = application.clients().s3().get();
            String bucket = application.environment().get("BOUT_BUCKET");
            for (S3Object object : s3.listObjectsV2(list -> list.bucket(bucket)).contents()) {
                if (!object.key().startsWith("private/")) {
                    InputStream file = s3.getObjectAsBytes(
                                    get -> get.bucket(bucket).key(object.key()))
                            .asInputStream();
                    byte[] text = new GZIPInputStream(file).readAllBytes();
                    seen.put(named(object.key()), named(new String(text, StandardCharsets.UTF_8)));
                }
            }
            return seen;
        }

        private String named(String text) {
            String named = TIME.matcher(text == null ? "" : text).replaceAll("(time)");
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
            try (InputStream document = ApiHandler.class.getResourceAsStream("/bout/api/openapi.yaml")) {
                Matcher gets = GETS.matcher(new String(document.readAllBytes(), StandardCharsets.UTF_8));
                return gets.results()
                        .map(found -> found.group(1))
                        .filter(path -> !path.equals("/api/openapi.yaml"))
                        .toList();
            }
        }

        private void reveal(int stage) {
            change("{\"revealed\":" + stage + "}");
        }

        /** The final is played again. */
        private void again() {
            change("{\"again\":{\"match\":\"" + played.getLast() + "\",\"reason\":\"No power.\"}}");
        }

        private void change(String change) {
            assertEquals(
                    200,
                    call(ADMIN, "PATCH", "/api/contests/" + contest, "", change).getStatusCode());
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
        String halfWay = one.get("/api/contests/" + one.contest).getBody();
        assertTrue(halfWay.contains(one.tournamentIds().get(0)), halfWay);
        assertFalse(halfWay.contains(one.tournamentIds().get(1)), halfWay);
        assertTrue(halfWay.contains("\"ranking\":[],\"journal\""), halfWay);
        assertEquals(
                404, one.get("/api/tournaments/" + one.tournamentIds().get(1)).getStatusCode());

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
            assertEquals(200, one.get("/api/matches/" + match).getStatusCode());
            assertEquals(200, one.get("/api/share/matches/" + match).getStatusCode());
        }
    }
}
