package bout.cli.text;

import java.io.PrintWriter;
import java.util.List;

/** A table as lines of text. */
public final class Columns {

    private Columns() {}

    /**
     * @param rows all of the same length
     * @param texts how many columns from the left are texts, aligned left; the others are numbers, aligned right
     */
    public static void print(PrintWriter out, List<List<String>> rows, int texts) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ").append(i < texts ? row.get(i) + padding : padding + row.get(i));
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
