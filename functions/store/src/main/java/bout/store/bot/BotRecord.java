package bout.store.bot;

import bout.competition.Coded;
import bout.engine.Seat;
import bout.table.Item.Within;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A registered bot as the table stores it.
 *
 * @param owner who registered it: the id of a token, or the name of a caller that has none
 * @param revision grows with each change by its owner, from 1
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
        if (!IdKind.BOT.is(id)) {
            throw new IllegalArgumentException("not a bot's id: " + id);
        }
        Objects.requireNonNull(owner, "a bot has an owner");
        Objects.requireNonNull(game, "a bot has a game");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public static BotRecord registered(String id, String owner, String game, BotSettings settings, Instant now) {
        return new BotRecord(id, owner, game, settings, BotVersion.FIRST, 1, now, now);
    }

    /**
     * The bot after a change by its owner. Another program makes a new version, whose URL, if it has one, is unproven.
     * Its health stays: a new version does not end a suspension.
     */
    public BotRecord changed(BotSettings to, Instant now) {
        boolean same = to.program().sameAs(settings.program());
        return changed(to, same ? version : version.next(Verification.OPEN), now);
    }

    /**
     * The bot as a new version, with another program behind the same URL or connection. Control of the URL stays
     * proven.
     */
    public BotRecord renewed(Instant now) {
        return changed(settings, version.next(version.verification()), now);
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
        return !(settings.program() instanceof Program.AtUrl)
                || version.verification().proven();
    }

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

    /**
     * One version of a bot: one program, and its state.
     *
     * @param number from 1; another program starts a new version, and so does its owner when a server answers
     *     differently
     * @param verification whether the owner controls the URL; without a meaning for a bot that has none
     * @param check the last one that the owner requested, or {@code null}
     */
    public record BotVersion(
            int number,
            @Within Verification verification,
            @Within Health health,
            BotCheck check) {

        static final BotVersion FIRST = new BotVersion(1, Verification.OPEN, Health.UNKNOWN, null);

        /** The next version. The record of the bot's health stays, or a suspended bot would only need a new version. */
        BotVersion next(Verification of) {
            return new BotVersion(number + 1, of, health, null);
        }
    }

    /**
     * The settings of a bot, which its owner can change.
     *
     * @param secret signs its calls; known to its owner and to Bout
     * @param left the ids of tournaments that its owner has taken it out of, at most {@value #MOST_LEFT}, the newest
     *     last: it plays no more matches there
     */
    public record BotSettings(
            String name,
            Program program,
            WebhookSecret secret,
            Visibility visibility,
            boolean active,
            List<String> left) {

        /** More than a bot can be in at once for long. */
        public static final int MOST_LEFT = 20;

        public BotSettings(String name, Program program, WebhookSecret secret, Visibility visibility, boolean active) {
            this(name, program, secret, visibility, active, List.of());
        }

        public BotSettings {
            left = List.copyOf(left);
            Objects.requireNonNull(name, "a bot has a name");
            Objects.requireNonNull(program, "a bot has a program");
            Objects.requireNonNull(secret, "a bot has a secret");
            Objects.requireNonNull(visibility, "a bot is public or private");
        }

        public BotSettings withSecret(WebhookSecret other) {
            return new BotSettings(name, program, other, visibility, active, left);
        }

        BotSettings paused() {
            return new BotSettings(name, program, secret, visibility, false, left);
        }

        public BotSettings leaving(String tournament) {
            List<String> all = Stream.concat(
                            left.stream().filter(each -> !each.equals(tournament)), Stream.of(tournament))
                    .toList();
            return new BotSettings(
                    name,
                    program,
                    secret,
                    visibility,
                    active,
                    all.subList(Math.max(0, all.size() - MOST_LEFT), all.size()));
        }

        /** Without the secret, because records end up in logs. */
        @Override
        public String toString() {
            return "BotSettings[name=" + name + ", program=" + program + "]";
        }
    }

    /**
     * The health of a bot, from its rated matches and from the sweeps that regularly call all active bots. A bot that
     * lost two ladder matches in a row by failing, or failed {@value #FAILURES_TO_LEAVE} checks in a row, is suspended
     * until a check passes; see {@link Bots#suspend}.
     *
     * @param streak how many checks in a row have failed while it was not suspended
     * @param reason what was wrong last, in sentences for its owner, or {@code null} if the bot is healthy
     * @param checkedAt the time of the last sweep, or {@code null} before the first
     * @param changedAt when a suspension last began or ended, or {@code null} if there was none; {@link Bots} writes it
     */
    public record Health(boolean suspended, int streak, String reason, Instant checkedAt, Instant changedAt) {

        public static final int FAILURES_TO_LEAVE = 3;

        /** A bot that was never checked counts as healthy, so that a ladder need not wait for the next sweep. */
        public static final Health UNKNOWN = new Health(false, 0, null, null, null);

        public Health {
            checkedAt = checkedAt == null ? null : checkedAt.truncatedTo(ChronoUnit.MILLIS);
            changedAt = changedAt == null ? null : changedAt.truncatedTo(ChronoUnit.MILLIS);
        }

        public Health passed(Instant at) {
            return new Health(false, 0, null, at, changedAt);
        }

        /** @param why fit to be shown to its owner */
        public Health failed(Instant at, String why) {
            boolean out = suspended || streak + 1 == FAILURES_TO_LEAVE;
            return new Health(out, out ? 0 : streak + 1, why, at, changedAt);
        }
    }

    /** Who may see a registered bot and play against it. */
    public enum Visibility implements Coded {
        /** Everyone; but others can play it only once its owner has proved control of its URL. */
        PUBLIC,
        /** Only its owner. Hide the bot from everyone else. */
        PRIVATE
    }

    /**
     * The verification that a bot's owner controls its URL, by a proof there. Without it, no other owner can play the
     * bot.
     *
     * <p>A host can change hands, so a verification does not last: health sweeps look for the proof again after
     * {@link #RENEWED_AFTER}, and a bot whose host has not shown it for {@link #LASTS} is unproven again.
     *
     * @param provenAt when it was last seen there, or {@code null}
     * @param refusal what was expected and what was found at the last check that did not find it, or {@code null}
     */
    public record Verification(Instant provenAt, String refusal) {

        public static final Verification OPEN = new Verification(null, null);

        /** After this long, health sweeps look for the proof again. */
        public static final Duration RENEWED_AFTER = Duration.ofDays(30);

        /** For this long a verification holds although the proof is no longer found: a week to put it back. */
        public static final Duration LASTS = RENEWED_AFTER.plusDays(7);

        public Verification {
            provenAt = provenAt == null ? null : provenAt.truncatedTo(ChronoUnit.MILLIS);
        }

        public boolean proven() {
            return provenAt != null;
        }

        public static Verification seen(Instant at) {
            return new Verification(at, null);
        }

        public boolean renewalDue(Instant now) {
            return proven() && !now.isBefore(provenAt.plus(RENEWED_AFTER));
        }

        /** When the URL counts as unproven unless it is found before, or {@code null} if it is unproven. */
        public Instant lapsesAt() {
            return proven() ? provenAt.plus(LASTS) : null;
        }

        /** After the proof was not found. A proven URL stays proven until its verification lapses. */
        public Verification missed(String text, Instant now) {
            boolean lapsed = proven() && !now.isBefore(lapsesAt());
            return new Verification(lapsed ? null : provenAt, text);
        }
    }

    /**
     * A check that a bot's owner requested: real calls and the answers.
     *
     * @param id unique; the message to the checker carries it
     * @param match the match of which one request was sent again, or {@code null} for a check in usual situations
     * @param askedAt when it was requested. All times are cut to whole milliseconds
     * @param finishedAt when it finished, or {@code null} while it is waiting
     * @param calls the calls; empty while it is waiting
     */
    public record BotCheck(String id, String match, Instant askedAt, Instant finishedAt, List<CheckedCall> calls) {

        /**
         * One call.
         *
         * @param sent the beginning of what was sent
         * @param came the beginning of the answer, or {@code null} if none could be read
         * @param text what the answer means, or what is wrong with it
         */
        public record CheckedCall(
                int turn, Seat seat, String sent, String came, int milliseconds, boolean passed, String text) {}

        public BotCheck {
            Objects.requireNonNull(id, "a check has an id");
            askedAt = askedAt.truncatedTo(ChronoUnit.MILLIS);
            finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
            calls = List.copyOf(calls);
        }

        public static BotCheck asked(String id, Instant at) {
            return ofMatch(id, null, at);
        }

        public static BotCheck ofMatch(String id, String match, Instant at) {
            return new BotCheck(id, match, at, null, List.of());
        }

        public BotCheck finished(Instant at, List<CheckedCall> made) {
            return new BotCheck(id, match, askedAt, at, made);
        }
    }
}
