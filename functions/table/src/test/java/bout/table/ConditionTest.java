package bout.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConditionTest {

    private static Stream<Arguments> forms() {
        return Stream.of(
                arguments("#fence = :fence", Condition.equal("fence", 3)),
                arguments("#due = :results", Condition.equal("due", Due.Work.RESULTS)),
                arguments("#at < :at", Condition.below("at", 3)),
                arguments("#at <= :at", Condition.atMost("at", 3)),
                arguments("#at > :at", Condition.above("at", 3)),
                arguments("#at >= :at", Condition.atLeast("at", 3)),
                arguments("#used < #uses", Condition.belowOther("used", "uses")),
                arguments("#due IN (:results, :webhooks)", Condition.in("due", Due.Work.RESULTS, Due.Work.WEBHOOKS)),
                arguments("attribute_exists(#pk)", Condition.there("pk")),
                arguments("attribute_not_exists(#watched.#entry)", Condition.absent("watched.a-b")),
                arguments("contains(#open, :member)", Condition.contains("open", "a")),
                arguments("NOT contains(#open, :member)", Condition.without("open", "a")),
                arguments("(attribute_not_exists(#open) OR size(#open) < :size)", Condition.sizeBelow("open", 3)),
                arguments("begins_with(#sk, :sk)", Condition.startsWith("sk", "a")),
                arguments("#sk BETWEEN :from AND :to", Condition.between("sk", "a", "b")),
                arguments(
                        "#a = :a AND (#b < :b OR #b > :b2) AND #a = :a",
                        Condition.equal("a", 1)
                                .and(Condition.below("b", 1).or(Condition.above("b", 2)))
                                .and(Condition.equal("a", 1))));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_condition_is_written_as_dynamodb_reads_it(String text, Condition condition) {
        assertEquals(text, condition.in(new Expression()));
    }

    @Test
    void every_placeholder_has_a_meaning_of_its_own() {
        Expression in = new Expression();
        Condition.equal("map.a-b", "x").and(Condition.below("map.c-d", "y")).in(in);
        assertEquals(Map.of("#map", "map", "#entry", "a-b", "#entry2", "c-d"), in.names());
        assertEquals(Map.of(":map", Attributes.value("x"), ":map2", Attributes.value("y")), in.values());
    }
}
