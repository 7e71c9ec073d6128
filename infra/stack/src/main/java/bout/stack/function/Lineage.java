package bout.stack.function;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * How often each function ran in one chain of events. Lambda passes it to a function in the header
 * {@code X-Amzn-Trace-Id}, the AWS SDK sends it on with each message, SQS keeps it in the message's attribute
 * {@code AWSTraceHeader}, and Lambda reads it there when the message invokes a function. That is how it finds loops.
 *
 * @param runs by the hash of the function's name
 */
public record Lineage(Map<String, Integer> runs) {

    /** What begins a chain: a request, or a schedule. */
    public static final Lineage NONE = new Lineage(Map.of());

    /** The SDK's own name for the header. */
    static final String HEADER = "X-Amzn-Trace-Id";

    private static final Pattern FIELD = Pattern.compile("(?:^|;)Lineage=([^;]*)");
    private static final Pattern COUNT = Pattern.compile("([0-9a-f]{8}):(\\d{1,9})");

    /** Nothing here reads the trace itself. */
    private static final String TRACE = "Root=1-00000000-000000000000000000000000;Sampled=0";

    public Lineage {
        runs = Map.copyOf(runs);
    }

    /** Reads a header, which may have no lineage. */
    public static Lineage of(String header) {
        Map<String, Integer> runs = new TreeMap<>();
        Matcher field = FIELD.matcher(header);
        if (field.find()) {
            Matcher count = COUNT.matcher(field.group(1));
            while (count.find()) {
                runs.put(count.group(1), Integer.valueOf(count.group(2)));
            }
        }
        return new Lineage(runs);
    }

    /** The lineage of a batch: of each function the longest chain that one of its messages continues. */
    public Lineage merged(Lineage other) {
        Map<String, Integer> most = new TreeMap<>(runs);
        other.runs.forEach((function, count) -> most.merge(function, count, Math::max));
        return new Lineage(most);
    }

    /** The same with one more run of this function. */
    public Lineage plus(String function) {
        Map<String, Integer> more = new TreeMap<>(runs);
        more.merge(hash(function), 1, Integer::sum);
        return new Lineage(more);
    }

    int runsOf(String function) {
        return runs.getOrDefault(hash(function), 0);
    }

    public String header() {
        return TRACE + ";Lineage="
                + new TreeMap<>(runs)
                        .entrySet().stream()
                                .map(each -> each.getKey() + ":" + each.getValue())
                                .collect(Collectors.joining("|"));
    }

    private static String hash(String function) {
        CRC32 hash = new CRC32();
        hash.update(function.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", hash.getValue());
    }
}
