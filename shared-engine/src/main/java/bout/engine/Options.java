package bout.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values of all options of a game for one match, in the order of their declaration. */
public final class Options {

    private final Map<String, Object> values;

    private final Set<?> written;

    private Options(Map<String, Object> values, Set<?> written) {
        this.values = values;
        this.written = written;
    }

    public sealed interface Reading {}

    /** All given values are valid. Options that were not given have their defaults. */
    public record Valid(Options options) implements Reading {}

    /** At least one value is invalid. There is one entry for each. */
    public record Invalid(List<Violation> violations) implements Reading {}

    /** The violation of a given value, and the allowed values; {@code unknown} if there is no option of this name. */
    public record Violation(String name, boolean unknown, String text) {}

    public static Options defaults(List<Option> declared) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Option option : declared) {
            values.put(option.name(), option.defaultValue());
        }
        return new Options(values, values.keySet());
    }

    /** Checks the given values against the declaration. */
    public static Reading read(List<Option> declared, Map<?, ?> given) {
        List<Violation> violations = new ArrayList<>();
        for (Object name : given.keySet()) {
            if (declared.stream().noneMatch(option -> option.name().equals(name))) {
                violations.add(new Violation(String.valueOf(name), true, "unknown option; " + known(declared)));
            }
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Option option : declared) {
            Object value = given.containsKey(option.name()) ? given.get(option.name()) : option.defaultValue();
            if (option.accepts(value)) {
                values.put(option.name(), Plain.isInteger(value) ? ((Number) value).intValue() : value);
            } else {
                violations.add(new Violation(
                        option.name(), false, "expected " + option.range() + ", got " + Plain.describe(value)));
            }
        }
        return violations.isEmpty() ? new Valid(new Options(values, values.keySet())) : new Invalid(violations);
    }

    /**
     * Reads the options of a stored document. An option that it lacks, because it was added to the game later, gets its
     * default, and {@link #toPlain} leaves it out, so that the match keeps its stored hash.
     */
    public static Options read(List<Option> declared, Plain plain) {
        return switch (read(declared, plain.fields())) {
            case Valid valid ->
                new Options(valid.options().values, plain.fields().keySet());
            case Invalid invalid -> {
                Violation violation = invalid.violations().getFirst();
                String expected = declared.stream()
                        .filter(option -> option.name().equals(violation.name()))
                        .map(Option::range)
                        .findFirst()
                        .orElseGet(() -> "no option of this name (" + known(declared) + ")");
                throw plain.get(violation.name()).unexpected(expected);
            }
        };
    }

    public int integer(String name) {
        return (Integer) value(name);
    }

    public boolean bool(String name) {
        return (Boolean) value(name);
    }

    public String choice(String name) {
        return (String) value(name);
    }

    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>(values);
        plain.keySet().retainAll(written);
        return plain;
    }

    private Object value(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the game has no option " + name);
        }
        return value;
    }

    private static String known(List<Option> declared) {
        return declared.isEmpty()
                ? "this game has none"
                : "known options: "
                        + String.join(", ", declared.stream().map(Option::name).toList());
    }
}
