package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiOptions;
import bout.cli.match.Arguments;
import bout.cli.text.Columns;
import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import bout.standings.ladder.Ladder;
import bout.standings.ladder.LadderElo;
import bout.standings.ladder.Leaderboard;
import bout.standings.ladder.Participant;
import bout.store.journal.JournalEntry;
import bout.wire.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "ratings",
        header = "Show a game's ladder, or compute it again from its matches.",
        description = {
            "A ladder is rated match by match, in the order of its journal. Anybody may read the journal and compute the same "
                    + "ratings; where they differ, something is wrong."
        },
        synopsisSubcommandLabel = "(show | recompute)",
        subcommands = {RatingsCommand.Show.class, RatingsCommand.Recompute.class},
        footer = {
            "  bout ratings show tokens",
            "  bout ratings recompute tokens",
            "  bout ratings recompute tokens --api https://bout.example.org"
        })
final class RatingsCommand implements Callable<Integer> {

    private static final int PAGE = 500;
    private static final int MOST = Integer.MAX_VALUE;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Say what to do: show or recompute.");
    }

    @Command(
            name = "show",
            header = "Show a game's ladder as it is published.",
            description = "Rating is mu - 3 sigma, by which the table is sorted; Elo has its 95 % interval behind it.",
            footer = {"  bout ratings show tokens"})
    static final class Show implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "GAME", description = "The id of the game.")
        private String game;

        @Override
        public Integer call() {
            Arguments.game(spec.commandLine(), game);
            try (ApiClient client = api.client(spec.commandLine())) {
                print(spec, client.get("/api/ladders/" + game));
            }
            return 0;
        }
    }

    @Command(
            name = "recompute",
            header = "Compute a game's ladder from its matches and compare it with the published one.",
            description = {
                "Reads the published table and the ladder's journal, rates the matches in order, and compares every number: "
                        + "ratings and records bit for bit, Elo to 9 digits behind the point, for its intervals use functions "
                        + "that differ in the last bit from machine to machine. Exit status 1, with the first difference, "
                        + "where they are not the same."
            },
            footer = {"  bout ratings recompute tokens", "  bout ratings recompute tokens --check-matches"})
    static final class Recompute implements Callable<Integer> {

        private static final Set<String> ELO = Set.of("elo", "eloLow", "eloHigh", "superior");
        private static final double ELO_DIFFERENCE = 1e-9;

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "GAME", description = "The id of the game.")
        private String game;

        @Option(
                names = "--check-matches",
                description =
                        "Also look each match up, one request for each, and compare its result with the journal's.")
        private boolean checkMatches;

        @Override
        public Integer call() {
            Arguments.game(spec.commandLine(), game);
            PrintWriter out = spec.commandLine().getOut();
            try (ApiClient client = api.client(spec.commandLine())) {
                Plain published = client.get("/api/ladders/" + game);
                Map<String, Object> recomputed = recompute(client, published);
                print(spec, Plain.of(recomputed));
                Optional<String> difference = difference(published, Plain.of(recomputed));
                if (difference.isPresent()) {
                    throw new CommandFailed(
                            "the published ladder of " + game + " is not what its matches give: " + difference.get());
                }
                out.println("The same numbers as published, from "
                        + published.get("sequence").integer(0, MOST) + " matches in the journal.");
                out.flush();
            }
            return 0;
        }

        private Map<String, Object> recompute(ApiClient client, Plain published) {
            Map<String, Participant> listed = new LinkedHashMap<>();
            Set<String> fitted = new HashSet<>();
            for (Plain row : published.get("players").entries()) {
                String key = row.get("key").text();
                listed.put(
                        key,
                        new Participant(
                                key, row.get("name").text(), row.get("house").bool()));
                if (!row.get("elo").isNull()) {
                    fitted.add(key);
                }
            }
            String anchor = published.get("anchor").text();
            int last = published.get("sequence").integer(0, MOST);
            int eloAt = published.get("eloSequence").isNull()
                    ? -1
                    : published.get("eloSequence").integer(0, last);
            Ladder ladder = new Ladder(game);
            Optional<LadderElo> elo = Optional.empty();
            while (true) {
                if (ladder.sequence() == eloAt) {
                    elo = LadderElo.of(ladder, fitted, anchor);
                }
                if (ladder.sequence() == last) {
                    return Leaderboard.of(ladder, listed, elo, anchor).toPlain();
                }
                for (Plain entry : page(client, ladder.sequence())) {
                    if (ladder.sequence() == last) {
                        break;
                    }
                    take(client, ladder, entry);
                    if (ladder.sequence() == eloAt) {
                        elo = LadderElo.of(ladder, fitted, anchor);
                    }
                }
            }
        }

        private List<Plain> page(ApiClient client, long after) {
            List<Plain> page = client.get("/api/ladders/" + game + "/matches?limit=" + PAGE + "&after=" + after)
                    .get("matches")
                    .entries();
            if (page.isEmpty()) {
                throw new CommandFailed("the published ladder of " + game
                        + " counts matches that are not in its journal, which ends with number " + after);
            }
            return page;
        }

        private void take(ApiClient client, Ladder ladder, Plain plain) {
            Map<String, Object> fields = new LinkedHashMap<>();
            plain.fields().forEach((name, value) -> fields.put((String) name, value));
            int sequence = plain.get("sequence").integer(1, MOST);
            fields.remove("sequence");
            JournalEntry entry = JournalEntry.read(sequence, Plain.of(fields));
            if (sequence != ladder.sequence() + 1) {
                throw new CommandFailed("the journal of the ladder of " + game + " has a gap: number "
                        + (ladder.sequence() + 1) + " is followed by " + sequence);
            }
            if (checkMatches) {
                Plain match = client.get("/api/matches/" + entry.match());
                if (!text(match.get("result")).equals(Json.text(entry.result().toPlain()))) {
                    throw new CommandFailed("number " + sequence + " in the journal, the match " + entry.match()
                            + ", has the result " + Json.text(entry.result().toPlain()) + ", but the match's own is "
                            + text(match.get("result")));
                }
            }
            ladder.add(entry);
        }

        /** The first place where the two are not the same. */
        private static Optional<String> difference(Plain published, Plain recomputed) {
            for (String field : List.of("sequence", "matches", "eloSequence")) {
                if (!text(published.get(field)).equals(text(recomputed.get(field)))) {
                    return Optional.of(field + " is " + text(published.get(field)) + " there and "
                            + text(recomputed.get(field)) + " here");
                }
            }
            List<Plain> rows = published.get("players").entries();
            List<Plain> here = recomputed.get("players").entries();
            for (int i = 0; i < rows.size(); i++) {
                String row = "row " + (i + 1) + ", " + rows.get(i).get("name").text() + ": ";
                if (i == here.size()) {
                    return Optional.of(row + "it has no rated match");
                }
                for (Object field : here.get(i).fields().keySet()) {
                    Plain there = rows.get(i).get((String) field);
                    Plain now = here.get(i).get((String) field);
                    if (!same((String) field, there, now)) {
                        return Optional.of(row + field + " is " + text(there) + " there and " + text(now) + " here");
                    }
                }
            }
            return Optional.empty();
        }

        private static boolean same(String field, Plain there, Plain here) {
            if (ELO.contains(field) && !there.isNull() && !here.isNull()) {
                return Math.abs(there.number() - here.number()) <= ELO_DIFFERENCE;
            }
            return text(there).equals(text(here));
        }
    }

    /** A double's text says its every bit. */
    private static String text(Plain plain) {
        return Json.text(plain.value());
    }

    private static void print(CommandSpec spec, Plain ladder) {
        PrintWriter out = spec.commandLine().getOut();
        List<Plain> players = ladder.get("players").entries();
        if (players.isEmpty()) {
            out.println("Nobody has played a match of the ladder of "
                    + ladder.get("game").text() + " yet.");
            out.flush();
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(
                List.of("name", "rank", "rating", "mu", "sigma", "Elo", "+/-", "won", "drawn", "lost", "failed calls"));
        for (Plain player : players) {
            boolean elo = !player.get("elo").isNull();
            rows.add(List.of(
                    (player.get("house").bool() ? "house:" : "")
                            + player.get("name").text(),
                    "" + player.get("rank").integer(1, MOST),
                    number("%.2f", player.get("rating")),
                    number("%.2f", player.get("mu")),
                    number("%.2f", player.get("sigma")),
                    elo ? number("%.0f", player.get("elo")) : "",
                    elo
                            ? String.format(
                                    Locale.ROOT,
                                    "%.0f",
                                    (player.get("eloHigh").number()
                                                    - player.get("eloLow").number())
                                            / 2)
                            : "",
                    "" + player.get("wins").integer(0, MOST),
                    "" + player.get("draws").integer(0, MOST),
                    "" + player.get("losses").integer(0, MOST),
                    "" + player.get("failures").integer(0, MOST)));
        }
        Columns.print(out, rows, 1);
        out.flush();
    }

    private static String number(String format, Plain number) {
        return String.format(Locale.ROOT, format, number.number());
    }
}
