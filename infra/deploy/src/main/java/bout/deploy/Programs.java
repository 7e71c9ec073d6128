package bout.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.stack.FileProblem;
import bout.wire.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Runs other programs. They get the caller's environment, but none of Bout's own tokens. */
final class Programs {

    private final Map<String, String> environment;

    /** @param environment what the programs get, and whose {@code PATH} they are looked for in */
    Programs(Map<String, String> environment) {
        this.environment = environment;
    }

    /** What a program came to. */
    record Output(int status, String out, String err) {

        boolean ok() {
            return status == 0;
        }

        /** Its last words, which say why it failed. */
        String reason() {
            return lastLine(err).or(() -> lastLine(out)).orElse("it ended with status " + status);
        }

        /** What it printed as JSON; {@code null} if it printed nothing, as the AWS CLI does for an empty answer. */
        Plain json() {
            try {
                return Plain.of(out.isBlank() ? null : Json.read(out));
            } catch (Json.NotJson notJson) {
                throw new CommandFailed(
                        "the AWS CLI printed no JSON, but: " + lastLine(out).orElse(""), notJson);
            }
        }

        private static Optional<String> lastLine(String text) {
            return text.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .reduce((before, last) -> last);
        }
    }

    boolean has(String program) {
        return find(program).isPresent();
    }

    /** Runs a program silently to its end. */
    Output run(Command command) {
        try {
            Process process = builder(command).start();
            process.getOutputStream().close();
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
            String out = text(process.getInputStream());
            return new Output(process.waitFor(), out, err.join());
        } catch (IOException failed) {
            throw cannotStart(command, failed);
        } catch (InterruptedException interrupted) {
            throw interrupted(command, interrupted);
        }
    }

    /** Runs a program that takes long, and hands on each line that it prints. */
    Output follow(Command command, Consumer<String> lines) {
        try {
            Process process = builder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            List<String> printed = new ArrayList<>();
            try (BufferedReader out = process.inputReader(UTF_8)) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    printed.add(line);
                    lines.accept(line);
                }
            }
            return new Output(process.waitFor(), String.join("\n", printed), "");
        } catch (IOException failed) {
            throw cannotStart(command, failed);
        } catch (InterruptedException interrupted) {
            throw interrupted(command, interrupted);
        }
    }

    private ProcessBuilder builder(Command command) {
        List<String> words = new ArrayList<>(command.words());
        Path program = find(words.getFirst())
                .orElseThrow(() -> new CommandFailed(words.getFirst() + " is not installed, or not in PATH"));
        words.set(0, program.toString());
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().keySet().removeIf(name -> name.startsWith("BOUT_"));
        // A pager would wait for a key.
        builder.environment().put("AWS_PAGER", "");
        return builder;
    }

    /** A program by its path, or by its name in PATH: that of the environment, which Java would not look at. */
    private Optional<Path> find(String program) {
        if (program.contains("/")) {
            return Optional.of(Path.of(program));
        }
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder).resolve(program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static CommandFailed cannotStart(Command command, IOException failed) {
        return new CommandFailed("cannot run " + command.words().getFirst() + ": " + FileProblem.text(failed), failed);
    }

    private static CommandFailed interrupted(Command command, InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new CommandFailed("interrupted while " + command.words().getFirst() + " was running", interrupted);
    }
}
