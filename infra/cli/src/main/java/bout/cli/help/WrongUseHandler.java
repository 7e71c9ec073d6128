package bout.cli.help;

import bout.cli.text.DidYouMean;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line, in our own words and without the whole help, which would push the one line
 * that matters off the screen.
 */
public final class WrongUseHandler implements IParameterExceptionHandler {

    private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> NUMBERS = Set.of(double.class, Double.class);
    private static final Set<Class<?>> FLAGS = Set.of(boolean.class, Boolean.class);

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine commandLine = wrong.getCommandLine();
        CommandSpec spec = commandLine.getCommandSpec();
        PrintWriter err = commandLine.getErr();
        switch (wrong) {
            case UnmatchedArgumentException unmatched -> unmatched(err, spec, unmatched.getUnmatched());
            case MissingParameterException missing -> missing(err, spec, missing, arguments);
            case OverwrittenOptionException twice -> say(err, name(twice.getOverwritten()) + " is given twice.");
            default -> say(err, wrong.getArgSpec() == null ? wrong.getMessage() : value(wrong));
        }
        err.println("Try '" + spec.qualifiedName() + " --help'.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static void unmatched(PrintWriter err, CommandSpec spec, List<String> unmatched) {
        // A mistyped option also makes its value an unexpected argument, so the option is the one to name.
        String first = unmatched.stream()
                .filter(argument -> argument.startsWith("-"))
                .findFirst()
                .orElse(unmatched.getFirst());
        if (first.startsWith("-")) {
            String option = first.replaceFirst("=.*", "");
            List<String> known = spec.options().stream()
                    .flatMap(each -> Stream.of(each.names()))
                    .filter(name -> name.startsWith("--"))
                    .toList();
            say(err, "Unknown option '" + option + "'." + didYouMean(DidYouMean.nearest(option, known), ""));
        } else if (!spec.subcommands().isEmpty()) {
            say(err, unknownCommand(spec, first));
        } else {
            say(err, "Unexpected argument '" + first + "'.");
            err.println("Usage: " + HelpText.synopsis(spec));
        }
    }

    /** Such as {@code Unknown command 'verfy'. Did you mean 'bout verify'?} */
    static String unknownCommand(CommandSpec spec, String name) {
        return "Unknown command '" + spec.qualifiedName() + " " + name + "'."
                + didYouMean(
                        DidYouMean.nearest(name, List.copyOf(spec.subcommands().keySet())), spec.qualifiedName() + " ");
    }

    private static String didYouMean(Optional<String> nearest, String before) {
        return nearest.map(name -> " Did you mean '" + before + name + "'?").orElse("");
    }

    private static void missing(
            PrintWriter err, CommandSpec spec, MissingParameterException missing, String[] arguments) {
        List<String> unknown = spec.commandLine().getUnmatchedArguments().stream()
                .filter(argument -> argument.startsWith("-"))
                .toList();
        if (!unknown.isEmpty()) {
            unmatched(err, spec, unknown);
            return;
        }
        List<String> names = new ArrayList<>();
        for (ArgSpec argument : missing.getMissing()) {
            if (argument instanceof OptionSpec option && isGiven(option, arguments)) {
                say(
                        err,
                        option.longestName() + " needs a value: " + option.longestName() + " " + option.paramLabel()
                                + ".");
                return;
            }
            if (argument instanceof OptionSpec option) {
                names.add(option.longestName() + "=" + option.paramLabel());
            } else {
                // picocli names the first one only.
                spec.positionalParameters().stream()
                        .dropWhile(parameter -> !parameter.equals(argument))
                        .filter(ArgSpec::required)
                        .map(ArgSpec::paramLabel)
                        .filter(label -> !names.contains(label))
                        .forEach(names::add);
            }
        }
        say(err, "Missing " + enumeration(names) + ".");
        err.println("Usage: " + HelpText.synopsis(spec));
    }

    private static boolean isGiven(OptionSpec option, String[] arguments) {
        return Arrays.stream(arguments)
                .anyMatch(argument -> List.of(option.names()).contains(argument.replaceFirst("=.*", "")));
    }

    private static String value(ParameterException wrong) {
        ArgSpec argument = wrong.getArgSpec();
        String value = wrong.getValue();
        String name = name(argument);
        Class<?> type = argument.type();
        if (FLAGS.contains(type)) {
            return name + " takes no value.";
        }
        if (Map.class.isAssignableFrom(type)) {
            return name + ": expected " + argument.paramLabel() + (value == null ? "" : ", not '" + value + "'") + ".";
        }
        String kind = WHOLE_NUMBERS.contains(type)
                ? "a whole number"
                : NUMBERS.contains(type) ? "a number" : type == Path.class ? "a file name" : "a valid value";
        return name + ": " + (value == null ? "expected " + kind : "'" + value + "' is not " + kind) + ".";
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String enumeration(List<String> names) {
        return names.size() == 1
                ? names.getFirst()
                : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    private static void say(PrintWriter err, String text) {
        err.println("bout: " + text);
    }
}
