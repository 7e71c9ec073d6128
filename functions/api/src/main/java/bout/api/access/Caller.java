package bout.api.access;

import bout.store.access.Scope;
import java.util.Objects;

/**
 * Who sends a request.
 *
 * @param owner what they make is marked with it, and so is known as theirs: the id of their token, {@link #ADMIN} or
 *     {@link #LOCAL}; {@code null} for a caller without a token, who owns nothing
 * @param scope what they may do
 * @param address the address that the request came from, as text
 */
public record Caller(String owner, Scope scope, String address) {

    /** Owns what was made with the deployment's own admin token. */
    static final String ADMIN = "admin";

    /** Owns everything on a stack that is open to all who can reach it. */
    static final String LOCAL = "local";

    public Caller {
        Objects.requireNonNull(address, "a request comes from somewhere");
        if ((owner == null) != (scope == Scope.ANONYMOUS)) {
            throw new IllegalArgumentException("who has the scope " + scope + " is not the owner " + owner);
        }
    }

    public static Caller anonymous(String address) {
        return new Caller(null, Scope.ANONYMOUS, address);
    }

    /** Whether the caller may do what needs this scope. */
    public boolean may(Scope needed) {
        return scope.includes(needed);
    }

    /** Whether the caller may see and change what belongs to this owner alone: their own; an admin everything. */
    public boolean mayHandle(String itsOwner) {
        return scope == Scope.ADMIN || owner != null && owner.equals(itsOwner);
    }
}
