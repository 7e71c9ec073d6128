package bout.cli.text;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

public final class TableForm {

    /** Without this mark, spreadsheets do not take a file as UTF-8. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** RFC 4180. */
    private static final String LINE_END = "\r\n";

    @Option(
            names = "--csv",
            description = "Print only the table, as comma-separated values in UTF-8 (RFC 4180) for a spreadsheet.")
    private boolean csv;

    public boolean isCsv() {
        return csv;
    }

    /** @param texts how many columns from the left are texts */
    public void print(PrintWriter out, List<List<String>> rows, int texts) {
        if (csv) {
            out.print(csv(rows));
        } else {
            columns(out, rows, texts);
        }
    }

    public static void columns(PrintWriter out, List<List<String>> rows, int texts) {
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

    static String csv(List<List<String>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(TableForm::cell).collect(Collectors.joining(",")) + LINE_END)
                .collect(Collectors.joining("", BYTE_ORDER_MARK, ""));
    }

    /** A text that a spreadsheet would take as a formula gets an apostrophe; a number has none to compute. */
    private static String cell(String text) {
        boolean formula = text.matches("(?s)[=+\\-@\t\r].*") && !text.matches("-[0-9.]+");
        String safe = (formula ? "'" : "") + text;
        return safe.matches("(?s).*[\",\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }
}
