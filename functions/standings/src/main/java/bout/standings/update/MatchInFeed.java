package bout.standings.update;

import bout.competition.Outcome;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import bout.wire.AtomFeed;
import bout.wire.ScoreText;
import java.net.URI;
import java.time.Instant;

/**
 * A finished match, as feeds of ladders and of tournaments tell of it.
 *
 * @param match its id
 * @param first the name of the player in seat 1
 * @param second the name of the player in seat 2
 * @param failed the seat that lost because it failed, or {@code null}
 * @param failureKind how it failed, or {@code null}
 * @param at when it finished
 */
record MatchInFeed(
        String match, String first, String second, Result result, Seat failed, Failure.Kind failureKind, Instant at) {

    AtomFeed.Entry entry(URI site) {
        String end =
                switch (Outcome.of(result, failed)) {
                    case FIRST_WINS -> first + " wins";
                    case DRAW -> "draw";
                    case SECOND_WINS -> second + " wins";
                };
        return new AtomFeed.Entry(
                "urn:uuid:" + match,
                first + " vs " + second + ": " + end + ", " + ScoreText.of(result)
                        + (failed == null || failureKind == null
                                ? ""
                                : " (" + (failed == Seat.FIRST ? first : second) + ": " + failureKind.lost() + ")"),
                site.resolve("/match.html?id=" + match),
                at);
    }
}
