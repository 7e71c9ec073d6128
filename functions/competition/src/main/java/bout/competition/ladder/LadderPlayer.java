package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.journal.JournalEntry;
import bout.competition.ratings.Rating;
import bout.competition.tally.SeatTally;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A player of a {@link Ladder}. Record, opponents, failures and times are those of its current version; rating, history
 * and the last matches include all versions.
 *
 * <p>Changed only by its ladder. A snapshot has all fields; those with many values are lists there, which keeps it
 * small.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class LadderPlayer {

    static final int RECENT = 50;

    static final int TREND = 20;

    static final int EARLIER = 20;

    /** After this many boards against an opponent, a match counts half. */
    private static final double HALF_AFTER = 2;

    private static final long MATCHES_OF_A_BOARD = 2;

    /** The record of an earlier version: the last rating before a newer one played, and when that match ended. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record EarlierVersion(
            int version,
            @JsonFormat(shape = JsonFormat.Shape.ARRAY) Rating rating,
            Results results,
            Instant until) {}

    private String key;
    private int version;
    private Rating rating = Rating.NEW;
    private Results results = Results.NONE;
    private long lifetime;
    private SeatTally tally = SeatTally.NONE;
    private LinkedHashMap<String, Results> opponents = new LinkedHashMap<>();
    private ArrayDeque<Long> before = new ArrayDeque<>();
    private ArrayDeque<RecentMatch> recent = new ArrayDeque<>();
    private ArrayDeque<EarlierVersion> earlier = new ArrayDeque<>();
    private RatingHistory history = new RatingHistory();
    private RatingHistory.Point last;

    /** For a snapshot. */
    private LadderPlayer() {}

    LadderPlayer(String key, int version) {
        this.key = key;
        this.version = version;
    }

    /** {@code bot_ID} or {@code house:NAME}. */
    public String key() {
        return key;
    }

    /** The newest version that has finished a match of the ladder; 0 for a house bot. */
    public int version() {
        return version;
    }

    public Rating rating() {
        return rating;
    }

    /** The rating to use for a match of this version, which may be newer than any that has played. */
    public Rating ratingOf(int wanted) {
        return wanted > version ? rating.ofNewVersion() : rating;
    }

    public Results results() {
        return results;
    }

    /** The number of its rated matches, including those of earlier versions. */
    public long lifetime() {
        return lifetime;
    }

    public SeatTally tally() {
        return tally;
    }

    /** The results by opponent key, in the order of their first matches; a view. */
    public Map<String, Results> opponents() {
        return Collections.unmodifiableMap(opponents);
    }

    /**
     * How much the next match against an opponent counts for its rating: {@code 2 / (2 + n)} after n boards of this
     * version against it. So no single opponent, such as a helper who loses on purpose, has a large share in a rating.
     */
    double weightAgainst(String opponent) {
        long met = opponents.getOrDefault(opponent, Results.NONE).matches();
        return HALF_AFTER / (HALF_AFTER + met / MATCHES_OF_A_BOARD);
    }

    /** The change of {@link Rating#points} over the last {@value #TREND} matches of this version. */
    public long trend() {
        return before.isEmpty() ? 0 : rating.points() - before.getFirst();
    }

    /** The last matches, newest first. */
    public List<RecentMatch> recent() {
        return new ArrayList<>(recent).reversed();
    }

    /** The last two rated matches of this version, newest first, if it lost both because it failed; otherwise none. */
    public List<RecentMatch> failedTwice() {
        List<RecentMatch> last = recent().stream()
                .filter(match -> match.rated() && match.version() == version)
                .limit(2)
                .toList();
        // That the bot was deleted or changed is no fault of its program.
        boolean failed = last.size() == 2
                && last.stream()
                        .allMatch(match -> match.failed() == match.seat()
                                && match.failureKind() != null
                                && match.failureKind() != Failure.Kind.WITHDRAWN);
        return failed ? last : List.of();
    }

    /** The earlier versions, newest first. */
    public List<EarlierVersion> earlier() {
        return new ArrayList<>(earlier).reversed();
    }

    /** The ratings over its matches, including the last one. */
    List<RatingHistory.Point> curve() {
        List<RatingHistory.Point> curve = new ArrayList<>(history.points());
        if (last != null && !curve.contains(last)) {
            curve.add(last);
        }
        return curve;
    }

    void restart(int newVersion, Instant at) {
        keep(earlier, new EarlierVersion(version, rating, results, at), EARLIER);
        version = newVersion;
        rating = rating.ofNewVersion();
        results = Results.NONE;
        tally = SeatTally.NONE;
        opponents.clear();
        before.clear();
    }

    /** Adds a rated match of the version that played it. */
    void rate(JournalEntry entry, int played, int seat, Outcome outcome, Rating after) {
        Instant at = entry.finishedAt();
        if (played == version) {
            keep(before, rating.points(), TREND);
            results = results.and(outcome.halfWins(seat));
            tally = tally.plus(entry.tallies().get(seat));
            for (int other = 0; other < outcome.seats(); other++) {
                if (other != seat) {
                    Results met = opponents.getOrDefault(entry.players().get(other), Results.NONE);
                    opponents.put(entry.players().get(other), met.and(outcome.halfPoints(seat, other)));
                }
            }
        } else {
            addToEarlier(played, outcome.halfWins(seat), at);
        }
        rating = after;
        lifetime++;
        last = new RatingHistory.Point(at, lifetime, rating, version);
        history.add(last);
    }

    /** Adds a late match to the record of an earlier version, which may have had none. */
    private void addToEarlier(int played, int halfWins, Instant at) {
        List<EarlierVersion> all = new ArrayList<>(earlier);
        int place = (int) all.stream().filter(each -> each.version() < played).count();
        if (place == all.size() || all.get(place).version() != played) {
            all.add(place, new EarlierVersion(played, rating, Results.NONE, at));
        }
        EarlierVersion late = all.get(place);
        all.set(place, new EarlierVersion(played, late.rating(), late.results().and(halfWins), late.until()));
        earlier.clear();
        all.forEach(each -> keep(earlier, each, EARLIER));
    }

    void list(JournalEntry entry, int played, int seat, boolean rated) {
        keep(
                recent,
                new RecentMatch(
                        entry.match(),
                        entry.players(),
                        Seat.of(seat + 1),
                        entry.result(),
                        entry.failed(),
                        entry.failureKind(),
                        played,
                        entry.finishedAt(),
                        rated,
                        entry.worthShowing()),
                RECENT);
    }

    private static <T> void keep(Deque<T> last, T newest, int most) {
        last.addLast(newest);
        if (last.size() > most) {
            last.removeFirst();
        }
    }

    /**
     * A match as listed on a player's page.
     *
     * @param players the keys of all, by seat
     * @param seat the player's own
     * @param failed the seat that lost because it failed, or {@code null}
     * @param version of the player that played it
     * @param rated whether it counts for the ratings; not if a bot met itself
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    public record RecentMatch(
            String match,
            List<String> players,
            Seat seat,
            Result result,
            Seat failed,
            Failure.Kind failureKind,
            int version,
            Instant at,
            boolean rated,
            boolean worthShowing) {

        public Outcome outcome() {
            return Outcome.of(result, failed);
        }
    }

    /**
     * How many matches a player won, drew and lost: in all, where it has won only if it is the first of all seats; or
     * against one opponent, where the better of their places wins.
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    public record Results(long wins, long draws, long losses) {

        static final Results NONE = new Results(0, 0, 0);

        public long matches() {
            return wins + draws + losses;
        }

        /** @param halves 2 for a win, 1 for a draw, 0 for a loss */
        Results and(int halves) {
            return switch (halves) {
                case 0 -> new Results(wins, draws, losses + 1);
                case 1 -> new Results(wins, draws + 1, losses);
                default -> new Results(wins + 1, draws, losses);
            };
        }

        Map<String, Object> toPlain() {
            return Plain.object("wins", wins, "draws", draws, "losses", losses);
        }
    }

    /**
     * A player's ratings over time, as a curve with a limited number of points. At first each match has a point; when
     * there are too many, only every second one is kept, later every fourth, and so on. The points kept depend only on
     * the number of matches.
     */
    @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
    static final class RatingHistory {

        /** With more points than this, every second one is dropped. */
        static final int MOST = 200;

        /** A player's rating when a match ended, and its number of rated matches until then, of all versions. */
        @JsonFormat(shape = JsonFormat.Shape.ARRAY)
        record Point(
                Instant at,
                long matches,
                @JsonFormat(shape = JsonFormat.Shape.ARRAY) Rating rating,
                int version) {}

        private List<Point> points = new ArrayList<>();
        private long stride = 1;

        void add(Point point) {
            if (point.matches() % stride != 0) {
                return;
            }
            points.add(point);
            if (points.size() > MOST) {
                stride *= 2;
                points.removeIf(each -> each.matches() % stride != 0);
            }
        }

        List<Point> points() {
            return List.copyOf(points);
        }
    }
}
