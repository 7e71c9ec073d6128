package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.statements;
import static bout.stack.WrittenTemplate.symbol;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Lambda drops an invocation after some 16 in one chain of events, unless the function may loop. A tournament, a runner
 * that hands matches over and a sweep over many bots are such chains, so the functions in them must be allowed to loop.
 * All others must not: there, a loop would be a bug.
 */
class LoopsTest {

    private static final Loops LOOPS = new Loops(APPLICATION.functions(), APPLICATION.queues(), LoopsTest::maySend);

    private static boolean maySend(String function, String queue) {
        return statements(function).stream()
                .filter(statement -> list(statement.get("Action")).contains("sqs:SendMessage"))
                .flatMap(statement -> list(statement.get("Resource")).stream())
                .anyMatch(resource -> symbol(resource).equals(queue + ".Arn"));
    }

    @Test
    void the_known_loops_are_found() {
        assertEquals(
                Set.of("RunnerFunction", "JournalFunction", "StandingsFunction", "CheckerFunction", "WebhooksFunction"),
                LOOPS.functions(APPLICATION.functions()));
        assertTrue(LOOPS.isInLoop("MatchesQueue"));
        assertTrue(LOOPS.isInLoop("WebhooksQueue"));
        assertFalse(LOOPS.isInLoop("ApiFunction"));
    }

    @Test
    void a_permission_to_send_comes_with_the_queues_url_and_the_other_way_round() {
        for (Function function : APPLICATION.functions()) {
            Set<String> allowed = APPLICATION.queues().stream()
                    .map(queue -> queue.logicalId())
                    .filter(queue -> maySend(function.logicalId(), queue))
                    .collect(toCollection(TreeSet::new));
            assertEquals(allowed, LOOPS.queuesOf(function.logicalId()), function::logicalId);
        }
    }

    @Test
    void exactly_the_functions_in_loops_may_loop() {
        assertEquals(
                LOOPS.functions(APPLICATION.functions()),
                APPLICATION.functions().stream()
                        .filter(function ->
                                "Allow".equals(properties(function.logicalId()).get("RecursiveLoop")))
                        .map(Function::logicalId)
                        .collect(toCollection(TreeSet::new)));
    }

    @Test
    void a_loop_over_two_functions_is_found_and_a_path_that_only_leads_to_it_is_not_one() {
        Loops loops = new Loops(
                List.of(between("First", "a", "b"), between("Second", "b", "a"), between("Third", "c", "a")),
                List.of(queue("a"), queue("b"), queue("c")),
                (function, queue) -> true);
        assertTrue(loops.isInLoop("First"));
        assertTrue(loops.isInLoop("Second"));
        assertFalse(loops.isInLoop("Third"));
    }

    private static Function between(String name, String from, String to) {
        return new Function(
                name,
                name,
                "x.Y",
                "x.jar",
                Duration.ofSeconds(1),
                128,
                Map.of("BOUT_QUEUE", queue(to).url().toString()),
                List.of(new QueueBatches(queue(from), 1, Duration.ZERO, true, 1)));
    }

    private static Queue queue(String name) {
        return new Queue(
                name,
                name,
                URI.create("http://127.0.0.1/" + name),
                false,
                Map.of(),
                Duration.ofSeconds(30),
                Optional.empty());
    }
}
