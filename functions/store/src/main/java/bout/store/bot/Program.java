package bout.store.bot;

import bout.wire.Sha256;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/** The program that answers for a bot: a server at a URL, code that Bout runs, or a program that connects to Bout. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Program.AtUrl.class, name = Program.AtUrl.KIND),
    @JsonSubTypes.Type(value = Program.Published.class, name = Program.Published.KIND),
    @JsonSubTypes.Type(value = Program.Connected.class, name = Program.Connected.KIND)
})
public sealed interface Program {

    default String kind() {
        return switch (this) {
            case AtUrl _ -> AtUrl.KIND;
            case Published _ -> Published.KIND;
            case Connected _ -> Connected.KIND;
        };
    }

    /**
     * Whether this is the same program as the other, as far as Bout can tell. Another one is a new version of the bot.
     */
    default boolean sameAs(Program other) {
        return equals(other);
    }

    record AtUrl(String url) implements Program {

        public static final String KIND = "url";

        public AtUrl {
            Objects.requireNonNull(url, "a bot at a URL has one");
        }

        /** Without the URL, because records end up in logs. */
        @Override
        public String toString() {
            return "AtUrl[url=(secret)]";
        }
    }

    /**
     * JavaScript that Bout stores and runs.
     *
     * @param code the SHA-256 of the text in UTF-8, as 64 lower-case hexadecimal digits; {@link PublishedCode} has the
     *     text
     * @param open whether everyone may read the text, or only its owner
     */
    record Published(String code, int bytes, boolean open) implements Program {

        public static final String KIND = "published";

        public static final int MOST_BYTES = 64 << 10;

        private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

        public Published {
            if (!isCode(code)) {
                throw new IllegalArgumentException("not a SHA-256: " + code);
            }
            if (bytes < 1 || bytes > MOST_BYTES) {
                throw new IllegalArgumentException("code has 1 to " + MOST_BYTES + " bytes, not " + bytes);
            }
        }

        public static Published of(String text, boolean open) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            return new Published(Sha256.hex(utf8), utf8.length, open);
        }

        public static boolean isCode(String text) {
            return SHA256.matcher(text).matches();
        }

        public Published opened(boolean toEveryone) {
            return new Published(code, bytes, toEveryone);
        }

        /** The program is the same for all who can read the text. */
        @Override
        public boolean sameAs(Program other) {
            return other instanceof Published published && published.code.equals(code);
        }
    }

    /** A program of its owner's that connects to Bout, and is asked over that connection. */
    record Connected() implements Program {

        public static final String KIND = "connected";
    }
}
