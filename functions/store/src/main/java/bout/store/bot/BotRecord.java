package bout.store.bot;

import bout.store.id.BotIds;
import bout.wire.WebhookSecret;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A registered bot as the table keeps it.
 *
 * @param id one of {@link BotIds}
 * @param owner who registered it: the id of a token, or the name of a caller that has none
 * @param game the id of the one game that it plays
 * @param name as people see it
 * @param url where it is called; its owner's secret
 * @param secret what its calls are signed with; its owner's and ours
 * @param active whether new matches may have it
 * @param version from 1; another URL is another one, and so is another program that its owner tells of
 * @param proof whether its owner controls the URL
 * @param check the last one that its owner asked for, or {@code null}
 * @param revision how often its owner has changed it, from 1
 * @param createdAt when it was registered. All times are cut to whole milliseconds
 * @param updatedAt when its owner last changed it
 */
public record BotRecord(
        String id,
        String owner,
        String game,
        String name,
        String url,
        WebhookSecret secret,
        Visibility visibility,
        boolean active,
        int version,
        Proof proof,
        Health health,
        BotCheck check,
        long revision,
        Instant createdAt,
        Instant updatedAt) {

    public BotRecord {
        if (!BotIds.isId(id)) {
            throw new IllegalArgumentException("not a bot's id: " + id);
        }
        Objects.requireNonNull(owner, "a bot has an owner");
        Objects.requireNonNull(game, "a bot has a game");
        Objects.requireNonNull(name, "a bot has a name");
        Objects.requireNonNull(url, "a bot has a URL");
        Objects.requireNonNull(secret, "a bot has a secret");
        Objects.requireNonNull(visibility, "a bot is public or private");
        Objects.requireNonNull(proof, "a bot has a proof, if an open one");
        Objects.requireNonNull(health, "a bot has a health, if an unknown one");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * A bot that is registered now.
     *
     * @param challenge what its host has to show as a proof
     */
    public static BotRecord registered(
            String id,
            String owner,
            String game,
            String name,
            String url,
            WebhookSecret secret,
            Visibility visibility,
            boolean active,
            String challenge,
            Instant now) {
        return new BotRecord(
                id,
                owner,
                game,
                name,
                url,
                secret,
                visibility,
                active,
                1,
                Proof.open(challenge),
                Health.UNKNOWN,
                null,
                1,
                now,
                now);
    }

    /** The bot as its owner changes it in what says nothing about where it is. */
    public BotRecord changed(String newName, Visibility newVisibility, boolean newActive, Instant now) {
        return new BotRecord(
                id,
                owner,
                game,
                newName,
                url,
                secret,
                newVisibility,
                newActive,
                version,
                proof,
                health,
                check,
                revision + 1,
                createdAt,
                now);
    }

    /**
     * The bot at another URL, in the same change: a new version, of which nothing is known and nothing proven.
     *
     * @param challenge what its host has to show as a proof
     */
    public BotRecord movedTo(String newUrl, String challenge) {
        return new BotRecord(
                id,
                owner,
                game,
                name,
                newUrl,
                secret,
                visibility,
                active,
                version + 1,
                Proof.open(challenge),
                Health.UNKNOWN,
                null,
                revision,
                createdAt,
                updatedAt);
    }

    /**
     * The bot at the same URL with another program behind it: a new version. Control of the URL stays proven, but nothing is
     * known of how the program does.
     */
    public BotRecord renewed(Instant now) {
        return new BotRecord(
                id,
                owner,
                game,
                name,
                url,
                secret,
                visibility,
                active,
                version + 1,
                proof,
                Health.UNKNOWN,
                null,
                revision + 1,
                createdAt,
                now);
    }

    /** The bot with another secret. */
    public BotRecord signedWith(WebhookSecret newSecret, Instant now) {
        return new BotRecord(
                id,
                owner,
                game,
                name,
                url,
                newSecret,
                visibility,
                active,
                version,
                proof,
                health,
                check,
                revision + 1,
                createdAt,
                now);
    }

    /** Whether the bot is this caller's. */
    public boolean isOf(String caller) {
        return owner.equals(caller);
    }

    /** Without URL and challenge, because records end up in logs. */
    @Override
    public String toString() {
        return "BotRecord[id=" + id + ", owner=" + owner + ", game=" + game + ", name=" + name + ", version=" + version
                + ", revision=" + revision + ", url=(secret)]";
    }
}
