package bout.store.bot;

import bout.store.bucket.Bucket;
import bout.wire.Sha256;
import java.nio.charset.StandardCharsets;

/**
 * The texts of published bots, one file each, named by the SHA-256 of its content, at a path that the site does not
 * serve. A file never changes, and is removed only when its owner is erased and no other owner has the same text: who
 * verifies a match needs the text with which it was played. An empty file below {@code code/open/} says that a text was
 * a bot's open source when it was replaced.
 */
public record PublishedCode(Bucket bucket) {

    private static String key(String code) {
        return "code/" + checked(code);
    }

    private static String checked(String code) {
        if (!Program.Published.isCode(code)) {
            throw new IllegalArgumentException("not a SHA-256: " + code);
        }
        return code;
    }

    public void put(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        bucket.putIfAbsent(key(Sha256.hex(utf8)), utf8, new Bucket.Served("text/plain; charset=utf-8", null, null));
    }

    /** Only for a text that no bot and no match of others has. */
    public void delete(String code) {
        bucket.delete(key(code));
    }

    /**
     * Remembers that everyone could read this code of the bot when its owner replaced it. It is still read when an
     * earlier match is verified; other code with which the bot has played stays secret.
     */
    public void leaveOpen(String bot, String code) {
        bucket.putIfAbsent(leftOpen(bot, code), new byte[0], new Bucket.Served(null, null, null));
    }

    public boolean isLeftOpen(String bot, String code) {
        return bucket.get(leftOpen(bot, code)).isPresent();
    }

    private static String leftOpen(String bot, String code) {
        return "code/open/" + bot + "/" + checked(code);
    }

    /**
     * The text with this hash.
     *
     * @throws IllegalStateException if the file is missing or has another content than it had
     */
    public String get(String code) {
        byte[] utf8 =
                bucket.get(key(code)).orElseThrow(() -> new IllegalStateException("code/" + code + " is missing"));
        if (!Sha256.hex(utf8).equals(code)) {
            throw new IllegalStateException("code/" + code + " has been changed");
        }
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
