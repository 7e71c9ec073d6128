package bout.pages;

import bout.engine.Game;
import bout.guide.Example;
import bout.guide.Guide;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The fields of a game's requests and answers, for the playground: the tables of the game's {@link Guide} and its
 * {@link Example}. So the editor never says anything else than the guide.
 */
record WireFields(List<Table> request, List<Table> answer, Shown example) {

    private static final String HEAD = "| field |";

    /** One table of the guide: {@code null} is the title for the request or answer itself. */
    record Table(String title, List<Field> fields) {}

    /** As in the guide, but without marks of code. */
    record Field(String name, String type, String meaning) {}

    record Shown(Map<String, Object> request, Object answer) {}

    static WireFields of(Game<?> game) {
        Guide guide = Guide.of(game);
        Example<?> example = Example.of(game);
        return new WireFields(
                tables(section(guide, "request")),
                tables(section(guide, "answer")),
                new Shown(example.fields(), example.answer()));
    }

    private static String section(Guide guide, String id) {
        return guide.sections().stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(guide.id() + " has no section " + id))
                .text();
    }

    /** The tables of fields in a text in Markdown. */
    static List<Table> tables(String markdown) {
        List<Table> tables = new ArrayList<>();
        boolean inTable = false;
        String before = "";
        for (String line : markdown.split("\n")) {
            if (line.startsWith(HEAD)) {
                inTable = true;
                tables.add(new Table(tables.isEmpty() ? null : before.replaceFirst(":$", ""), new ArrayList<>()));
            } else if (inTable && line.startsWith("|")) {
                if (!line.startsWith("|---")) {
                    tables.getLast().fields().addAll(fields(cells(line)));
                }
            } else if (!line.isBlank()) {
                inTable = false;
                before = line.strip();
            }
        }
        return tables;
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.strip().replaceAll("^\\||\\|$", "").split("(?<!\\\\)\\|"))
                .map(cell -> cell.strip().replace("`", "").replace("\\|", "|").replaceAll("\\*(\\w+)\\*", "$1"))
                .toList();
    }

    /** A row can describe several fields at once, such as "x, y". */
    private static List<Field> fields(List<String> cells) {
        if (cells.size() != 3) {
            throw new IllegalStateException("expected name, type and meaning of a field: " + cells);
        }
        return Stream.of(cells.get(0).split(", "))
                .map(name -> new Field(name, cells.get(1), cells.get(2)))
                .toList();
    }
}
