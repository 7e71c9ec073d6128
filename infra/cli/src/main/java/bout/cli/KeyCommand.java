package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.TableForm;
import bout.engine.Plain;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "key",
        header = "Create, list and revoke your keys: one for each machine and person.",
        description = {
            "A key is a token with a name. All keys of an owner act for it, and each can be revoked alone: your bots keep"
                    + " playing. A link gives others a key: your team, or you on another machine."
        },
        subcommands = {
            KeyCommand.ListAll.class,
            KeyCommand.Create.class,
            KeyCommand.MakeLink.class,
            KeyCommand.Revoke.class,
            KeyCommand.Recovery.class
        },
        footer = {
            "  bout key list",
            "  BOUT_TOKEN=$(bout key create --name 'Laptop')",
            "  bout key link --name 'Team Blue' --uses 3 --days 7",
            "  bout key revoke --others"
        })
final class KeyCommand extends BoutCommand {

    private abstract static class OfOwner extends ApiCommand {

        @Option(names = "--owner", paramLabel = "ID", description = "For an admin: whose keys. Default: your own.")
        private String owner;

        protected String path(ApiClient client) {
            if (owner != null) {
                return pathOfOwner(owner);
            }
            Plain me = client.get("/api/me");
            if (me.get("key").isNull()) {
                // The admin token, or a stack on which nobody needs one.
                throw new CommandFailed("you are '" + me.text("id") + "', who has no keys; name an owner with --owner");
            }
            return pathOfOwner(me.text("id"));
        }
    }

    @Command(
            name = "list",
            header = "List your keys and links.",
            description = "Prints id, when it was last used, state and name of each. The tokens cannot be shown again.",
            footer = {"  bout key list"})
    static final class ListAll extends OfOwner {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            Plain owner = client.get(path(client));
            Stream<List<String>> keys = owner.get("keys").entries().stream()
                    .map(key -> List.of(
                            key.text("id"),
                            key.get("usedAt").isNull() ? "never used" : "used " + key.text("usedAt"),
                            state(key),
                            key.text("name")));
            Stream<List<String>> links = owner.get("links").entries().stream()
                    .map(link -> List.of(
                            link.text("id"),
                            "link, " + link.get("used").value() + " of "
                                    + link.get("uses").value(),
                            state(link),
                            link.text("name")));
            return printTable(
                    form,
                    List.of("id", "used", "state", "name"),
                    Stream.concat(keys, links).toList(),
                    "There are no keys.");
        }

        private static String state(Plain each) {
            return each.get("revokedAt").isNull() ? "active" : "revoked " + each.text("revokedAt");
        }
    }

    @Command(
            name = "create",
            header = "Create another key and print its token.",
            description =
                    "The token is shown only this once. It alone goes to standard output, everything else to standard"
                            + " error.",
            footer = {"  BOUT_TOKEN=$(bout key create --name 'Laptop')"})
    static final class Create extends OfOwner {

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "Which machine or person it is for, up to 40 characters.")
        private String name;

        @Override
        protected int run(ApiClient client) {
            Plain made = client.post(path(client) + "/keys", Map.of("name", name));
            Plain key = made.get("key");
            say(
                    "The key '" + key.text("name") + "' of " + made.get("owner").text("name")
                            + ". Its token is shown only this once; keep it like a password.",
                    "To revoke it: " + next("key revoke " + key.text("id")));
            return printLine(made.text("token"));
        }
    }

    @Command(
            name = "link",
            header = "Create a link that gives others a key of yours, and print it.",
            description =
                    "Anyone who opens the link acts for you: send it to your team only. It is shown only this once, and only"
                            + " the link goes to standard output.",
            footer = {"  bout key link --name 'Team Blue' --uses 3 --days 7"})
    static final class MakeLink extends OfOwner {

        @Option(
                names = "--name",
                required = true,
                paramLabel = "NAME",
                description = "Whom it is for, up to 40 characters.")
        private String name;

        @Option(
                names = "--uses",
                defaultValue = "1",
                paramLabel = "N",
                description = "How many keys it gives, up to 100. Default: ${DEFAULT-VALUE}.")
        private int uses;

        @Option(
                names = "--days",
                defaultValue = "7",
                paramLabel = "N",
                description = "How many days it works, up to 30. Default: ${DEFAULT-VALUE}.")
        private int days;

        @Override
        protected int run(ApiClient client) {
            Plain made = client.post(path(client) + "/links", Map.of("name", name, "uses", uses, "days", days));
            say("The link '" + made.text("name") + "' until " + made.text("expiresAt") + ", shown only this once:");
            printLine(resolve("/join.html") + "#" + made.text("secret"));
            say("To revoke it: " + next("key revoke " + made.text("id")));
            return 0;
        }
    }

    @Command(
            name = "revoke",
            header = "Revoke a key or a link, or all but the key you use.",
            description = "It stops working within 10 seconds. Your bots keep playing.",
            footer = {"  bout key revoke tok_b8b2a2b59d0d4c8e8d1f3a0c5e7f9a1b", "  bout key revoke --others"})
    static final class Revoke extends OfOwner {

        @Parameters(
                paramLabel = "ID",
                arity = "0..1",
                description = "The id of a key or a link, as in 'bout key list'; not the token.")
        private String id;

        @Option(names = "--others", description = "Revoke all keys but the one you use, and all links.")
        private boolean others;

        @Override
        protected int run(ApiClient client) {
            check(others == (id == null), "Give either the ID of a key or a link, or --others.");
            if (others) {
                client.delete(path(client) + "/keys");
                return printLine("All other keys and all links are revoked.");
            }
            check(
                    id.matches("(tok|inv)_[0-9a-f]{32}"),
                    "ID: tok_ or inv_ and 32 hexadecimal digits; 'bout key list' shows them all.");
            boolean link = id.startsWith("inv_");
            Plain revoked = client.delete(path(client) + (link ? "/links/" : "/keys/") + id);
            return printLine("The " + (link ? "link '" : "key '") + revoked.text("name") + "' was revoked at "
                    + revoked.text("revokedAt") + ".");
        }
    }

    @Command(
            name = "recovery",
            header = "Replace your recovery code and print the new one.",
            description =
                    "With the code you get a key when you have lost all others: 'bout join', or the page /join.html. The"
                            + " old code is needed; an admin can replace the code of an owner without.",
            footer = {
                "  bout key recovery --code k7qd9-m2x4w-nt8r3-c5hpz",
                "  bout key recovery --owner own_0190f4a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b"
            })
    static final class Recovery extends OfOwner {

        @Option(names = "--code", paramLabel = "CODE", description = "The present recovery code.")
        private String code;

        @Override
        protected int run(ApiClient client) {
            Plain made = client.post(path(client) + "/recovery", code == null ? Map.of() : Map.of("code", code));
            say("The new recovery code, shown only this once; the old one no longer works:");
            return printLine(made.text("recovery"));
        }
    }
}
