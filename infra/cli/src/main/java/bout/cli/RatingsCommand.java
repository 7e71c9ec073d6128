package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.match.GameArgument;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.TableForm;
import bout.competition.journal.JournalEntry;
import bout.competition.ratings.Rating;
import bout.engine.Plain;
import bout.wire.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "ratings",
        header = "Show the ladder of a game, or recompute it from its matches.",
        description = {
            "The ratings of a ladder are computed match by match, in the order of its public journal. Anyone can recompute"
                    + " them and must get the same numbers."
        },
        subcommands = {RatingsCommand.Show.class, RatingsCommand.Recompute.class},
        footer = {
            "  bout ratings show tokens",
            "  bout ratings recompute tokens",
            "  bout ratings recompute tokens --api https://bout.example.org"
        })
final class RatingsCommand extends BoutCommand {

    @Command(
            name = "show",
            header = "Show the published ladder of a game.",
            description =
                    "Best first. The order is cautious: it takes three times the uncertainty off the rating, so a bot that"
                            + " has played little is below others of its rating.",
            footer = {"  bout ratings show tokens"})
    static final class Show extends ApiCommand {

        @Mixin
        private GameArgument chosen;

        @Mixin
        private TableForm form;

        @Override
        protected int run(ApiClient client) {
            String game = chosen.id();
            print(out(), client.get("/api/ladders/" + game), form);
            return 0;
        }
    }

    @Command(
            name = "recompute",
            header = "Recompute a ladder and compare it with the published one.",
            description =
                    "Ratings and records must be equal bit for bit. Prints the first difference, if there is one.",
            exitCodeList = {"0:all numbers are equal", "1:a number differs", "2:wrong use of the command line"},
            footer = {"  bout ratings recompute tokens", "  bout ratings recompute tokens --check-matches"})
    static final class Recompute extends ApiCommand {

        @Mixin
        private GameArgument chosen;

        @Option(
                names = "--check-matches",
                description =
                        "Also compare the result of each match with the journal, with one request for each match.")
        private boolean checkMatches;

        @Override
        protected int run(ApiClient client) {
            RecomputedLadder ladder =
                    new RecomputedLadder(client, "/api/ladders/" + chosen.id(), chosen.id(), entry -> {
                        if (checkMatches) {
                            check(client, entry);
                        }
                    });
            Plain published = ladder.published();
            Plain recomputed = ladder.recompute(published);
            print(out(), recomputed, new TableForm());
            ladder.compare(published, recomputed);
            return printLine("All numbers are equal to the published ones, computed from "
                    + published.get("sequence").value() + " matches.");
        }

        private void check(ApiClient client, JournalEntry entry) {
            String ours = Json.text(entry.result().toPlain());
            String theirs = text(client.get("/api/matches/" + entry.match()).get("result"));
            if (!ours.equals(theirs)) {
                throw new CommandFailed("entry " + entry.sequence() + " of the journal says that the match "
                        + entry.match() + " has the result " + ours + ", but the match itself says " + theirs);
            }
        }
    }

    /** The text of a double has all its bits. */
    static String text(Plain plain) {
        return Json.text(plain.value());
    }

    private static void print(PrintWriter out, Plain ladder, TableForm form) {
        List<Plain> players = ladder.get("players").entries();
        if (players.isEmpty() && !form.isCsv()) {
            out.println("The ladder of " + ladder.text("game") + " has no matches yet.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("name", "rank", "rating", "won", "drawn", "lost", "failed calls"));
        for (Plain player : players) {
            rows.add(List.of(
                    (player.get("house").bool() ? "house:" : "") + player.text("name"),
                    text(player.get("rank")),
                    new Rating(player.get("mu").number(), player.get("sigma").number()).text(),
                    text(player.get("wins")),
                    text(player.get("draws")),
                    text(player.get("losses")),
                    text(player.get("failures"))));
        }
        form.print(out, rows, 1);
    }
}
