package bout.conformance;

import bout.conformance.Vectors.Outcome;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.iceandfire.IceAndFire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks the vector files of A Code of Ice and Fire: recorded matches with all inputs and outcomes, and maps by seed.
 */
final class IceAndFireVectors {

    private static final IceAndFire GAME = new IceAndFire();
    private static final Options OPTIONS = Options.defaults(GAME.card().options());

    /** The building types in the order of their numbers in the vector files. */
    private static final List<String> BUILDINGS = List.of("HQ", "MINE", "TOWER");

    private IceAndFireVectors() {}

    static List<Outcome> maps(Plain file) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Plain recorded : file.get("maps").entries()) {
            String seed = recorded.get("seed").text();
            Plain drawn = Plain.of(Match.draw(GAME, seed, OPTIONS).setUp());
            outcomes.add(
                    Vectors.outcome("seed " + seed, () -> same("", List.of("rows", "mineSpots"), drawn, recorded)));
        }
        return outcomes;
    }

    static void match(Plain file) {
        Plain map = file.get("map");
        Object mineSpots = map.get("mineSpots").value();
        Object setUp = Plain.object("rows", map.get("rows").value(), "mineSpots", mineSpots);
        Match<String> match = Match.of(GAME, "", OPTIONS, new Plain(setUp, map.pointer()));
        for (Plain turn : file.get("turns").entries()) {
            turn(match, turn);
        }
        Vectors.ended(match);
        List<String> fields = List.of("rows", "gold", "income", "buildings", "units");
        same("at the end: ", fields, Plain.of(match.picture()), file.get("final"));
        Seat winner = match.result().winner();
        Map<String, Object> result = Plain.object("winner", winner == null ? null : winner.index());
        result.putAll(match.result().toPlain());
        result.remove("places");
        Vectors.sameFields("result: ", result, file.get("result"));
    }

    /** Compares the request, plays the recorded line, and compares the outcome of each command. */
    private static void turn(Match<String> match, Plain turn) {
        String where = "turn " + turn.get("turn").value() + " of player "
                + turn.get("player").value() + ": ";
        if (match.over()) {
            Vectors.differs(where + "the match is over");
        }
        Seat seat = match.mover();
        Object round = Plain.of(match.picture()).get("round").value();
        Vectors.sameFields(where, Plain.object("turn", round, "player", seat.index()), turn);
        List<String> fields = List.of("gold", "income", "opponentGold", "opponentIncome", "rows", "buildings", "units");
        same(where, fields, Plain.of(match.request(seat)), turn.get("input"));
        boolean timeOut = turn.has("timeout") && turn.get("timeout").bool();
        match.play(Turn.of(
                seat,
                timeOut
                        ? Action.failed(new Failure(Failure.Kind.TIME_OUT, "No answer."))
                        : Action.moved(turn.get("commands").text())));
        same(where, List.of("outcomes"), Plain.of(match.picture()), turn);
    }

    private static void same(String where, List<String> fields, Plain now, Plain recorded) {
        for (String field : fields) {
            Vectors.same(where + field, inTheFormOfTheFiles(field, now.get(field)), recorded.get(field));
        }
    }

    /** A building is {@code [owner, type, x, y]}, a unit {@code [owner, id, level, x, y]}. */
    private static Object inTheFormOfTheFiles(String field, Plain now) {
        if (!field.equals("buildings") && !field.equals("units")) {
            return now.value();
        }
        List<Object> rows = new ArrayList<>();
        for (Plain thing : now.entries()) {
            List<Object> row = new ArrayList<>(thing.fields().values());
            row.replaceAll(value -> value instanceof String type ? BUILDINGS.indexOf(type) : value);
            rows.add(row);
        }
        return rows;
    }
}
