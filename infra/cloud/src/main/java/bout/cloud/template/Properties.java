package bout.cloud.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The properties of a resource, or some below it. Each is resolved when it is asked for: others may refer to things
 * that exist only in an account, or back to the resource itself. Errors name the property that is missing or invalid.
 *
 * @param written as in the template, with its functions
 */
record Properties(Resolution resolution, String where, Map<?, ?> written) {

    /** {@code null} if it is absent. */
    private Object value(String name) {
        try {
            Object value = resolution.resolve(written.get(name));
            return value == Resolution.NO_VALUE ? null : value;
        } catch (InvalidTemplate problem) {
            throw resolution.at(where + "." + name, problem);
        }
    }

    @SuppressWarnings("unchecked") // all keys in a template are texts
    Set<String> names() {
        return (Set<String>) written.keySet();
    }

    boolean has(String name) {
        return value(name) != null;
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> new InvalidTemplate(where + " needs a " + name));
    }

    Optional<String> optionalText(String name) {
        return switch (value(name)) {
            case null -> Optional.empty();
            case List<?> list -> throw wrong(name, "a text");
            case Map<?, ?> map -> throw wrong(name, "a text");
            case Object scalar -> Optional.of(scalar.toString());
        };
    }

    int number(String name, int otherwise) {
        try {
            return optionalText(name).map(Integer::valueOf).orElse(otherwise);
        } catch (NumberFormatException notANumber) {
            throw wrong(name, "a whole number");
        }
    }

    boolean flag(String name) {
        return optionalText(name).map(Boolean::valueOf).orElse(false);
    }

    /** The nested properties under {@code name}; empty if absent. */
    Properties under(String name) {
        return switch (value(name)) {
            case null -> new Properties(resolution, where + "." + name, Map.of());
            case Map<?, ?> map -> new Properties(resolution, where + "." + name, map);
            default -> throw wrong(name, "a mapping");
        };
    }

    /** The list of nested properties under {@code name}; empty if absent. */
    List<Properties> each(String name) {
        return list(name).stream()
                .map(element -> {
                    if (!(element instanceof Map<?, ?> map)) {
                        throw wrong(name, "a list of mappings");
                    }
                    return new Properties(resolution, where + "." + name, map);
                })
                .toList();
    }

    /** The list of texts under {@code name}; empty if absent. */
    List<String> texts(String name) {
        return list(name).stream().map(String::valueOf).toList();
    }

    private List<?> list(String name) {
        return switch (value(name)) {
            case null -> List.of();
            case List<?> list -> list;
            default -> throw wrong(name, "a list");
        };
    }

    /** Reports anything not supported, which would otherwise be missing from the local stack unnoticed. */
    Properties only(Set<String> supported) {
        for (String name : names()) {
            if (!supported.contains(name)) {
                throw new InvalidTemplate(
                        where + "." + name + " is not supported in the local stack; " + supported + " are");
            }
        }
        return this;
    }

    InvalidTemplate wrong(String name, String right) {
        return new InvalidTemplate(where + "." + name + " must be " + right + ", not " + value(name));
    }
}
