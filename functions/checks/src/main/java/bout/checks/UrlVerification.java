package bout.checks;

import bout.botclient.AnswerBody;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.botclient.player.UnprovenHosts;
import bout.engine.GameCard;
import bout.games.Games;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.Verification;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whether a bot's host has the bot's secret, which its answers show in a header, or shows a text that follows from the
 * secret and the URL, in a file or on the bot's card: only someone who controls the host can make it do so. Each call
 * has another id to answer to, which cannot be guessed. For one thread.
 */
final class UrlVerification {

    /** The folder on the host that may have the file. */
    static final String FOLDER = "/.well-known/bout/";

    private static final int FILE_TIME_LIMIT = 5000;

    /** How long {@link #result} can take: a file and a card, and a connection for each. */
    static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(4 * FILE_TIME_LIMIT);

    private final BotClient client;
    private final UnprovenHosts unproven;
    private final BotRecord bot;
    private final GameCard game;
    private final Callee callee;

    /** The header of the first answer that had a wrong one, or {@code null}. */
    private String wrong;

    private boolean shown;

    UrlVerification(BotClient client, UnprovenHosts unproven, BotRecord bot, Callee callee) {
        this.client = client;
        this.unproven = unproven;
        this.bot = bot;
        this.game = Games.byId(bot.game()).orElseThrow().card();
        this.callee = callee;
    }

    /** The bot in a seat; the proof is read from its answers. */
    Player player() {
        Player player = (Player.OverHttp) request -> client.player(
                        callee,
                        WebhookSecret.PROOF,
                        header -> read(header, callee.secret().proof(request.id())))
                .ask(request);
        return bot.version().verification().proven()
                ? player
                : unproven.limited(player, callee.url().host());
    }

    private void read(String header, String expected) {
        if (header.equals(expected)) {
            shown = true;
        } else if (wrong == null) {
            wrong = header;
        }
    }

    Verification result(long startBefore, Instant now) {
        Verification verification = bot.version().verification();
        if (shown) {
            return Verification.seen(now);
        }
        if (verification.proven() && !verification.renewalDue(now)) {
            return verification;
        }
        String text = callee.secret().proof(callee.url().text());
        Reply file = client.fetchText(callee, FOLDER + bot.id(), FILE_TIME_LIMIT, startBefore);
        if (file instanceof Reply.Answered answered && answered.answer().equals(text)) {
            return Verification.seen(now);
        }
        if (game.calls().card() && isOnCard(text, startBefore)) {
            return Verification.seen(now);
        }
        String header =
                wrong == null ? "No answer had that header. " : "The header was: " + AnswerBody.shown(wrong) + ". ";
        String renewal = verification.proven()
                ? "The URL has to be verified every " + Verification.RENEWED_AFTER.toDays()
                        + " days. It was last verified at " + verification.provenAt() + " and lapses at "
                        + verification.lapsesAt() + ". "
                : "";
        return verification.missed(
                renewal + "Expected the header " + WebhookSecret.PROOF
                        + " of the bot's answers, made with its secret, or the code " + text + " in the file " + FOLDER
                        + bot.id() + " at the same host and port"
                        + (game.calls().card()
                                ? ", or in the author or version of its answer to a GET of its URL. "
                                : ". ")
                        + header + shown(file),
                now);
    }

    /** For bots that can add neither headers nor files: they say whose they are themselves. */
    private boolean isOnCard(String text, long startBefore) {
        Reply card = client.fetchText(callee, callee.url().target(), FILE_TIME_LIMIT, startBefore);
        try {
            return card instanceof Reply.Answered answered
                    && Json.readAnswer((String) answered.answer()) instanceof Map<?, ?> fields
                    && Stream.of("author", "version")
                            .anyMatch(field -> fields.get(field) instanceof String shown && shown.contains(text));
        } catch (Json.NotJson notJson) {
            return false;
        }
    }

    private static String shown(Reply file) {
        return switch (file) {
            case Reply.Answered answered -> {
                String text = AnswerBody.shown((String) answered.answer());
                yield text.isEmpty() ? "The file was empty." : "The file was: " + text;
            }
            case Reply.Failed failed ->
                "Could not fetch the file. " + failed.failure().text();
            case Reply.BrokenOff brokenOff -> "The file was not fetched.";
        };
    }
}
