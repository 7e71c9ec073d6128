package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiOptions;
import bout.cli.text.Columns;
import bout.cli.text.DidYouMean;
import bout.engine.Plain;
import bout.store.access.Scope;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "token",
        header = "Make, list and revoke the tokens of a deployment.",
        description = {
            "A token says who may do what: read sees what is not public of what its owner has, play also asks for matches "
                    + "and has bots, admin may do everything. To make and revoke tokens takes one with the scope admin: "
                    + "that of the deployment, or the one that bout up --strict prints."
        },
        synopsisSubcommandLabel = "(create | list | revoke)",
        subcommands = {TokenCommand.Create.class, TokenCommand.ListAll.class, TokenCommand.Revoke.class},
        footer = {
            "  bout token create --name 'Gary' --scope play",
            "  bout token list --api https://bout.example.org",
            "  bout token revoke tok_b8b2a2b59d0d4c8e8d1f3a0c5e7f9a1b"
        })
final class TokenCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Say what to do: create, list or revoke.");
    }

    @Command(
            name = "create",
            header = "Make a token and print it, this one time.",
            description = "The token alone goes to standard output, all that is to be said about it to standard error.",
            footer = {"  BOUT_TOKEN=$(bout token create --name 'Gary' --scope play)"})
    static final class Create implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "What it is for, in up to 40 characters.")
        private String name;

        @Option(
                names = "--scope",
                required = true,
                paramLabel = "SCOPE",
                description = "What it allows: read, play or admin.")
        private String scope;

        @Override
        public Integer call() {
            if (Scope.ofToken(scope).isEmpty()) {
                throw new ParameterException(spec.commandLine(), DidYouMean.message("scope", scope, Scope.OF_TOKENS));
            }
            try (ApiClient client = api.client(spec.commandLine())) {
                Plain token = client.post("/api/tokens", Map.of("name", name, "scope", scope));
                PrintWriter err = spec.commandLine().getErr();
                err.println("This is the token '" + token.get("name").text() + "' with the scope "
                        + token.get("scope").text() + ". It is shown this one time; keep it like a password.");
                err.println(
                        "To take it back: bout token revoke " + token.get("id").text());
                err.flush();
                spec.commandLine().getOut().println(token.get("token").text());
                spec.commandLine().getOut().flush();
            }
            return 0;
        }
    }

    @Command(
            name = "list",
            header = "List all tokens, the newest first.",
            description = "Id, scope, name, and when it was made and revoked. The tokens themselves nobody can list.",
            footer = {"  bout token list"})
    static final class ListAll implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            try (ApiClient client = api.client(spec.commandLine())) {
                List<List<String>> rows = new ArrayList<>();
                for (Plain token : client.get("/api/tokens").get("tokens").entries()) {
                    rows.add(List.of(
                            token.get("id").text(),
                            token.get("scope").text(),
                            "made " + token.get("createdAt").text(),
                            token.get("revokedAt").isNull()
                                    ? "counts"
                                    : "revoked " + token.get("revokedAt").text(),
                            token.get("name").text()));
                }
                if (rows.isEmpty()) {
                    spec.commandLine().getErr().println("There are no tokens.");
                } else {
                    Columns.print(out, rows, rows.getFirst().size());
                }
                out.flush();
            }
            return 0;
        }
    }

    @Command(
            name = "revoke",
            header = "Take a token back for good.",
            description = "Within 10 seconds it counts nowhere any more. What was made with it stays.",
            footer = {"  bout token revoke tok_b8b2a2b59d0d4c8e8d1f3a0c5e7f9a1b"})
    static final class Revoke implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "ID", description = "The token's id, as list shows it; not the token.")
        private String id;

        @Override
        public Integer call() {
            if (!id.matches("tok_[0-9a-f]{32}")) {
                throw new ParameterException(
                        spec.commandLine(),
                        "the id of a token is tok_ and 32 hexadecimal digits; bout token list shows them all");
            }
            try (ApiClient client = api.client(spec.commandLine())) {
                Plain token = client.delete("/api/tokens/" + id);
                PrintWriter out = spec.commandLine().getOut();
                out.println("The token '" + token.get("name").text() + "' is revoked since "
                        + token.get("revokedAt").text() + ".");
                out.flush();
            }
            return 0;
        }
    }
}
