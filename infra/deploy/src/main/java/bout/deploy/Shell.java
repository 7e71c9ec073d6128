package bout.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import bout.cli.text.CommandFailed;
import bout.cli.text.Executable;
import bout.cli.text.TerminalText;
import bout.engine.Plain;
import bout.stack.FileProblem;
import bout.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs other programs; in a dry run, prints a shell script that would run them. They get the caller's environment, but
 * none of Bout's own tokens.
 *
 * @param script gets the script of a dry run; {@code null} in a real run
 */
record Shell(Map<String, String> environment, PrintWriter err, PrintWriter script) {

    /** The command line of a program. As text it can be pasted into a shell. */
    record Command(List<String> words) {

        /**
         * @param words separated by spaces; each {@code %s} in them stands for the next value, which may have spaces
         */
        static Command of(String words, Object... values) {
            Iterator<Object> next = List.of(values).iterator();
            return new Command(Arrays.stream(words.split(" "))
                    .map(word ->
                            word.contains("%s") ? word.replace("%s", next.next().toString()) : word)
                    .toList());
        }

        Command and(String... more) {
            return new Command(Stream.concat(words.stream(), Stream.of(more)).toList());
        }

        @Override
        public String toString() {
            return words.stream().map(Command::quoted).collect(Collectors.joining(" "));
        }

        private static String quoted(String word) {
            // In a dry run a value that only the stack knows is the shell's to find out.
            return word.contains("$") ? '"' + word + '"' : TerminalText.shellWord(word);
        }
    }

    record Output(int status, String out, String err) {

        boolean ok() {
            return status == 0;
        }

        String reason() {
            return Stream.of(out, err)
                    .flatMap(String::lines)
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .reduce((before, last) -> last)
                    .orElse("it ended with status " + status);
        }

        /** Its output as JSON; {@code null} if it printed nothing, as the AWS CLI does for an empty answer. */
        Plain json() {
            try {
                return Plain.of(out.isBlank() ? null : Json.read(out));
            } catch (Json.NotJson notJson) {
                throw new CommandFailed("the AWS CLI printed no JSON, but: " + reason(), notJson);
            }
        }
    }

    boolean dry() {
        return script != null;
    }

    void say(String line) {
        if (dry()) {
            print("", "# " + line + ".");
        } else {
            err.println(line);
        }
    }

    void print(String... lines) {
        Stream.of(lines).forEach(script::println);
        script.flush();
    }

    Optional<Path> find(String program) {
        return Executable.find(program, environment.getOrDefault("PATH", ""));
    }

    Output run(Command command) {
        return run(command, line -> {});
    }

    Output run(Command command, Consumer<String> lines) {
        if (dry()) {
            print(command.toString());
            return new Output(0, "", "");
        }
        String program = command.words().getFirst();
        try {
            Process process = builder(command.words()).start();
            process.getOutputStream().close();
            CompletableFuture<String> errors =
                    CompletableFuture.supplyAsync(() -> read(process.errorReader(UTF_8), lines));
            String out = read(process.inputReader(UTF_8), lines);
            return new Output(process.waitFor(), out, errors.join());
        } catch (IOException failed) {
            throw new CommandFailed("cannot run " + program + ": " + FileProblem.text(failed), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("interrupted while " + program + " was running", interrupted);
        }
    }

    private static String read(BufferedReader printed, Consumer<String> lines) {
        return printed.lines().peek(lines).collect(Collectors.joining("\n"));
    }

    private ProcessBuilder builder(List<String> words) {
        List<String> found = new ArrayList<>(words);
        // Java would look in its own PATH.
        found.set(
                0,
                find(words.getFirst())
                        .orElseThrow(() -> new CommandFailed(words.getFirst() + " is not installed, or not in PATH"))
                        .toString());
        ProcessBuilder builder = new ProcessBuilder(found);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().keySet().removeIf(name -> name.startsWith("BOUT_"));
        // A pager would wait for a key.
        builder.environment().put("AWS_PAGER", "");
        return builder;
    }
}
