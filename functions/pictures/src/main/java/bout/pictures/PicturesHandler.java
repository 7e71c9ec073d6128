package bout.pictures;

import bout.engine.Result;
import bout.engine.Seat;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.telemetry.Cdn;
import bout.telemetry.Machine;
import bout.wire.Json;
import bout.wire.Problem;
import bout.wire.ProblemType;
import bout.wire.ReplayFile;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class PicturesHandler extends Primed
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(PicturesHandler.class);

    private final Matches matches;
    private final Replays replays;
    private final SeatKey names;
    private final MatchPicture picture;
    private final Cdn cdn;

    public PicturesHandler() {
        this(new Aws(System.getenv()));
    }

    public PicturesHandler(Aws aws) {
        matches = aws.matches(Machine.systemClock());
        replays = new Replays(aws.bucket());
        names = new SeatKey(aws.table());
        picture = new MatchPicture(new Boards(Sandbox.ofThisProcess()));
        cdn = Cdn.of(aws.settings());
        prime(matches::prime, replays::prime, picture::prime);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        if (cdn.refuses(event.getRequestContext().getApiId(), event.getHeaders())) {
            return APIGatewayV2HTTPResponse.builder().withStatusCode(403).build();
        }
        APIGatewayV2HTTPResponse response = response(event.getPathParameters().get("id"));
        if (event.getRequestContext().getHttp().getMethod().equals("HEAD")) {
            response.setBody(null);
            response.setIsBase64Encoded(false);
        }
        return response;
    }

    private APIGatewayV2HTTPResponse response(String id) {
        try {
            Optional<MatchRecord> match =
                    matches.find(id).filter(found -> !found.origin().seenByOwnerOnly());
            if (match.isEmpty()) {
                return problem(ProblemType.UNKNOWN_MATCH, "No match has this id.");
            }
            return match.get().shownStatus() == Status.FINISHED ? drawn(match.get()) : ofTheGame(match.get());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return problem(ProblemType.UNEXPECTED, "The server is stopping.");
        } catch (ReplayFile.NotAReplay | RuntimeException fault) {
            LOG.error("Failed to draw match {}", id, fault);
            return problem(ProblemType.UNEXPECTED, "The picture could not be drawn.");
        }
    }

    private APIGatewayV2HTTPResponse drawn(MatchRecord match) throws InterruptedException, ReplayFile.NotAReplay {
        Optional<byte[]> replay = replays.get(names.fileName(match));
        if (replay.isEmpty()) {
            return ofTheGame(match); // it has expired
        }
        List<String> names =
                match.players().stream().map(PlayerRecord::shownName).toList();
        // On a ladder and in a tournament, a player that ends the match by failing loses.
        Seat winner = Result.winner(
                match.outcome().result().countedPlaces(match.failedSeat().orElse(null)));
        byte[] png = picture.draw(ReplayFile.read(replay.get()), names, winner);
        APIGatewayV2HTTPResponse drawn = answer(200, "public, max-age=86400", "Content-Type", "image/png");
        drawn.setBody(Base64.getEncoder().encodeToString(png));
        drawn.setIsBase64Encoded(true);
        return drawn;
    }

    /** A match that has no board to show yet has its game's picture. */
    private static APIGatewayV2HTTPResponse ofTheGame(MatchRecord match) {
        return answer(302, "no-store", "Location", "/games/" + match.game() + "/preview.png");
    }

    private static APIGatewayV2HTTPResponse problem(ProblemType type, String detail) {
        APIGatewayV2HTTPResponse problem = answer(type.status(), "no-store", "Content-Type", Problem.CONTENT_TYPE);
        problem.setBody(Json.text(Problem.of(type, detail)));
        return problem;
    }

    private static APIGatewayV2HTTPResponse answer(int status, String cacheControl, String header, String value) {
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(status)
                .withHeaders(Map.of(header, value, "Cache-Control", cacheControl, "X-Content-Type-Options", "nosniff"))
                .build();
    }
}
