package bout.cli.help;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cli.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads the script into a real bash and asks it what the Tab key would offer. */
@Tag("server")
class CompletionCommandTest {

    /** Outside of a completion bash has no compopt. */
    private static final String ASK = """
            set -eu
            compopt() { :; }
            . "$1"
            shift
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_TYPE=9
            COMPREPLY=()
            set +eu
            _complete_bout
            printf '%s\\n' "${COMPREPLY[*]}"
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bout pl                        | play
            bout co                        | compare connect contest completion
            bout bot cr                    | create
            bout help to                   | tournament
            bout play --ga                 | --games
            bout check ajax                | ajax-tiles
            bout conn                      | connect
            bout connect ajax              | ajax-tiles
            bout bot create rob            | robotag
            bout tournament t --format k   | knockout
            bout owner create --scope p    | play
            bout completion z              | zsh
            """)
    void bash_completes_commands_options_games_and_values(String typed, String offered) throws Exception {
        Ran script = Ran.bout("completion", "bash").succeeds();
        Path file = Files.writeString(folder.resolve("completion.bash"), script.out());
        Path ask = Files.writeString(folder.resolve("ask.bash"), ASK);
        List<String> command = new ArrayList<>(List.of("bash", ask.toString(), file.toString()));
        command.addAll(List.of(typed.split(" +")));

        Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();

        String printed = new String(bash.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, bash.waitFor(), printed);
        assertEquals(offered, printed.strip());
    }

    @Test
    void zsh_gets_the_same_script_which_loads_its_emulation() {
        Ran.bout("completion", "zsh").succeeds().prints("bashcompinit");
    }
}
