package bout.cli.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * An invitation, as the API shows it.
 *
 * @param secret only in the answer to its creation
 * @param joined not in a list
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Invitation(
        String id,
        String name,
        int uses,
        int used,
        String expiresAt,
        String revokedAt,
        String secret,
        List<Joined> joined) {

    /** Who joined with it. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Joined(String id, String name, String joinedAt, boolean revoked) {}

    /** All of them. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Page(List<Invitation> invitations) {}
}
