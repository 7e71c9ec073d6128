package bout.cloud;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Condition, key condition and update expressions of DynamoDB, without list indexes and {@code attribute_type}, which
 * the store does not use.
 *
 * <p>See "Expressions in DynamoDB" in the developer guide of DynamoDB.
 */
public final class Expressions {

    /** The names and values that an expression refers to, and which of them it has used. */
    public record Bindings(Map<String, String> names, Map<String, AttributeValue> values) {
        String name(String placeholder) {
            String name = names.get(placeholder);
            if (name == null) {
                throw CloudTable.invalid(
                        "An expression attribute name used in the document path is not defined: " + placeholder);
            }
            return name;
        }

        AttributeValue value(String placeholder) {
            AttributeValue value = values.get(placeholder);
            if (value == null) {
                throw CloudTable.invalid(
                        "An expression attribute value used in expression is not defined: " + placeholder);
            }
            return value;
        }
    }

    /** A condition on an item. An item that does not exist has no attributes. */
    @FunctionalInterface
    interface Condition {
        boolean holds(Map<String, AttributeValue> item, Bindings bindings);
    }

    /** A change of an item, made in place. */
    @FunctionalInterface
    interface Change {
        void make(Map<String, AttributeValue> before, Map<String, AttributeValue> after, Bindings bindings);
    }

    /** A value in an expression; {@code null} for an attribute that the item does not have. */
    @FunctionalInterface
    private interface Operand {
        AttributeValue value(Map<String, AttributeValue> item, Bindings bindings);
    }

    /** The attributes on the way to a value, as placeholders or plain names. */
    private record Path(List<String> parts) implements Operand {
        @Override
        public AttributeValue value(Map<String, AttributeValue> item, Bindings bindings) {
            Map<String, AttributeValue> within = item;
            AttributeValue value = null;
            for (String part : parts) {
                if (within == null) {
                    return null;
                }
                value = within.get(name(part, bindings));
                within = value == null || !value.hasM() ? null : value.m();
            }
            return value;
        }

        /** @param value {@code null} to remove the attribute */
        void put(Map<String, AttributeValue> item, AttributeValue value, Bindings bindings) {
            put(item, 0, value, bindings);
        }

        private void put(Map<String, AttributeValue> within, int depth, AttributeValue value, Bindings bindings) {
            String name = name(parts.get(depth), bindings);
            if (depth == parts.size() - 1) {
                if (value == null) {
                    within.remove(name);
                } else {
                    within.put(name, value);
                }
                return;
            }
            AttributeValue map = within.get(name);
            if (map == null || !map.hasM()) {
                throw CloudTable.invalid("The document path provided in the update expression is invalid for update");
            }
            Map<String, AttributeValue> copy = new HashMap<>(map.m());
            put(copy, depth + 1, value, bindings);
            within.put(name, AttributeValue.fromM(copy));
        }

        private static String name(String part, Bindings bindings) {
            return part.startsWith("#") ? bindings.name(part) : part;
        }
    }

    private static final String HIGHEST = Character.toString(Character.MAX_CODE_POINT);
    private static final Pattern TOKEN = Pattern.compile("\\s*(<>|<=|>=|[=<>(),+.-]|[#:]?\\w+)");
    private static final Pattern PLACEHOLDER = Pattern.compile("[#:]\\w+");

    private static final Map<String, Condition> CONDITIONS = new HashMap<>();
    private static final Map<String, List<Change>> CHANGES = new HashMap<>();
    private static final Map<String, Set<String>> PLACEHOLDERS = new HashMap<>();

    private final List<String> tokens = new ArrayList<>();
    private int next;

    private Expressions(String text) {
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        if (!text.substring(end).isBlank()) {
            throw CloudTable.invalid("Syntax error in the expression: " + text);
        }
    }

    /** The condition with this text; always true for {@code null}. */
    static Condition condition(String text) {
        if (text == null) {
            return (item, bindings) -> true;
        }
        synchronized (CONDITIONS) {
            return CONDITIONS.computeIfAbsent(text, expression -> {
                Expressions parser = new Expressions(expression);
                Condition condition = parser.or();
                parser.end();
                return condition;
            });
        }
    }

    /**
     * The items of one partition that a key condition may allow.
     *
     * @param low the lowest sort key, {@code null} for any
     * @param high the highest sort key, {@code null} for any
     */
    record Keys(String hash, AttributeValue low, AttributeValue high) {}

    /** Which items a key condition is about: {@code #hash = :value}, alone or with a condition on the sort key. */
    static Keys keys(String text, Bindings bindings, String hash, String range) {
        Expressions parser = new Expressions(text);
        if (!parser.named(parser.path(), bindings, hash) || !parser.accept("=")) {
            throw CloudTable.invalid("Query condition missed key schema element: " + hash);
        }
        String partition = bindings.value(parser.take()).s();
        if (partition == null) {
            throw CloudTable.invalid("Condition parameter type does not match schema type");
        }
        return parser.accept("AND") ? parser.range(partition, bindings, range) : new Keys(partition, null, null);
    }

    private boolean named(Path path, Bindings bindings, String name) {
        return path.parts().size() == 1
                && Path.name(path.parts().getFirst(), bindings).equals(name);
    }

    private Keys range(String hash, Bindings bindings, String range) {
        boolean start = accept("begins_with");
        if (start) {
            expect("(");
        }
        if (!named(path(), bindings, range)) {
            throw CloudTable.invalid("Query condition missed key schema element: " + range);
        }
        String operator = take();
        AttributeValue value = bindings.value(take());
        if (start) {
            return new Keys(hash, value, AttributeValue.fromS(value.s() + HIGHEST));
        }
        return switch (operator) {
            case "=" -> new Keys(hash, value, value);
            case "<", "<=" -> new Keys(hash, null, value);
            case ">", ">=" -> new Keys(hash, value, null);
            case "BETWEEN" -> {
                expect("AND");
                yield new Keys(hash, value, bindings.value(take()));
            }
            default -> throw CloudTable.invalid("Unsupported operator in a key condition: " + operator);
        };
    }

    static List<Change> changes(String text) {
        synchronized (CHANGES) {
            return CHANGES.computeIfAbsent(text, expression -> new Expressions(expression).clauses());
        }
    }

    /** Rejects names and values that no expression uses, as DynamoDB does. */
    static void checkUsed(Bindings bindings, String... expressions) {
        checkUsed(bindings.names().keySet(), expressions);
        checkUsed(bindings.values().keySet(), expressions);
    }

    private static void checkUsed(Set<String> given, String... expressions) {
        for (String placeholder : given) {
            boolean used = false;
            for (String expression : expressions) {
                used = used || expression != null && placeholders(expression).contains(placeholder);
            }
            if (!used) {
                throw CloudTable.invalid("Value provided in ExpressionAttributeNames or ExpressionAttributeValues"
                        + " unused in expressions: " + placeholder + " in " + Arrays.asList(expressions));
            }
        }
    }

    private static Set<String> placeholders(String expression) {
        synchronized (PLACEHOLDERS) {
            return PLACEHOLDERS.computeIfAbsent(expression, text -> {
                Set<String> found = new HashSet<>();
                Matcher matcher = PLACEHOLDER.matcher(text);
                while (matcher.find()) {
                    found.add(matcher.group());
                }
                return found;
            });
        }
    }

    private Condition or() {
        Condition left = and();
        while (accept("OR")) {
            Condition one = left;
            Condition other = and();
            left = (item, bindings) -> one.holds(item, bindings) || other.holds(item, bindings);
        }
        return left;
    }

    private Condition and() {
        Condition left = not();
        while (accept("AND")) {
            Condition one = left;
            Condition other = not();
            left = (item, bindings) -> one.holds(item, bindings) && other.holds(item, bindings);
        }
        return left;
    }

    private Condition not() {
        if (accept("NOT")) {
            Condition negated = not();
            return (item, bindings) -> !negated.holds(item, bindings);
        }
        if (accept("(")) {
            Condition inner = or();
            expect(")");
            return inner;
        }
        return comparison();
    }

    private Condition comparison() {
        String function = peek();
        switch (function) {
            case "attribute_exists", "attribute_not_exists" -> {
                take();
                expect("(");
                Path path = path();
                expect(")");
                boolean exists = function.equals("attribute_exists");
                return (item, bindings) -> exists == (path.value(item, bindings) != null);
            }
            case "begins_with" -> {
                return pair((whole, start) -> whole.type() == AttributeValue.Type.S
                        && start.type() == AttributeValue.Type.S
                        && whole.s().startsWith(start.s()));
            }
            case "contains" -> {
                return pair(Values::contains);
            }
            default -> {
                return operator(operand());
            }
        }
    }

    private Condition pair(BiPredicate<AttributeValue, AttributeValue> test) {
        take();
        expect("(");
        Operand one = operand();
        expect(",");
        Operand other = operand();
        expect(")");
        return (item, bindings) -> {
            AttributeValue first = one.value(item, bindings);
            AttributeValue second = other.value(item, bindings);
            return first != null && second != null && test.test(first, second);
        };
    }

    private Condition operator(Operand left) {
        String operator = take();
        switch (operator) {
            case "BETWEEN" -> {
                Operand from = operand();
                expect("AND");
                Operand to = operand();
                return (item, bindings) ->
                        ordered(left, from, item, bindings, ">=") && ordered(left, to, item, bindings, "<=");
            }
            case "IN" -> {
                expect("(");
                List<Operand> options = new ArrayList<>();
                do {
                    options.add(operand());
                } while (accept(","));
                expect(")");
                return (item, bindings) -> options.stream().anyMatch(option -> equal(left, option, item, bindings));
            }
            case "=" -> {
                Operand right = operand();
                return (item, bindings) -> equal(left, right, item, bindings);
            }
            case "<>" -> {
                Operand right = operand();
                return (item, bindings) -> !equal(left, right, item, bindings);
            }
            case "<", "<=", ">", ">=" -> {
                Operand right = operand();
                return (item, bindings) -> ordered(left, right, item, bindings, operator);
            }
            default -> throw CloudTable.invalid("Syntax error in an expression, at " + operator);
        }
    }

    private static boolean equal(Operand one, Operand other, Map<String, AttributeValue> item, Bindings bindings) {
        AttributeValue first = one.value(item, bindings);
        AttributeValue second = other.value(item, bindings);
        return first != null && second != null && Values.same(first, second);
    }

    private static boolean ordered(
            Operand one, Operand other, Map<String, AttributeValue> item, Bindings bindings, String operator) {
        AttributeValue first = one.value(item, bindings);
        AttributeValue second = other.value(item, bindings);
        if (first == null || second == null) {
            return false;
        }
        var order = Values.compare(first, second);
        if (order.isEmpty()) {
            return false;
        }
        return switch (operator) {
            case "<" -> order.getAsInt() < 0;
            case "<=" -> order.getAsInt() <= 0;
            case ">" -> order.getAsInt() > 0;
            default -> order.getAsInt() >= 0;
        };
    }

    private Operand operand() {
        String token = peek();
        if (token.startsWith(":")) {
            take();
            return (item, bindings) -> bindings.value(token);
        }
        if (token.equals("size")) {
            take();
            expect("(");
            Path path = path();
            expect(")");
            return (item, bindings) -> {
                AttributeValue there = path.value(item, bindings);
                return there == null ? null : Values.size(there);
            };
        }
        if (token.equals("if_not_exists")) {
            take();
            expect("(");
            Path path = path();
            expect(",");
            Operand otherwise = operand();
            expect(")");
            return (item, bindings) -> {
                AttributeValue there = path.value(item, bindings);
                return there == null ? otherwise.value(item, bindings) : there;
            };
        }
        return path();
    }

    private Path path() {
        List<String> parts = new ArrayList<>();
        do {
            parts.add(take());
        } while (accept("."));
        return new Path(List.copyOf(parts));
    }

    private List<Change> clauses() {
        List<Change> changes = new ArrayList<>();
        while (next < tokens.size()) {
            String clause = take();
            do {
                changes.add(
                        switch (clause) {
                            case "SET" -> assignment();
                            case "REMOVE" -> removal();
                            case "ADD" -> addition();
                            case "DELETE" -> deletion();
                            default -> throw CloudTable.invalid("Syntax error in an update, at " + clause);
                        });
            } while (accept(","));
        }
        return List.copyOf(changes);
    }

    private Change assignment() {
        Path target = path();
        expect("=");
        Operand first = operand();
        boolean minus = peek().equals("-");
        if (!accept("+") && !accept("-")) {
            return (before, after, bindings) -> target.put(after, present(first.value(before, bindings)), bindings);
        }
        Operand second = operand();
        return (before, after, bindings) -> target.put(
                after,
                Values.sum(present(first.value(before, bindings)), present(second.value(before, bindings)), minus),
                bindings);
    }

    private static AttributeValue present(AttributeValue value) {
        if (value == null) {
            throw CloudTable.invalid("The provided expression refers to an attribute that does not exist in the item");
        }
        return value;
    }

    private Change removal() {
        Path target = path();
        return (before, after, bindings) -> target.put(after, null, bindings);
    }

    private Change addition() {
        Path target = path();
        Operand addition = operand();
        return (before, after, bindings) -> target.put(
                after, Values.added(target.value(before, bindings), addition.value(before, bindings)), bindings);
    }

    private Change deletion() {
        Path target = path();
        Operand deleted = operand();
        return (before, after, bindings) -> target.put(
                after, Values.without(target.value(before, bindings), deleted.value(before, bindings)), bindings);
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private String take() {
        if (next == tokens.size()) {
            throw CloudTable.invalid("Syntax error: an expression ends too early");
        }
        return tokens.get(next++);
    }

    private boolean accept(String token) {
        if (peek().equals(token)) {
            next++;
            return true;
        }
        return false;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw CloudTable.invalid("Syntax error in an expression: " + token + " is missing before " + peek());
        }
    }

    private void end() {
        if (next < tokens.size()) {
            throw CloudTable.invalid("Syntax error in an expression, at " + peek());
        }
    }
}
