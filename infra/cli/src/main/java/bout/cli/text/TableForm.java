package bout.cli.text;

import bout.wire.Csv;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

public final class TableForm {

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
            out.print(Csv.text(rows));
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

    public static String number(int decimals, double value) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
