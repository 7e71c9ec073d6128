package bout.cloud;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object: its headers by their names in lower case, and its content. In a file, the headers come first, one a line,
 * then an empty line, then the content.
 */
record StoredObject(Map<String, String> headers, byte[] content) {

    static final String TYPE = "content-type";
    static final String ENCODING = "content-encoding";
    static final String CACHE = "cache-control";
    static final String MODIFIED = "last-modified";
    static final String METADATA = "x-amz-meta-";

    private static final String ETAG = "etag";

    /** @param headers without the ETag */
    static StoredObject of(Map<String, String> headers, byte[] content) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(ETAG, etag(content));
        return new StoredObject(all, content);
    }

    private static String etag(byte[] content) {
        try {
            return '"'
                    + HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(content))
                    + '"';
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    String etag() {
        return headers.get(ETAG);
    }

    byte[] encode() {
        StringBuilder head = new StringBuilder();
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append('\n'));
        byte[] first = head.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        byte[] file = Arrays.copyOf(first, first.length + content.length);
        System.arraycopy(content, 0, file, first.length, content.length);
        return file;
    }

    /** @throws IOException if the file is not complete */
    static StoredObject decode(byte[] file) throws IOException {
        int end = 1;
        while (end < file.length && (file[end - 1] != '\n' || file[end] != '\n')) {
            end++;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        new String(file, 0, Math.min(end, file.length), StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> {
                    int colon = line.indexOf(": ");
                    headers.put(
                            line.substring(0, Math.max(colon, 0)), line.substring(Math.min(colon + 2, line.length())));
                });
        byte[] content = Arrays.copyOfRange(file, Math.min(end + 1, file.length), file.length);
        if (!etag(content).equals(headers.get(ETAG))) {
            throw new IOException("it is damaged");
        }
        return new StoredObject(headers, content);
    }
}
