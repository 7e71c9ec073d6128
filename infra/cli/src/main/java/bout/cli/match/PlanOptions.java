package bout.cli.match;

import bout.cli.text.DidYouMean;
import bout.competition.tournament.Plan;
import bout.engine.Option;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** An option of the command for each setting of a tournament. */
final class PlanOptions implements IModelTransformer {

    @Override
    public CommandSpec transform(CommandSpec command) {
        for (Option setting : Plan.SETTINGS) {
            OptionSpec.Builder option = OptionSpec.builder(flag(setting.name())).description(setting.sentence());
            command.addOption(
                    switch (setting) {
                        case Option.IntegerOption number ->
                            option.type(Integer.class).paramLabel("N").build();
                        case Option.BooleanOption either ->
                            option.type(String.class).paramLabel("true|false").build();
                        case Option.ChoiceOption choice ->
                            option.type(String.class)
                                    .paramLabel(choice.name().toUpperCase(Locale.ROOT))
                                    .completionCandidates(choice.choices())
                                    .build();
                    });
        }
        return command;
    }

    /** Such as {@code --withdraw-after} for {@code withdrawAfter}. */
    static String flag(String setting) {
        return "--" + setting.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The settings that are on the command line. */
    static Map<String, Object> given(CommandSpec command) {
        Map<String, Object> given = new LinkedHashMap<>();
        for (Option setting : Plan.SETTINGS) {
            Object value = command.findOption(flag(setting.name())).getValue();
            if (value == null) {
                continue;
            }
            if (setting instanceof Option.ChoiceOption choice && !choice.accepts(value)) {
                throw new ParameterException(
                        command.commandLine(), DidYouMean.message(setting.name(), (String) value, choice.choices()));
            }
            // A text that is not a value stays as it is, so that the message shows it.
            Object typed = value instanceof String text ? setting.fromText(text) : value;
            given.put(setting.name(), typed == null ? value : typed);
        }
        return given;
    }
}
