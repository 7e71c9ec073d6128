package bout.cloud;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Condition, key condition and update expressions of DynamoDB, without list indexes, {@code attribute_type} and sums,
 * which the store does not use. Each text is parsed once.
 *
 * <p>See "Expressions in DynamoDB" in the developer guide of DynamoDB.
 */
public final class Expressions {

    /** The names and values that an expression refers to. */
    public record Bindings(Map<String, String> names, Map<String, AttributeValue> values) {

        /** @param part of a path: a placeholder or a plain name */
        private String name(String part) {
            return part.startsWith("#") ? defined(names, part, "name used in the document path") : part;
        }

        private AttributeValue value(String placeholder) {
            return defined(values, placeholder, "value used in expression");
        }

        private static <V> V defined(Map<String, V> given, String placeholder, String what) {
            V value = given.get(placeholder);
            if (value == null) {
                throw CloudTable.invalid("An expression attribute " + what + " is not defined: " + placeholder);
            }
            return value;
        }
    }

    /** Where an expression is evaluated. An item that does not exist has no attributes. */
    record Scope(Map<String, AttributeValue> item, Bindings bindings) {}

    /** A change of an item: {@code after} is changed in place. */
    @FunctionalInterface
    interface Change {
        void make(Scope before, Map<String, AttributeValue> after);
    }

    /** A value in an expression; {@code null} for an attribute that the item does not have. */
    @FunctionalInterface
    private interface Operand {
        AttributeValue in(Scope scope);
    }

    /** The attributes on the way to a value, as placeholders or plain names. */
    private record Path(List<String> parts) implements Operand {
        @Override
        public AttributeValue in(Scope scope) {
            Map<String, AttributeValue> within = scope.item();
            AttributeValue value = null;
            for (String part : parts) {
                if (within == null) {
                    return null;
                }
                value = within.get(scope.bindings().name(part));
                within = value == null || !value.hasM() ? null : value.m();
            }
            return value;
        }

        /** Whether one path leads to the other. It compares placeholders: each name has only one in an expression. */
        boolean overlaps(Path other) {
            int both = Math.min(parts.size(), other.parts.size());
            return parts.subList(0, both).equals(other.parts.subList(0, both));
        }

        /** @param value {@code null} to remove the attribute */
        void put(Map<String, AttributeValue> within, AttributeValue value, Bindings bindings) {
            String name = bindings.name(parts.getFirst());
            if (parts.size() > 1) {
                AttributeValue map = within.get(name);
                if (map == null || !map.hasM()) {
                    throw CloudTable.invalid(
                            "The document path provided in the update expression is invalid for update");
                }
                Map<String, AttributeValue> copy = new HashMap<>(map.m());
                new Path(parts.subList(1, parts.size())).put(copy, value, bindings);
                within.put(name, AttributeValue.fromM(copy));
            } else if (value == null) {
                within.remove(name);
            } else {
                within.put(name, value);
            }
        }
    }

    /** In bytes. */
    private static final int LONGEST = 4096;

    private static final String HIGHEST = Character.toString(Character.MAX_CODE_POINT);
    private static final Pattern TOKEN = Pattern.compile("\\s*(<>|<=|>=|[=<>(),.]|[#:]?\\w+)");

    private static final Map<String, List<String>> TOKENS = new ConcurrentHashMap<>();
    private static final Map<String, Predicate<Scope>> CONDITIONS = new ConcurrentHashMap<>();
    private static final Map<String, List<Change>> CHANGES = new ConcurrentHashMap<>();

    private final List<String> tokens;
    private int next;

    private Expressions(String text) {
        tokens = tokens(text);
    }

    private static List<String> tokens(String expression) {
        return TOKENS.computeIfAbsent(expression, text -> {
            if (Values.bytes(text) > LONGEST) {
                throw CloudTable.invalid("Expression size has exceeded the maximum allowed size");
            }
            List<String> tokens = new ArrayList<>();
            Matcher matcher = TOKEN.matcher(text);
            int end = 0;
            while (matcher.find() && matcher.start() == end) {
                tokens.add(matcher.group(1));
                end = matcher.end();
            }
            if (!text.substring(end).isBlank()) {
                throw CloudTable.invalid("Syntax error in the expression: " + text);
            }
            return List.copyOf(tokens);
        });
    }

    /** The condition with this text; always true for {@code null}. */
    static Predicate<Scope> condition(String text) {
        return text == null
                ? scope -> true
                : CONDITIONS.computeIfAbsent(text, expression -> {
                    Expressions parser = new Expressions(expression);
                    Predicate<Scope> condition = parser.or();
                    if (parser.next < parser.tokens.size()) {
                        throw CloudTable.invalid("Syntax error in an expression, at " + parser.peek());
                    }
                    return condition;
                });
    }

    /** The changes of this update; none for {@code null}. */
    static List<Change> changes(String text) {
        if (text != null && text.isBlank()) {
            throw CloudTable.invalid("Invalid UpdateExpression: The expression can not be empty;");
        }
        return text == null
                ? List.of()
                : CHANGES.computeIfAbsent(text, expression -> new Expressions(expression).clauses());
    }

    /** Rejects names and values that no expression uses, as DynamoDB does. */
    static void checkUsed(Bindings bindings, String... expressions) {
        Set<String> unused = new HashSet<>(bindings.names().keySet());
        unused.addAll(bindings.values().keySet());
        for (String expression : expressions) {
            if (expression != null) {
                tokens(expression).forEach(unused::remove);
            }
        }
        if (!unused.isEmpty()) {
            throw CloudTable.invalid("Value provided in ExpressionAttributeNames or ExpressionAttributeValues"
                    + " unused in expressions: " + unused + " in " + Arrays.asList(expressions));
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
        parser.key(hash, bindings);
        parser.expect("=");
        String partition = bindings.value(parser.take()).s();
        if (partition == null) {
            throw CloudTable.invalid("Condition parameter type does not match schema type");
        }
        return parser.accept("AND") ? parser.range(partition, bindings, range) : new Keys(partition, null, null);
    }

    private void key(String name, Bindings bindings) {
        if (!bindings.name(take()).equals(name)) {
            throw CloudTable.invalid("Query condition missed key schema element: " + name);
        }
    }

    private Keys range(String hash, Bindings bindings, String range) {
        boolean start = accept("begins_with");
        if (start) {
            expect("(");
        }
        key(range, bindings);
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

    private Predicate<Scope> or() {
        Predicate<Scope> left = and();
        while (accept("OR")) {
            left = left.or(and());
        }
        return left;
    }

    private Predicate<Scope> and() {
        Predicate<Scope> left = not();
        while (accept("AND")) {
            left = left.and(not());
        }
        return left;
    }

    private Predicate<Scope> not() {
        if (accept("NOT")) {
            return not().negate();
        }
        if (accept("(")) {
            Predicate<Scope> inner = or();
            expect(")");
            return inner;
        }
        return switch (peek()) {
            case "attribute_exists" -> exists(arguments().getFirst());
            case "attribute_not_exists" -> exists(arguments().getFirst()).negate();
            case "begins_with" ->
                both(
                        arguments(),
                        (whole, start) -> whole.type() == AttributeValue.Type.S
                                && start.type() == AttributeValue.Type.S
                                && whole.s().startsWith(start.s()));
            case "contains" -> both(arguments(), Values::contains);
            default -> comparison(operand());
        };
    }

    private static Predicate<Scope> exists(Operand operand) {
        return scope -> operand.in(scope) != null;
    }

    /** Whether two values are there, and this holds of them. */
    private static Predicate<Scope> both(List<Operand> operands, BiPredicate<AttributeValue, AttributeValue> test) {
        Operand one = operands.getFirst();
        Operand other = operands.getLast();
        return scope -> {
            AttributeValue first = one.in(scope);
            AttributeValue second = other.in(scope);
            return first != null && second != null && test.test(first, second);
        };
    }

    private Predicate<Scope> comparison(Operand left) {
        String operator = take();
        return switch (operator) {
            case "BETWEEN" -> {
                Predicate<Scope> from = ordered(left, operand(), order -> order >= 0);
                expect("AND");
                yield from.and(ordered(left, operand(), order -> order <= 0));
            }
            case "IN" ->
                list().stream()
                        .map(option -> both(List.of(left, option), Values::same))
                        .reduce(Predicate::or)
                        .orElseThrow();
            case "=" -> both(List.of(left, operand()), Values::same);
            case "<>" -> both(List.of(left, operand()), Values::same).negate();
            case "<" -> ordered(left, operand(), order -> order < 0);
            case "<=" -> ordered(left, operand(), order -> order <= 0);
            case ">" -> ordered(left, operand(), order -> order > 0);
            case ">=" -> ordered(left, operand(), order -> order >= 0);
            default -> throw CloudTable.invalid("Syntax error in an expression, at " + operator);
        };
    }

    private static Predicate<Scope> ordered(Operand one, Operand other, IntPredicate test) {
        return both(List.of(one, other), (first, second) -> {
            OptionalInt order = Values.compare(first, second);
            return order.isPresent() && test.test(order.getAsInt());
        });
    }

    private Operand operand() {
        String token = peek();
        if (token.startsWith(":")) {
            take();
            return scope -> scope.bindings().value(token);
        }
        return switch (token) {
            case "size" -> {
                Operand of = arguments().getFirst();
                yield scope -> {
                    AttributeValue there = of.in(scope);
                    return there == null ? null : Values.size(there);
                };
            }
            case "if_not_exists" -> {
                List<Operand> either = arguments();
                yield scope -> {
                    AttributeValue there = either.getFirst().in(scope);
                    return there == null ? either.getLast().in(scope) : there;
                };
            }
            default -> path();
        };
    }

    /** Those of a function. */
    private List<Operand> arguments() {
        take();
        return list();
    }

    private List<Operand> list() {
        List<Operand> operands = new ArrayList<>();
        expect("(");
        do {
            operands.add(operand());
        } while (accept(","));
        expect(")");
        return operands;
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
        List<Path> targets = new ArrayList<>();
        while (next < tokens.size()) {
            String clause = take();
            do {
                Path target = path();
                if (targets.stream().anyMatch(target::overlaps)) {
                    throw CloudTable.invalid("Two document paths overlap with each other: " + target.parts());
                }
                targets.add(target);
                changes.add(change(clause, target));
            } while (accept(","));
        }
        return List.copyOf(changes);
    }

    private Change change(String clause, Path target) {
        return switch (clause) {
            case "SET" -> {
                expect("=");
                Operand value = operand();
                yield (before, after) -> target.put(after, present(value, before), before.bindings());
            }
            case "REMOVE" -> (before, after) -> target.put(after, null, before.bindings());
            case "ADD" -> {
                Operand added = operand();
                yield (before, after) ->
                        target.put(after, Values.added(target.in(before), added.in(before)), before.bindings());
            }
            case "DELETE" -> {
                Operand deleted = operand();
                yield (before, after) ->
                        target.put(after, Values.without(target.in(before), deleted.in(before)), before.bindings());
            }
            default -> throw CloudTable.invalid("Syntax error in an update, at " + clause);
        };
    }

    private static AttributeValue present(Operand operand, Scope scope) {
        AttributeValue value = operand.in(scope);
        if (value == null) {
            throw CloudTable.invalid("The provided expression refers to an attribute that does not exist in the item");
        }
        return value;
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
        boolean there = peek().equals(token);
        next += there ? 1 : 0;
        return there;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw CloudTable.invalid("Syntax error in an expression: " + token + " is missing before " + peek());
        }
    }
}
