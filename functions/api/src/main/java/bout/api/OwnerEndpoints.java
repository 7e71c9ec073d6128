package bout.api;

import bout.api.http.Caller;
import bout.api.http.Callers;
import bout.api.http.Cursor;
import bout.api.http.Field;
import bout.api.http.Query;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.api.http.SourceAddress;
import bout.store.access.Erasures;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.access.Invitations.Link;
import bout.store.access.Owners;
import bout.store.access.Owners.KeyRecord;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Scope;
import bout.store.bot.Bots;
import bout.store.queue.UpdateQueue;
import bout.table.Listing;
import bout.table.Listing.PageRequest;
import bout.wire.InvitationSecret;
import bout.wire.ProblemType;
import bout.wire.id.IdKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Owners, their keys and their links. An owner that a caller may not handle is answered like one that does not exist.
 */
record OwnerEndpoints(Owners owners, Erasures erasures, UpdateQueue updates, Bots bots, SourceAddress addresses) {

    private static final int MOST_USES = 100;
    private static final int MOST_DAYS = 30;

    private record IssuedKey(OwnerRecord owner, KeyRecord key, String token, String recovery) {}

    private record WithKeys(OwnerRecord owner, List<KeyRecord> keys, List<InvitationRecord> links) {}

    /** The only response that contains a token, and for a new owner the recovery code. */
    static Response issued(Owners.Issued issued) {
        return Response.fresh(
                201,
                new IssuedKey(
                        issued.owner(),
                        issued.key(),
                        issued.token().text(),
                        issued.recovery() == null ? null : issued.recovery().text()));
    }

    Response create(Request request) {
        Field body = Field.body(request).object("an object with the fields name and scope", List.of("name", "scope"));
        String name =
                body.required("name", "the name by which others know the owner").name();
        Scope scope = scope(body.required("scope", "one of " + String.join(", ", Scope.OF_TOKENS)));
        body.check();
        return issued(owners.create(name, scope));
    }

    private static Scope scope(Field field) {
        return field.oneOf(Scope.OF_TOKENS, Scope::ofToken);
    }

    Response list(Request request) {
        Query query = Query.read(request.query(), "limit", "cursor");
        int limit = query.limit(PageRequest.MAX_LIMIT);
        query.check();
        Listing.Page<OwnerRecord> page =
                owners.list(new PageRequest<>(null, null, limit, query.behind(IdKind.OWNER::is)));
        return Response.list("owners", page.items(), Cursor.behind(page.last()));
    }

    Response get(Request request) {
        OwnerRecord owner = handled(request);
        return Response.ok(new WithKeys(owner, owners.keys(owner.id()), owners.links(owner.id())));
    }

    private OwnerRecord handled(Request request) {
        return owners.find(request.id())
                .filter(owner -> request.caller().mayHandle(owner.id()))
                .orElseThrow(OwnerEndpoints::unknown);
    }

    private static Refusal unknown() {
        return new Refusal(ProblemType.UNKNOWN_OWNER, "There is no owner with this id that you can see.");
    }

    /** An owner may change its name; only an admin blocks it, or lets it in again. */
    Response change(Request request) {
        OwnerRecord owner = handled(request);
        boolean byAdmin = request.caller().may(Scope.ADMIN);
        List<String> known = byAdmin ? List.of("name", "blocked") : List.of("name");
        Field body = Field.body(request).object("an object with any of " + String.join(", ", known), known);
        String name = body.get("name").name();
        Boolean blocked = body.get("blocked").flag();
        body.check();
        return Response.ok(change(owner.id(), name, blocked).orElseThrow(OwnerEndpoints::unknown));
    }

    /**
     * Blocking an owner also pauses its bots. Others notice by themselves that it is blocked: runners cancel its
     * matches, the standings function its tournaments, and health sweeps pause bots that it registered at the last
     * moment.
     */
    Optional<OwnerRecord> change(String id, String name, Boolean blocked) {
        Optional<OwnerRecord> changed = owners.change(id, name, blocked);
        if (Boolean.TRUE.equals(blocked)) {
            bots.pauseAll(id);
        }
        return changed;
    }

    /**
     * Erases an owner for good. To erase oneself takes an explicit parameter: one wrong id would cost an admin
     * everything. It may be repeated, and by an admin also when it is over.
     */
    Response erase(Request request) {
        Query query = Query.read(request.query(), "myself");
        boolean myself = query.flag("myself");
        query.check();
        OwnerRecord owner = handled(request);
        if (owner.id().equals(request.caller().owner()) != myself) {
            query.unlike("myself", myself ? "true only with your own id" : "true, because this is you");
            query.check();
        }
        OwnerRecord erased = erasures.begin(owner.id()).orElseThrow(OwnerEndpoints::unknown);
        updates.send(new UpdateQueue.Task.Erasure(owner.id()));
        return Response.fresh(202, erased);
    }

    Response addKey(Request request) {
        OwnerRecord owner = handled(request);
        Caller caller = request.caller();
        Field body = Field.body(request).object("an object with the fields name and scope", List.of("name", "scope"));
        String name = body.required("name", "a name that says which machine or person has the key")
                .name();
        Scope scope = noMore(body.get("scope"), owner, caller);
        body.check();
        return issued(owners.addKey(owner, caller.key(), name, scope).orElseThrow(() -> noMoreKeys(owner, caller)));
    }

    /** A scope that neither the owner nor the caller lacks; by default that of the caller's key. */
    private static Scope noMore(Field field, OwnerRecord owner, Caller caller) {
        Scope most = owner.scope().includes(caller.scope()) ? caller.scope() : owner.scope();
        if (!field.there()) {
            return most;
        }
        Scope wanted = scope(field);
        if (wanted != null && !most.includes(wanted)) {
            field.wrong(ProblemType.OUT_OF_RANGE, "expected at most " + most.code() + ", the scope of your own key");
        }
        return wanted;
    }

    /** A caller whose key was just revoked is still known by it for a moment, but gets nothing that outlasts it. */
    private Refusal noMoreKeys(OwnerRecord owner, Caller caller) {
        if (owners.keys(owner.id()).stream()
                .anyMatch(key -> key.id().equals(caller.key()) && key.revokedAt() != null)) {
            return Callers.unknown();
        }
        return owners.isBlocked(owner.id())
                ? new Refusal(ProblemType.OWNER_BLOCKED, "An admin has blocked this owner.")
                : new Refusal(
                        ProblemType.TOO_MANY_KEYS,
                        "You have " + Owners.MOST_KEYS + " keys and links, the maximum. Revoke one first.");
    }

    Response revokeKey(Request request) {
        OwnerRecord owner = handled(request);
        KeyRecord revoked = owners.revokeKey(owner.id(), request.place().get("key"))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_KEY, "The owner has no key with this id."));
        return Response.ok(revoked);
    }

    /** Revokes all but the key with which the caller asks for it. */
    Response revokeOthers(Request request) {
        OwnerRecord owner = handled(request);
        owners.revokeOthers(owner.id(), request.caller().key());
        return get(request);
    }

    Response addLink(Request request) {
        OwnerRecord owner = handled(request);
        Caller caller = request.caller();
        Field body = Field.body(request)
                .object("an object with the fields name, uses and days", List.of("name", "uses", "days", "scope"));
        String name =
                body.required("name", "a name that says whom the link is for").name();
        Integer uses = InvitationEndpoints.number(body, "uses", MOST_USES);
        Integer days = InvitationEndpoints.number(body, "days", MOST_DAYS);
        Scope scope = noMore(body.get("scope"), owner, caller);
        body.check();
        return InvitationEndpoints.created(
                request,
                addresses,
                owners.addLink(owner, caller.key(), new Link(name, uses, Duration.ofDays(days), scope))
                        .orElseThrow(() -> noMoreKeys(owner, caller)));
    }

    Response revokeLink(Request request) {
        OwnerRecord owner = handled(request);
        InvitationRecord revoked = owners.revokeLink(owner.id(), request.place().get("link"))
                .orElseThrow(() -> new Refusal(ProblemType.UNKNOWN_INVITATION, "The owner has no link with this id."));
        return Response.ok(revoked);
    }

    /**
     * An owner must show the old code: a thief of a key cannot lock the owner out. An admin needs none, for owners who
     * have lost it.
     */
    Response replaceRecovery(Request request) {
        OwnerRecord owner = handled(request);
        boolean byAdmin = request.caller().may(Scope.ADMIN);
        Field body = Field.body(request).object("an object with the field code", List.of("code"));
        String typed = byAdmin
                ? body.get("code").text()
                : body.required("code", "the present recovery code").text();
        body.check();
        Optional<InvitationSecret> code = Optional.ofNullable(typed).flatMap(InvitationSecret::read);
        Optional<InvitationSecret> next = code.isEmpty() && !(byAdmin && typed == null)
                ? Optional.empty()
                : owners.replaceRecovery(owner, code.orElse(null));
        // Without a code, only of an owner that is being erased or was.
        InvitationSecret shown = next.orElseThrow(() -> byAdmin && typed == null
                ? unknown()
                : new Refusal(
                        ProblemType.UNKNOWN_INVITATION,
                        "That is not the present recovery code. An admin can replace it without."));
        return Response.ok(Map.of("recovery", shown.text()));
    }
}
