package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.competition.ratings.Rating;
import bout.competition.ratings.WengLin;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ladder of a game, or of a contest, computed entry by entry from its journal. Anyone who adds the same entries in
 * the same order gets the same ladder to the last bit, whether from the start or from a {@link LadderSnapshot}.
 *
 * <p>The first match of a newer version of a bot restarts its rating ({@link Rating#ofNewVersion}). A late match of an
 * older version changes the rating that the bot has now, and the record of the version that began it: so a new version
 * makes no loss disappear. A match that ended because one seat failed counts as that seat's loss, if its entry says so:
 * entries from before that rule do not.
 *
 * <p>Not safe for use by several threads.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class Ladder {

    public static final WengLin MODEL = WengLin.LADDER;

    private final String game;
    private long sequence;
    private long rated;
    private final LinkedHashMap<String, LadderPlayer> players;

    public Ladder(String game) {
        this(game, 0, 0, new LinkedHashMap<>());
    }

    @JsonCreator
    private Ladder(
            @JsonProperty("game") String game,
            @JsonProperty("sequence") long sequence,
            @JsonProperty("rated") long rated,
            @JsonProperty("players") LinkedHashMap<String, LadderPlayer> players) {
        this.game = game;
        this.sequence = sequence;
        this.rated = rated;
        this.players = players;
    }

    /** The id of the game or of the contest. */
    public String game() {
        return game;
    }

    /** The sequence number of the last journal entry that was added. */
    public long sequence() {
        return sequence;
    }

    public long rated() {
        return rated;
    }

    /** The players who have played, by key, in the order of their first matches; a view. */
    public Map<String, LadderPlayer> players() {
        return Collections.unmodifiableMap(players);
    }

    public Optional<LadderPlayer> player(String key) {
        return Optional.ofNullable(players.get(key));
    }

    /** These players, the best rated first; those who have not played come last, in the order that is given. */
    public List<String> bestFirst(List<String> keys) {
        return keys.stream()
                .sorted(Comparator.<String>comparingDouble(key -> player(key)
                                .filter(player -> player.lifetime() > 0)
                                .map(player -> player.rating().leaderboard())
                                .orElse(Double.NEGATIVE_INFINITY))
                        .reversed())
                .toList();
    }

    public void add(JournalEntry entry) {
        if (entry.sequence() != sequence + 1) {
            throw new IllegalArgumentException("the ladder of " + game + " has " + sequence
                    + " journal entries; the next one cannot be " + entry.sequence());
        }
        if (!(entry.competition() instanceof Competition.OfLadder versions
                && versions.subject(game).equals(new Subject.Ladder(game)))) {
            throw new IllegalArgumentException("entry " + entry.sequence() + " in the journal of the ladder of " + game
                    + " is not of this ladder");
        }
        sequence++;
        Instant at = entry.finishedAt();
        List<LadderPlayer> met = new ArrayList<>();
        for (int seat = 0; seat < entry.players().size(); seat++) {
            met.add(appearing(entry.players().get(seat), versions.versions().get(seat), at));
        }
        boolean counts = met.stream().distinct().count() == met.size();
        if (counts) {
            Outcome outcome = Outcome.of(entry.result(), entry.failed());
            List<Rating> after = MODEL.rate(
                    met.stream().map(LadderPlayer::rating).toList(), outcome, (player, other) -> met.get(player)
                            .weightAgainst(met.get(other).key()));
            for (int seat = 0; seat < met.size(); seat++) {
                met.get(seat).rate(entry, versions.versions().get(seat), seat, outcome, after.get(seat));
            }
            rated++;
        }
        for (int seat = 0; seat < met.size(); seat++) {
            met.get(seat).list(entry, versions.versions().get(seat), seat, counts);
        }
    }

    private LadderPlayer appearing(String key, int version, Instant at) {
        LadderPlayer player = players.computeIfAbsent(key, unknown -> new LadderPlayer(unknown, version));
        if (version > player.version()) {
            player.restart(version, at);
        }
        return player;
    }

    /** All that a {@link Ladder} knows, to be stored as JSON; the ladder read from it is the same to the last bit. */
    public record LadderSnapshot(int format, Ladder ladder) {

        /** Increase it with every change to the parts of a ladder. */
        private static final int FORMAT = 7;

        public LadderSnapshot {
            if (format != FORMAT) {
                throw new IllegalArgumentException("expected format " + FORMAT + ", found " + format);
            }
        }

        public static LadderSnapshot of(Ladder ladder) {
            return new LadderSnapshot(FORMAT, ladder);
        }
    }
}
