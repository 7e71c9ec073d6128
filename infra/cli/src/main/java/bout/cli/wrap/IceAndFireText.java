package bout.cli.wrap;

import bout.engine.Plain;
import java.util.List;
import java.util.stream.Stream;

/** Converts requests to the text that programs for the original A Code of Ice and Fire read from standard input. */
final class IceAndFireText {

    /** The building types. The number of a type is its index in this list. */
    private static final List<String> TYPES = List.of("HQ", "MINE", "TOWER");

    private IceAndFireText() {}

    /** The lines that the program reads once, before the first turn: the mine spots. */
    static String initial(Plain request) {
        StringBuilder text = new StringBuilder();
        Plain spots = request.get("mineSpots");
        line(text, spots.length());
        for (Plain spot : spots.entries()) {
            line(text, number(spot.at(0)), number(spot.at(1)));
        }
        return text.toString();
    }

    /** The lines that the program reads in each turn. */
    static String turn(Plain request) {
        StringBuilder text = new StringBuilder();
        for (String field : List.of("gold", "income", "opponentGold", "opponentIncome")) {
            line(text, number(request.get(field)));
        }
        for (Plain row : request.get("rows").entries()) {
            text.append(row.text()).append('\n');
        }
        line(text, request.get("buildings").length());
        for (Plain building : request.get("buildings").entries()) {
            int type = building.get("type").oneOf(TYPES, TYPES::indexOf);
            line(text, number(building.get("owner")), type, number(building.get("x")), number(building.get("y")));
        }
        line(text, request.get("units").length());
        for (Plain unit : request.get("units").entries()) {
            line(
                    text,
                    Stream.of("owner", "id", "level", "x", "y")
                            .mapToInt(field -> number(unit.get(field)))
                            .toArray());
        }
        return text.toString();
    }

    private static int number(Plain plain) {
        return plain.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static void line(StringBuilder text, int... numbers) {
        for (int i = 0; i < numbers.length; i++) {
            text.append(i == 0 ? "" : " ").append(numbers[i]);
        }
        text.append('\n');
    }
}
