package bout.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableFormTest {

    private static String cell(String text) {
        return TableForm.csv(List.of(List.of(text))).substring(1);
    }

    @Test
    void a_spreadsheet_gets_a_mark_and_lines_of_cells() {
        assertEquals(
                "\uFEFFname,wins\r\n\"Ada \"\"A\"\", I\",3\r\nÄrger,-2.5\r\n",
                TableForm.csv(
                        List.of(List.of("name", "wins"), List.of("Ada \"A\", I", "3"), List.of("Ärger", "-2.5"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-x", "@a", "\tb", "-1+2"})
    void a_name_never_becomes_a_formula(String name) {
        assertEquals("'" + name + "\r\n", cell(name));
    }

    @Test
    void a_name_with_the_end_of_a_line_is_one_cell() {
        assertEquals("\"'\ra\nb\"\r\n", cell("\ra\nb"));
    }
}
