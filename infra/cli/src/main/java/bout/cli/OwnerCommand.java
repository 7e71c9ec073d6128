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
        name = "owner",
        header = "Create, list, block and erase the owners of bots: people and teams.",
        description = {
            "An owner has bots, matches and any number of keys. Its scope says what they allow: read shows its private"
                    + " matches and bots, play also starts matches and registers bots, admin does everything. Only an"
                    + " admin can manage owners, with the token of the deployment, or the one that 'bout up --strict'"
                    + " prints."
        },
        subcommands = {
            OwnerCommand.Create.class,
            OwnerCommand.ListAll.class,
            OwnerCommand.Block.class,
            OwnerCommand.Unblock.class,
            OwnerCommand.Erase.class
        },
        footer = {
            "  bout owner create --name 'Gary' --scope play",
            "  bout owner list --api https://bout.example.org",
            "  bout owner block own_0190f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b"
        })
final class OwnerCommand extends BoutCommand {

    static final class Scopes extends ArrayList<String> {
        Scopes() {
            super(Scope.OF_TOKENS);
        }
    }

    @Command(
            name = "create",
            header = "Create an owner and print the token of its first key.",
            description = "Token and recovery code are shown only this once. The token alone goes to standard output,"
                    + " everything else to standard error.",
            footer = {"  BOUT_TOKEN=$(bout owner create --name 'Gary' --scope play)"})
    static final class Create extends ApiCommand {

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "The name by which others know the owner, up to 40 characters.")
        private String name;

        @Option(
                names = "--scope",
                required = true,
                paramLabel = "SCOPE",
                completionCandidates = Scopes.class,
                description = "The scope of its keys: read, play or admin.")
        private String scope;

        @Override
        protected int run(ApiClient client) {
            check(Scope.ofToken(scope).isPresent(), DidYouMean.message("scope", scope, Scope.OF_TOKENS));
            Plain made = client.post("/api/owners", Map.of("name", name, "scope", scope));
            Plain owner = made.get("owner");
            say(
                    "The owner '" + owner.text("name") + "' with the scope " + owner.text("scope")
                            + ". Its token is shown only this once; keep it like a password.",
                    "The recovery code, with which it gets other keys: " + made.text("recovery"),
                    "To block it: " + next("owner block " + owner.text("id")));
            return printLine(made.text("token"));
        }
    }

    @Command(
            name = "list",
            header = "List all owners, newest first.",
            description = "Prints id, scope, times and name of each.",
            footer = {"  bout owner list"})
    static final class ListAll extends ApiCommand {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            List<List<String>> rows = client.all("/api/owners?limit=100", "owners").stream()
                    .map(owner -> List.of(
                            owner.text("id"),
                            owner.text("scope"),
                            "created " + owner.text("createdAt"),
                            owner.get("blockedAt").isNull() ? "active" : "blocked " + owner.text("blockedAt"),
                            owner.text("name")))
                    .toList();
            return printTable(form, List.of("id", "scope", "created", "state", "name"), rows, "There are no owners.");
        }
    }

    private abstract static class OneOwner extends ApiCommand {

        @Parameters(paramLabel = "ID", description = "The owner's id, as in 'bout owner list'.")
        protected String id;

        protected int change(ApiClient client, boolean blocked, String done) {
            Plain owner = client.patch(pathOfOwner(id), Map.of("blocked", blocked));
            return printLine("The owner '" + owner.text("name") + "' " + done);
        }
    }

    @Command(
            name = "block",
            header = "Block an owner.",
            description =
                    "Its keys stop working within 10 seconds, its matches end, its tournaments are cancelled, and its bots"
                            + " are paused.",
            footer = {"  bout owner block own_0190f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b"})
    static final class Block extends OneOwner {
        @Override
        protected int run(ApiClient client) {
            return change(client, true, "is blocked. To let it in again, use 'bout owner unblock'.");
        }
    }

    @Command(
            name = "unblock",
            header = "Let a blocked owner in again.",
            description = "Its keys work again. Its bots stay paused until it activates them.",
            footer = {"  bout owner unblock own_0190f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b"})
    static final class Unblock extends OneOwner {
        @Override
        protected int run(ApiClient client) {
            return change(client, false, "is not blocked. It must activate its bots itself.");
        }
    }

    @Command(
            name = "erase",
            header = "Erase an owner permanently.",
            description = "Its keys, links and recovery code stop working within 10 seconds. Its bots are deleted, its"
                    + " matches and tournaments are cancelled, and its names and URLs are removed from everything that is"
                    + " stored; see docs/privacy.md. This cannot be undone.",
            footer = {"  bout owner erase own_0190f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b --yes"})
    static final class Erase extends OneOwner {

        @Option(names = "--yes", description = "Erase it. Default: only show the owner that would be erased.")
        private boolean yes;

        @Option(names = "--myself", description = "The owner is you: your own key stops working, too.")
        private boolean myself;

        @Override
        protected int run(ApiClient client) {
            if (!yes) {
                Plain owner = client.get(pathOfOwner(id)).get("owner");
                return printLine("This would erase the owner '" + owner.text("name")
                        + "' with all bots, for good. To do it, add --yes.");
            }
            client.delete(pathOfOwner(id) + (myself ? "?myself=true" : ""));
            return printLine(
                    "The owner " + id + " is being erased: its keys stop working within 10 seconds, and its names"
                            + " disappear within two hours.");
        }
    }
}
