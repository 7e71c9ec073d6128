package bout.cli.help;

import bout.cli.text.DidYouMean;
import bout.cli.text.TerminalText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line, without the whole help, which would push the one line that matters off the
 * screen.
 */
public final class WrongUseHandler implements IParameterExceptionHandler {

    public static void addTo(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler(new WrongUseHandler());
        commandLine
                .registerConverter(Boolean.class, WrongUseHandler::flag)
                .registerConverter(boolean.class, WrongUseHandler::flag);
        number(commandLine, "a whole number", Integer.class, int.class, Integer::valueOf);
        number(commandLine, "a whole number", Long.class, long.class, Long::valueOf);
        number(commandLine, "a number", Double.class, double.class, Double::valueOf);
    }

    private static boolean flag(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new TypeConversionException("'" + text + "' is neither true nor false");
        }
        return text.equals("true");
    }

    private static <T> void number(
            CommandLine commandLine, String kind, Class<T> type, Class<T> primitive, ITypeConverter<T> converter) {
        ITypeConverter<T> inWords = text -> {
            try {
                return converter.convert(text);
            } catch (NumberFormatException noNumber) {
                throw new TypeConversionException("'" + text + "' is not " + kind);
            }
        };
        commandLine.registerConverter(type, inWords).registerConverter(primitive, inWords);
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine commandLine = wrong.getCommandLine();
        CommandSpec spec = commandLine.getCommandSpec();
        List<String> unmatched = wrong instanceof UnmatchedArgumentException unexpected
                ? unexpected.getUnmatched()
                : commandLine.getUnmatchedArguments();
        // The download lacks the commands of the modules above this one.
        if (spec.parent() == null && !unmatched.isEmpty() && HelpText.commands().contains(unmatched.getFirst())) {
            say(
                    commandLine,
                    "bout: '" + spec.name() + " " + unmatched.getFirst() + "' needs a clone of the repository.");
            return CommandLine.ExitCode.USAGE;
        }
        // A mistyped option also makes its value an unexpected argument, or lets one be missing; a mistyped command
        // makes its options unknown.
        Optional<String> option =
                unmatched.stream().filter(argument -> argument.startsWith("-")).findFirst();
        if (!spec.subcommands().isEmpty()
                && !unmatched.isEmpty()
                && !unmatched.getFirst().startsWith("-")) {
            say(commandLine, "bout: " + unknownCommand(spec, unmatched.getFirst()));
        } else if (option.isPresent()) {
            say(commandLine, "bout: " + unknownOption(spec, option.get().replaceFirst("=.*", "")));
        } else if (wrong instanceof UnmatchedArgumentException) {
            say(commandLine, "bout: Unexpected argument '" + unmatched.getFirst() + "'.");
            say(commandLine, "Usage: " + HelpText.synopsis(spec));
        } else {
            say(commandLine, "bout: " + message(wrong));
            if (wrong instanceof MissingParameterException) {
                say(commandLine, "Usage: " + HelpText.synopsis(spec));
            }
        }
        say(commandLine, "Try '" + spec.qualifiedName() + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    /** What was typed may have been copied from anywhere. */
    private static void say(CommandLine commandLine, String text) {
        commandLine.getErr().println(TerminalText.lines(text));
    }

    private static String unknownOption(CommandSpec spec, String name) {
        List<String> known = spec.options().stream()
                .flatMap(each -> Stream.of(each.names()))
                .filter(each -> each.startsWith("--"))
                .toList();
        return "Unknown option '" + name + "'." + didYouMean(DidYouMean.nearest(name, known), "");
    }

    private static String unknownCommand(CommandSpec spec, String name) {
        List<String> known = List.copyOf(spec.subcommands().keySet());
        String before = spec.qualifiedName() + " ";
        return "Unknown command '" + before + name + "'." + didYouMean(DidYouMean.nearest(name, known), before);
    }

    private static String didYouMean(Optional<String> nearest, String before) {
        return nearest.map(name -> " Did you mean '" + before + name + "'?").orElse("");
    }

    private static String message(ParameterException wrong) {
        if (wrong.getArgSpec() instanceof OptionSpec option && Map.class.isAssignableFrom(option.type())) {
            return "Invalid value for option '" + option.longestName() + "': expected " + option.paramLabel() + ".";
        }
        return wrong.getMessage().matches("(?s).*[.?]") ? wrong.getMessage() : wrong.getMessage() + ".";
    }
}
