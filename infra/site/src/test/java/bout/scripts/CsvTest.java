package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that visitors take along. */
class CsvTest {

    private static String csv(List<?>... rows) throws IOException {
        try (Scripts scripts = new Scripts()) {
            return scripts.module(Scripts.SITE.resolve("shared").resolve("csv.js"))
                    .invokeMember("csv", scripts.value(List.of(rows)))
                    .asString();
        }
    }

    @Test
    void a_file_has_a_mark_and_a_line_end_after_each_row() throws IOException {
        assertEquals("\uFEFFRank,Bot\r\n1,Zoë\r\n", csv(List.of("Rank", "Bot"), List.of(1, "Zoë")));
    }

    @Test
    void commas_quotes_and_line_ends_stay_in_their_cell() throws IOException {
        assertEquals(
                "\uFEFF\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n", csv(List.of("a,b", "say \"hi\"", "two\nlines")));
    }

    @Test
    void a_name_is_never_a_formula() throws IOException {
        for (String start : List.of("=", "+", "-", "@", "\t")) {
            assertEquals("\uFEFF'" + start + "1+1\r\n", csv(List.of(start + "1+1")));
        }
        assertEquals("\uFEFF\"'\r=1+1\"\r\n", csv(List.of("\r=1+1")));
        assertEquals("\uFEFF\"'=HYPERLINK(\"\"a\"\")\"\r\n", csv(List.of("=HYPERLINK(\"a\")")));
    }

    @Test
    void numbers_stay_numbers_and_what_is_unknown_stays_empty() throws IOException {
        assertEquals("\uFEFF-1.5,,true\r\n", csv(Arrays.asList(-1.5, null, true)));
    }
}
