package bout.standings.ladder;

import bout.standings.ratings.Rating;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A player's ratings over its matches, as a curve of a limited number of points: each match has one until there are too
 * many; from then on every second one, later every fourth, and so on. Which are kept follows from the number of matches
 * alone.
 */
final class RatingHistory {

    /** With more points, every second one goes. */
    static final int MOST = 200;

    /**
     * The rating after a match.
     *
     * @param at when the match ended
     * @param matches how many rated matches it had by then, those of earlier versions included
     * @param version which it had
     */
    record Point(Instant at, long matches, Rating rating, int version) {}

    private final List<Point> points;
    private long stride;

    RatingHistory() {
        this(1, List.of());
    }

    RatingHistory(long stride, List<Point> points) {
        this.stride = stride;
        this.points = new ArrayList<>(points);
    }

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

    long stride() {
        return stride;
    }

    List<Point> points() {
        return List.copyOf(points);
    }
}
