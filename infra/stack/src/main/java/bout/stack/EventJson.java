package bout.stack;

import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Events and answers as the JSON that Lambda's runtime reads and writes, by that runtime's own serializers: they know how
 * AWS spells the fields of each type ({@code Records}, {@code eventSourceARN}, ...).
 */
final class EventJson {

    private static final Map<Class<?>, PojoSerializer<?>> SERIALIZERS = new ConcurrentHashMap<>();

    private EventJson() {}

    static byte[] write(Object event) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        write(event, event.getClass(), json);
        return json.toByteArray();
    }

    private static <T> void write(Object event, Class<T> type, ByteArrayOutputStream json) {
        serializer(type).toJson(type.cast(event), json);
    }

    /** {@code null} for JSON's null. */
    static <A> A read(byte[] json, Class<A> type) {
        return serializer(type).fromJson(new ByteArrayInputStream(json));
    }

    @SuppressWarnings("unchecked") // each is put under the class that it is for
    private static <T> PojoSerializer<T> serializer(Class<T> type) {
        return (PojoSerializer<T>) SERIALIZERS.computeIfAbsent(type, EventJson::make);
    }

    private static <T> PojoSerializer<T> make(Class<T> type) {
        return LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
                ? LambdaEventSerializers.serializerFor(type, EventJson.class.getClassLoader())
                : JacksonFactory.getInstance().getSerializer(type);
    }
}
