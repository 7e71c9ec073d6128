package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.TableForm;
import bout.competition.Coded;
import bout.competition.contest.Contest;
import bout.competition.contest.ContestEvent;
import bout.competition.contest.ContestEvent.Closed;
import bout.competition.contest.ContestEvent.Entrant;
import bout.competition.contest.ContestPlan;
import bout.competition.contest.ContestPlan.Stage;
import bout.competition.contest.Grade;
import bout.competition.contest.Grade.Criterion;
import bout.competition.journal.Competition.Subject;
import bout.engine.Plain;
import bout.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
            ContestCommand.Grades.class,
            ContestCommand.Reveal.class,
            ContestCommand.Again.class,
            ContestCommand.Late.class,
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

        protected String id() {
            return id;
        }

        protected String path() {
            check(
                    id.matches("con_[0-9a-f-]{36}"),
                    "'" + id + "' is not the id of a contest (con_...); 'bout contest list' shows them all.");
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

        @Parameters(index = "1", paramLabel = "BOT", description = "The bot's id, as in 'bout bot list'.")
        private String bot;

        /** After it was found out that it is one. */
        protected String bot() {
            return pathOfBot(bot).substring("/api/bots/".length());
        }
    }

    @Command(
            name = "enter",
            header = "Enter one of your bots.",
            description = "It must play the game, be active and, at a URL, verified; also at the deadline.",
            footer = {"  bout contest enter \"$CONTEST\" \"$BOT\""})
    static final class Enter extends WithBot {

        @Option(
                names = "--invitation",
                paramLabel = "TEXT",
                description = "The last part of the link to a contest for invited people.")
        private String invitation;

        @Override
        protected int run(ApiClient client) {
            Map<String, Object> entry =
                    invitation == null ? Map.of("bot", bot()) : Map.of("bot", bot(), "invitation", invitation);
            Plain contest = client.post(path() + "/entries", entry);
            return printLine(
                    "Entered in '" + contest.text("name") + "'. The deadline is " + contest.text("deadline") + ".");
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
            return printLine("Withdrawn from '" + contest.text("name") + "'.");
        }
    }

    @Command(
            name = "grades",
            header = "Print what each bot has achieved, for the organiser.",
            description =
                    "Prints place, owner, bot, matches won, drawn and lost, and the criteria that it has met. With --csv, all"
                            + " figures.",
            footer = {"  bout contest grades \"$CONTEST\"", "  bout contest grades --csv \"$CONTEST\" > grades.csv"})
    static final class Grades extends OneContest {

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            if (form.isCsv()) {
                out().print(client.text(path() + "/grades?format=csv"));
                return 0;
            }
            List<List<String>> rows = client.get(path() + "/grades").get("grades").entries().stream()
                    .map(Grades::row)
                    .toList();
            return printTable(
                    form,
                    List.of("place", "owner", "name", "won", "drawn", "lost", "criteria", "out"),
                    rows,
                    "No bot has been entered.");
        }

        private static List<String> row(Plain grade) {
            String criteria = grade.get("stages").entries().stream()
                    .filter(stage -> !stage.isNull() && !stage.get("criterion").isNull())
                    .map(stage -> stage.get("criterion"))
                    .map(each -> each.text("house") + (each.get("met").bool() ? " met" : " not met"))
                    .collect(Collectors.joining(", "));
            return List.of(
                    text(grade.get("place")),
                    grade.text("ownerName"),
                    grade.text("name"),
                    text(grade.get("wins")),
                    text(grade.get("draws")),
                    text(grade.get("losses")),
                    criteria.isEmpty() ? "-" : criteria,
                    text(grade.get("out")));
        }

        private static String text(Plain value) {
            return value.isNull() ? "-" : value.value().toString();
        }
    }

    @Command(
            name = "reveal",
            header = "Reveal the results of a stage, as its organiser.",
            description =
                    "For a contest with hidden results. Stages are revealed in their order, each after it has ended.",
            footer = {"  bout contest reveal \"$CONTEST\" 1"})
    static final class Reveal extends OneContest {

        @Parameters(index = "1", paramLabel = "STAGE", description = "The number of the stage, from 1.")
        private String number;

        @Override
        protected int run(ApiClient client) {
            check(
                    number.matches("[1-" + ContestPlan.MOST_STAGES + "]"),
                    "A contest has stages from 1 to " + ContestPlan.MOST_STAGES + ".");
            int stage = Integer.parseInt(number);
            Plain contest = client.patch(path(), Map.of("revealed", stage - 1));
            return printLine("Stage " + stage + " of '" + contest.text("name") + "' is revealed.");
        }
    }

    @Command(
            name = "again",
            header = "Have a match of a stage played again, as the organiser.",
            description =
                    "Its result is taken back, and everyone can read the reason. Also after the stage has ended, until the next"
                            + " one begins; in a knockout until the next round does.",
            footer = {"  bout contest again \"$CONTEST\" \"$MATCH\" \"The network was down.\""})
    static final class Again extends OneContest {

        @Parameters(index = "1", paramLabel = "MATCH", description = "The match's id.")
        private String match;

        @Parameters(index = "2", paramLabel = "REASON", description = "Why; for everyone to read.")
        private String reason;

        @Override
        protected int run(ApiClient client) {
            Plain contest = client.patch(path(), Map.of("again", Map.of("match", match, "reason", reason)));
            return printLine("The match is played again in '" + contest.text("name") + "'.");
        }
    }

    @Command(
            name = "late",
            header = "Enter a bot after the deadline, as the organiser.",
            description =
                    "It comes into the next stage, besides all others and as the last seed. Published code is pinned as it is"
                            + " now, and everyone can read the reason.",
            footer = {"  bout contest late \"$CONTEST\" \"$BOT\" \"The bus was late.\""})
    static final class Late extends WithBot {

        @Parameters(index = "2", paramLabel = "REASON", description = "Why; for everyone to read.")
        private String reason;

        @Override
        protected int run(ApiClient client) {
            Plain contest = client.patch(path(), Map.of("late", Map.of("bot", bot(), "reason", reason)));
            return printLine("Entered in '" + contest.text("name") + "', from the next stage on.");
        }
    }

    @Command(
            name = "verify",
            header = "Verify how a contest went, from its journal and its tournaments.",
            description =
                    "Reads plan and journal, checks each entry against those before it, and compares the ranking of each"
                            + " stage with the table of its tournament. Recomputes a ladder of its own, and the seeds from it."
                            + " Prints the final ranking.",
            footer = {"  bout contest verify con_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Verify extends OneContest {

        @Override
        protected int run(ApiClient client) {
            Plain shown = client.get(path());
            ContestPlan plan = plan(shown);
            List<ContestEvent> journal = new ArrayList<>();
            Contest contest;
            try {
                for (Plain each : shown.get("journal").entries()) {
                    journal.add(Json.readStored(Json.text(each.value()), ContestEvent.class));
                }
                contest = Contest.of(plan, journal);
            } catch (IllegalArgumentException | Json.NotJson wrong) {
                throw new CommandFailed("The journal is wrong: " + wrong.getMessage());
            }
            if (plan.ladder()) {
                checkLadder(client, shown.text("game"), contest, journal);
            }
            List<Grade> grades = Grade.of(plan, contest, stage -> table(client, contest, stage));
            if (!contest.ranking().equals(texts(shown.get("ranking")))
                    || !contest.state().code().equals(shown.text("state"))) {
                throw new CommandFailed("What the contest shows does not follow from its journal.");
            }
            out().println("'" + shown.text("name") + "' is " + shown.text("state") + ". All "
                    + shown.get("journal").length() + " entries of its journal follow from each other.");
            Map<String, String> names = new HashMap<>();
            contest.entries().forEach(entry -> names.put(entry.bot(), entry.name()));
            for (int i = 0; i < contest.ranking().size(); i++) {
                String bot = contest.ranking().get(i);
                out().println((i + 1) + ". " + names.get(bot) + " (" + bot + ")");
            }
            for (int i = 0; i < contest.stages().size(); i++) {
                if (contest.stages().get(i).masked()) {
                    out().println("Stage " + (i + 1) + " cannot be checked before its results are revealed.");
                }
            }
            grades.forEach(grade -> grade.stages().stream()
                    .filter(stage -> stage != null && stage.criterion() != null)
                    .forEach(stage -> out().println(criterion(grade, stage.criterion()))));
            return 0;
        }

        private static String criterion(Grade grade, Criterion criterion) {
            return grade.entry().name() + (criterion.met() ? " has met" : " has not met") + " the criterion: won "
                    + criterion.wins() + " of " + criterion.matches() + " matches against " + criterion.house() + ", "
                    + criterion.percent() + " % needed.";
        }

        private static Plain table(ApiClient client, Contest contest, Contest.Played stage) {
            Plain table = client.get("/api/tournaments/" + stage.tournament());
            if (!stage.ranking().equals(stage.ranking(table))) {
                throw new CommandFailed(
                        "The journal has another ranking than the tournament " + stage.tournament() + ".");
            }
            List<String> again = table.has("again") ? texts(table.get("again")) : List.of();
            if (!contest.takenBack(contest.stages().indexOf(stage)).equals(again)) {
                throw new CommandFailed(
                        "According to the journal, other matches were played again than in the tournament "
                                + stage.tournament() + ".");
            }
            return table;
        }

        /** The published ladder follows from its matches, and the seeds from those before the contest closed. */
        private void checkLadder(ApiClient client, String game, Contest contest, List<ContestEvent> journal) {
            List<String> entered =
                    contest.entries().stream().map(Contest.Entry::bot).toList();
            RecomputedLadder ladder = new RecomputedLadder(client, path() + "/ladder", id(), entry -> {
                if (!entry.competition().subject(game).equals(new Subject.Ladder(id()))
                        || !entered.containsAll(entry.players())) {
                    throw new CommandFailed("The match " + entry.match() + " is not of this contest's ladder.");
                }
            });
            Plain published = ladder.published();
            for (ContestEvent event : journal) {
                if (event instanceof Closed closed
                        && !seeds(ladder, contest, closed).equals(bots(closed))) {
                    throw new CommandFailed("The order of the seeds does not follow from the ladder.");
                }
            }
            // Of all matches, so that the journal is read once.
            ladder.compare(published, ladder.recompute(published));
            out().println("The ladder follows from its "
                    + published.get("sequence").value() + " matches.");
        }

        private static List<String> seeds(RecomputedLadder ladder, Contest contest, Closed closed) {
            List<String> playable = bots(closed);
            return ladder.after(Math.toIntExact(closed.ladder()))
                    .bestFirst(contest.entries().stream()
                            .map(Contest.Entry::bot)
                            .filter(playable::contains)
                            .toList());
        }

        private static List<String> bots(Closed closed) {
            return closed.entrants().stream().map(Entrant::bot).toList();
        }

        /** The deadline that is shown may have been postponed; the first one is only in the plan. */
        private static ContestPlan plan(Plain shown) {
            return new ContestPlan(
                    Instant.parse(shown.text("firstDeadline")),
                    shown.get("perOwner").integer(1, ContestPlan.MOST_PER_OWNER),
                    shown.get("stages").entries().stream().map(Verify::stage).toList(),
                    Coded.of(ContestPlan.Reveal.class, shown.text("reveal")).orElseThrow(),
                    shown.get("ladder").bool());
        }

        @SuppressWarnings("unchecked")
        private static Stage stage(Plain shown) {
            return new Stage(
                    (Map<String, Object>) shown.get("settings").value(),
                    number(shown, "best"),
                    shown.get("house").isNull() ? null : shown.text("house"),
                    number(shown, "percent"));
        }

        private static Integer number(Plain shown, String name) {
            return shown.get(name).isNull() ? null : (Integer) shown.get(name).integer(1, Integer.MAX_VALUE);
        }

        private static List<String> texts(Plain list) {
            return list.entries().stream().map(Plain::text).toList();
        }
    }
}
