package bout.cli;

import bout.cli.match.GameArgument;
import bout.cli.text.BoutCommand;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.guide.Guide;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "games",
        header = "List the games with their options and house bots.",
        description = {
            "With GAME, also prints its rules in short, and what a bot receives and answers. With --full, prints its whole"
                    + " guide for bot authors as Markdown."
        },
        footer = {"  bout games", "  bout games ajax-tiles", "  bout games ajax-tiles --full > ajax-tiles.md"})
final class GamesCommand extends BoutCommand {

    @Parameters(
            paramLabel = "GAME",
            arity = "0..1",
            completionCandidates = GameArgument.Ids.class,
            description = "The id of a game. Default: all games.")
    private String id;

    @Option(names = "--full", description = "Print the whole guide: rules, wire format and limits.")
    private boolean full;

    @Override
    public Integer call() {
        if (id == null) {
            check(!full, "--full needs a game: bout games GAME --full.");
            Games.ALL.forEach(this::list);
        } else if (full) {
            out().print(Guide.of(GameArgument.read(id)).toMarkdown());
        } else {
            Game<?> game = GameArgument.read(id);
            list(game);
            explain(game.card());
        }
        return 0;
    }

    private void list(Game<?> game) {
        GameCard card = game.card();
        out().println(card.id() + ": " + card.summary());
        if (!card.options().isEmpty()) {
            out().println("  Options (--set NAME=VALUE):");
        }
        for (bout.engine.Option option : card.options()) {
            out().println("    " + option.name() + "=" + option.defaultValue() + ": " + option.sentence() + " ("
                    + option.range() + ")");
        }
        out().println("  House bots (house:NAME):");
        for (HouseBot bot : game.houseBots()) {
            out().println("    " + bot.name() + ": " + bot.sentence());
        }
        TimeLimits limits = card.timeLimits();
        out().println("  Time limit: " + limits.later() + " ms for each move"
                + (limits.first() == limits.later() ? "" : ", " + limits.first() + " ms for the first")
                + "; " + TimeLimits.ofMatch(game) / 60_000 + " minutes for all moves of a match");
    }

    private void explain(GameCard card) {
        out().println("  Rules:");
        card.rules().forEach(rule -> out().println("    " + rule));
        out().println("  A bot gets one POST for each move (" + card.form().contentType() + "):");
        out().println("    " + card.request());
        out().println("  It answers with a status from 200 to 299 and:");
        out().println("    " + card.answer());
        out().println("  The whole guide, with a real request:");
        out().println("    bout games " + card.id() + " --full, or on the site: http://127.0.0.1:8080"
                + Guide.page(card));
    }
}
