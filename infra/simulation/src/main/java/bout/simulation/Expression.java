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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.builder.CopyableBuilder;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

/**
 * A write of the table whose expressions somebody changes. Parts of them are compared as they read with the names of
 * attributes and the values in place of the placeholders, such as {@code fence = 3}.
 */
record Expression(Map<String, AttributeValue> itemOrKey, String condition, String update, Bindings bindings) {

    private static final Pattern PLACEHOLDER = Pattern.compile("[#:]\\w+");
    private static final Pattern CLAUSE = Pattern.compile("\\b(SET|REMOVE|ADD|DELETE)\\b");

    static Expression of(SdkPojo write) {
        WriteFields fields = new WriteFields(write);
        return new Expression(fields.itemOrKey(), fields.condition(), fields.update(), fields.bindings());
    }

    String pk() {
        return itemOrKey.get("pk").s();
    }

    /**
     * The same write with this item and these expressions, without what they no longer refer to: DynamoDB refuses that.
     */
    <B extends SdkPojo & CopyableBuilder<B, T>, T extends SdkPojo & ToCopyableBuilder<B, T>> T in(T write) {
        B builder = write.toBuilder();
        WriteFields fields = new WriteFields(builder);
        fields.item(itemOrKey);
        fields.expressions(condition, update, new Bindings(used(bindings.names()), used(bindings.values())));
        return builder.build();
    }

    private <V> Map<String, V> used(Map<String, V> all) {
        Map<String, V> used = new HashMap<>(all);
        used.keySet()
                .retainAll(Stream.of(condition, update)
                        .filter(Objects::nonNull)
                        .flatMap(text -> PLACEHOLDER.matcher(text).results())
                        .map(MatchResult::group)
                        .collect(Collectors.toSet()));
        return used;
    }

    /** Whether the update sets an attribute to a text or number. */
    boolean sets(String attribute, String value) {
        return value.equals(value(attribute));
    }

    /** The text or number to which the update sets an attribute; {@code null} if it does not. */
    String value(String attribute) {
        return update == null
                ? null
                : assignments().stream()
                        .map(each -> read(each).split(" = ", 2))
                        .filter(each -> each[0].equals(attribute))
                        .map(each -> each[1])
                        .findFirst()
                        .orElse(null);
    }

    /** Whether this is a part of the condition. */
    boolean requires(String part) {
        return condition != null && conjuncts().stream().map(this::read).anyMatch(part::equals);
    }

    /** Whether the update mentions an attribute. */
    boolean changes(String attribute) {
        return update != null
                && Pattern.compile("\\b" + attribute + "\\b")
                        .matcher(read(update))
                        .find();
    }

    /** Without the parts of the condition for which this is true. */
    Expression without(Predicate<String> part) {
        if (condition == null) {
            return this;
        }
        String kept =
                conjuncts().stream().filter(each -> !part.test(read(each))).collect(Collectors.joining(" AND "));
        return new Expression(itemOrKey, kept.isEmpty() ? null : kept, update, bindings);
    }

    Expression withCondition(UnaryOperator<String> change) {
        return condition == null ? this : new Expression(itemOrKey, change.apply(condition), update, bindings);
    }

    /** With another attribute in place of this one. */
    Expression misspelled(String attribute) {
        Map<String, String> names = new HashMap<>(bindings.names());
        names.replaceAll((placeholder, name) -> name.equals(attribute) ? name + "?" : name);
        return new Expression(itemOrKey, condition, update, new Bindings(names, bindings.values()));
    }

    /** Without setting these attributes. */
    Expression unset(String... attributes) {
        Set<String> unset = Set.of(attributes);
        Map<String, AttributeValue> left = new HashMap<>(itemOrKey);
        left.keySet().removeAll(unset);
        if (update == null) {
            return new Expression(left, condition, null, bindings);
        }
        String kept = assignments().stream()
                .filter(each -> !unset.contains(read(each).split(" = ")[0]))
                .collect(Collectors.joining(", "));
        String changed = ((kept.isEmpty() ? "" : "SET " + kept + " ") + update.substring(endOfSet())).strip();
        return new Expression(left, condition, changed.isEmpty() ? null : changed, bindings);
    }

    private int endOfSet() {
        return CLAUSE.matcher(update)
                .results()
                .filter(clause -> !clause.group().equals("SET"))
                .mapToInt(MatchResult::start)
                .findFirst()
                .orElse(update.length());
    }

    private List<String> assignments() {
        return update.startsWith("SET ")
                ? parts(update.substring("SET ".length(), endOfSet()).strip(), ", ")
                : List.of();
    }

    private List<String> conjuncts() {
        return parts(condition, " AND ");
    }

    /** What stands between separators outside of parentheses. */
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
        parts.add(text.substring(begin));
        return parts;
    }

    private String read(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            String name = bindings.names().get(found.group());
            AttributeValue value = bindings.values().get(found.group());
            return name != null
                    ? name
                    : value == null ? "?" : value.s() != null ? value.s() : value.n() != null ? value.n() : "?";
        });
    }
}
