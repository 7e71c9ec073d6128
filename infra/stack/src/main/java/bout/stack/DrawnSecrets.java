package bout.stack;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Replaces references to secrets, as CloudFormation does, by texts that are drawn for one run of the stack. */
final class DrawnSecrets {

    private static final Pattern REFERENCE = Pattern.compile("\\{\\{resolve:secretsmanager:([^:}]+):SecretString}}");
    private static final int BYTES = 32;

    private final Map<String, String> drawn = new HashMap<>();
    private final SecureRandom random = new SecureRandom();

    /** The same names with resolved values. */
    synchronized Map<String, String> resolve(Map<String, String> values) {
        Map<String, String> resolved = new LinkedHashMap<>();
        values.forEach((name, value) -> resolved.put(
                name,
                REFERENCE
                        .matcher(value)
                        .replaceAll(reference -> drawn.computeIfAbsent(reference.group(1), secret -> draw()))));
        return resolved;
    }

    private String draw() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
