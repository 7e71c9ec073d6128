package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.BoutCommand;
import bout.cli.text.DidYouMean;
import bout.cli.text.TableForm;
import bout.engine.Plain;
import bout.store.access.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "token",
        header = "Create, list and revoke the tokens of a deployment.",
        description = {
            "The scope of a token says what it allows: read shows its owner's private matches and bots, play also starts"
                    + " matches and registers bots, admin does everything. Only an admin token can manage tokens: that of"
                    + " the deployment, or the one that 'bout up --strict' prints."
        },
        subcommands = {TokenCommand.Create.class, TokenCommand.ListAll.class, TokenCommand.Revoke.class},
        footer = {
            "  bout token create --name 'Gary' --scope play",
            "  bout token list --api https://bout.example.org",
            "  bout token revoke tok_b8b2a2b59d0d4c8e8d1f3a0c5e7f9a1b"
        })
final class TokenCommand extends BoutCommand {

    static final class Scopes extends ArrayList<String> {
        Scopes() {
            super(Scope.OF_TOKENS);
        }
    }

    @Command(
            name = "create",
            header = "Create a token and print it.",
            description =
                    "The token is shown only this once. It alone goes to standard output, everything else to standard"
                            + " error.",
            footer = {"  BOUT_TOKEN=$(bout token create --name 'Gary' --scope play)"})
    static final class Create extends ApiCommand {

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "Who or what it is for, up to 40 characters.")
        private String name;

        @Option(
                names = "--scope",
                required = true,
                paramLabel = "SCOPE",
                completionCandidates = Scopes.class,
                description = "What it allows: read, play or admin.")
        private String scope;

        @Override
        protected int run(ApiClient client) {
            if (Scope.ofToken(scope).isEmpty()) {
                throw wrong(DidYouMean.message("scope", scope, Scope.OF_TOKENS));
            }
            Plain token = client.post("/api/tokens", Map.of("name", name, "scope", scope));
            say(
                    "The token '" + token.text("name") + "' with the scope " + token.text("scope")
                            + ", shown only this once; keep it like a password.",
                    "To revoke it: " + next("token revoke " + token.text("id")));
            return printSecret(token.text("token"));
        }
    }

    @Command(
            name = "list",
            header = "List all tokens, newest first.",
            description = "Prints id, scope, times and name of each. The tokens themselves cannot be shown again.",
            footer = {"  bout token list"})
    static final class ListAll extends ApiCommand {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            List<List<String>> rows = client.get("/api/tokens").get("tokens").entries().stream()
                    .map(token -> List.of(
                            token.text("id"),
                            token.text("scope"),
                            "created " + token.text("createdAt"),
                            token.get("revokedAt").isNull() ? "active" : "revoked " + token.text("revokedAt"),
                            token.text("name")))
                    .toList();
            return printTable(form, List.of("id", "scope", "created", "state", "name"), rows, "There are no tokens.");
        }
    }

    @Command(
            name = "revoke",
            header = "Revoke a token permanently.",
            description = "It stops working within 10 seconds. Matches and bots created with it stay.",
            footer = {"  bout token revoke tok_b8b2a2b59d0d4c8e8d1f3a0c5e7f9a1b"})
    static final class Revoke extends ApiCommand {

        @Parameters(paramLabel = "ID", description = "The token's id, as in 'bout token list'; not the token.")
        private String id;

        @Override
        protected int run(ApiClient client) {
            if (!id.matches("tok_[0-9a-f]{32}")) {
                throw wrong("The id of a token is tok_ and 32 hexadecimal digits; 'bout token list' shows them all.");
            }
            Plain token = client.delete("/api/tokens/" + id);
            out().println("The token '" + token.text("name") + "' was revoked at " + token.text("revokedAt") + ".");
            return 0;
        }
    }
}
