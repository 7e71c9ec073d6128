package bout.cli.help;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

public final class HelpText {

    private static final SequencedMap<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Play matches", List.of("play", "tournament", "compare", "verify", "matches"));
        GROUPS.put(
                "Write a bot", List.of("games", "check", "serve", "wrap", "connect", "join", "bot", "contest", "key"));
        GROUPS.put("Run Bout", List.of("up", "host", "invite", "owner", "ratings", "requeue"));
        GROUPS.put("Deploy Bout", List.of("deploy", "smoke", "undeploy"));
        GROUPS.put("Develop Bout", List.of("test", "dev"));
        GROUPS.put("Get help", List.of("help", "completion"));
    }

    private HelpText() {}

    public static void layOut(CommandLine commandLine) {
        Map<String, CommandLine.IHelpSectionRenderer> sections = new LinkedHashMap<>(commandLine.getHelpSectionMap());
        sections.put(SECTION_KEY_SYNOPSIS, help -> synopsis(help.commandSpec()) + System.lineSeparator());
        sections.put(SECTION_KEY_COMMAND_LIST, HelpText::commands);
        List<String> order = new ArrayList<>(commandLine.getHelpSectionKeys());
        // Commands are what a newcomer looks for, so they come before the options.
        List<String> commands = List.of(SECTION_KEY_COMMAND_LIST_HEADING, SECTION_KEY_COMMAND_LIST);
        order.removeAll(commands);
        order.addAll(order.indexOf(SECTION_KEY_OPTION_LIST_HEADING), commands);
        commandLine.setHelpSectionMap(sections).setHelpSectionKeys(order);
        commandLine.setUsageHelpAutoWidth(true);
    }

    static List<String> commands() {
        return GROUPS.values().stream().flatMap(List::stream).toList();
    }

    /** Such as {@code bout play [OPTIONS] GAME PLAYER...}: picocli would name all options, or no required one. */
    static String synopsis(CommandSpec spec) {
        StringBuilder synopsis = new StringBuilder(spec.qualifiedName());
        spec.requiredArgs().stream()
                .filter(OptionSpec.class::isInstance)
                .map(OptionSpec.class::cast)
                .forEach(option -> synopsis.append(' ')
                        .append(option.longestName())
                        .append(' ')
                        .append(option.paramLabel()));
        synopsis.append(" [OPTIONS]");
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            String label = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
            synopsis.append(' ').append(parameter.required() ? label : "[" + label + "]");
        }
        return synopsis + (spec.subcommands().isEmpty() ? "" : " COMMAND");
    }

    private static String commands(Help help) {
        Map<String, Help> all = help.subcommands();
        Map<String, List<String>> groups =
                help.commandSpec().parent() == null ? GROUPS : Map.of("Commands", List.copyOf(all.keySet()));
        int width = all.keySet().stream().mapToInt(String::length).max().orElse(0);
        return groups.entrySet().stream()
                .filter(group -> !Collections.disjoint(group.getValue(), all.keySet()))
                .map(group -> group.getValue().stream()
                        .filter(all::containsKey)
                        .map(name -> "  " + name + " ".repeat(width - name.length()) + "  "
                                + all.get(name).commandSpec().usageMessage().header()[0] + System.lineSeparator())
                        .collect(Collectors.joining("", group.getKey() + ":" + System.lineSeparator(), "")))
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
