package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.BoutCommand;
import bout.cli.text.TableForm;
import bout.engine.Plain;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.bot.Bots;
import bout.store.match.MatchLimits;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "invite",
        header = "Invite people with a link: each becomes an owner of bots.",
        description = {
            "People who open the link enter a name and get a key with the scope play, until the invitation is used up,"
                    + " expired or revoked. Only an admin token can manage invitations: that of the deployment, or the"
                    + " one that 'bout up --strict' prints."
        },
        subcommands = {
            InviteCommand.Create.class,
            InviteCommand.ListAll.class,
            InviteCommand.Show.class,
            InviteCommand.Revoke.class
        },
        footer = {
            "  bout invite create --uses 40 --days 7",
            "  bout invite list --api https://bout.example.org",
            "  bout invite revoke inv_5f1c8a20d94e4b7b9a3e6d2c81f70b35 --block"
        })
final class InviteCommand extends BoutCommand {

    private static final String PATH = "/api/invitations";
    private static final int MOST_QUOTA = 1_000_000;

    private abstract static class OneInvitation extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "The invitation's id, as in 'bout invite list'.")
        private String id;

        protected String path() {
            check(
                    id.matches("inv_[0-9a-f]{32}"),
                    "The id of an invitation is inv_ and 32 hexadecimal digits; 'bout invite list' shows them all.");
            return PATH + "/" + id;
        }
    }

    private static String state(Plain invitation) {
        if (!invitation.get("revokedAt").isNull()) {
            return "revoked " + invitation.text("revokedAt");
        }
        String expiresAt = invitation.text("expiresAt");
        // Both are in UTC and have the same form, so their order as texts is that in time.
        return (expiresAt.compareTo(Instant.now().toString()) <= 0 ? "expired " : "until ") + expiresAt;
    }

    private static String uses(Plain invitation) {
        return invitation.get("used").value() + " of " + invitation.get("uses").value();
    }

    @Command(
            name = "create",
            header = "Create an invitation and print its link.",
            description =
                    "The link is shown only this once. It alone goes to standard output, everything else to standard"
                            + " error. Anyone with the link can join, so send it only to the people you invite.",
            footer = {
                "  bout invite create --uses 40 --days 7",
                "  bout invite create --uses 500 --days 1 --name 'Open day' --bots 3",
            })
    static final class Create extends ApiCommand {

        @Option(
                names = "--uses",
                required = true,
                paramLabel = "N",
                description = "How many people can join (maximum " + InvitationRecord.MOST_USES + ").")
        private int uses;

        @Option(
                names = "--days",
                required = true,
                paramLabel = "N",
                description = "Days until the invitation expires (maximum " + InvitationRecord.MOST_DAYS + ").")
        private int days;

        @Option(
                names = "--name",
                paramLabel = "NAME",
                description = "The name of the invitation, up to 40 characters. Default: 'Invitation of' and the date.")
        private String name;

        @Option(
                names = "--bots",
                paramLabel = "N",
                description = "Maximum bots per person who joins (at most the deployment's limit).")
        private Integer bots;

        @Option(
                names = "--open-matches",
                paramLabel = "N",
                description = "Maximum queued and running matches per person, likewise.")
        private Integer openMatches;

        @Option(
                names = "--matches-per-day",
                paramLabel = "N",
                description = "Maximum matches per person and day (UTC), likewise.")
        private Integer matchesPerDay;

        @Override
        protected int run(ApiClient client) {
            range("--uses", uses, 1, InvitationRecord.MOST_USES);
            range("--days", days, 1, InvitationRecord.MOST_DAYS);
            Map<String, Object> quotas = new LinkedHashMap<>();
            quota(quotas, "bots", "--bots", bots, Bots.MOST_OF_OWNER);
            quota(quotas, "openMatches", "--open-matches", openMatches, MatchLimits.MOST_OPEN);
            quota(quotas, "matchesPerDay", "--matches-per-day", matchesPerDay, MOST_QUOTA);
            String called = name == null ? "Invitation of " + LocalDate.now(ZoneOffset.UTC) : name;
            Plain made = client.post(PATH, Map.of("name", called, "uses", uses, "days", days, "quotas", quotas));
            say("The invitation '" + made.text("name") + "' for " + uses + (uses == 1 ? " person" : " people")
                    + ", until " + made.text("expiresAt") + ". This link is shown only this once:");
            // The API knows the site's name, but not whether a stack in a local network is reached without TLS.
            printLine(resolve("/join.html") + "#" + made.text("secret"));
            String id = made.text("id");
            say("Who joined: " + next("invite show " + id), "To revoke it: " + next("invite revoke " + id));
            return 0;
        }

        private void quota(Map<String, Object> quotas, String field, String option, Integer value, int most) {
            if (value != null) {
                range(option, value, 1, most);
                quotas.put(field, value);
            }
        }
    }

    @Command(
            name = "list",
            header = "List all invitations, newest first.",
            description = "Prints id, number of people who joined, state and name of each. The links cannot be shown"
                    + " again.",
            footer = {"  bout invite list"})
    static final class ListAll extends ApiCommand {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            List<List<String>> rows = client.get(PATH).get("invitations").entries().stream()
                    .map(each -> List.of(each.text("id"), uses(each), state(each), each.text("name")))
                    .toList();
            return printTable(
                    form,
                    List.of("id", "joined", "state", "name"),
                    rows,
                    "There are no invitations. Create one: " + next("invite create --uses 40 --days 7"));
        }
    }

    @Command(
            name = "show",
            header = "Show an invitation and who joined with it.",
            description = "Prints owner id, time, state and name of each person who joined, in that order.",
            footer = {"  bout invite show inv_5f1c8a20d94e4b7b9a3e6d2c81f70b35"})
    static final class Show extends OneInvitation {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            Plain invitation = client.get(path());
            if (!form.isCsv()) {
                out().println(invitation.text("name") + ": " + uses(invitation) + " joined, " + state(invitation));
            }
            List<List<String>> rows = invitation.get("joined").entries().stream()
                    .map(who -> List.of(
                            who.text("id"),
                            who.text("joinedAt"),
                            who.get("blocked").bool() ? "blocked" : "active",
                            who.text("name")))
                    .toList();
            return printTable(form, List.of("id", "joined", "state", "name"), rows, "No one has joined yet.");
        }
    }

    @Command(
            name = "revoke",
            header = "Revoke an invitation permanently.",
            description = "The link stops working. People who joined keep their keys, unless --block is given.",
            footer = {
                "  bout invite revoke inv_5f1c8a20d94e4b7b9a3e6d2c81f70b35",
                "  bout invite revoke inv_5f1c8a20d94e4b7b9a3e6d2c81f70b35 --block"
            })
    static final class Revoke extends OneInvitation {

        @Option(
                names = "--block",
                description = "Also block the owners that joined with it: their matches end and their bots are paused.")
        private boolean block;

        @Override
        protected int run(ApiClient client) {
            Plain invitation = client.delete(path() + (block ? "?owners=true" : ""));
            int joined = invitation.get("joined").length();
            return printLine("The invitation '" + invitation.text("name") + "' was revoked at "
                    + invitation.text("revokedAt") + ". " + (joined == 1 ? "1 person" : joined + " people")
                    + " had joined"
                    + (joined == 0 ? "." : block ? "; they are blocked." : " and keep their keys."));
        }
    }
}
