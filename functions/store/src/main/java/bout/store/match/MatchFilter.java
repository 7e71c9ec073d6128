package bout.store.match;

import bout.competition.Coded;
import bout.competition.Outcome;
import bout.engine.Seat;
import java.util.Objects;

/**
 * Which matches are looked for. A field that is {@code null} does not matter.
 *
 * @param owner who asked for the match itself, not for a tournament
 * @param bot the id of a registered bot that played
 * @param opponent the key of a player at another seat, as {@link PlayerRecord#key} gives it
 * @param ending how the match ended for the bot
 */
public record MatchFilter(Status status, String owner, String bot, String opponent, Ending ending) {

    public MatchFilter {
        if (bot == null && (opponent != null || ending != null)) {
            throw new IllegalArgumentException("an opponent or an ending without a bot");
        }
    }

    public enum Ending implements Coded {
        WON,
        DRAWN,
        LOST,
        /** Lost by failing. */
        FAILED;

        private boolean is(MatchRecord match, Seat seat) {
            Seat failed = match.failedSeat().orElse(null);
            int half = Outcome.of(match.outcome().result(), failed).halfWins(seat.index());
            return switch (this) {
                case WON -> half == 2;
                case DRAWN -> half == 1;
                case LOST -> half == 0;
                case FAILED -> seat == failed;
            };
        }
    }

    /**
     * @param names whether the caller can know who plays before it is {@link MatchRecord#shown}. If not, a match is no
     *     bot's until then
     */
    public boolean takes(MatchRecord match, boolean names) {
        return (status == null || match.shownStatus() == status)
                && (owner == null
                        || !match.rated() && owner.equals(match.origin().owner()))
                && (bot == null || (names || match.shown()) && played(match));
    }

    private boolean played(MatchRecord match) {
        return (ending == null || match.shownStatus() == Status.FINISHED)
                && Seat.first(match.players().size()).stream()
                        .filter(seat ->
                                bot.equals(match.players().get(seat.index()).bot()))
                        .filter(seat -> opponent == null || met(match, seat))
                        .anyMatch(seat -> ending == null || ending.is(match, seat));
    }

    private boolean met(MatchRecord match, Seat seat) {
        return Seat.first(match.players().size()).stream()
                .filter(other -> other != seat)
                .map(other -> match.players().get(other.index()).key())
                .anyMatch(key -> Objects.equals(key, opponent));
    }

    Status read() {
        return status == null && ending != null ? Status.FINISHED : status;
    }
}
