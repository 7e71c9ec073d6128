package bout.api.access;

import bout.store.access.Scope;
import java.util.Objects;

/**
 * Who sends a request.
 *
 * @param owner marks what they create as theirs: the id of their token, {@link #ADMIN} or {@link #LOCAL}; {@code null}
 *     for a caller without a token, who owns nothing
 * @param scope what they may do
 * @param address the address that the request came from, as text
 */
public record Caller(String owner, Scope scope, String address) {

    /** Owns what was created with the deployment's admin token. */
    static final String ADMIN = "admin";

    /** Owns everything on a stack with open access. */
    static final String LOCAL = "local";

    public Caller {
        Objects.requireNonNull(address, "a request comes from somewhere");
        if ((owner == null) != (scope == Scope.ANONYMOUS)) {
            throw new IllegalArgumentException("scope " + scope + " does not fit owner " + owner);
        }
    }

    public static Caller anonymous(String address) {
        return new Caller(null, Scope.ANONYMOUS, address);
    }

    /** Whether the caller's scope includes this one. */
    public boolean may(Scope needed) {
        return scope.includes(needed);
    }

    /** Whether the caller may see and change this owner's private things: its own, or everything for an admin. */
    public boolean mayHandle(String itsOwner) {
        return scope == Scope.ADMIN || owner != null && owner.equals(itsOwner);
    }
}
