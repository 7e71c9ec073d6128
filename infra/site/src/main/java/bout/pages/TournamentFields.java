package bout.pages;

import bout.competition.tournament.Plan;
import bout.engine.Option;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The fields of the form that creates a tournament: one for each setting, which has its default if nothing is chosen.
 */
final class TournamentFields {

    /** The settings that most organisers choose; the others are folded. */
    private static final List<String> USUAL = List.of("format", "boards", "rounds");

    private TournamentFields() {}

    static String html() {
        return fields(true)
                + "<details class=\"more-settings\">\n  <summary>More settings</summary>\n  <div class=\"row\">\n"
                + fields(false).indent(4)
                + "  </div>\n</details>\n";
    }

    private static String fields(boolean usual) {
        return Plan.SETTINGS.stream()
                .filter(setting -> USUAL.contains(setting.name()) == usual)
                .map(TournamentFields::field)
                .collect(Collectors.joining());
    }

    private static String field(Option setting) {
        String name = setting.name();
        String common = "id=\"%1$s\" name=\"%1$s\" aria-describedby=\"%1$s-hint\"".formatted(name);
        String input =
                switch (setting) {
                    case Option.IntegerOption number ->
                        "<input %s type=\"number\" inputmode=\"numeric\" min=\"%d\" max=\"%d\" step=\"1\" data-plain>"
                                .formatted(common, number.min(), number.max());
                    case Option.BooleanOption either -> select(common + " data-plain", List.of("true", "false"));
                    case Option.ChoiceOption choice -> select(common, choice.choices());
                };
        return """
                <p class="field">
                  <label for="%1$s">%2$s</label>
                  %3$s
                  <span id="%1$s-hint" class="hint">%4$s</span>
                </p>
                """.formatted(name, words(name), input, GamePages.escaped(setting.sentence()));
    }

    private static String select(String common, List<String> values) {
        return values.stream()
                .map(value -> "<option value=\"%s\">%s</option>".formatted(value, words(value)))
                .collect(Collectors.joining(
                        "", "<select " + common + "><option value=\"\">Default</option>", "</select>"));
    }

    /** "Withdraw after" for {@code withdrawAfter}, "Round robin" for {@code round-robin}. */
    private static String words(String code) {
        String words = code.replace('-', ' ').replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
