package bout.dev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cli.Ran;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressCommandTest {

    private static final String TABLE = "../../functions/wire/src/test/resources/bout/address/forbidden-targets.csv";

    @Test
    void a_line_for_each_url_in_their_order_and_1_when_one_is_refused() {
        Ran ran = Ran.bout(
                        "dev",
                        "address",
                        "--resolved",
                        "8.8.8.8,2606:4700::1111",
                        "https://bot.example.org/move?x",
                        "https://127.0.0.1/",
                        "https://8.8.8.8:8443/",
                        "")
                .exits(1);
        assertEquals(
                List.of(
                        "allowed",
                        "refused: the host is a loopback address (127.0.0.0/8), which is not allowed for a bot",
                        "allowed",
                        "refused: the URL must begin with https://"),
                ran.lines());
    }

    @Test
    void all_allowed_is_0() {
        Ran ran = Ran.bout("dev", "address", "https://8.8.8.8/", "https://[2606:4700::1111]:8443/x")
                .succeeds();
        assertEquals(List.of("allowed", "allowed"), ran.lines());
    }

    @Test
    void the_whole_table_from_standard_input_gives_a_line_for_each() throws Exception {
        List<String> urls = new ArrayList<>();
        try (var lines = Files.lines(Path.of(TABLE), StandardCharsets.UTF_8)) {
            lines.skip(1)
                    .map(line -> line.split("\\|"))
                    .filter(cells -> cells[2].isBlank())
                    .forEach(cells -> urls.add(cells[1].strip()));
        }
        assertTrue(urls.size() >= 60, urls.size() + " spellings");

        Ran ran = with(String.join("\n", urls) + "\n\nhttps://8.8.8.8/\r\n", "dev", "address")
                .exits(1);
        assertEquals(urls.size() + 2, ran.lines().size());
        assertEquals("allowed", ran.lastLine());
        assertTrue(ran.lines().stream().limit(urls.size() + 1).allMatch(line -> line.startsWith("refused: ")));
    }

    @Test
    void without_look_ups_a_name_is_judged_by_its_text_alone() {
        Ran ran = Ran.bout("dev", "address", "--no-lookup", "https://nowhere.invalid/", "https://bot.localhost/")
                .exits(1);
        assertEquals(List.of("allowed", "refused: names under .localhost are not public"), ran.lines());
        assertEquals("", ran.err());
    }

    @Test
    void a_name_that_has_no_address_is_allowed_with_a_note() {
        // This top-level domain exists nowhere (RFC 6761), so the look-up ends before any name server is asked or with
        // no.
        Ran ran = Ran.bout("dev", "address", "https://nowhere.invalid/").succeeds();
        assertEquals(List.of("allowed"), ran.lines());
        assertTrue(ran.err().startsWith("bout: line 1: no address was found"), ran.err());
    }

    private static Ran with(String input, String... arguments) throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return Ran.bout(arguments);
        } finally {
            System.setIn(before);
        }
    }
}
