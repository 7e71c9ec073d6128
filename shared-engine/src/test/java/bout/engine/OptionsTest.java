package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.games.Games;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    private static final List<Option> DECLARED = new Bids().card().options();

    @Test
    void an_option_that_is_not_given_has_its_default() {
        Options options = read("{'rounds':5}");
        assertEquals(5, options.integer("rounds"));
        assertEquals(false, options.bool("alone"));
        assertEquals("broken", options.choice("prize"));
        assertEquals(Options.defaults(DECLARED).toPlain(), read("{}").toPlain());
    }

    @Test
    void values_are_in_declaration_order_and_whole_numbers_become_integers() {
        Map<String, Object> plain =
                read("{'prize':'whole','alone':true,'rounds':2.0}").toPlain();
        assertEquals(List.of("rounds", "alone", "prize"), List.copyOf(plain.keySet()));
        assertEquals(2, plain.get("rounds"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'rounds':0}        | rounds | false | expected a whole number from 1 to 9, got the number 0
            {'rounds':10}       | rounds | false | expected a whole number from 1 to 9, got the number 10
            {'rounds':'3'}      | rounds | false | expected a whole number from 1 to 9, got the string "3"
            {'rounds':2.5}      | rounds | false | expected a whole number from 1 to 9, got a number that is not a whole one or is too large
            {'rounds':1e30}     | rounds | false | expected a whole number from 1 to 9, got a number that is not a whole one or is too large
            {'rounds':null}     | rounds | false | expected a whole number from 1 to 9, got nothing
            {'alone':1}         | alone  | false | expected true or false, got the number 1
            {'prize':'big'}     | prize  | false | expected one of broken, whole, got the string "big"
            {'colour':'red'}    | colour | true  | unknown option; known options: rounds, alone, prize
            """)
    void an_invalid_value_is_reported_with_what_is_allowed(String json, String name, boolean unknown, String text) {
        Options.Invalid invalid = assertInstanceOf(Options.Invalid.class, reading(json));
        assertEquals(List.of(new Options.Violation(name, unknown, text)), invalid.violations());
    }

    @Test
    void every_invalid_value_is_reported() {
        Options.Invalid invalid =
                assertInstanceOf(Options.Invalid.class, reading("{'rounds':0,'x':1,'alone':'yes','y':2}"));
        assertEquals(
                List.of("x", "y", "rounds", "alone"),
                invalid.violations().stream().map(Options.Violation::name).toList());
    }

    @Test
    void a_game_without_options_says_so() {
        Options.Invalid invalid = assertInstanceOf(Options.Invalid.class, Options.read(List.of(), Map.of("speed", 1)));
        assertEquals(
                "unknown option; this game has none",
                invalid.violations().getFirst().text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'rounds':0}   | /options/rounds: expected a whole number from 1 to 9, found the number 0
            {'speed':1}    | /options/speed: expected no option of this name (known options: rounds, alone, prize), found the number 1
            []             | /options: expected an object, found a list of 0
            """)
    void a_stored_document_with_an_invalid_option_is_rejected_with_its_position(String json, String message) {
        Plain plain = new Plain(TestJson.read(json), "/options");
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Options.read(DECLARED, plain));
        assertEquals(message, unexpected.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0, 7, 7", "0, -7, -7", "1, true, true", "1, false, false", "2, whole, whole"})
    void a_text_is_parsed_as_a_value(int option, String text, String value) {
        assertEquals(value, "" + DECLARED.get(option).fromText(text));
    }

    @ParameterizedTest
    @CsvSource({"0, 7.0", "0, seven", "0, 99999999999", "1, yes", "1, TRUE"})
    void a_text_that_is_no_value_of_the_type_gives_null(int option, String text) {
        assertNull(DECLARED.get(option).fromText(text));
    }

    @Test
    void a_declaration_as_a_plain_value_is_complete() {
        assertEquals(
                TestJson.read(
                        "{'name':'rounds','type':'integer','default':3,'description':'How many rounds are played.','min':1,'max':9}"),
                DECLARED.get(0).toPlain());
        assertEquals("boolean", DECLARED.get(1).toPlain().get("type"));
        assertEquals(List.of("broken", "whole"), DECLARED.get(2).toPlain().get("choices"));
    }

    @Test
    void the_defaults_of_every_option_of_every_game_are_valid() {
        for (Game<?> game : Games.ALL) {
            for (Option option : game.card().options()) {
                assertTrue(option.accepts(option.defaultValue()), game.card().id() + " " + option.name());
                assertTrue(option.name().matches("[a-z][A-Za-z]*"), option.name());
                assertTrue(option.sentence().endsWith("."), option.sentence());
            }
        }
    }

    private static Options.Reading reading(String json) {
        return Options.read(DECLARED, (Map<?, ?>) TestJson.read(json));
    }

    private static Options read(String json) {
        return assertInstanceOf(Options.Valid.class, reading(json)).options();
    }
}
