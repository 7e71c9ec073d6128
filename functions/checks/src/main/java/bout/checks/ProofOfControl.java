package bout.checks;

import bout.botclient.AnswerBody;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.botclient.player.UnprovenHosts;
import bout.engine.Seat;
import bout.store.bot.BotRecord;
import bout.store.bot.Proof;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a bot's host shows the bot's challenge, in a header of its answers or in a file: only someone who controls
 * the host can make it do so. For one thread.
 */
final class ProofOfControl {

    /** The header of an answer, and the folder on the host, that may contain the challenge. */
    static final String HEADER = "Bout-Challenge";

    static final String FOLDER = "/.well-known/bout/";

    private static final int FILE_TIME_LIMIT = 5000;

    private final BotClient client;
    private final UnprovenHosts unproven;
    private final BotRecord bot;
    private final Callee callee;

    /** For each player, the challenge in its most recent answer that had one. */
    private final Map<Seat, String> shown = new EnumMap<>(Seat.class);

    /** @param callee the bot */
    ProofOfControl(BotClient client, UnprovenHosts unproven, BotRecord bot, Callee callee) {
        this.client = client;
        this.unproven = unproven;
        this.bot = bot;
        this.callee = callee;
    }

    /** The bot in a seat; the challenge is read from its answers. */
    Player player(Seat seat) {
        Player player = client.player(callee, HEADER, challenge -> shown.put(seat, challenge));
        return bot.version().proof().proven()
                ? player
                : unproven.limited(player, callee.url().host());
    }

    /**
     * The proof after the players were called.
     *
     * @param startBefore as in {@link MoveRequest}
     */
    Proof result(long startBefore, Instant now) {
        Proof proof = bot.version().proof();
        List<String> headers = List.copyOf(shown.values());
        if (headers.contains(proof.challenge())) {
            return proof.seen(now);
        }
        if (proof.proven() && !proof.renewalDue(now)) {
            return proof;
        }
        Reply file = client.fetchText(callee, FOLDER + bot.id(), FILE_TIME_LIMIT, startBefore);
        if (file instanceof Reply.Answered answered && answered.answer().equals(proof.challenge())) {
            return proof.seen(now);
        }
        String header = headers.isEmpty()
                ? "No answer had that header. "
                : "The header was: " + AnswerBody.shown(headers.getFirst()) + ". ";
        String renewal = proof.proven()
                ? "The proof has to be renewed every " + Proof.RENEWED_AFTER.toDays() + " days. It was last seen at "
                        + proof.provenAt() + " and lapses at " + proof.lapsesAt() + ". "
                : "";
        return proof.missed(
                renewal + "Expected the bot's challenge, " + proof.challenge() + ", as the header " + HEADER
                        + " of the bot's answers, or as the text of the file " + FOLDER + bot.id()
                        + " at the same host and port. " + header + shown(file),
                now);
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
