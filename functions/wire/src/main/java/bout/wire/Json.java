package bout.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Plain values (see {@code bout.engine}) as JSON text and back; the one mapper configuration of the project.
 *
 * <p>Reading is strict: one value and nothing behind it, no field twice, no NaN, and nesting, numbers and strings
 * limited, because most of what is read here comes from strangers. Objects keep the order of their fields. Whole numbers
 * read as {@code Integer}, {@code Long} or {@code BigInteger}, all others as {@code Double}.
 */
public final class Json {

    /** How deep objects and lists may be nested; the deepest document of our own has 6 levels. */
    public static final int MAX_DEPTH = 64;

    private static final int MAX_NUMBER_LENGTH = 400;

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(MAX_NUMBER_LENGTH)
            .build();

    /** For those that have to hand a mapper to a library. */
    public static final JsonMapper MAPPER = JsonMapper.builder(factory(LIMITS))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new FiniteDoubles())
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new Instants()))
            .build();

    /** For records of our own: a number that is missing is wrong, and so is a field that the record does not have. */
    private static final ObjectReader RECORDS =
            MAPPER.reader().with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

    /**
     * For answers of bots. What is read takes many times the memory of its text where that is made of small parts, and a
     * runner keeps hundreds of answers at a time.
     */
    private static final ObjectReader ANSWERS = MAPPER.readerFor(Object.class)
            .with(factory(
                    LIMITS.rebuild().maxTokenCount(BotBody.MAX_ANSWER_TOKENS).build()));

    private Json() {}

    private static JsonFactory factory(StreamReadConstraints limits) {
        return new JsonFactoryBuilder()
                .streamReadConstraints(limits)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    /** JSON has no infinity and no NaN; Jackson would write them as strings. */
    private static final class FiniteDoubles extends StdSerializer<Double> {
        private FiniteDoubles() {
            super(Double.class);
        }

        @Override
        public void serialize(Double number, JsonGenerator generator, SerializerProvider provider) throws IOException {
            if (!Double.isFinite(number)) {
                provider.reportMappingProblem("JSON has no number %s", number);
            }
            generator.writeNumber(number);
        }
    }

    /** Times are written as {@link Instant} does. */
    private static final class Instants extends FromStringDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

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

    /** The text is not JSON; the message says what is wrong and at which line and column. */
    public static final class NotJson extends Exception {
        private static final Pattern LIMIT_OF_JACKSON = Pattern.compile(", from `StreamReadConstraints[^`]*`\\)");

        private NotJson(JsonProcessingException cause) {
            super(message(cause), cause);
        }

        /** Bytes that are no text in the encoding that they begin in. */
        private NotJson(CharConversionException cause) {
            super(cause.getMessage(), cause);
        }

        private static String message(JsonProcessingException cause) {
            String problem = cause.getOriginalMessage().lines().findFirst().orElse("not JSON");
            // Where a limit of ours is set is no news to whoever sent the text.
            problem = LIMIT_OF_JACKSON.matcher(problem).replaceAll(")");
            return cause.getLocation() == null
                    ? problem
                    : problem + " (line " + cause.getLocation().getLineNr() + ", column "
                            + cause.getLocation().getColumnNr() + ")";
        }
    }

    /** The plain value of a JSON text in UTF-8, UTF-16 or UTF-32. */
    public static Object read(byte[] json) throws NotJson {
        try {
            return MAPPER.readValue(json, Object.class);
        } catch (JsonProcessingException notJson) {
            throw new NotJson(notJson);
        } catch (CharConversionException notText) {
            throw new NotJson(notText);
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory", impossible);
        }
    }

    /** The plain value of a JSON text. */
    public static Object read(String json) throws NotJson {
        try {
            return MAPPER.readValue(json, Object.class);
        } catch (JsonProcessingException notJson) {
            throw new NotJson(notJson);
        }
    }

    /**
     * The record that {@link #text} wrote.
     *
     * @throws NotJson also where the text is the JSON of something else
     */
    public static <T> T read(String json, Class<T> type) throws NotJson {
        try {
            return RECORDS.forType(type).readValue(json);
        } catch (JsonProcessingException notJson) {
            throw new NotJson(notJson);
        }
    }

    /** A record's JSON form as plain values, in the order of its components. */
    public static Map<String, Object> fields(Record record) {
        return MAPPER.convertValue(record, new TypeReference<>() {});
    }

    /** The plain value of a bot's answer: a JSON text of at most {@link BotBody#MAX_ANSWER_TOKENS} tokens. */
    public static Object readAnswer(String json) throws NotJson {
        try {
            return ANSWERS.readValue(json);
        } catch (JsonProcessingException notJson) {
            throw new NotJson(notJson);
        }
    }

    /**
     * The JSON text of a plain value, without white space, as UTF-8.
     *
     * @throws IllegalArgumentException for what is no plain value, numbers that are not finite included
     */
    public static byte[] bytes(Object plain) {
        try {
            return MAPPER.writeValueAsBytes(plain);
        } catch (JsonProcessingException notPlain) {
            throw new IllegalArgumentException("not a plain value", notPlain);
        }
    }

    /** The JSON text of a plain value, without white space; see {@link #bytes}. */
    public static String text(Object plain) {
        return new String(bytes(plain), StandardCharsets.UTF_8);
    }
}
