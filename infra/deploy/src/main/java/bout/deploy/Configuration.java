package bout.deploy;

import bout.cli.text.CommandFailed;
import bout.stack.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The configuration file that hands the parameters to {@code sam deploy}. It exists only while that runs, and only its
 * owner can read it: one of the parameters may be the admin token, and a command line can be read by everyone on the
 * machine. It also keeps SAM from reading a {@code samconfig.toml}, whose parameters would revert what was changed
 * since.
 */
final class Configuration {

    /** SAM and the shell of a dry run would read these in their own ways; no parameter needs them. */
    private static final Pattern UNUSABLE = Pattern.compile("[\"'\\\\`$\\p{Cntrl}]");

    private Configuration() {}

    /** Whether a parameter can have this value. */
    static boolean usable(String value) {
        return !UNUSABLE.matcher(value).find();
    }

    static String text(SequencedMap<String, String> parameters) {
        String overrides = parameters.entrySet().stream()
                .map(each -> each.getKey() + "=\"" + each.getValue() + '"')
                .collect(Collectors.joining(" "));
        return "version = 0.1\n\n[default.deploy.parameters]\n"
                + (overrides.isEmpty() ? "" : "parameter_overrides = '" + overrides + "'\n");
    }

    static Path file(Path home, AwsCommands commands) {
        return home.resolve(".bout/deploy/" + commands.stack() + "." + commands.region() + ".toml");
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(file, text);
            // Also when the command is interrupted.
            file.toFile().deleteOnExit();
        } catch (IOException failed) {
            throw new CommandFailed("cannot write " + file + ": " + FileProblem.text(failed), failed);
        }
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new CommandFailed(
                    "cannot delete " + file + ", which may contain the admin token: " + FileProblem.text(failed),
                    failed);
        }
    }

    /** The text with a shell's variable in place of each secret: for a dry run. */
    static String shown(SequencedMap<String, String> parameters, Map<String, String> secrets) {
        SequencedMap<String, String> shown = new LinkedHashMap<>(parameters);
        secrets.forEach(shown::replace);
        return text(shown);
    }
}
