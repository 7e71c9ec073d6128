package bout.store.access;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a caller of the API may do. Each scope may also do what those before it may. */
public enum Scope {
    /** Sees what is public. No token has this scope: it is that of callers without one. */
    ANONYMOUS("anonymous"),
    /** Also sees what is not public of what its owner has. */
    READ("read"),
    /** Also asks for matches and has bots. */
    PLAY("play"),
    /** Also hands out tokens and takes them back, and sees and changes what others own. */
    ADMIN("admin");

    /** The codes of the scopes that a token can have, the smallest first. */
    public static final List<String> OF_TOKENS = Arrays.stream(values())
            .filter(scope -> scope != ANONYMOUS)
            .map(Scope::code)
            .toList();

    private final String code;

    Scope(String code) {
        this.code = code;
    }

    /** What the API and the table say. */
    public String code() {
        return code;
    }

    /** Whether who has this scope may do what needs the other one. */
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
