package bout.store.table;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The names and values in the expressions of one request. Every name is a placeholder ({@code #status}), because
 * DynamoDB reserves hundreds of words, {@code status} and {@code list} among them.
 */
final class Expression {

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    /** The text of a condition, {@code null} for none. */
    String text(Condition condition) {
        return condition == null ? null : condition.in(this);
    }

    String name(String path) {
        int end = endOfFirst(path);
        String first = placeholder(path.substring(0, end));
        return end == path.length() ? first : first + "." + name(path.substring(end + 1));
    }

    private static int endOfFirst(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path.length() : dot;
    }

    private String placeholder(String name) {
        String placeholder = isWord(name) ? "#" + name : "#entry";
        for (int i = 2; !name.equals(names.getOrDefault(placeholder, name)); i++) {
            placeholder = "#entry" + i;
        }
        names.put(placeholder, name);
        return placeholder;
    }

    private static boolean isWord(String name) {
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            if (each >= 0x80 || !Character.isLetterOrDigit(each) && each != '_') {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** @param of the attribute that it belongs to, after which it is called; a code is called after itself */
    String value(String of, Object value) {
        AttributeValue stored = Attributes.value(value);
        String called = ":" + (value instanceof Enum<?> code ? Attributes.code(code) : of.substring(0, endOfFirst(of)));
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
