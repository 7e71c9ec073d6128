package bout.stack.http;

import bout.bots.HttpAnswer;
import bout.cloud.template.Application.Bucket;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * A bucket behind the CDN. The request's path is the object's key; the answer has the headers stored with the object.
 */
public record BucketObjects(S3Client s3, Bucket bucket) {

    public HttpAnswer answer(HttpRequest request) {
        String key;
        try {
            key = URLDecoder.decode(request.rawPath().substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException brokenEscape) {
            return HttpAnswer.text(400, "Bad Request\n");
        }
        if (!isKey(key)) {
            return missing();
        }
        ResponseBytes<GetObjectResponse> object;
        try {
            object = s3.getObjectAsBytes(query -> query.bucket(bucket.name()).key(key));
        } catch (NoSuchKeyException missing) {
            return missing();
        }
        GetObjectResponse stored = object.response();
        Map<String, String> headers = new LinkedHashMap<>();
        put(headers, "Cache-Control", stored.cacheControl());
        put(headers, "ETag", stored.eTag());
        if (request.knows(stored.eTag())) {
            return HttpAnswer.of(304, headers, new byte[0]);
        }
        put(headers, "Content-Type", stored.contentType());
        byte[] body = object.asByteArray();
        if ("gzip".equals(stored.contentEncoding())) {
            headers.put("Vary", "Accept-Encoding");
            if (request.acceptsGzip()) {
                headers.put("Content-Encoding", "gzip");
            } else {
                body = unpacked(body);
            }
        } else {
            put(headers, "Content-Encoding", stored.contentEncoding());
        }
        return HttpAnswer.of(200, headers, body);
    }

    /**
     * Whether S3 could have stored something under this key. In a folder on this machine, the segment {@code ..} would
     * lead to objects that the CDN may not read.
     */
    private static boolean isKey(String key) {
        for (String segment : key.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return false;
            }
        }
        return key.chars().noneMatch(character -> character < ' ' || character == 0x7f || character == '\\');
    }

    private static HttpAnswer missing() {
        return HttpAnswer.text(404, "Not Found\n");
    }

    private static void put(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    private static byte[] unpacked(byte[] gzip) {
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return unpacked.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException("an object has the content encoding gzip but is not gzip data", broken);
        }
    }
}
