package bout.cli.help;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** How help looks: a short usage line, and the commands in groups. */
public final class HelpText {

    private static final SequencedMap<String, List<String>> GROUPS = new LinkedHashMap<>();
    private static final String OTHERS = "Other commands";
    private static final String INDENT = "  ";

    static {
        GROUPS.put("Play matches", List.of("play", "tournament", "compare", "verify"));
        GROUPS.put("Write a bot", List.of("games", "check", "serve", "wrap", "connect", "join", "bot"));
        GROUPS.put("Run Bout", List.of("up", "host", "invite", "token", "ratings", "redrive"));
        GROUPS.put("Deploy Bout", List.of("deploy", "smoke", "undeploy"));
        GROUPS.put("Develop Bout", List.of("test", "dev"));
        GROUPS.put("Get help", List.of("help", "completion"));
    }

    private HelpText() {}

    /** Gives a command and all commands below it this look. */
    public static void layOut(CommandLine commandLine) {
        Map<String, CommandLine.IHelpSectionRenderer> sections = new LinkedHashMap<>(commandLine.getHelpSectionMap());
        sections.put(SECTION_KEY_SYNOPSIS, help -> synopsis(help.commandSpec()) + System.lineSeparator());
        sections.put(SECTION_KEY_COMMAND_LIST, HelpText::commands);
        List<String> order = new ArrayList<>(commandLine.getHelpSectionKeys());
        // Commands are what a newcomer looks for, so they come before the options.
        order.removeAll(List.of(SECTION_KEY_COMMAND_LIST_HEADING, SECTION_KEY_COMMAND_LIST));
        order.addAll(
                order.indexOf(SECTION_KEY_OPTION_LIST_HEADING),
                List.of(SECTION_KEY_COMMAND_LIST_HEADING, SECTION_KEY_COMMAND_LIST));
        // Both apply to the commands below, too.
        commandLine.setHelpSectionMap(sections);
        commandLine.setHelpSectionKeys(order);
    }

    /** Prints a command's help: what a command that only has commands below it does when none is named. */
    public static int print(CommandSpec spec) {
        spec.commandLine().usage(spec.commandLine().getOut());
        return CommandLine.ExitCode.OK;
    }

    /** The names of all commands that have a group. */
    static List<String> commands() {
        return GROUPS.values().stream().flatMap(List::stream).toList();
    }

    /** Such as {@code bout play [OPTIONS] GAME PLAYER1 PLAYER2}. */
    static String synopsis(CommandSpec spec) {
        StringBuilder synopsis = new StringBuilder(spec.qualifiedName());
        for (OptionSpec option : spec.options()) {
            if (option.required() && option.group() == null) {
                synopsis.append(' ').append(option.longestName()).append(' ').append(option.paramLabel());
            }
        }
        synopsis.append(" [OPTIONS]");
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
            synopsis.append(' ').append(parameter.required() ? label : "[" + label + "]");
        }
        if (!spec.subcommands().isEmpty()) {
            synopsis.append(" COMMAND");
        }
        return synopsis.toString();
    }

    private static String commands(Help help) {
        Map<String, Help> all = help.subcommands();
        if (all.isEmpty()) {
            return "";
        }
        int width = all.keySet().stream().mapToInt(String::length).max().orElseThrow();
        StringBuilder text = new StringBuilder();
        if (help.commandSpec().parent() == null) {
            Set<String> others = new LinkedHashSet<>(all.keySet());
            GROUPS.forEach((title, names) -> {
                group(text, title, names.stream().filter(all::containsKey).toList(), all, width);
                names.forEach(others::remove);
            });
            group(text, OTHERS, new ArrayList<>(others), all, width);
        } else {
            group(text, "Commands", new ArrayList<>(all.keySet()), all, width);
        }
        return text.toString();
    }

    private static void group(StringBuilder text, String title, List<String> names, Map<String, Help> all, int width) {
        if (names.isEmpty()) {
            return;
        }
        text.append(text.isEmpty() ? "" : System.lineSeparator()).append(title).append(':');
        text.append(System.lineSeparator());
        for (String name : names) {
            String header = all.get(name).commandSpec().usageMessage().header()[0];
            text.append(INDENT)
                    .append(name)
                    .append(" ".repeat(width - name.length()))
                    .append(INDENT);
            text.append(header).append(System.lineSeparator());
        }
    }
}
