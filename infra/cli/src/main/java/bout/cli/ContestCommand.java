package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.TableForm;
import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.tournament.TournamentStandings;
import bout.engine.Plain;
import bout.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "contest",
        header = "List contests, enter a bot, and verify how a contest went.",
        description =
                "Until its deadline, bots are entered in a contest. Then its stages are played, each a tournament.",
        subcommands = {
            ContestCommand.ListAll.class,
            ContestCommand.Enter.class,
            ContestCommand.Leave.class,
            ContestCommand.Verify.class
        },
        footer = {
            "  bout contest list",
            "  bout contest enter \"$CONTEST\" \"$BOT\"",
            "  bout contest verify con_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"
        })
final class ContestCommand extends BoutCommand {

    private abstract static class OneContest extends ApiCommand {

        @Parameters(index = "0", paramLabel = "CONTEST", description = "The contest's id, as in 'bout contest list'.")
        private String id;

        protected String path() {
            if (!id.matches("con_[0-9a-f-]{36}")) {
                throw wrong("'" + id + "' is not the id of a contest (con_...); 'bout contest list' shows them all.");
            }
            return "/api/contests/" + id;
        }
    }

    @Command(
            name = "list",
            header = "List contests, newest first.",
            description = "Prints id, game, state, deadline and name of each.",
            footer = {"  bout contest list"})
    static final class ListAll extends ApiCommand {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            List<List<String>> rows = client.get("/api/contests").get("contests").entries().stream()
                    .map(each -> List.of(
                            each.text("id"),
                            each.text("game"),
                            each.text("state"),
                            "until " + each.text("deadline"),
                            each.text("name")))
                    .toList();
            return printTable(form, List.of("id", "game", "state", "deadline", "name"), rows, "There are no contests.");
        }
    }

    private abstract static class WithBot extends OneContest {

        @Parameters(index = "1", paramLabel = "BOT", description = "The id of a bot of yours, as in 'bout bot list'.")
        private String bot;

        /** After it was found out that it is one. */
        protected String bot() {
            return pathOfBot(bot).substring("/api/bots/".length());
        }
    }

    @Command(
            name = "enter",
            header = "Enter a bot of yours.",
            description = "It must play the game, be active and, at a URL, proven; also at the deadline.",
            footer = {"  bout contest enter \"$CONTEST\" \"$BOT\""})
    static final class Enter extends WithBot {
        @Override
        protected int run(ApiClient client) {
            Plain contest = client.post(path() + "/entries", Map.of("bot", bot()));
            out().println("Entered in '" + contest.text("name") + "'. The deadline is " + contest.text("deadline")
                    + ".");
            return 0;
        }
    }

    @Command(
            name = "leave",
            header = "Withdraw a bot of yours.",
            description = "It comes into no further stage. Until the deadline you can enter another one.",
            footer = {"  bout contest leave \"$CONTEST\" \"$BOT\""})
    static final class Leave extends WithBot {
        @Override
        protected int run(ApiClient client) {
            Plain contest = client.delete(path() + "/entries/" + bot());
            out().println("Withdrawn from '" + contest.text("name") + "'.");
            return 0;
        }
    }

    @Command(
            name = "verify",
            header = "Verify how a contest went, from its journal and its tournaments.",
            description =
                    "Reads plan and journal, checks each entry against those before it, and compares the ranking of each"
                            + " stage with the table of its tournament. Prints the final ranking.",
            footer = {"  bout contest verify con_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Verify extends OneContest {

        @Override
        protected int run(ApiClient client) {
            Plain shown = client.get(path());
            Contest contest = replayed(shown);
            for (Contest.Played stage : contest.stages()) {
                if (!stage.ranking().isEmpty()
                        && !stage.ranking()
                                .equals(TournamentStandings.ranking(
                                        client.get("/api/tournaments/" + stage.tournament())))) {
                    throw new CommandFailed(
                            "The journal has another ranking than the tournament " + stage.tournament() + ".");
                }
            }
            if (!contest.ranking().equals(texts(shown.get("ranking")))
                    || !contest.state().code().equals(shown.text("state"))) {
                throw new CommandFailed("What the contest shows does not follow from its journal.");
            }
            out().println("'" + shown.text("name") + "' is " + shown.text("state") + ". All "
                    + shown.get("journal").length() + " entries of its journal follow from each other.");
            for (int i = 0; i < contest.ranking().size(); i++) {
                out().println((i + 1) + ". " + contest.ranking().get(i));
            }
            return 0;
        }

        private static Contest replayed(Plain shown) {
            List<ContestEvent> journal = new ArrayList<>();
            try {
                for (Plain each : shown.get("journal").entries()) {
                    journal.add(Json.readStored(Json.text(each.value()), ContestEvent.class));
                }
                return Contest.of(plan(shown), journal);
            } catch (IllegalArgumentException | Json.NotJson wrong) {
                throw new CommandFailed("The journal is wrong: " + wrong.getMessage());
            }
        }

        /** The deadline that is shown may have been postponed; the first one is only in the plan. */
        private static ContestPlan plan(Plain shown) {
            return new ContestPlan(
                    Instant.parse(shown.text("firstDeadline")),
                    shown.get("perOwner").integer(1, ContestPlan.MOST_PER_OWNER),
                    shown.get("stages").entries().stream().map(Verify::stage).toList());
        }

        @SuppressWarnings("unchecked")
        private static Stage stage(Plain shown) {
            return new Stage(
                    (Map<String, Object>) shown.get("settings").value(),
                    shown.get("best").isNull() ? null : shown.get("best").integer(2, Integer.MAX_VALUE));
        }

        private static List<String> texts(Plain list) {
            return list.entries().stream().map(Plain::text).toList();
        }
    }
}
