package bout.api.http;

import bout.engine.Plain;
import bout.games.Games;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;

/** The parameters that lists have in common. */
public final class Paging {

    private static final int DEFAULT_LIMIT = 20;

    private Paging() {}

    /** The page's limit, or its default; notes what is wrong. */
    public static int limit(Query query, int most, List<Violation> violations) {
        String text = query.values().get("limit");
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        if (!text.matches("[1-9][0-9]{0,2}") || Integer.parseInt(text) > most) {
            violations.add(Violation.inQuery(
                    ProblemType.BAD_PARAMETER,
                    "limit",
                    "expected a whole number from 1 to " + most + ", got " + Plain.describe(text)));
            return DEFAULT_LIMIT;
        }
        return Integer.parseInt(text);
    }

    /** The game's id, or {@code null} for all games; notes what is wrong. */
    public static String game(Query query, List<Violation> violations) {
        String game = query.values().get("game");
        if (game != null && Games.byId(game).isEmpty()) {
            violations.add(
                    Violation.inQuery(ProblemType.UNKNOWN_GAME, "game", "unknown game; " + FieldReader.KNOWN_GAMES));
        }
        return game;
    }

    /** Whether the caller wants only their own; notes what is wrong. */
    public static boolean mine(Query query, List<Violation> violations) {
        String mine = query.values().getOrDefault("mine", "false");
        if (!mine.equals("true") && !mine.equals("false")) {
            violations.add(Violation.inQuery(
                    ProblemType.BAD_PARAMETER, "mine", "expected true or false, got " + Plain.describe(mine)));
        }
        return mine.equals("true");
    }

    public static Violation badCursor() {
        return Violation.inQuery(
                ProblemType.BAD_CURSOR, "cursor", "not a cursor of this list; pass `next` unchanged, or leave it out");
    }
}
