package bout.cli.match;

import bout.cli.text.CommandFailed;
import bout.engine.Replay;
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
 * @param name the files' name, {@code {n}} in it standing for the number of the game, or {@code null} to write none
 */
public record ReplayFiles(String name) {

    private static final String NUMBER = "{n}";

    public static ReplayFiles read(CommandLine commandLine, String name, int games) {
        if (name == null) {
            return new ReplayFiles(null);
        }
        if (games > 1 && !name.contains(NUMBER)) {
            throw new ParameterException(
                    commandLine,
                    "--replay: with several games the name must hold {n}, which stands for the number of the game, such"
                            + " as game-{n}.json.");
        }
        ReplayFiles files = new ReplayFiles(name);
        try {
            Path folder = files.file(1).toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new ParameterException(commandLine, "--replay: there is no folder " + folder + ".");
            }
        } catch (InvalidPathException noPath) {
            throw new ParameterException(commandLine, "--replay: not a file name: " + noPath.getReason() + ".");
        }
        return files;
    }

    private Path file(int number) {
        return Path.of(name.replace(NUMBER, Integer.toString(number)));
    }

    /** @param game from 0 */
    public void write(int game, Replay replay) {
        if (name == null) {
            return;
        }
        Path file = file(game + 1);
        try {
            Files.write(file, name.endsWith(".gz") ? ReplayFile.write(replay) : Json.bytes(replay.toPlain()));
        } catch (IOException unwritable) {
            throw new CommandFailed(
                    file + ": the replay cannot be written (" + unwritable.getMessage() + ")", unwritable);
        }
    }
}
