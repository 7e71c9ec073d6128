package bout.stack;

import static bout.stack.WrittenTemplate.APPLICATION;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.statements;
import static bout.stack.WrittenTemplate.symbol;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Lambda drops an invocation after some 16 in one chain of events, unless the function may loop. A tournament, a runner
 * that hands matches over and a sweep over many bots are such chains, so the functions in them must be allowed to loop.
 * All others must not: there, a loop would be a bug.
 */
class LoopsTest {

    private static Set<String> functions(Predicate<Function> which) {
        return APPLICATION.functions().stream()
                .filter(which)
                .map(Function::logicalId)
                .collect(toCollection(TreeSet::new));
    }

    private static boolean maySend(Function function, Queue queue) {
        return statements(function.logicalId()).stream()
                .filter(statement -> list(statement.get("Action")).contains("sqs:SendMessage"))
                .flatMap(statement -> list(statement.get("Resource")).stream())
                .anyMatch(resource -> symbol(resource).equals(queue.logicalId() + ".Arn"));
    }

    /** Whether an event of this function can come back to it: through the queues it sends to and those they invoke. */
    private static boolean isInLoop(Function function) {
        Set<Function> reached = new HashSet<>();
        Deque<Function> open = new ArrayDeque<>(List.of(function));
        while (!open.isEmpty()) {
            Function sender = open.remove();
            APPLICATION.functions().stream()
                    .filter(receiver -> receiver.events(QueueBatches.class).stream()
                            .anyMatch(batches -> maySend(sender, batches.queue())))
                    .filter(reached::add)
                    .forEach(open::add);
        }
        return reached.contains(function);
    }

    @Test
    void the_known_loops_are_found() {
        assertEquals(
                Set.of("RunnerFunction", "JournalFunction", "StandingsFunction", "CheckerFunction", "WebhooksFunction"),
                functions(LoopsTest::isInLoop));
    }

    @Test
    void a_permission_to_send_comes_with_the_queues_url() {
        for (Function function : APPLICATION.functions()) {
            APPLICATION.queues().stream()
                    .filter(queue -> maySend(function, queue))
                    .forEach(queue -> assertTrue(
                            function.environment().containsValue(queue.url().toString()),
                            () -> function.logicalId() + " may send to " + queue.logicalId()));
        }
    }

    @Test
    void exactly_the_functions_in_loops_may_loop() {
        assertEquals(functions(LoopsTest::isInLoop), functions(function -> "Allow"
                .equals(properties(function.logicalId()).get("RecursiveLoop"))));
    }
}
