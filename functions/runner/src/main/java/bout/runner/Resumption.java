package bout.runner;

import bout.botclient.Player;
import bout.engine.Match;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a match goes on where another runner saved it.
 *
 * @param checkpoint the match as it was saved, with its hash
 */
record Resumption(Replay checkpoint) {

    /**
     * Plays the saved moves again. House bots hear what they were asked, for they may remember it; bots behind a URL have
     * heard it before.
     *
     * @param fresh the match before its first turn, made anew for each call
     * @return the match as it was saved; nothing when this engine makes something else of the moves than the one that
     *     saved them, and then the players have heard nothing
     */
    <S, M> Optional<Match<S, M>> resume(Supplier<Match<S, M>> fresh, Player first, Player second) {
        if (!fits(fresh.get())) {
            return Optional.empty();
        }
        Match<S, M> match = fresh.get();
        Playback<S, M> playback = checkpoint.playback(match);
        for (int left = checkpoint.calls().moves().size(); match.calls().size() < left; playback.next()) {
            if (match.toMove().includes(Seat.FIRST)) {
                first.remember(match.ask(Seat.FIRST));
            }
            if (match.toMove().includes(Seat.SECOND)) {
                second.remember(match.ask(Seat.SECOND));
            }
        }
        return Optional.of(match);
    }

    private <S, M> boolean fits(Match<S, M> match) {
        Playback<S, M> playback = checkpoint.playback(match);
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
