package bout.stack.function;

import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Converts events and answers to JSON with the serializers of Lambda's runtime, which know AWS's spelling of the fields
 * of each type ({@code Records}, {@code eventSourceARN}, ...).
 */
public final class EventJson {

    private static final Map<Class<?>, PojoSerializer<?>> SERIALIZERS = new ConcurrentHashMap<>();

    private EventJson() {}

    public static byte[] write(Object event) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        write(event, event.getClass(), json);
        return json.toByteArray();
    }

    private static <T> void write(Object event, Class<T> type, ByteArrayOutputStream json) {
        serializer(type).toJson(type.cast(event), json);
    }

    /** {@code null} for JSON null. */
    public static <A> A read(byte[] json, Class<A> type) {
        return serializer(type).fromJson(new ByteArrayInputStream(json));
    }

    @SuppressWarnings("unchecked") // each serializer is stored under its own class
    private static <T> PojoSerializer<T> serializer(Class<T> type) {
        return (PojoSerializer<T>) SERIALIZERS.computeIfAbsent(type, EventJson::make);
    }

    private static <T> PojoSerializer<T> make(Class<T> type) {
        return LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
                ? LambdaEventSerializers.serializerFor(type, EventJson.class.getClassLoader())
                : JacksonFactory.getInstance().getSerializer(type);
    }
}
