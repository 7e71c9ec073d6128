package bout.store.replay;

import bout.engine.Seat;
import bout.wire.Json;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * What published bots printed in finished matches, one file for each seat that printed anything, at a path that the
 * site does not serve: it is for the bot's owner. The bucket's rule removes the files after a month.
 *
 * <p>Needs the actions {@code PutObject} and {@code GetObject} of the bucket's objects, and {@code ListBucket} of the
 * bucket, as {@link Replays} do.
 */
public final class Consoles {

    /**
     * What a bot printed in one turn.
     *
     * @param turn from 0
     */
    public record Printed(int turn, String text) {}

    private record Document(List<Printed> turns) {}

    private final S3Client s3;
    private final String bucket;

    public Consoles(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    private static String key(String match, Seat seat) {
        return "console/" + match + "/" + seat.number() + ".json";
    }

    public void put(String match, Seat seat, List<Printed> turns) {
        s3.putObject(
                put -> put.bucket(bucket).key(key(match, seat)).contentType("application/json"),
                RequestBody.fromBytes(Json.bytes(new Document(turns))));
    }

    /**
     * Empty if the bot printed nothing, the match has not finished, or the file has expired.
     *
     * @param match a match that exists
     */
    public List<Printed> get(String match, Seat seat) {
        Optional<byte[]> file;
        try {
            file = Optional.of(s3.getObjectAsBytes(GetObjectRequest.builder()
                            .bucket(bucket)
                            .key(key(match, seat))
                            .build())
                    .asByteArray());
        } catch (NoSuchKeyException none) {
            file = Optional.empty();
        }
        return file.map(json -> {
                    try {
                        return Json.read(json, Document.class).turns();
                    } catch (Json.NotJson broken) {
                        throw new IllegalStateException(
                                "In the bucket, " + key(match, seat) + ": " + broken.getMessage(), broken);
                    }
                })
                .orElse(List.of());
    }
}
