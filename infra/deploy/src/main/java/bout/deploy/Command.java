package bout.deploy;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command line of another program. As text it can be pasted into a shell. */
record Command(List<String> words) {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    Command {
        words = List.copyOf(words);
    }

    static Command of(String... words) {
        return new Command(List.of(words));
    }

    @Override
    public String toString() {
        return words.stream().map(Command::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        // In a dry run a value that only the stack knows is the shell's to find out.
        return word.contains("$(") ? '"' + word + '"' : "'" + word.replace("'", "'\\''") + "'";
    }
}
