package bout.simulation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
            case NS -> numbers(one).equals(numbers(other));
            default -> one.equals(other);
        };
    }

    /** Only strings and numbers have an order, each among their own. */
    static OptionalInt compare(AttributeValue one, AttributeValue other) {
        if (one.type() != other.type()) {
            return OptionalInt.empty();
        }
        return switch (one.type()) {
            case S -> OptionalInt.of(one.s().compareTo(other.s()));
            case N -> OptionalInt.of(number(one).compareTo(number(other)));
            default -> OptionalInt.empty();
        };
    }

    static boolean contains(AttributeValue whole, AttributeValue part) {
        return switch (whole.type()) {
            case S -> part.type() == AttributeValue.Type.S && whole.s().contains(part.s());
            case SS -> part.type() == AttributeValue.Type.S && whole.ss().contains(part.s());
            case NS -> part.type() == AttributeValue.Type.N && numbers(whole).contains(plain(number(part)));
            case L -> whole.l().stream().anyMatch(entry -> same(entry, part));
            default -> false;
        };
    }

    /** What {@code size} gives. */
    static AttributeValue size(AttributeValue value) {
        int size =
                switch (value.type()) {
                    case S -> value.s().length();
                    case SS -> value.ss().size();
                    case NS -> value.ns().size();
                    case L -> value.l().size();
                    case M -> value.m().size();
                    default ->
                        throw MemoryTable.invalid("Incorrect operand type for operator or function; operator: size");
                };
        return AttributeValue.fromN(Integer.toString(size));
    }

    static AttributeValue sum(AttributeValue one, AttributeValue other, boolean minus) {
        if (one.type() != AttributeValue.Type.N || other.type() != AttributeValue.Type.N) {
            throw MemoryTable.invalid("An operand in the update expression has an incorrect data type");
        }
        BigDecimal sum =
                minus ? number(one).subtract(number(other)) : number(one).add(number(other));
        return AttributeValue.fromN(plain(sum));
    }

    /** What {@code ADD} makes of an attribute's value, or of {@code null}. */
    static AttributeValue added(AttributeValue before, AttributeValue addition) {
        return switch (addition.type()) {
            case N -> before == null ? addition : sum(before, addition, false);
            case SS -> AttributeValue.fromSs(union(before == null ? List.of() : strings(before), addition.ss()));
            case NS ->
                AttributeValue.fromNs(union(before == null ? List.of() : numbersOf(before), numbersOf(addition)));
            default -> throw MemoryTable.invalid("Incorrect operand type for operator or function; operator: ADD");
        };
    }

    /** What {@code DELETE} leaves of a set; {@code null} for nothing, because there are no empty sets. */
    static AttributeValue without(AttributeValue before, AttributeValue deleted) {
        if (before == null) {
            return null;
        }
        if (deleted.type() == AttributeValue.Type.SS) {
            List<String> left = new ArrayList<>(strings(before));
            left.removeAll(deleted.ss());
            return left.isEmpty() ? null : AttributeValue.fromSs(left);
        }
        if (deleted.type() == AttributeValue.Type.NS) {
            List<String> left = new ArrayList<>(numbersOf(before));
            left.removeAll(numbersOf(deleted));
            return left.isEmpty() ? null : AttributeValue.fromNs(left);
        }
        throw MemoryTable.invalid("Incorrect operand type for operator or function; operator: DELETE");
    }

    private static List<String> union(List<String> one, List<String> other) {
        Set<String> union = new LinkedHashSet<>(one);
        union.addAll(other);
        return List.copyOf(union);
    }

    private static List<String> strings(AttributeValue set) {
        if (set.type() != AttributeValue.Type.SS) {
            throw MemoryTable.invalid("An operand in the update expression has an incorrect data type");
        }
        return set.ss();
    }

    private static List<String> numbersOf(AttributeValue set) {
        if (set.type() != AttributeValue.Type.NS) {
            throw MemoryTable.invalid("An operand in the update expression has an incorrect data type");
        }
        return set.ns().stream().map(number -> plain(new BigDecimal(number))).toList();
    }

    private static Set<String> numbers(AttributeValue set) {
        return Set.copyOf(numbersOf(set));
    }

    private static BigDecimal number(AttributeValue value) {
        return new BigDecimal(value.n());
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
