package bout.cloud;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** A message in a queue. What may change is guarded by the queue's lock. Times are in milliseconds since 1970. */
final class Queued {

    /**
     * A message as it was sent.
     *
     * @param group of a FIFO queue, or {@code null}
     * @param deduplication of a FIFO queue, or {@code null}
     * @param trace the header of AWS X-Ray, or {@code null}
     * @param source the ARN of the queue that gave it up, or {@code null}
     */
    record Sent(
            String id,
            String body,
            Map<String, MessageAttributeValue> attributes,
            String group,
            String deduplication,
            String trace,
            String source,
            long at) {}

    final Sent sent;

    /** Its place in the queue: messages sent later have greater ones. */
    final long sequence;

    long visibleAt;
    int received;
    long firstReceivedAt;

    Queued(Sent sent, long sequence, long visibleAt) {
        this.sent = sent;
        this.sequence = sequence;
        this.visibleAt = visibleAt;
    }

    /** Names this message and how often it was received: only the newest counts. */
    String receipt() {
        return sent.id() + "." + received;
    }

    /** @param visibleAgain when it may be received after a restart: then nobody has it */
    byte[] encode(long visibleAgain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(sent.body().length() + 128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(sent.at());
            out.writeLong(visibleAgain);
            out.writeInt(received);
            out.writeLong(firstReceivedAt);
            for (String text : new String[] {
                sent.id(), sent.body(), sent.group(), sent.deduplication(), sent.trace(), sent.source()
            }) {
                write(out, text);
            }
            out.writeInt(sent.attributes().size());
            for (Map.Entry<String, MessageAttributeValue> attribute :
                    sent.attributes().entrySet()) {
                write(out, attribute.getKey());
                write(out, attribute.getValue().dataType());
                write(out, attribute.getValue().stringValue());
                SdkBytes binary = attribute.getValue().binaryValue();
                write(out, binary == null ? null : binary.asByteArrayUnsafe());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    static Queued decode(long sequence, byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long at = in.readLong();
            long visibleAt = in.readLong();
            int received = in.readInt();
            long firstReceivedAt = in.readLong();
            String[] texts = new String[6];
            for (int i = 0; i < texts.length; i++) {
                texts[i] = readText(in);
            }
            Map<String, MessageAttributeValue> attributes = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                String name = readText(in);
                String type = readText(in);
                String text = readText(in);
                byte[] binary = read(in);
                attributes.put(
                        name,
                        MessageAttributeValue.builder()
                                .dataType(type)
                                .stringValue(text)
                                .binaryValue(binary == null ? null : SdkBytes.fromByteArrayUnsafe(binary))
                                .build());
            }
            Queued message = new Queued(
                    new Sent(texts[0], texts[1], attributes, texts[2], texts[3], texts[4], texts[5], at),
                    sequence,
                    visibleAt);
            message.received = received;
            message.firstReceivedAt = firstReceivedAt;
            return message;
        } catch (IOException damaged) {
            throw new UncheckedIOException("a stored message is damaged", damaged);
        }
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        write(out, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    private static String readText(DataInputStream in) throws IOException {
        byte[] utf8 = read(in);
        return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
    }

    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }
}
