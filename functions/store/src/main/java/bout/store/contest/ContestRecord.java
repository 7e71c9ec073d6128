package bout.store.contest;

import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestPlan;
import bout.store.match.GameSettings;
import bout.store.webhook.WebhookTarget;
import bout.wire.Sha256;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * A contest as the table stores it, with its journal.
 *
 * @param createdAt cut to whole milliseconds
 * @param journal in the order in which it was written
 */
public record ContestRecord(String id, ContestSettings settings, Instant createdAt, List<ContestEvent> journal) {

    private static final int INVITATION_LENGTH = 32;

    public ContestRecord {
        if (!IdKind.CONTEST.is(id)) {
            throw new IllegalArgumentException("not a contest's id: " + id);
        }
        Objects.requireNonNull(settings, "a contest has settings");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        journal = List.copyOf(journal);
    }

    /** The contest as it was when its journal had so many entries. */
    public ContestRecord until(int entries) {
        return new ContestRecord(id, settings, createdAt, journal.subList(0, entries));
    }

    /** How far it is, which follows from plan and journal. */
    public Contest contest() {
        return Contest.of(settings.plan(), journal);
    }

    /** As others than its organiser may know it. */
    public ContestRecord masked() {
        return new ContestRecord(id, settings, createdAt, contest().masked(journal));
    }

    /** The invitation that lets people enter bots if entry is not open to all. */
    public String invitation() {
        return Sha256.hex(settings.seed() + "/invitation").substring(0, INVITATION_LENGTH);
    }

    /** The id of the tournament of a stage; always the same, however often that is created. */
    public String tournament(int stage) {
        return IdKind.TOURNAMENT.of(MatchIds.derived(createdAt, id, "stage", Integer.toString(stage)));
    }

    /**
     * A contest as it was created. It never changes.
     *
     * @param owner who organises it
     * @param isPublic whether others than its owner may see it
     * @param text what it is about, in Markdown; may be empty
     * @param seed the secret from which the seeds of its tournaments follow, and its {@link #invitation}
     * @param onlyInvited whether entering a bot takes the invitation
     * @param owners the ids of those who may enter bots; {@code null} for all
     * @param webhook where webhooks are sent when it goes on, or {@code null}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ContestSettings(
            String name,
            String owner,
            boolean isPublic,
            String text,
            GameSettings game,
            ContestPlan plan,
            String seed,
            Boolean onlyInvited,
            List<String> owners,
            WebhookTarget webhook) {

        public ContestSettings(
                String name,
                String owner,
                boolean isPublic,
                String text,
                GameSettings game,
                ContestPlan plan,
                String seed) {
            this(name, owner, isPublic, text, game, plan, seed, false, null, null);
        }

        public ContestSettings {
            // Contests that were stored before there were invitations lack it.
            onlyInvited = Boolean.TRUE.equals(onlyInvited);
            owners = owners == null ? null : List.copyOf(owners);
            Objects.requireNonNull(name, "a contest has a name");
            Objects.requireNonNull(owner, "a contest has an owner");
            Objects.requireNonNull(text, "a contest has a text, if an empty one");
            Objects.requireNonNull(game, "a contest has a game");
            Objects.requireNonNull(plan, "a contest has a plan");
            Objects.requireNonNull(seed, "a contest has a seed");
        }

        public ContestSettings withoutWebhook() {
            return new ContestSettings(name, owner, isPublic, text, game, plan, seed, onlyInvited, owners, null);
        }

        public boolean mayEnter(String owner) {
            return owners == null || owners.contains(owner);
        }

        /** Without the seed, because records end up in logs. */
        @Override
        public String toString() {
            return "ContestSettings[name=" + name + ", owner=" + owner + ", plan=" + plan + "]";
        }
    }
}
