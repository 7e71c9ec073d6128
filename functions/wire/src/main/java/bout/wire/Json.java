package bout.wire;

import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Converts plain values (see {@code bout.engine}) and records to JSON text and back. The only mapper configuration of
 * the project.
 *
 * <p>Reading is strict, because most input comes from strangers: exactly one value, no duplicate fields, no NaN, and
 * limits on nesting, numbers and strings. Numbers must fit into a double. Objects keep the order of their fields. Whole
 * numbers become {@code Integer}, {@code Long} or {@code BigInteger}; all others become {@code Double}.
 */
public final class Json {

    /** The deepest nesting of objects and lists that is read. Our own documents have at most 6 levels. */
    public static final int MAX_DEPTH = 64;

    private static final int MAX_NUMBER_LENGTH = 400;

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(MAX_NUMBER_LENGTH)
            .build();

    public static final JsonMapper MAPPER = JsonMapper.builder(factory(LIMITS))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(
                    LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteDoubles())
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new Instants())
                    .addDeserializer(Plain.class, new PlainValues()))
            .addMixIn(Result.class, PlainForm.class)
            .addMixIn(FailedCall.class, PlainForm.class)
            .addMixIn(Seat.class, SeatForm.class)
            .addMixIn(Failure.Kind.class, KindForm.class)
            .build();

    /** For our own records: missing numbers, unknown fields and values of another type are errors. */
    private static final ObjectReader RECORDS =
            MAPPER.reader().with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

    private static final ClassValue<ObjectReader> READERS = readers(RECORDS);

    /** During a deployment, the next version may have stored it. */
    private static final ClassValue<ObjectReader> STORED_READERS =
            readers(RECORDS.without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));

    /**
     * For answers of bots. Many small values take many times the memory of their text, and a runner holds hundreds of
     * answers at a time.
     */
    private static final ObjectReader ANSWERS = MAPPER.readerFor(Object.class)
            .with(factory(
                    LIMITS.rebuild().maxTokenCount(BotBody.MAX_ANSWER_TOKENS).build()));

    private Json() {}

    private static ClassValue<ObjectReader> readers(ObjectReader reader) {
        return new ClassValue<>() {
            @Override
            protected ObjectReader computeValue(Class<?> type) {
                return reader.forType(type);
            }
        };
    }

    private static JsonFactory factory(StreamReadConstraints limits) {
        return new JsonFactoryBuilder()
                .streamReadConstraints(limits)
                // A virtual thread lives for one call: buffers of its own would be new ones every time.
                .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                // An emoji takes four bytes, not twelve: lists with a thousand names must fit into an item.
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .build();
    }

    /** JSON has no infinity or NaN; Jackson would write them as strings. */
    private static final class FiniteDoubles extends StdSerializer<Double> {
        private FiniteDoubles() {
            super(Double.class);
        }

        @Override
        public void serialize(Double number, JsonGenerator generator, SerializerProvider provider) throws IOException {
            if (!Double.isFinite(number)) {
                provider.reportMappingProblem("JSON cannot represent the number %s", number);
            }
            generator.writeNumber(number);
        }
    }

    private static final class Instants extends FromStringDeserializer<Instant> {
        private Instants() {
            super(Instant.class);
        }

        @Override
        protected Instant _deserialize(String text, DeserializationContext context) throws IOException {
            try {
                return Instant.parse(text);
            } catch (DateTimeException notATime) {
                throw context.weirdStringException(text, Instant.class, notATime.getMessage());
            }
        }
    }

    private static final class PlainValues extends StdDeserializer<Plain> {
        private PlainValues() {
            super(Plain.class);
        }

        @Override
        public Plain deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonStreamContext place = parser.getParsingContext();
            boolean within = parser.currentToken() == JsonToken.FIELD_NAME;
            String pointer =
                    (within ? place.getParent() : place).pathAsPointer().toString();
            return new Plain(finite(context.readValue(parser, Object.class)), pointer);
        }
    }

    // How values of the engine, which knows no JSON library, are written and read within records.

    private abstract static class PlainForm {
        @JsonValue
        abstract Map<String, Object> toPlain();

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Object read(Plain plain) {
            throw new IllegalStateException("only its annotations are used");
        }
    }

    private abstract static class SeatForm {
        @JsonValue
        abstract int number();

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Seat of(int number) {
            throw new IllegalStateException("only its annotations are used");
        }
    }

    private abstract static class KindForm {
        @JsonValue
        abstract String code();
    }

    public static final class NotJson extends Exception {
        private final String place;

        private NotJson(JsonProcessingException cause) {
            super(JsonProblem.reason(cause), cause);
            JsonLocation at = cause.getLocation();
            place = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
        }

        /** Bytes that are not valid in the encoding they start with. */
        private NotJson(CharConversionException cause) {
            super(cause.getMessage(), cause);
            place = "";
        }

        @Override
        public String getMessage() {
            return reason() + place;
        }

        public String reason() {
            return super.getMessage();
        }
    }

    /** Parses JSON in UTF-8, UTF-16 or UTF-32. */
    public static Object read(byte[] json) throws NotJson {
        return parsed(() -> finite(MAPPER.readValue(json, Object.class)));
    }

    public static Object read(String json) throws NotJson {
        return parsed(() -> finite(MAPPER.readValue(json, Object.class)));
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T parsed(Reading<T> reading) throws NotJson {
        try {
            return reading.read();
        } catch (JsonProcessingException notJson) {
            throw new NotJson(notJson);
        } catch (CharConversionException notText) {
            throw new NotJson(notText);
        } catch (IOException impossible) {
            throw new UncheckedIOException("cannot read from memory", impossible);
        }
    }

    /** Numbers such as 1e999 become infinite, which could not be written as JSON again. */
    private static Object finite(Object value) throws JsonProcessingException {
        switch (value) {
            case Double number
            when !Double.isFinite(number) ->
                throw JsonMappingException.from((JsonParser) null, "a number is too large for a double");
            case Map<?, ?> fields -> {
                for (Object field : fields.values()) {
                    finite(field);
                }
            }
            case List<?> entries -> {
                for (Object entry : entries) {
                    finite(entry);
                }
            }
            case null, default -> {}
        }
        return value;
    }

    /**
     * Reads a record that {@link #text} wrote.
     *
     * @throws NotJson if the text is not JSON, or is the JSON of something else
     */
    public static <T> T read(String json, Class<T> type) throws NotJson {
        return read(json.getBytes(StandardCharsets.UTF_8), type);
    }

    public static <T> T read(byte[] json, Class<T> type) throws NotJson {
        return parsed(() -> READERS.get(type).readValue(json));
    }

    /** The same for a record that this version or the next one has stored: fields that are not known are ignored. */
    public static <T> T readStored(byte[] json, Class<T> type) throws NotJson {
        return parsed(() -> STORED_READERS.get(type).readValue(json));
    }

    public static <T> T readStored(String json, Class<T> type) throws NotJson {
        return readStored(json.getBytes(StandardCharsets.UTF_8), type);
    }

    /** A record in its JSON form, as plain values in the order of its components. */
    public static Map<String, Object> fields(Record record) {
        return MAPPER.convertValue(record, new TypeReference<>() {});
    }

    /**
     * Parses a bot's answer: JSON with at most {@link BotBody#MAX_ANSWER_TOKENS} tokens. A number such as 1e999 is
     * infinite, as in other parsers; games say what that means.
     */
    public static Object readAnswer(String json) throws NotJson {
        return parsed(() -> ANSWERS.readValue(json));
    }

    /**
     * Writes a plain value as JSON in UTF-8, without white space.
     *
     * @throws IllegalArgumentException if the value is not plain, or contains a number that is not finite
     */
    public static byte[] bytes(Object plain) {
        try {
            return MAPPER.writeValueAsBytes(plain);
        } catch (JsonProcessingException notPlain) {
            throw new IllegalArgumentException("not a plain value", notPlain);
        }
    }

    public static String text(Object plain) {
        return new String(bytes(plain), StandardCharsets.UTF_8);
    }

    /** For people: with a line for each value. */
    public static String lines(Object plain) {
        return MAPPER.valueToTree(plain).toPrettyString();
    }
}
