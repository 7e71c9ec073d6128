package bout.competition.ladder;

import bout.competition.ratings.Rating;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A player's ratings over time, as a curve with a limited number of points. At first each match has a point; when there
 * are too many, only every second one is kept, later every fourth, and so on. The points kept depend only on the number
 * of matches.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
final class RatingHistory {

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
