package bout.store.access;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a caller of the API may do. Each scope includes those before it. */
public enum Scope {
    /** Reads what is public. The scope of callers without a token; no token has it. */
    ANONYMOUS("anonymous"),
    /** Also reads the owner's private bots and tournaments. */
    READ("read"),
    /** Also creates matches, bots and tournaments. */
    PLAY("play"),
    /** Also creates and revokes tokens, and reads and changes what others own. */
    ADMIN("admin");

    /** The codes of the scopes that a token can have, smallest first. */
    public static final List<String> OF_TOKENS = Arrays.stream(values())
            .filter(scope -> scope != ANONYMOUS)
            .map(Scope::code)
            .toList();

    private final String code;

    Scope(String code) {
        this.code = code;
    }

    /** The code in the API and in the table. */
    public String code() {
        return code;
    }

    /** Whether this scope includes the other one. */
    public boolean includes(Scope needed) {
        return compareTo(needed) >= 0;
    }

    /** The scope with this code that a token can have, if there is one. */
    public static Optional<Scope> ofToken(String code) {
        return Arrays.stream(values())
                .filter(scope -> scope != ANONYMOUS && scope.code.equals(code))
                .findFirst();
    }
}
