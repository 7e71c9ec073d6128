package bout.cloud;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How DynamoDB compares and adds attribute values. */
final class Values {

    private Values() {}

    /** Equal numbers may be written differently; sets have no order. */
    static boolean same(AttributeValue one, AttributeValue other) {
        if (one.type() != other.type()) {
            return false;
        }
        return switch (one.type()) {
            case N -> number(one).compareTo(number(other)) == 0;
            case SS -> Set.copyOf(one.ss()).equals(Set.copyOf(other.ss()));
            default -> one.equals(other);
        };
    }

    /** Only strings and numbers have an order, each among their own. */
    static OptionalInt compare(AttributeValue one, AttributeValue other) {
        if (one.type() != other.type()) {
            return OptionalInt.empty();
        }
        return switch (one.type()) {
            case S -> OptionalInt.of(compare(one.s(), other.s()));
            case N -> OptionalInt.of(number(one).compareTo(number(other)));
            default -> OptionalInt.empty();
        };
    }

    /** Like their bytes in UTF-8, so by code points. */
    static int compare(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        for (int i = 0; i < shorter; i++) {
            char first = one.charAt(i);
            char second = other.charAt(i);
            if (first != second) {
                boolean surrogates = Character.isSurrogate(first) != Character.isSurrogate(second);
                return surrogates ? Character.isSurrogate(first) ? 1 : -1 : Character.compare(first, second);
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    /** How large DynamoDB counts an item, in bytes: names and values. */
    static int bytes(Map<String, AttributeValue> item) {
        int sum = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            sum += bytes(attribute.getKey()) + bytes(attribute.getValue());
        }
        return sum;
    }

    private static int bytes(AttributeValue value) {
        return switch (value.type()) {
            case S -> bytes(value.s());
            // Two digits take a byte.
            case N -> 2 + value.n().length() / 2;
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToInt(Values::bytes).sum();
            case L -> 3 + value.l().stream().mapToInt(each -> 1 + bytes(each)).sum();
            case M -> 3 + value.m().size() + bytes(value.m());
            default -> 1;
        };
    }

    /** In UTF-8. */
    static int bytes(String text) {
        int sum = text.length();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            sum += each < 0x80 ? 0 : each < 0x800 || Character.isSurrogate(each) ? 1 : 2;
        }
        return sum;
    }

    static boolean contains(AttributeValue whole, AttributeValue part) {
        return switch (whole.type()) {
            case S -> part.type() == AttributeValue.Type.S && whole.s().contains(part.s());
            case SS -> part.type() == AttributeValue.Type.S && whole.ss().contains(part.s());
            case L -> whole.l().stream().anyMatch(entry -> same(entry, part));
            default -> false;
        };
    }

    /** The value of {@code size}. */
    static AttributeValue size(AttributeValue value) {
        int size =
                switch (value.type()) {
                    case S -> value.s().length();
                    case SS -> value.ss().size();
                    case L -> value.l().size();
                    case M -> value.m().size();
                    default ->
                        throw CloudTable.invalid("Incorrect operand type for operator or function; operator: size");
                };
        return AttributeValue.fromN(Integer.toString(size));
    }

    /** The result of {@code ADD} for an attribute's value, or for {@code null}. */
    static AttributeValue added(AttributeValue before, AttributeValue addition) {
        return switch (addition.type()) {
            case N -> before == null ? addition : sum(before, addition);
            case SS -> {
                Set<String> union = new LinkedHashSet<>(before == null ? List.of() : strings(before));
                union.addAll(addition.ss());
                yield AttributeValue.fromSs(List.copyOf(union));
            }
            default -> throw CloudTable.invalid("Incorrect operand type for operator or function; operator: ADD");
        };
    }

    private static AttributeValue sum(AttributeValue one, AttributeValue other) {
        if (one.type() != AttributeValue.Type.N) {
            throw CloudTable.invalid("An operand in the update expression has an incorrect data type");
        }
        BigDecimal sum = number(one).add(number(other));
        return AttributeValue.fromN(
                sum.signum() == 0 ? "0" : sum.stripTrailingZeros().toPlainString());
    }

    /** The rest of a set after {@code DELETE}; {@code null} for nothing, because there are no empty sets. */
    static AttributeValue without(AttributeValue before, AttributeValue deleted) {
        if (before == null) {
            return null;
        }
        List<String> left = new ArrayList<>(strings(before));
        left.removeAll(strings(deleted));
        return left.isEmpty() ? null : AttributeValue.fromSs(left);
    }

    private static List<String> strings(AttributeValue set) {
        if (set.type() != AttributeValue.Type.SS) {
            throw CloudTable.invalid("An operand in the update expression has an incorrect data type");
        }
        return set.ss();
    }

    private static BigDecimal number(AttributeValue value) {
        return new BigDecimal(value.n());
    }
}
