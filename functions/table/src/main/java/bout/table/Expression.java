package bout.table;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values in the expressions of one request. Every name is a placeholder ({@code #status}), because
 * DynamoDB reserves hundreds of words, {@code status} and {@code list} among them.
 */
final class Expression {

    private static final Pattern WORD = Pattern.compile("\\w+");

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    /** The text of a condition, {@code null} for none. */
    String text(Condition condition) {
        return condition == null ? null : condition.in(this);
    }

    String name(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? placeholder(path) : placeholder(path.substring(0, dot)) + "." + name(path.substring(dot + 1));
    }

    private String placeholder(String name) {
        String placeholder = WORD.matcher(name).matches() ? "#" + name : "#entry";
        for (int i = 2; !name.equals(names.getOrDefault(placeholder, name)); i++) {
            placeholder = "#entry" + i;
        }
        names.put(placeholder, name);
        return placeholder;
    }

    /** @param of the attribute that it belongs to, after which it is called; a code is called after itself */
    String value(String of, Object value) {
        AttributeValue stored = Attributes.value(value);
        String called = ":" + (value instanceof Enum<?> code ? Attributes.code(code) : of.split("\\.")[0]);
        String placeholder = called;
        for (int i = 2; !stored.equals(values.getOrDefault(placeholder, stored)); i++) {
            placeholder = called + i;
        }
        values.put(placeholder, stored);
        return placeholder;
    }

    Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }
}
