package bout.stack;

import static bout.stack.WrittenTemplate.function;
import static bout.stack.WrittenTemplate.functions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.store.Aws;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkClient;

/** Each SDK client has its own pipeline and credentials, which a cold start pays for. One per service is enough. */
class OneClientTest {

    @Test
    void a_handler_creates_at_most_one_client_per_service() throws ReflectiveOperationException {
        for (Function function : functions()) {
            Map<String, Integer> clients = clientsOf(handler(function));
            assertTrue(clients.values().stream().allMatch(count -> count == 1), function.logicalId() + ": " + clients);
        }
        Function api = function("ApiFunction");
        assertEquals(Map.of("dynamodb", 1, "s3", 1, "sqs", 1), clientsOf(handler(api)));
        assertEquals(Map.of("dynamodb", 2, "s3", 2, "sqs", 2), clientsOf(List.of(handler(api), handler(api))));
    }

    private static RequestHandler<?, ?> handler(Function function) throws ReflectiveOperationException {
        Map<String, String> environment = new HashMap<>(function.environment());
        environment.put("AWS_REGION", "eu-central-1");
        return (RequestHandler<?, ?>)
                Class.forName(function.handler()).getConstructor(Aws.class).newInstance(new Aws(environment));
    }

    /**
     * How many clients of each service are reachable from an object through the fields of our classes and collections.
     */
    private static Map<String, Integer> clientsOf(Object root) throws IllegalAccessException {
        Map<String, Integer> clients = new TreeMap<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>(List.of(root));
        while (!left.isEmpty()) {
            Object object = left.pop();
            if (!seen.add(object)) {
                continue;
            }
            switch (object) {
                case SdkClient client -> clients.merge(client.serviceName(), 1, Integer::sum);
                case Iterable<?> items -> items.forEach(left::push);
                case Map<?, ?> entries -> entries.values().forEach(left::push);
                case Object[] items -> left.addAll(List.of(items));
                default -> pushFields(object, left);
            }
        }
        return clients;
    }

    private static void pushFields(Object object, Deque<Object> left) throws IllegalAccessException {
        for (Class<?> type = object.getClass();
                type != null && type.getName().startsWith("bout.");
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    Object value = field.get(object);
                    if (value != null) {
                        left.push(value);
                    }
                }
            }
        }
    }
}
