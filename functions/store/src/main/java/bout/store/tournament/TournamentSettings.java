package bout.store.tournament;

import bout.competition.tournament.Plan;
import bout.store.match.GameSettings;
import bout.store.webhook.WebhookTarget;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;

/**
 * A tournament as it was created. It never changes.
 *
 * @param isPublic whether others than its owner may see it
 * @param plan who plays whom, from which seed
 * @param webhook where a webhook is sent when it ends, or {@code null}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TournamentSettings(
        String name,
        String owner,
        @JsonProperty("public") boolean isPublic,
        GameSettings game,
        Plan plan,
        WebhookTarget webhook) {

    public TournamentSettings {
        Objects.requireNonNull(name, "a tournament has a name");
        Objects.requireNonNull(owner, "a tournament has an owner");
        Objects.requireNonNull(game, "a tournament has a game");
        Objects.requireNonNull(plan, "a tournament has a plan");
        Objects.requireNonNull(plan.seed(), "a tournament has a seed");
    }
}
