package bout.dev;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.match.GameArgument;
import bout.competition.journal.JournalEntry;
import bout.competition.ladder.Collusion;
import bout.engine.Plain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "collusion",
        header = "Find pairs of bots whose results chance does not explain.",
        description = {
            "Read the public journal of a ladder. Report pairs of which one bot won more matches than both ratings without"
                    + " each other explain, and bots whose failures and very short losses are nearly all against one"
                    + " opponent. Reported is what chance does to any pair in fewer than one of 100 such ladders.",
            "It is a reason to look at matches, not a proof: a style that another bot cannot handle, or two programs that"
                    + " play the same match again and again, has the same effect. Moves are not compared."
        },
        footer = {"  bout dev collusion tokens", "  bout dev collusion tokens --api https://bout.example.org"})
final class CollusionCommand extends ApiCommand {

    @Mixin
    private GameArgument chosen;

    @Override
    protected int run(ApiClient client) {
        List<JournalEntry> entries = new ArrayList<>();
        List<JournalEntry> page;
        do {
            page = client.journal("/api/ladders/" + chosen.id(), entries.size());
            entries.addAll(page);
        } while (!page.isEmpty());
        List<Collusion.Finding> findings = Collusion.in(entries);
        Map<String, String> names = new HashMap<>();
        for (Plain row :
                client.get("/api/ladders/" + chosen.id()).get("players").entries()) {
            String key = row.text("key");
            names.put(key, row.get("house").bool() ? key : row.text("name") + " (" + key + ")");
        }
        findings.forEach(finding -> out().println(sentence(
                finding,
                names.getOrDefault(finding.bot(), finding.bot()),
                names.getOrDefault(finding.opponent(), finding.opponent()))));
        out().println(
                        findings.isEmpty()
                                ? "No pair stands out in " + entries.size() + " matches."
                                : "Look at these matches before you ask anyone: this is no proof.");
        return 0;
    }

    private static String sentence(Collusion.Finding finding, String bot, String opponent) {
        long expected = Math.round(100 * finding.expected());
        String what =
                switch (finding.kind()) {
                    case RESULTS ->
                        bot + " won " + finding.count() + " of " + finding.of() + " decided matches against " + opponent
                                + "; the ratings without these matches say " + expected + " %.";
                    case FAILURES ->
                        bot + " failed or lost very quickly in " + finding.of() + " matches, " + finding.count()
                                + " of them against " + opponent + ", with whom it played " + expected
                                + " % of its matches.";
                };
        return what + " By chance, that happens in fewer than 1 of " + (long) Math.min(1e9, 1 / finding.p())
                + " such ladders.";
    }
}
