package bout.store.access;

import bout.competition.Coded;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The permissions of a caller of the API. Each scope includes those before it. */
public enum Scope implements Coded {
    /** Reads what is public. The scope of callers without a token; no token has it. */
    ANONYMOUS,
    /** Also reads the owner's private bots and tournaments. */
    READ,
    /** Also creates matches, bots and tournaments. */
    PLAY,
    /** Also creates and revokes tokens, and reads and changes what others own. */
    ADMIN;

    /** The codes of the scopes that a token can have, smallest first. */
    public static final List<String> OF_TOKENS = Arrays.stream(values())
            .filter(scope -> scope != ANONYMOUS)
            .map(Scope::code)
            .toList();

    @JsonValue
    @Override
    public String code() {
        return Coded.super.code();
    }

    public boolean includes(Scope needed) {
        return compareTo(needed) >= 0;
    }

    public static Optional<Scope> ofToken(String code) {
        return Arrays.stream(values())
                .filter(scope -> scope != ANONYMOUS && scope.code().equals(code))
                .findFirst();
    }
}
