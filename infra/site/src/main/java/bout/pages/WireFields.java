package bout.pages;

import bout.engine.Game;
import bout.guide.Example;
import bout.guide.Guide;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a game's requests and answers, for the playground: the tables of the game's {@link Guide} and its
 * {@link Example}. So the editor never says anything else than the guide.
 */
final class WireFields {

    private static final String HEAD = "| field |";

    private WireFields() {}

    /**
     * {@code {request, answer, example: {request, answer}}}. The first two are lists of {@code {title, fields}}, one
     * for each table: the title is {@code null} for the fields of the request or answer itself, else what the fields
     * belong to. A field has {@code name}, {@code type} and {@code meaning}, as in the guide but without marks of code.
     */
    static Map<String, Object> of(Game<?> game) {
        Guide guide = Guide.of(game);
        Example<?> example = Example.of(game);
        Map<String, Object> examples = new LinkedHashMap<>();
        examples.put("request", example.ask().fields());
        examples.put("answer", example.answer());
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("request", tables(section(guide, "request")));
        plain.put("answer", tables(section(guide, "answer")));
        plain.put("example", examples);
        return plain;
    }

    private static String section(Guide guide, String id) {
        return guide.sections().stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(guide.id() + " has no section " + id))
                .text();
    }

    /** The tables of fields in a text in Markdown. */
    static List<Object> tables(String markdown) {
        List<Object> tables = new ArrayList<>();
        List<Object> fields = null;
        String before = "";
        for (String line : markdown.split("\n")) {
            if (line.startsWith(HEAD)) {
                fields = new ArrayList<>();
                Map<String, Object> table = new LinkedHashMap<>();
                table.put("title", tables.isEmpty() ? null : before.replaceFirst(":$", ""));
                table.put("fields", fields);
                tables.add(table);
            } else if (fields != null && line.startsWith("|")) {
                if (!line.startsWith("|---")) {
                    fields.addAll(fields(cells(line)));
                }
            } else if (!line.isBlank()) {
                fields = null;
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
    private static List<Map<String, Object>> fields(List<String> cells) {
        if (cells.size() != 3) {
            throw new IllegalStateException("expected name, type and meaning of a field: " + cells);
        }
        List<Map<String, Object>> fields = new ArrayList<>();
        for (String name : cells.get(0).split(", ")) {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("name", name);
            field.put("type", cells.get(1));
            field.put("meaning", cells.get(2));
            fields.add(field);
        }
        return fields;
    }
}
