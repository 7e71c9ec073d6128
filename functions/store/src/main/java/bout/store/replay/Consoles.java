package bout.store.replay;

import bout.engine.Seat;
import bout.store.bucket.Bucket;
import bout.wire.Json;
import bout.wire.Printed;
import java.util.List;

/**
 * The output of published bots in finished matches, one file for each seat that printed anything, at a path that the
 * site does not serve: it is for the bot's owner. The bucket's rule removes the files after a month.
 */
public record Consoles(Bucket bucket) {

    private record Document(List<Printed> turns) {}

    private static String key(String match, Seat seat) {
        return "console/" + match + "/" + seat.number() + ".json";
    }

    public void put(String match, Seat seat, List<Printed> turns) {
        bucket.put(key(match, seat), Json.bytes(new Document(turns)), Bucket.Served.JSON);
    }

    public void delete(String match, Seat seat) {
        bucket.delete(key(match, seat));
    }

    /** Empty if the bot printed nothing, the match has not finished, or the file has expired. */
    public List<Printed> get(String match, Seat seat) {
        String key = key(match, seat);
        return bucket.get(key)
                .map(json -> {
                    try {
                        return Json.readStored(json, Document.class).turns();
                    } catch (Json.NotJson broken) {
                        throw Bucket.broken(key, broken);
                    }
                })
                .orElse(List.of());
    }
}
