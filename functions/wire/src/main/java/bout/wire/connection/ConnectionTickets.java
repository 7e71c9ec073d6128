package bout.wire.connection;

import bout.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Tickets of connections: what a holder may do, until when, and an HMAC with a key of the deployment. With the key, a
 * ticket can be checked without reading anything. Others can read tickets, and can neither make nor change one.
 *
 * <p>A ticket's text is the base64url of its fields, separated by spaces, a full stop, and the base64url of the first
 * 16 bytes of the HMAC-SHA256 of that text. Thread-safe.
 */
public final class ConnectionTickets {

    public static final int KEY_LENGTH = 32;

    /** Longer texts are not looked at. API Gateway's connection ids have 16 characters, ours and bots' ids about 30. */
    public static final int MAX_LENGTH = 600;

    private static final int SIGNATURE_BYTES = 16;
    private static final String SEPARATOR = " ";

    private final byte[] key;

    public ConnectionTickets(byte[] key) {
        if (key.length != KEY_LENGTH) {
            throw new IllegalArgumentException("a key has " + KEY_LENGTH + " bytes, not " + key.length);
        }
        this.key = key.clone();
    }

    /** A ticket whose signature is right and whose time has not passed. */
    public sealed interface Ticket {
        Instant expires();
    }

    /**
     * Opens one connection for a bot.
     *
     * @param id of the ticket, which is used up under this id
     * @param owner who owns the bot
     * @param game the game that it plays
     * @param key the id of the owner's key that asked for it; {@code null} for those who own a deployment
     */
    public record ForBot(String id, String bot, String owner, String game, String key, Instant expires)
            implements Ticket {}

    public record ForRunner(String runner, Instant expires) implements Ticket {}

    /**
     * Sends one answer to a runner.
     *
     * @param runnerConnection the connection that waits for the answer
     * @param bot the bot that was asked
     * @param botConnection the connection on which it was asked
     * @param call the call's id
     * @param request which of the requests for this call, from 0: each has a ticket of its own
     */
    public record ForReply(
            String runnerConnection, String bot, String botConnection, String call, int request, Instant expires)
            implements Ticket {}

    public String text(Ticket ticket) {
        String fields =
                switch (ticket) {
                    case ForBot bot ->
                        fields(
                                "bot",
                                bot.id(),
                                bot.bot(),
                                bot.owner(),
                                bot.game(),
                                bot.key() == null ? "" : bot.key(),
                                seconds(bot));
                    case ForRunner runner -> fields("runner", runner.runner(), seconds(runner));
                    case ForReply reply ->
                        fields(
                                "reply",
                                reply.runnerConnection(),
                                reply.bot(),
                                reply.botConnection(),
                                reply.call(),
                                Integer.toString(reply.request()),
                                seconds(reply));
                };
        String encoded = encoded(fields.getBytes(StandardCharsets.UTF_8));
        return encoded + "." + signature(encoded);
    }

    private static String seconds(Ticket ticket) {
        // Rounded up, so that no ticket is good for less than it was meant to be.
        return String.valueOf(ticket.expires().plusNanos(999_999_999).getEpochSecond());
    }

    private static String fields(String... fields) {
        for (String field : fields) {
            if (field.contains(SEPARATOR)) {
                throw new IllegalArgumentException("a field of a ticket contains a space: " + field);
            }
        }
        return String.join(SEPARATOR, fields);
    }

    /** Reads a ticket. Empty if it was not made with the key, or has expired. */
    public Optional<Ticket> read(String text, Instant now) {
        int dot = text.indexOf('.');
        if (dot < 0 || text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String fields = text.substring(0, dot);
        // Of the text, not of its meaning: base64 has several texts for the same bytes.
        if (!MessageDigest.isEqual(ascii(signature(fields)), ascii(text.substring(dot + 1)))) {
            return Optional.empty();
        }
        byte[] bytes = Base64.getUrlDecoder().decode(fields);
        return Optional.of(ticket(new String(bytes, StandardCharsets.UTF_8).split(SEPARATOR, -1)))
                .filter(ticket -> ticket.expires().isAfter(now));
    }

    private static Ticket ticket(String[] fields) {
        Instant expires = Instant.ofEpochSecond(Long.parseLong(fields[fields.length - 1]));
        return switch (fields[0]) {
            case "bot" -> new ForBot(fields[1], fields[2], fields[3], fields[4], key(fields), expires);
            case "runner" -> new ForRunner(fields[1], expires);
            case "reply" ->
                new ForReply(fields[1], fields[2], fields[3], fields[4], Integer.parseInt(fields[5]), expires);
            default -> throw new IllegalStateException("a signed ticket of an unknown kind: " + fields[0]);
        };
    }

    /** Tickets from before they named a key have a field less. */
    private static String key(String[] forBot) {
        return forBot.length < 7 || forBot[5].isEmpty() ? null : forBot[5];
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private String signature(String fields) {
        return encoded(Arrays.copyOf(Sha256.hmac(key, ascii(fields)), SIGNATURE_BYTES));
    }
}
