package bout.pictures;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.games.Games;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.TestAws;
import bout.store.journal.Journals;
import bout.store.match.GameSettings;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.wire.ReplayFile;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Http;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("aws")
class PicturesHandlerTest {

    private static final TestAws.TestApplication APPLICATION = TestAws.application();
    private static final Aws AWS = TestAws.aws(APPLICATION.environment());
    private static final Clock CLOCK = Clock.systemUTC();
    private static final MatchIds IDS = new MatchIds(CLOCK, new SecureRandom());
    private static final Replay REPLAY = HouseMatches.played(Games.ALL.getFirst());
    private static final int TURNS = 57;
    private static final PicturesHandler HANDLER =
            new PicturesHandler(TestAws.aws(APPLICATION.environment("PicturesFunction")));

    private static APIGatewayV2HTTPResponse asked(String id) {
        return asked("GET", id);
    }

    private static APIGatewayV2HTTPResponse asked(String method, String id) {
        return HANDLER.handleRequest(event(method, id), null);
    }

    private static APIGatewayV2HTTPEvent event(String method, String id) {
        return APIGatewayV2HTTPEvent.builder()
                .withHeaders(Map.of())
                .withPathParameters(Map.of("id", id))
                .withRequestContext(RequestContext.builder()
                        .withApiId("a1b2")
                        .withHttp(Http.builder().withMethod(method).build())
                        .build())
                .build();
    }

    private static MatchRecord queued(String game, MatchOrigin origin) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(
                        GameSettings.of(game),
                        List.of(PlayerRecord.house("Ada", "random"), PlayerRecord.house("Grace", "random")),
                        "7"),
                origin,
                Instant.now());
        AWS.matches(CLOCK).acceptMatch(match, null, MatchLimits.NONE, Set.of());
        return match;
    }

    private static MatchRecord queued(Boolean hidden) {
        return queued(REPLAY.start().game(), new MatchOrigin("somebody", null, null, hidden));
    }

    private static String finished(MatchRecord match, Result result, List<Replay.FailedCall> failures) {
        new Runners(AWS.table(), CLOCK).start("runner", Duration.ofMinutes(1));
        Lease lease = assertInstanceOf(
                        LeaseResult.Leased.class, AWS.leases(CLOCK).takeLease(match.id(), "runner"))
                .lease();
        assertTrue(AWS.leases(CLOCK).finishMatch(lease, result, failures, TURNS, SeatTally.NO_CALLS));
        return match.id();
    }

    private static String finished(Boolean hidden) {
        return finished(queued(hidden), REPLAY.result(), List.of());
    }

    private static void assertOfTheGame(String id) {
        APIGatewayV2HTTPResponse answer = asked(id);
        assertEquals(302, answer.getStatusCode());
        assertEquals(
                "/games/" + REPLAY.start().game() + "/preview.png",
                answer.getHeaders().get("Location"));
        assertEquals("no-store", answer.getHeaders().get("Cache-Control"));
    }

    private static void assertUnknown(String id) {
        APIGatewayV2HTTPResponse answer = asked(id);
        assertEquals(404, answer.getStatusCode());
        assertTrue(answer.getBody().contains("/problems/unknown-match"), answer::getBody);
        assertEquals("no-store", answer.getHeaders().get("Cache-Control"));
    }

    @Test
    void a_finished_match_has_a_picture_that_the_cdn_keeps() throws IOException {
        String id = finished(null);
        new Replays(AWS.bucket()).put(id, ReplayFile.write(REPLAY));
        APIGatewayV2HTTPResponse answer = asked(id);
        assertEquals(200, answer.getStatusCode());
        assertEquals("image/png", answer.getHeaders().get("Content-Type"));
        assertEquals("public, max-age=86400", answer.getHeaders().get("Cache-Control"));
        assertTrue(answer.getIsBase64Encoded());
        byte[] png = Base64.getDecoder().decode(answer.getBody());
        assertEquals(1200, ImageIO.read(new ByteArrayInputStream(png)).getWidth());
        APIGatewayV2HTTPResponse head = asked("HEAD", id);
        assertEquals(200, head.getStatusCode());
        assertEquals(answer.getHeaders(), head.getHeaders());
        assertNull(head.getBody());
    }

    @Test
    void whoever_ends_a_ladder_match_by_failing_has_lost() throws Exception {
        Replay replay = HouseMatches.played(Games.byId("robotag").orElseThrow());
        Failure failure = new Failure(Failure.Kind.TIME_OUT, "No answer.");
        String id = finished(
                queued("robotag", MatchOrigin.competition(new Competition.OfLadder(0, 0))),
                Result.of(null, 900, 800, "p1 error"),
                List.of(new Replay.FailedCall(0, TURNS, Seat.FIRST, failure)));
        MatchRecord match = AWS.matches(Clock.systemUTC()).find(id).orElseThrow();
        new Replays(AWS.bucket()).put(new SeatKey(AWS.table()).fileName(match), ReplayFile.write(replay));
        assertEquals(
                "/games/robotag/preview.png", asked(id).getHeaders().get("Location"), "its result does not count yet");
        new Journals(AWS.table()).append(match.subject().orElseThrow(), List.of(match));
        byte[] png = Base64.getDecoder().decode(asked(id).getBody());
        try (Sandbox sandbox = new Sandbox()) {
            MatchPicture pictures = new MatchPicture(new Boards(sandbox));
            List<String> names = List.of("Ada", "Grace");
            assertArrayEquals(pictures.draw(replay, names, Seat.SECOND), png);
            assertFalse(Arrays.equals(pictures.draw(replay, names, null), png));
        }
    }

    @Test
    void behind_a_web_acl_nobody_draws_around_the_cdn() {
        Map<String, String> environment = new HashMap<>(APPLICATION.environment("PicturesFunction"));
        environment.put("BOUT_ONLY_THROUGH_CDN", "on");
        environment.put("BOUT_CDN_SECRET", "what-only-the-cdn-knows");
        PicturesHandler handler = new PicturesHandler(TestAws.aws(environment));
        APIGatewayV2HTTPEvent event = event("GET", queued(null).id());
        assertEquals(403, handler.handleRequest(event, null).getStatusCode());
        event.setHeaders(Map.of("bout-cdn", "what-only-the-cdn-knows"));
        assertEquals(302, handler.handleRequest(event, null).getStatusCode());
    }

    @Test
    void a_match_that_has_not_finished_has_the_picture_of_its_game() {
        assertOfTheGame(queued(null).id());
    }

    @Test
    void a_match_whose_replay_has_expired_has_the_picture_of_its_game() {
        assertOfTheGame(finished(null));
    }

    @Test
    void a_match_that_only_its_owner_may_see_is_unknown() {
        assertUnknown(queued(true).id());
        assertUnknown(finished(true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60", "../tokens", "%00", "🤖"})
    void what_is_no_match_is_unknown(String id) {
        assertUnknown(id);
    }

    @Test
    void a_replay_that_cannot_be_read_is_a_fault_of_ours() {
        String id = finished(null);
        new Replays(AWS.bucket()).put(id, new byte[] {1, 2, 3});
        APIGatewayV2HTTPResponse answer = asked(id);
        assertEquals(500, answer.getStatusCode());
        assertEquals("no-store", answer.getHeaders().get("Cache-Control"));
    }

    @Test
    void priming_draws_every_game() {
        assertInstanceOf(Primed.class, HANDLER).priming().forEach(Runnable::run);
    }
}
