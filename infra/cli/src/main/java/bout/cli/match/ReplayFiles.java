package bout.cli.match;

import bout.cli.text.CommandFailed;
import bout.engine.Replay;
import bout.stack.FileProblem;
import bout.wire.Json;
import bout.wire.ReplayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Where {@code bout play} writes replays.
 *
 * @param name the files' name, in which {@code {n}} is the number of the match, or {@code null} to write none
 */
record ReplayFiles(String name) {

    private static final String NUMBER = "{n}";

    static ReplayFiles read(CommandLine commandLine, String name, int games) {
        if (name == null) {
            return new ReplayFiles(null);
        }
        if (games > 1 && !name.contains(NUMBER)) {
            throw new ParameterException(
                    commandLine,
                    "--replay: with several matches, the name must contain {n}, the number of the match, such as"
                            + " match-{n}.json.");
        }
        ReplayFiles files = new ReplayFiles(name);
        try {
            Path folder = files.file(1).toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new ParameterException(commandLine, "--replay: no such folder: " + folder + ".");
            }
        } catch (InvalidPathException noPath) {
            throw new ParameterException(commandLine, "--replay: '" + name + "' is not a file name.");
        }
        return files;
    }

    private Path file(int number) {
        return Path.of(name.replace(NUMBER, Integer.toString(number)));
    }

    /** @param match from 0 */
    void write(int match, Replay replay) {
        if (name == null) {
            return;
        }
        Path file = file(match + 1);
        try {
            Files.write(file, name.endsWith(".gz") ? ReplayFile.write(replay) : Json.bytes(replay.toPlain()));
        } catch (IOException unwritable) {
            throw new CommandFailed(
                    "cannot write the replay " + file + ": " + FileProblem.text(unwritable), unwritable);
        }
    }
}
