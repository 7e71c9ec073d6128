package bout.standings.ladder;

import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import bout.standings.ratings.Rating;
import bout.store.match.SeatTally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts a {@link Ladder} to a plain value and back to the same bits. Lists instead of objects keep it small. */
public final class LadderSnapshot {

    private static final int FORMAT = 1;

    /** Whole numbers above this are not exact in a double. */
    private static final double MOST = 1L << 53;

    private LadderSnapshot() {}

    public static Map<String, Object> write(Ladder ladder) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("format", FORMAT);
        plain.put("game", ladder.game());
        plain.put("sequence", ladder.sequence());
        plain.put("rated", ladder.rated());
        plain.put(
                "players",
                ladder.players().values().stream()
                        .map(player -> plain(player.state()))
                        .toList());
        return plain;
    }

    /** @throws UnexpectedValue if the value was not made by {@link #write} */
    public static Ladder read(Plain plain) {
        plain.onlyFields("format", "game", "sequence", "rated", "players");
        plain.get("format").integer(FORMAT, FORMAT);
        Ladder ladder = new Ladder(plain.get("game").text(), whole(plain.get("sequence")), whole(plain.get("rated")));
        plain.get("players").entries().forEach(player -> ladder.put(LadderPlayer.of(state(player))));
        return ladder;
    }

    private static Map<String, Object> plain(LadderPlayer.State player) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("key", player.key());
        plain.put("version", player.version());
        plain.put("rating", plain(player.rating()));
        plain.put("record", List.of(player.wins(), player.draws(), player.losses(), player.lifetime()));
        plain.put("tally", player.tally().toPlain());
        Map<String, Object> opponents = new LinkedHashMap<>();
        player.opponents().forEach((key, meeting) -> opponents.put(key, plain(meeting)));
        plain.put("opponents", opponents);
        plain.put("before", player.before());
        plain.put("recent", player.recent().stream().map(LadderSnapshot::plain).toList());
        plain.put(
                "earlier", player.earlier().stream().map(LadderSnapshot::plain).toList());
        plain.put("stride", player.stride());
        plain.put(
                "history", player.history().stream().map(LadderSnapshot::plain).toList());
        plain.put("last", player.last() == null ? null : plain(player.last()));
        return plain;
    }

    private static LadderPlayer.State state(Plain plain) {
        Plain record = plain.get("record").size(4);
        Map<String, HeadToHead> opponents = new LinkedHashMap<>();
        Plain met = plain.get("opponents");
        met.fields().keySet().forEach(key -> opponents.put((String) key, meeting(met.get((String) key))));
        return new LadderPlayer.State(
                plain.get("key").text(),
                version(plain.get("version")),
                rating(plain.get("rating")),
                whole(record.at(0)),
                whole(record.at(1)),
                whole(record.at(2)),
                whole(record.at(3)),
                SeatTally.read(plain.get("tally")),
                opponents,
                plain.get("before").entries().stream().map(Plain::number).toList(),
                plain.get("recent").entries().stream()
                        .map(LadderSnapshot::recent)
                        .toList(),
                plain.get("earlier").entries().stream()
                        .map(LadderSnapshot::earlier)
                        .toList(),
                whole(plain.get("stride")),
                plain.get("history").entries().stream()
                        .map(LadderSnapshot::point)
                        .toList(),
                plain.get("last").isNull() ? null : point(plain.get("last")));
    }

    private static List<Object> plain(Rating rating) {
        return List.of(rating.mu(), rating.sigma());
    }

    private static Rating rating(Plain plain) {
        plain.size(2);
        return new Rating(plain.at(0).number(), plain.at(1).number());
    }

    private static List<Object> plain(HeadToHead meeting) {
        return List.of(
                meeting.wins(),
                meeting.draws(),
                meeting.losses(),
                meeting.version(),
                meeting.latestWins(),
                meeting.latestDraws(),
                meeting.latestLosses());
    }

    private static HeadToHead meeting(Plain plain) {
        plain.size(7);
        return new HeadToHead(
                whole(plain.at(0)),
                whole(plain.at(1)),
                whole(plain.at(2)),
                version(plain.at(3)),
                whole(plain.at(4)),
                whole(plain.at(5)),
                whole(plain.at(6)));
    }

    private static List<Object> plain(RecentMatch recent) {
        return List.of(
                recent.match(),
                recent.opponent(),
                recent.seat().number(),
                recent.result().toPlain(),
                recent.at().toEpochMilli(),
                recent.rated());
    }

    private static RecentMatch recent(Plain plain) {
        plain.size(6);
        return new RecentMatch(
                plain.at(0).text(),
                plain.at(1).text(),
                Seat.of(plain.at(2).integer(1, 2)),
                Result.read(plain.at(3)),
                time(plain.at(4)),
                plain.at(5).bool());
    }

    private static List<Object> plain(EarlierVersion earlier) {
        List<Object> plain = new ArrayList<>(List.of(earlier.version()));
        plain.addAll(plain(earlier.rating()));
        plain.addAll(List.of(
                earlier.wins(),
                earlier.draws(),
                earlier.losses(),
                earlier.until().toEpochMilli()));
        return plain;
    }

    private static EarlierVersion earlier(Plain plain) {
        plain.size(7);
        return new EarlierVersion(
                version(plain.at(0)),
                new Rating(plain.at(1).number(), plain.at(2).number()),
                whole(plain.at(3)),
                whole(plain.at(4)),
                whole(plain.at(5)),
                time(plain.at(6)));
    }

    private static List<Object> plain(RatingHistory.Point point) {
        return List.of(
                point.at().toEpochMilli(),
                point.matches(),
                point.rating().mu(),
                point.rating().sigma(),
                point.version());
    }

    private static RatingHistory.Point point(Plain plain) {
        plain.size(5);
        return new RatingHistory.Point(
                time(plain.at(0)),
                whole(plain.at(1)),
                new Rating(plain.at(2).number(), plain.at(3).number()),
                version(plain.at(4)));
    }

    private static int version(Plain plain) {
        return plain.integer(0, Integer.MAX_VALUE);
    }

    private static Instant time(Plain plain) {
        return Instant.ofEpochMilli(whole(plain));
    }

    private static long whole(Plain plain) {
        double number = plain.number();
        if (!Plain.isWhole(plain.value()) || Math.abs(number) > MOST) {
            throw new UnexpectedValue(plain.pointer(), "a whole number", plain.value());
        }
        return (long) number;
    }
}
