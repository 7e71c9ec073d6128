package bout.cloud;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.StringDataType;

/** A message in a queue. Its variable fields are guarded by the queue's lock. Times are in milliseconds since 1970. */
final class Queued {

    /**
     * A message as it was sent.
     *
     * @param group of a FIFO queue, or {@code null}
     * @param deduplication of a FIFO queue, or {@code null}
     */
    record Sent(String id, String body, String group, String deduplication, long at) {}

    final Sent sent;

    /** Its place in the queue: messages sent later have greater ones. */
    final long sequence;

    long visibleAt;
    int received;

    /** Whether its sender knows that it was stored; it may have been deleted since. */
    boolean stored;

    Queued(Sent sent, long sequence, long visibleAt) {
        this.sent = sent;
        this.sequence = sequence;
        this.visibleAt = visibleAt;
    }

    /** Names this message and how often it was received: only the newest counts. */
    String receipt() {
        return sent.id() + "." + received;
    }

    /** @param visibleAgain when it may be received after a restart: then it is with no receiver */
    byte[] encode(long visibleAgain) {
        List<String> texts = Stream.of(sent.id(), sent.body(), sent.group(), sent.deduplication())
                .map(text -> text == null ? "" : text)
                .toList();
        // A buffer that is too small for the longest form of a text grows by a megabyte.
        int longest = texts.stream().mapToInt(text -> 3 * text.length() + 8).sum();
        WriteBuffer out = new WriteBuffer(24 + longest)
                .putLong(sent.at())
                .putLong(visibleAgain)
                .putInt(received);
        texts.forEach(text -> StringDataType.INSTANCE.write(out, text));
        return Arrays.copyOf(out.getBuffer().array(), out.position());
    }

    static Queued decode(long sequence, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long at = in.getLong();
        long visibleAt = in.getLong();
        int received = in.getInt();
        Sent sent = new Sent(DataUtils.readString(in), DataUtils.readString(in), textOrNull(in), textOrNull(in), at);
        Queued message = new Queued(sent, sequence, visibleAt);
        message.received = received;
        return message;
    }

    private static String textOrNull(ByteBuffer in) {
        String text = DataUtils.readString(in);
        return text.isEmpty() ? null : text;
    }
}
