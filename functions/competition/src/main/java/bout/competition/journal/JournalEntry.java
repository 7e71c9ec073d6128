package bout.competition.journal;

import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A result that counts for a tournament or a ladder, as its journal stores it for good and the API shows it.
 *
 * @param sequence its number in the journal, from 1; the order in which results count
 * @param players the keys by seat: {@code bot_ID} or {@code house:NAME}
 * @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}. Entries from
 *     before that rule have none, so ladders and tournaments keep the rule under which each match was played
 * @param tallies how they answered, in the same order
 * @param finishedAt not the order of the journal
 * @param worthShowing whether it may be offered to people who did not ask for it
 * @param takesBack whether it takes the result of this match back, so that it is played once more; everything else is
 *     as in the entry with the result
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JournalEntry(
        long sequence,
        String match,
        Competition competition,
        List<String> players,
        Result result,
        @JsonProperty("failedSeat") Seat failed,
        Failure.Kind failureKind,
        List<SeatTally> tallies,
        Instant finishedAt,

        @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.AS_EMPTY)
        boolean worthShowing,

        @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.AS_EMPTY)
        boolean takesBack) {

    public JournalEntry {
        if (Stream.of(match, competition, players, result, tallies, finishedAt).anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("an entry of a journal is incomplete: number " + sequence);
        }
        players = List.copyOf(players);
        tallies = List.copyOf(tallies);
        if (sequence < 1 || players.isEmpty() || tallies.size() != players.size()) {
            throw new IllegalArgumentException("no entry of a journal: number " + sequence + ", the match " + match
                    + " of " + players.size() + " players with " + tallies.size() + " tallies");
        }
    }

    /** The entry that takes this result back. */
    public JournalEntry takenBack(long number) {
        return new JournalEntry(
                number, match, competition, players, result, failed, failureKind, tallies, finishedAt, false, true);
    }

    /** The entry with other keys of its players. */
    public JournalEntry renamed(UnaryOperator<String> keys) {
        return new JournalEntry(
                sequence,
                match,
                competition,
                players.stream().map(keys).toList(),
                result,
                failed,
                failureKind,
                tallies,
                finishedAt,
                worthShowing,
                takesBack);
    }
}
