package bout.api.http;

import bout.store.access.Quotas;
import bout.store.access.Scope;
import bout.store.access.TokenRecord;
import java.util.Objects;

/**
 * Who sends a request.
 *
 * @param owner marks what they create as theirs: the id of their token, {@link #ADMIN} or {@link #LOCAL}; {@code null}
 *     for a caller without a token, who owns nothing
 * @param scope what they may do
 * @param address the address that the request came from, as text
 * @param token the token that they showed; {@code null} for callers without one and for those who own a deployment
 */
public record Caller(String owner, Scope scope, String address, TokenRecord token) {

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

    public Caller(String owner, Scope scope, String address) {
        this(owner, scope, address, null);
    }

    static Caller with(TokenRecord token, String address) {
        return new Caller(token.id(), token.scope(), address, token);
    }

    public static Caller anonymous(String address) {
        return new Caller(null, Scope.ANONYMOUS, address);
    }

    public boolean may(Scope needed) {
        return scope.includes(needed);
    }

    /** What the caller may have less of than the deployment allows. */
    public Quotas quotas() {
        return token == null ? Quotas.NONE : token.quotas();
    }

    /** Whether the caller may see and change this owner's private things: its own, or everything for an admin. */
    public boolean mayHandle(String itsOwner) {
        return scope == Scope.ADMIN || owner != null && owner.equals(itsOwner);
    }
}
