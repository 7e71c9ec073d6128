package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.competition.Coded;
import bout.competition.tables.Table.Ranking;
import bout.competition.tables.Table.TieBreak;
import bout.competition.tournament.Plan.Format;
import bout.engine.Failure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;

/** The site has a text for every code in the API and in published files. */
class WordsTest {

    /** Three codes are ordinary words already. */
    @Test
    void every_kind_of_failure_has_a_text() throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value words = scripts.module(Scripts.SITE.resolve("shared").resolve("words.js"));
            assertEquals(
                    List.of("unreachable", "time-out", "redirect"),
                    Arrays.stream(Failure.Kind.values())
                            .map(Failure.Kind::code)
                            .filter(code -> words.invokeMember("failureWords", code)
                                    .asString()
                                    .equals(code))
                            .toList());
        }
    }

    @Test
    void how_a_match_was_lost_by_failing_is_said_in_the_words_of_the_command_line() throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value words = scripts.module(Scripts.SITE.resolve("shared").resolve("words.js"));
            for (Failure.Kind kind : Failure.Kind.values()) {
                assertEquals(
                        kind.lost(), words.invokeMember("lostBy", kind.code()).asString());
            }
        }
    }

    @Test
    void every_tie_break_format_and_ranking_has_a_text() throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value words = scripts.module(Scripts.SITE.resolve("rankings").resolve("standings-words.js"));
            assertEquals(
                    List.of(),
                    Arrays.stream(TieBreak.values())
                            .map(TieBreak::title)
                            .filter(title ->
                                    words.invokeMember("tieBreakWords", title).isNull())
                            .toList());
            assertEquals(
                    List.of(),
                    Arrays.stream(Ranking.values())
                            .map(Ranking::title)
                            .filter(title ->
                                    words.invokeMember("valueWords", title).isNull())
                            .toList());
            assertEquals(
                    List.of(),
                    Coded.codes(Format.class).stream()
                            .filter(format -> words.invokeMember("formatWord", format)
                                    .asString()
                                    .equals(format))
                            .toList());
        }
    }
}
