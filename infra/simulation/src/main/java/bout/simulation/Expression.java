package bout.simulation;

import bout.cloud.Expressions.Bindings;
import bout.cloud.WriteFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.builder.CopyableBuilder;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

/**
 * A write of the table with changed expressions. Parts of them are compared as they read with the names of attributes
 * and the values in place of the placeholders, such as {@code fence = 3}.
 *
 * @param conditions all of which must hold
 * @param assignments of an update
 * @param rest of an update: what it removes, adds and deletes
 */
record Expression(
        Map<String, AttributeValue> itemOrKey,
        List<String> conditions,
        List<String> assignments,
        String rest,
        Bindings bindings) {

    private static final Pattern PLACEHOLDER = Pattern.compile("[#:]\\w+");
    private static final Pattern REST = Pattern.compile("\\b(REMOVE|ADD|DELETE)\\b");

    static Expression of(SdkPojo write) {
        WriteFields fields = new WriteFields(write);
        String update = Objects.requireNonNullElse(fields.update(), "");
        Matcher rest = REST.matcher(update);
        int end = rest.find() ? rest.start() : update.length();
        return new Expression(
                fields.itemOrKey(),
                parts(Objects.requireNonNullElse(fields.condition(), ""), " AND "),
                parts(update.substring(0, end).replaceFirst("SET ", "").strip(), ", "),
                update.substring(end),
                fields.bindings());
    }

    /** The parts between separators outside of parentheses. */
    private static List<String> parts(String text, String separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth == 0 && text.startsWith(separator, i)) {
                parts.add(text.substring(begin, i));
                begin = i + separator.length();
            }
        }
        if (!text.isEmpty()) {
            parts.add(text.substring(begin));
        }
        return parts;
    }

    String pk() {
        return itemOrKey.get("pk").s();
    }

    /**
     * The same write with this item and these expressions, without what they no longer refer to: DynamoDB refuses that.
     */
    <B extends SdkPojo & CopyableBuilder<B, T>, T extends SdkPojo & ToCopyableBuilder<B, T>> T in(T write) {
        String condition = String.join(" AND ", conditions);
        String update = ((assignments.isEmpty() ? "" : "SET " + String.join(", ", assignments) + " ") + rest).strip();
        Set<String> used = Stream.of(condition, update)
                .flatMap(text -> PLACEHOLDER.matcher(text).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        Map<String, String> names = new HashMap<>(bindings.names());
        names.keySet().retainAll(used);
        Map<String, AttributeValue> values = new HashMap<>(bindings.values());
        values.keySet().retainAll(used);
        B builder = write.toBuilder();
        WriteFields fields = new WriteFields(builder);
        fields.item(itemOrKey);
        fields.expressions(
                condition.isEmpty() ? null : condition, update.isEmpty() ? null : update, new Bindings(names, values));
        return builder.build();
    }

    /** Whether the update sets an attribute to a text or number. */
    boolean sets(String attribute, String value) {
        return value.equals(value(attribute));
    }

    /** The text or number to which the update sets an attribute; {@code null} if it does not. */
    String value(String attribute) {
        return assignments.stream()
                .map(each -> read(each).split(" = ", 2))
                .filter(each -> each[0].equals(attribute))
                .map(each -> each[1])
                .findFirst()
                .orElse(null);
    }

    /** Whether this is a part of the condition. */
    boolean requires(String part) {
        return conditions.stream().map(this::read).anyMatch(part::equals);
    }

    /** Whether the update mentions an attribute. */
    boolean changes(String attribute) {
        return Pattern.compile("\\b" + attribute + "\\b")
                .matcher(read(assignments + rest))
                .find();
    }

    /** Without the parts of the condition for which this is true. */
    Expression without(Predicate<String> part) {
        return new Expression(
                itemOrKey,
                conditions.stream().filter(each -> !part.test(read(each))).toList(),
                assignments,
                rest,
                bindings);
    }

    Expression withConditions(UnaryOperator<String> change) {
        return new Expression(itemOrKey, conditions.stream().map(change).toList(), assignments, rest, bindings);
    }

    /** Without setting these attributes. */
    Expression unset(String... attributes) {
        Set<String> unset = Set.of(attributes);
        Map<String, AttributeValue> left = new HashMap<>(itemOrKey);
        left.keySet().removeAll(unset);
        return new Expression(
                left,
                conditions,
                assignments.stream()
                        .filter(each -> !unset.contains(read(each).split(" = ")[0]))
                        .toList(),
                rest,
                bindings);
    }

    private String read(String part) {
        return PLACEHOLDER.matcher(part).replaceAll(found -> {
            String name = bindings.names().get(found.group());
            AttributeValue value = bindings.values().get(found.group());
            if (name == null && value == null) {
                return "?";
            }
            String text = name != null ? name : value.s() != null ? value.s() : value.n();
            return Matcher.quoteReplacement(Objects.requireNonNullElse(text, "?"));
        });
    }
}
