package bout.runner;

import bout.ledger.BotRecord;
import bout.ledger.Proof;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a bot's host shows the bot's challenge, which only who controls it can make it do: in the head of the bot's
 * answers, or in a file of the host.
 */
final class ProofOfControl {

    private ProofOfControl() {}

    /**
     * The proof after a check.
     *
     * @param first as it was called, and likewise {@code second}
     * @param startBefore as in {@link MoveRequest}
     */
    static Proof of(BotRecord bot, Candidate first, Candidate second, long startBefore, Instant now) {
        Proof proof = bot.proof();
        List<String> headers = Stream.of(first, second)
                .map(Candidate::shown)
                .filter(shown -> shown != null)
                .toList();
        if (headers.contains(proof.challenge())) {
            return proof.seen(now);
        }
        if (proof.proven()) {
            return proof;
        }
        Reply file = first.file(bot.id(), startBefore);
        if (file instanceof Reply.Answered answered && answered.answer().equals(proof.challenge())) {
            return proof.seen(now);
        }
        String header = headers.isEmpty()
                ? "No answer of the bot had that header. "
                : "The header was: " + AnswerBody.shown(headers.getFirst()) + ". ";
        return proof.missed("Expected the bot's challenge, " + proof.challenge() + ", as the header " + Candidate.HEADER
                + " of the bot's answers, or as the text of the file " + Candidate.FOLDER + bot.id()
                + " at the same host and port. " + header + shown(file));
    }

    private static String shown(Reply file) {
        return switch (file) {
            case Reply.Answered answered -> {
                String text = AnswerBody.shown((String) answered.answer());
                yield text.isEmpty() ? "The file was empty." : "The file was: " + text;
            }
            case Reply.Failed failed ->
                "The file could not be had. " + failed.failure().text();
            case Reply.BrokenOff brokenOff -> "The file was not asked for.";
        };
    }
}
