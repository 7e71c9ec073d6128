package bout.cloud.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resolved properties of one resource. Errors name the property that is missing or invalid. */
record Properties(String where, Map<String, Object> values) {

    boolean has(String name) {
        return values.get(name) != null;
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> new InvalidTemplate(where + " needs a " + name));
    }

    Optional<String> optionalText(String name) {
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Long number -> Optional.of(number.toString());
            case Boolean bool -> Optional.of(bool.toString());
            default -> throw wrong(name, "a text");
        };
    }

    int number(String name, int otherwise) {
        Optional<String> text = optionalText(name);
        try {
            return text.map(Integer::valueOf).orElse(otherwise);
        } catch (NumberFormatException notANumber) {
            throw wrong(name, "a whole number");
        }
    }

    boolean flag(String name) {
        return optionalText(name).map(Boolean::valueOf).orElse(false);
    }

    /** The nested properties under {@code name}; empty if absent. */
    Properties under(String name) {
        return switch (values.get(name)) {
            case null -> new Properties(where + "." + name, Map.of());
            case Map<?, ?> map -> nested(where + "." + name, map);
            default -> throw wrong(name, "a mapping");
        };
    }

    /** The list of nested properties under {@code name}; empty if absent. */
    List<Properties> each(String name) {
        return switch (values.get(name)) {
            case null -> List.of();
            case List<?> list ->
                list.stream()
                        .map(element -> {
                            if (!(element instanceof Map<?, ?> map)) {
                                throw wrong(name, "a list of mappings");
                            }
                            return nested(where + "." + name, map);
                        })
                        .toList();
            default -> throw wrong(name, "a list");
        };
    }

    /** The list of texts under {@code name}; empty if absent. */
    List<String> texts(String name) {
        return switch (values.get(name)) {
            case null -> List.of();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            default -> throw wrong(name, "a list");
        };
    }

    /** The texts under {@code name}, which may be a single one without a list; empty if absent. */
    List<String> oneOrMore(String name) {
        return values.get(name) instanceof String one ? List.of(one) : texts(name);
    }

    InvalidTemplate wrong(String name, String right) {
        return new InvalidTemplate(where + "." + name + " must be " + right + ", not " + values.get(name));
    }

    @SuppressWarnings("unchecked") // TemplateYaml accepts only text keys
    private static Properties nested(String where, Map<?, ?> map) {
        return new Properties(where, (Map<String, Object>) map);
    }
}
