package bout.store.bot;

import bout.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * The texts of published bots, one file each, named by the SHA-256 of its content, at a path that the site does not
 * serve. A file never changes and is never removed: several bots may have the same text, and who verifies a match needs
 * the text with which it was played. An empty file below {@code code/open/} says that a text was a bot's open source
 * when it was replaced.
 *
 * <p>Needs the actions {@code PutObject} and {@code GetObject} of the bucket's objects below {@code code/}, and
 * {@code ListBucket} of the bucket.
 */
public final class PublishedCode {

    private final S3Client s3;
    private final String bucket;

    public PublishedCode(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    private static String key(String code) {
        return "code/" + checked(code);
    }

    private static String checked(String code) {
        if (!Program.Published.isCode(code)) {
            throw new IllegalArgumentException("not a SHA-256: " + code);
        }
        return code;
    }

    /** Stores a text; the same text a second time changes nothing. */
    public void put(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        s3.putObject(
                put -> put.bucket(bucket).key(key(Sha256.hex(utf8))).contentType("text/plain; charset=utf-8"),
                RequestBody.fromBytes(utf8));
    }

    /**
     * Remembers that everyone could read this code of the bot when its owner replaced it. Whoever verifies an earlier
     * match may still read it; other code with which the bot has played stays secret.
     */
    public void leaveOpen(String bot, String code) {
        s3.putObject(put -> put.bucket(bucket).key(leftOpen(bot, code)), RequestBody.empty());
    }

    /** Whether everyone could read this code of the bot when its owner replaced it. */
    public boolean isLeftOpen(String bot, String code) {
        try {
            s3.getObjectAsBytes(get -> get.bucket(bucket).key(leftOpen(bot, code)));
            return true;
        } catch (NoSuchKeyException none) {
            return false;
        }
    }

    private static String leftOpen(String bot, String code) {
        return "code/open/" + bot + "/" + checked(code);
    }

    /**
     * The text, if it was stored.
     *
     * @param code its SHA-256; see {@link Program.Published}
     * @throws IllegalStateException if the file has another content than it had
     */
    public Optional<String> get(String code) {
        byte[] utf8;
        try {
            utf8 = s3.getObjectAsBytes(GetObjectRequest.builder()
                            .bucket(bucket)
                            .key(key(code))
                            .build())
                    .asByteArray();
        } catch (NoSuchKeyException none) {
            return Optional.empty();
        }
        if (!Sha256.hex(utf8).equals(code)) {
            throw new IllegalStateException("code/" + code + " has been changed");
        }
        return Optional.of(new String(utf8, StandardCharsets.UTF_8));
    }
}
