package bout.games.iceandfire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bout.engine.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing a line of commands. Each test plays player 0's first line on an open map, with 21 gold. */
class IceAndFireWireTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    WAIT                         | wait
                    `WAIT;`                      | wait
                    `WAIT;;;`                    | wait
                    `  WAIT  `                   | wait
                    `\tWAIT\r`                   | wait
                    MSG hello                    | msg
                    MSG hello WAIT               | msg
                    WAIT;MSG a;WAIT              | wait,msg,wait
                    TRAIN 1 1 0                  | trained
                    TRAIN 01 0001 00             | trained
                    TRAIN 2 1 0                  | trained
                    TRAIN 3 1 0                  | gold
                    TRAIN 0 1 0                  | level
                    TRAIN 4 1 0                  | level
                    TRAIN 2147483647 1 0         | level
                    TRAIN 1 12 0                 | bounds
                    TRAIN 9 12 0                 | bounds
                    TRAIN 1 0 12                 | bounds
                    TRAIN 1 2147483647 2147483647 | bounds
                    TRAIN 1 5 5                  | unplayable
                    MOVE 1 1 0                   | no-unit
                    MOVE 99 50 0                 | bounds
                    BUILD MINE 1 0               | not-owned
                    BUILD TOWER 0 1              | not-owned
                    BUILD TOWER 0 0              | occupied
                    BUILD MINE 5 5               | unplayable
                    TRAIN 1 1 0;MOVE 1 2 0       | trained,no-unit
                    TRAIN 1 1 0;TRAIN 1 0 1;TRAIN 1 1 1 | trained,trained,gold
                    TRAIN 1 1 0;TRAIN 1 1 0      | trained,occupied
                    """)
    void the_commands_of_a_line_are_parsed_one_by_one(String line, String outcomes) {
        IceAndFirePosition state = played(line);
        assertEquals(List.of(outcomes.split(",")), state.outcomes);
        assertNull(state.result());
    }

    @ParameterizedTest
    @ValueSource(strings = {";", ";;;"})
    void a_line_of_semicolons_does_nothing(String line) {
        IceAndFirePosition state = played(line);
        assertEquals(List.of(), state.outcomes);
        assertNull(state.result());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\nWAIT",
                "wait",
                "WAIT now",
                "MSG",
                "MSG ",
                ";WAIT",
                "WAIT;;WAIT",
                "WAIT; ;",
                "TRAIN",
                "TRAIN 1 1",
                "TRAIN 1 1 0 0",
                "TRAIN  1 1 0",
                "TRAIN 1  1 0",
                "TRAIN -1 1 0",
                "TRAIN 1 +1 0",
                "TRAIN 1 1.0 0",
                "TRAIN 1 2147483648 0",
                "TRAIN 1 99999999999999999999 0",
                "TRAIN 1 x 0",
                "TRAIN\t1 1 0",
                "TRAIN 1 1 ٣",
                "train 1 1 0",
                "TRAINS 1 1 0",
                "TRAIN 1 1 0/",
                "TRAIN 1 1 :",
                "MOVE 1 1",
                "MOVE 1 1 0 WAIT",
                "BUILD HQ 1 0",
                "BUILD MINE 1",
                "BUILD mine 1 0",
                "BUILD 1 0",
                "BUILD TOWER 1 0 0",
                "HELLO"
            })
    void a_player_is_out_after_any_other_line(String line) {
        IceAndFirePosition state = played(line);
        assertEquals(Result.byScore(-1, 20, "command"), state.result());
    }

    @Test
    void an_unrecognised_command_drops_the_whole_line() {
        IceAndFirePosition state = played("TRAIN 1 1 0;DANCE;WAIT");
        assertEquals(List.of("dropped", "unrecognised", "dropped"), state.outcomes);
        assertEquals(List.of(), state.units);
        assertEquals(Result.byScore(-1, 20, "command"), state.result());
    }

    @Test
    void only_the_first_line_counts() {
        assertEquals(List.of("wait"), played("WAIT\nDANCE").outcomes);
        assertEquals(List.of("trained"), played("TRAIN 1 1 0\nTRAIN 1 0 1").outcomes);
    }

    private static IceAndFirePosition played(String text) {
        IceAndFirePosition state = IceAndFirePosition.start(Maps.open());
        state.play(Command.readLine(text));
        return state;
    }
}
