package bout.store.access;

import bout.store.access.Invitations.Blocked;
import bout.store.access.Invitations.Joined;
import bout.store.access.Invitations.TooManyKeys;
import bout.store.access.Invitations.Welcome;
import bout.store.access.Owners.Issued;
import bout.store.access.Owners.KeyRecord;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Owners.Quotas;
import bout.table.ConditionalWrite;
import bout.table.Table;
import bout.table.TableLayout;
import bout.wire.Sha256;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The owners of people who sign in with a provider. A session is a key of the owner, with the name {@link #SESSION}.
 *
 * <p>{@code pk} = {@code identity#HASH}, {@code sk} = {@code identity}. HASH is that of the issuer and of its name for
 * the person. Attribute: {@code owner}. {@code pk} = {@code owner#ID}, {@code sk} = {@code identity#HASH} finds it for
 * the owner.
 */
public record Identities(Table table, Owners owners) {

    public static final String SESSION = "browser, signed in";

    /** The most sessions of an owner, fewer if it has many other keys. A further one ends the oldest. */
    public static final int MOST_SESSIONS = 5;

    public Identities(Table table, Clock clock) {
        this(table, new Owners(table, clock));
    }

    /**
     * A session for a person, who becomes an owner when they sign in for the first time.
     *
     * @param subject what the issuer calls the person; never another one
     * @param name of the new owner
     * @return as when somebody joins; refused are a blocked owner, and one that has as many other keys as it may
     */
    public Joined signIn(String issuer, String subject, String name) {
        String hash = HexFormat.of().formatHex(Sha256.ofAll(issuer, subject));
        Optional<OwnerRecord> known =
                table.item(TableLayout.identityKey(hash)).flatMap(item -> owners.find(item.string(TableLayout.OWNER)));
        if (known.isEmpty()) {
            // Refused if the same person signed in with another browser at the same moment.
            return become(hash, name).<Joined>map(Welcome::new).orElseGet(() -> signIn(issuer, subject, name));
        }
        OwnerRecord owner = known.get();
        if (owner.blocked()) {
            return new Blocked();
        }
        for (int most = MOST_SESSIONS; most > 0; most--) {
            endOldest(owner.id(), most);
            Optional<Issued> session = owners.addKey(owner, null, SESSION, owner.scope());
            if (session.isPresent()) {
                return new Welcome(session.get());
            }
        }
        return new TooManyKeys();
    }

    private Optional<Issued> become(String hash, String name) {
        Issued issued = owners.drawn(name, SESSION, Scope.PLAY, null, Quotas.NONE);
        String owner = issued.owner().id();
        List<ConditionalWrite<?>> found = List.of(
                table.put(TableLayout.identityKey(hash))
                        .set(TableLayout.OWNER, owner)
                        .ifAbsent(),
                table.put(TableLayout.identityOfOwnerKey(owner, hash)));
        return Owners.made(issued, table.transact(owners.withOwner(issued, found)));
    }

    /** Makes room for one of so many sessions. */
    private void endOldest(String owner, int most) {
        List<KeyRecord> sessions = owners.keys(owner).stream()
                .filter(session -> session.name().equals(SESSION) && !session.revoked())
                .toList();
        sessions.stream()
                .limit(Math.max(0, sessions.size() - most + 1))
                .forEach(session -> owners.revokeKey(owner, session.id()));
    }
}
