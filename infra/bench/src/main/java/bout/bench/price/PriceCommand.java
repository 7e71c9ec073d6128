package bout.bench.price;

import bout.cli.ModuleCommand;
import bout.cli.text.Columns;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "price",
        header = "Estimate what a deployment costs.",
        description = {
            "Print the monthly bill of an account in us-east-1 for a number of matches a day, what it costs per 1,000"
                    + " matches, and what the platform costs when nobody uses it. Free tiers are not deducted.",
            "The quantities are counted on the local stack or follow from the template; docs/price.md lists the prices"
                    + " and the assumptions."
        },
        exitCodeList = {"0:success", "2:wrong use of the command line"},
        footer = {"  bout price", "  bout price --matches-per-day 1000000 --seconds 20 --viewers 1000"})
public final class PriceCommand implements ModuleCommand {

    private static final double MAX_MATCHES = 1e9;
    private static final double MAX_SECONDS = 86_400;
    private static final double MAX_VIEWERS = 1e7;

    /** The template's maximum. */
    private static final double MAX_RUNNERS = 1000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--matches-per-day",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Matches per day, spread evenly. Default: ${DEFAULT-VALUE}.")
    private double matchesPerDay;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "20",
            description = "Seconds per match; 200 calls of 100 ms take 20 s. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--calls",
            paramLabel = "C",
            defaultValue = "200",
            description = "Calls of bots per match. Default: ${DEFAULT-VALUE}.")
    private double calls;

    @Option(
            names = "--viewers",
            paramLabel = "V",
            defaultValue = "0",
            description = "People who follow a live match at any time. Default: ${DEFAULT-VALUE}.")
    private double viewers;

    @Option(
            names = "--connected-bots",
            paramLabel = "N",
            defaultValue = "0",
            description = "Connected bots that are online at any time; all calls are to such bots then."
                    + " Default: ${DEFAULT-VALUE}.")
    private double connected;

    @Option(
            names = "--runners",
            paramLabel = "N",
            defaultValue = "2",
            description = "The parameter RunnerConcurrency. Default: ${DEFAULT-VALUE}.")
    private double runners;

    @Option(
            names = "--ladder-bots",
            paramLabel = "N",
            defaultValue = "0",
            description = "Bots of ladders whose rating is uncertain at any time, as that of a new bot is for its first"
                    + " matches; the others rest. Default: ${DEFAULT-VALUE}.")
    private double ladderBots;

    @Override
    public Integer call() {
        check("--matches-per-day", matchesPerDay, MAX_MATCHES);
        check("--seconds", seconds, MAX_SECONDS);
        check("--calls", calls, MAX_MATCHES);
        check("--viewers", viewers, MAX_VIEWERS);
        check("--connected-bots", connected, MAX_VIEWERS);
        check("--runners", runners, MAX_RUNNERS);
        check("--ladder-bots", ladderBots, MAX_MATCHES);
        PrintWriter out = spec.commandLine().getOut();
        for (MatchKind kind : MatchKind.values()) {
            PriceModel model =
                    new PriceModel(matchesPerDay, seconds, calls, connected, viewers, runners, ladderBots, kind);
            out.println(String.format(
                    Locale.ROOT, "Matches %s, %.0f a day of %.0f s:", kind.text(), matchesPerDay, seconds));
            print(out, model.matches(), matchesPerDay * PriceModel.DAYS);
        }
        PriceModel model =
                new PriceModel(matchesPerDay, seconds, calls, connected, viewers, runners, ladderBots, MatchKind.TOKEN);
        out.println("Transfer to the bots:");
        print(out, model.transfer(), matchesPerDay * PriceModel.DAYS);
        if (connected > 0) {
            out.println(String.format(
                    Locale.ROOT, "%.0f connected bots all day, which play all these matches:", connected));
            print(out, model.lines(), matchesPerDay * PriceModel.DAYS);
        }
        if (viewers > 0) {
            out.println(String.format(Locale.ROOT, "%.0f viewers of one live match, all day:", viewers));
            print(out, model.viewing(), 0);
        }
        out.println("The platform without matches of users:");
        print(out, model.idle(), 0);
        out.println("With a key of your own for the table (TableKeyArn):");
        print(out, model.key(), 0);
        out.println("Prices of us-east-1, " + Price.AS_OF + ", without free tiers, tax and storage.");
        out.flush();
        return 0;
    }

    private void check(String option, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw new ParameterException(
                    spec.commandLine(), String.format(Locale.ROOT, "%s: from 0 to %.0f, not %s.", option, most, value));
        }
    }

    /** @param matches how many matches these are; 0 = omit the price of a thousand */
    private static void print(PrintWriter out, List<PriceModel.Line> lines, double matches) {
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("", "quantity", "$ a month"));
        if (matches > 0) {
            head.add("$ per 1,000 matches");
        }
        rows.add(head);
        for (PriceModel.Line line : lines) {
            if (line.quantity() > 0) {
                rows.add(row(
                        "  " + line.part(),
                        String.format(Locale.ROOT, "%.4g", line.quantity()),
                        line.dollars(),
                        matches));
            }
        }
        rows.add(row("  sum", "", PriceModel.sum(lines), matches));
        Columns.print(out, rows, 1);
        out.println();
    }

    private static List<String> row(String part, String quantity, double dollars, double matches) {
        List<String> row = new ArrayList<>(List.of(part, quantity, String.format(Locale.ROOT, "%.2f", dollars)));
        if (matches > 0) {
            row.add(String.format(Locale.ROOT, "%.5f", dollars / matches * 1000));
        }
        return row;
    }
}
