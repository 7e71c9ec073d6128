package bout.wire;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values as RFC 4180 has them, for spreadsheets: no text of a stranger's becomes a formula. */
public final class Csv {

    /** With one of them at the start of a cell, spreadsheets compute it, or look behind it. */
    private static final String FORMULA = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    /** Without this mark, spreadsheets do not take a file as UTF-8. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private Csv() {}

    /** @param rows of texts, numbers and {@code null} for an empty cell */
    public static String text(List<? extends List<?>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\r\n")
                .collect(Collectors.joining("", BYTE_ORDER_MARK, ""));
    }

    /** A text that a spreadsheet would take as a formula gets an apostrophe; a number has none to compute. */
    private static String cell(Object value) {
        String text = value == null ? "" : value.toString();
        boolean formula =
                !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 && !text.matches("-[0-9]+(\\.[0-9]+)?");
        String safe = (formula ? "'" : "") + text;
        return safe.matches("(?s).*[,;\"\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }
}
