package bout.store.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A chat whose incoming webhooks have a format of their own. */
public enum ChatFormat {
    DISCORD("discord"),
    SLACK("slack");

    /** What a request says for a webhook according to Standard Webhooks. */
    public static final String STANDARD = "standard";

    /** The codes of all formats that a request can name. */
    public static final List<String> CODES = List.of(STANDARD, DISCORD.code, SLACK.code);

    private final String code;

    ChatFormat(String code) {
        this.code = code;
    }

    public static Optional<ChatFormat> of(String code) {
        return Arrays.stream(values())
                .filter(format -> format.code.equals(code))
                .findFirst();
    }
}
