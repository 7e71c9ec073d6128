package bout.runner;

import bout.botclient.player.Player;
import bout.engine.Match;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Resumes a match from the checkpoint that another runner saved.
 *
 * @param checkpoint the saved match, with its hash
 */
record SavedMatch(Replay checkpoint) {

    /**
     * Replays the saved moves. House bots and published bots get every past request again, because they may keep state;
     * bots with a URL have already seen them.
     *
     * @param fresh creates the match as it was before its first turn
     * @return the match as it was saved; nothing if this engine computes another state from the moves than the engine
     *     that saved them, in which case the players were not called
     */
    <M> Optional<Match<M>> resume(Supplier<Match<M>> fresh, Player first, Player second) {
        if (!fits(fresh.get())) {
            return Optional.empty();
        }
        Match<M> match = fresh.get();
        Player.remind(checkpoint.playback(match), checkpoint.calls().moves().size(), first, second);
        return Optional.of(match);
    }

    private <M> boolean fits(Match<M> match) {
        Playback<M> playback = checkpoint.playback(match);
        try {
            boolean more = true;
            while (more) {
                more = playback.next();
            }
        } catch (UnexpectedValue unexpected) {
            return false;
        }
        return match.calls().size() == checkpoint.calls().moves().size()
                && match.hash().equals(checkpoint.hash());
    }
}
