package bout.store.journal;

import bout.engine.Plain;
import bout.engine.Result;
import bout.store.match.Competition;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatTally;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A result that counts for a tournament or a ladder, as its journal stores it for good.
 *
 * @param sequence its number in the journal, from 1; the order in which results count
 * @param match the match's id
 * @param competition what it was played for
 * @param players seat 1, then seat 2, by {@link PlayerRecord#key}
 * @param tallies how they answered, in the same order
 * @param finishedAt when the match was finished. Not the order of the journal
 */
public record JournalEntry(
        long sequence,
        String match,
        Competition competition,
        List<String> players,
        Result result,
        List<SeatTally> tallies,
        Instant finishedAt) {

    public JournalEntry {
        players = List.copyOf(players);
        tallies = List.copyOf(tallies);
        if (sequence < 1 || players.size() != 2 || tallies.size() != 2) {
            throw new IllegalArgumentException("no entry of a journal: number " + sequence + ", the match " + match
                    + " of " + players.size() + " players with " + tallies.size() + " tallies");
        }
    }

    /** The entry of a match that is finished. */
    static JournalEntry of(long sequence, MatchRecord match) {
        return new JournalEntry(
                sequence,
                match.id(),
                match.origin().competition(),
                match.players().stream().map(PlayerRecord::key).toList(),
                match.outcome().result(),
                match.outcome().tallies(),
                match.outcome().finishedAt());
    }

    /** All but the number, which follows from its position. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("match", match);
        plain.put("competition", competition.toPlain());
        plain.put("players", players);
        plain.put("result", result.toPlain());
        plain.put("tallies", tallies.stream().map(SeatTally::toPlain).toList());
        plain.put("finishedAt", finishedAt.toString());
        return plain;
    }

    /** @throws bout.engine.UnexpectedValue when the value is not what {@link #toPlain} makes */
    public static JournalEntry read(long sequence, Plain plain) {
        plain.onlyFields("match", "competition", "players", "result", "tallies", "finishedAt");
        return new JournalEntry(
                sequence,
                plain.get("match").text(),
                Competition.read(plain.get("competition")),
                plain.get("players").size(2).entries().stream().map(Plain::text).toList(),
                Result.read(plain.get("result")),
                plain.get("tallies").size(2).entries().stream()
                        .map(SeatTally::read)
                        .toList(),
                Instant.parse(plain.get("finishedAt").text()));
    }
}
