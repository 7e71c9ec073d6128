package bout.stack;

import static java.util.stream.Collectors.toCollection;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which functions an event can reach again through queues. A function leads to a queue if its role may send there and
 * its environment names the queue's URL, and a queue leads to the function that it invokes.
 */
final class Loops {

    private final Map<String, Set<String>> next = new TreeMap<>();

    /** @param sends whether a function's role may send to a queue, both by their logical ids */
    Loops(List<Function> functions, List<Queue> queues, Sends sends) {
        for (Function function : functions) {
            Set<String> sent = queues.stream()
                    .filter(queue ->
                            function.environment().containsValue(queue.url().toString()))
                    .map(Queue::logicalId)
                    .filter(queue -> sends.allowed(function.logicalId(), queue))
                    .collect(toCollection(TreeSet::new));
            next.put(function.logicalId(), sent);
            function.events(QueueBatches.class).stream()
                    .map(batches -> batches.queue().logicalId())
                    .forEach(queue ->
                            next.computeIfAbsent(queue, id -> new TreeSet<>()).add(function.logicalId()));
        }
    }

    /** Whether a function's role may send messages to a queue. */
    interface Sends {
        boolean allowed(String function, String queue);
    }

    /** The queues to which a function sends. */
    Set<String> queuesOf(String function) {
        return next.get(function);
    }

    /** Whether an event of this function or queue can come back to it. */
    boolean isInLoop(String node) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(next.getOrDefault(node, Set.of()));
        while (!open.isEmpty()) {
            String each = open.remove();
            if (reached.add(each)) {
                open.addAll(next.getOrDefault(each, Set.of()));
            }
        }
        return reached.contains(node);
    }

    /** The functions of a stack that are in a loop. */
    Set<String> functions(List<Function> functions) {
        return functions.stream()
                .map(Function::logicalId)
                .filter(this::isInLoop)
                .collect(toCollection(TreeSet::new));
    }
}
