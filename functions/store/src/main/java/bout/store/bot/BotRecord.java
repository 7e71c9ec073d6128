package bout.store.bot;

import bout.store.id.BotIds;
import bout.store.table.Within;
import bout.wire.WebhookSecret;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A registered bot as the table stores it.
 *
 * @param owner who registered it: the id of a token, or the name of a caller that has none
 * @param revision how often its owner has changed it, from 1
 * @param createdAt when it was registered. All times are cut to whole milliseconds
 */
public record BotRecord(
        String id,
        String owner,
        String game,
        @Within BotSettings settings,
        @Within BotVersion version,
        long revision,
        Instant createdAt,
        Instant updatedAt) {

    public BotRecord {
        if (!BotIds.isId(id)) {
            throw new IllegalArgumentException("not a bot's id: " + id);
        }
        Objects.requireNonNull(owner, "a bot has an owner");
        Objects.requireNonNull(game, "a bot has a game");
        Objects.requireNonNull(settings, "a bot has settings");
        Objects.requireNonNull(version, "a bot has a version");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public static BotRecord registered(String id, String owner, String game, BotSettings settings, Instant now) {
        return new BotRecord(id, owner, game, settings, BotVersion.unchecked(1, Proof.OPEN), 1, now, now);
    }

    /**
     * The bot after a change by its owner. Another program makes a new version, whose URL, if it has one, is unproven.
     * Its health stays: a new version does not end a suspension.
     */
    public BotRecord changed(BotSettings to, Instant now) {
        boolean same = to.program().sameAs(settings.program());
        return changed(to, same ? version : version.next(Proof.OPEN), now);
    }

    /**
     * The bot as a new version, with another program behind the same URL or connection. Control of the URL stays
     * proven.
     */
    public BotRecord renewed(Instant now) {
        return changed(settings, version.next(version.proof()), now);
    }

    public BotRecord paused(Instant now) {
        return changed(settings.paused(), version, now);
    }

    public BotRecord signedWith(WebhookSecret secret, Instant now) {
        return changed(settings.withSecret(secret), version, now);
    }

    BotRecord as(String other, BotVersion of) {
        return new BotRecord(other, owner, game, settings, of, revision, createdAt, updatedAt);
    }

    private BotRecord changed(BotSettings to, BotVersion program, Instant now) {
        return new BotRecord(id, owner, game, to, program, revision + 1, createdAt, now);
    }

    /**
     * Whether others may play it. For a URL, its owner must have proved control of it; Bout runs published code itself,
     * and a program that connects has its owner's token.
     */
    public boolean proven() {
        return !(settings.program() instanceof Program.AtUrl) || version.proof().proven();
    }

    /** The SHA-256 of a published bot's code, or {@code null} for others. */
    public String code() {
        return settings.program() instanceof Program.Published published ? published.code() : null;
    }

    public boolean isOf(String caller) {
        return owner.equals(caller);
    }

    /** Without its secret, because records end up in logs. */
    @Override
    public String toString() {
        return "BotRecord[id=" + id + ", owner=" + owner + ", game=" + game + ", name=" + settings.name() + ", version="
                + version.number() + ", revision=" + revision + ", program=" + settings.program() + "]";
    }
}
