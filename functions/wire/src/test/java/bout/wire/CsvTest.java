package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    private static String cell(String text) {
        return Csv.text(List.of(List.of(text))).substring(1);
    }

    @Test
    void a_spreadsheet_gets_a_mark_and_lines_of_cells() {
        assertEquals(
                "\uFEFFname,wins,\r\n\"Ada \"\"A\"\", I\",3,0.5\r\nÄrger,-2.5,-1\r\n",
                Csv.text(List.of(
                        Arrays.asList("name", "wins", null),
                        List.of("Ada \"A\", I", "3", 0.5),
                        List.of("Ärger", "-2.5", -1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-x", "@a", "\tb", "-1+2", "-", "-.", "-1.", "\uFF1D1"})
    void a_name_never_becomes_a_formula(String name) {
        assertEquals("'" + name + "\r\n", cell(name));
    }

    @Test
    void a_name_never_becomes_two_cells() {
        assertEquals("\"'\ra\nb\"\r\n", cell("\ra\nb"));
        assertEquals("\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"\r\n", cell("=HYPERLINK(\"http://x\",\"y\")"));
        assertEquals("\"a\"\",=1+1\"\r\n", cell("a\",=1+1"));
        assertEquals("\"a;=1\"\r\n", cell("a;=1"), "where a semicolon parts cells");
    }
}
