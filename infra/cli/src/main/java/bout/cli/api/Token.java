package bout.cli.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * A token, as the API shows it.
 *
 * @param token the secret text; only in the answer to its creation
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Token(String id, String name, String scope, String createdAt, String revokedAt, String token) {

    /** All of them. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Page(List<Token> tokens) {}
}
