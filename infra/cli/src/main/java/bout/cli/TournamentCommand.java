package bout.cli;

import bout.botclient.BotClient;
import bout.cli.match.MatchOptions;
import bout.cli.match.Pairing;
import bout.cli.match.PlayerArgument;
import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cli.text.Progress;
import bout.cli.tournament.TournamentFile;
import bout.cli.tournament.TournamentMatch;
import bout.cli.tournament.TournamentReport;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Options;
import bout.engine.TimeLimits;
import bout.standings.pairings.Fixture;
import bout.standings.pairings.RoundRobin;
import bout.standings.pairings.Swiss;
import bout.standings.tables.Ranking;
import bout.standings.tournament.Format;
import bout.standings.tournament.Plan;
import bout.standings.tournament.Seeds;
import bout.standings.tournament.Tournament;
import bout.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "tournament",
        header = "Plays a tournament and prints its table.",
        description = {
            "A player is the URL of a bot or house:NAME; without any, all house bots of the game play. Their order is"
                    + " their seeding. All pairs of a round play on the same boards, which follow from the seed.",
            "",
            "Formats:",
            "  round-robin  everyone against everyone, on each board from both seats",
            "  swiss        in each round against somebody of equal points, nobody twice",
            "  knockout     who loses is out; best of an odd number of boards,",
            "               and boards are added while a pair is level",
            "  gauntlet     the first player against all others, from both seats",
            "",
            "Players who are equal in points and all tie-breaks share a rank. Elo ratings are the likeliest ones under"
                    + " all results (Davidson's model, half a virtual draw for each player), the first player at 1000,"
                    + " with 95 %% intervals; LOS is how likely it is that a player is stronger than the next.",
            "",
            "A player whose calls all failed is withdrawn after a number of them. In a round robin and a gauntlet its"
                    + " matches then count for nobody, in a knockout its opponent goes on, in a swiss tournament it is not"
                    + " paired again.",
            "",
            "With --json, one object: {\"game\", \"format\", \"ranking\", \"boards\", \"seed\", \"played\"} and, as the API"
                    + " publishes them (TournamentTable in openapi.yaml), {\"players\", \"valueTitle\", \"columns\","
                    + " \"anchor\", \"table\", \"cross\"} with \"pairings\" or \"bracket\". A player is the number of its"
                    + " place in \"players\", from 0."
        },
        exitCodeList = {
            "0:the tournament was played to its end",
            "1:the state file cannot be used",
            "2:wrong use: an unknown game, bot or option, or a value out of range"
        },
        footer = {
            "  bout tournament tokens --boards 100 --concurrency 2",
            "  bout tournament ajax-tiles house:contain house:expand http://127.0.0.1:9000/ --boards 20 --state t.jsonl",
            "  bout tournament robotag http://127.0.0.1:9000/ house:lazy house:bouncy --format gauntlet --boards 50"
        })
final class TournamentCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private MatchOptions matches;

    @Parameters(index = "0", paramLabel = "GAME", description = "The id of a game.")
    private String gameId;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "PLAYER",
            description = "URLs and house:NAME, from 2 to " + Plan.MOST_PLAYERS + ". Default: all house bots.")
    private List<String> playerTexts = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "round-robin",
            description = "round-robin, swiss, knockout or gauntlet. Default: ${DEFAULT-VALUE}.")
    private String format;

    @Option(
            names = "--boards",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "On how many boards each pair plays, up to " + Plan.MOST_BOARDS + ". Default: ${DEFAULT-VALUE}.")
    private int boards;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of a swiss tournament. Default: as many as find one winner, log2 of the players.")
    private Integer rounds;

    @Option(
            names = "--ranking",
            paramLabel = "R",
            description = {
                "wins (1, 1/2, 0) or score (the sum of the game's scores).",
                "Default: score for tokens, as its original has it, and wins for other games and formats."
            })
    private String ranking;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any text; the boards and all lots follow from it. Without it, one is drawn and printed.",
                "The first board has this seed, the others count up (7, 8, 9; or a, a/2, a/3)."
            })
    private String seed;

    @Option(
            names = "--withdraw-after",
            paramLabel = "N",
            defaultValue = "" + Plan.USUAL_WITHDRAW_AFTER,
            description = "Withdraw a player whose first N calls all failed. Default: ${DEFAULT-VALUE}.")
    private int withdrawAfter;

    @Option(
            names = "--anchor",
            paramLabel = "PLAYER",
            description = "The player whose Elo is 1000. Default: the one in the middle of the table.")
    private String anchor;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = {
                "Keep each match there when it is over, and go on from there when the same command is given again.",
                "URLs of bots stand in it as they were typed."
            })
    private Path state;

    @Option(names = "--json", description = "Prints the table as one JSON object and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Game<?, ?> game = matches.game(gameId);
        Options options = matches.options(game);
        TimeLimits limits = matches.limits(game);
        List<PlayerArgument> players = players(game);
        OptionalInt anchored = anchored(players);
        try (TournamentFile file = state == null ? null : new TournamentFile(state);
                BotClient client = matches.client()) {
            Optional<TournamentFile> kept = Optional.ofNullable(file);
            Plan plan = plan(game, players.size(), MatchOptions.seed(seedOf(kept)));
            kept.ifPresent(begun -> begun.begin(describe(game, options, limits, players, plan)));
            Tournament tournament = Tournament.of(plan);
            TournamentReport report = new TournamentReport(game, players, tournament, anchored);
            play(
                    tournament,
                    fixture -> new Pairing(
                            game,
                            options,
                            List.of(players.get(fixture.first()), players.get(fixture.second())),
                            limits,
                            client),
                    kept,
                    report);
            if (json) {
                spec.commandLine().getOut().println(Json.text(report.toPlain()));
            } else {
                report.print(spec.commandLine().getOut());
            }
        }
        return 0;
    }

    private List<PlayerArgument> players(Game<?, ?> game) {
        List<String> texts = playerTexts.isEmpty()
                ? game.houseBots().stream()
                        .map(HouseBot::name)
                        .map(name -> PlayerArgument.HOUSE + name)
                        .toList()
                : playerTexts;
        matches.check(
                texts.size() >= 2 && texts.size() <= Plan.MOST_PLAYERS,
                "PLAYER: a tournament has from 2 to " + Plan.MOST_PLAYERS + " players, not " + texts.size() + ".");
        return texts.stream().map(text -> matches.player(game, text)).toList();
    }

    private OptionalInt anchored(List<PlayerArgument> players) {
        if (anchor == null) {
            return OptionalInt.empty();
        }
        List<String> arguments = players.stream().map(PlayerArgument::argument).toList();
        matches.check(arguments.contains(anchor), DidYouMean.message("player", anchor, arguments));
        return OptionalInt.of(arguments.indexOf(anchor));
    }

    /** A seed that was drawn is not on the command line when the tournament goes on. */
    private String seedOf(Optional<TournamentFile> file) {
        return seed != null
                ? seed
                : file.flatMap(TournamentFile::tournament)
                        .map(begun -> begun.get("seed"))
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .orElse(null);
    }

    private Plan plan(Game<?, ?> game, int players, String plannedSeed) {
        Optional<Format> known = Format.of(format);
        matches.check(known.isPresent(), DidYouMean.message("format", format, Format.codes()));
        RoundRobin.Order order = RoundRobin.Order.of(game.tournamentStyle());
        Ranking byWhat = ranking(game, known.get());
        int swissRounds = rounds != null ? rounds : Swiss.usualRounds(players);
        matches.check(rounds == null || known.get() == Format.SWISS, "--rounds: only a swiss tournament has rounds.");
        Plan.wrong(known.get(), players, boards, swissRounds, byWhat, withdrawAfter)
                .ifPresent(wrong -> matches.check(false, wrong.text() + "."));
        return new Plan(known.get(), players, boards, swissRounds, order, byWhat, plannedSeed, withdrawAfter);
    }

    private Ranking ranking(Game<?, ?> game, Format known) {
        if (ranking == null) {
            return Plan.usualRanking(game.tournamentStyle(), known);
        }
        Optional<Ranking> byWhat = Ranking.of(ranking);
        matches.check(byWhat.isPresent(), DidYouMean.message("ranking", ranking, Ranking.codes()));
        return byWhat.get();
    }

    /** All that decides the results, the bots aside. */
    private static Map<String, Object> describe(
            Game<?, ?> game, Options options, TimeLimits limits, List<PlayerArgument> players, Plan plan) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("game", game.card().id());
        plain.put("engine", Engine.VERSION);
        plain.put("format", plan.format().code());
        plain.put("players", players.stream().map(PlayerArgument::argument).toList());
        plain.put("boards", plan.boards());
        plain.put("rounds", plan.rounds());
        plain.put("ranking", plan.ranking().code());
        plain.put("seed", plan.seed());
        plain.put("options", options.toPlain());
        plain.put("timeLimits", List.of(limits.first(), limits.later()));
        plain.put("withdrawAfter", plan.withdrawAfter());
        return plain;
    }

    /** Who plays a match. */
    private interface Pairings {
        Pairing of(Fixture fixture);
    }

    private void play(Tournament tournament, Pairings pairings, Optional<TournamentFile> file, TournamentReport report)
            throws Exception {
        Seeds seeds = new Seeds(tournament.plan().seed());
        Progress progress = new Progress(spec.commandLine().getErr(), tournament.mostMatches());
        int atOnce = matches.concurrency();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
            ExecutorCompletionService<TournamentMatch> playing = new ExecutorCompletionService<>(threads);
            int running = 0;
            try {
                while (!tournament.over()) {
                    Optional<Fixture> next = running < atOnce ? tournament.next() : Optional.empty();
                    Optional<TournamentMatch> known =
                            next.flatMap(fixture -> file.flatMap(kept -> kept.known(fixture)));
                    TournamentMatch ended;
                    if (known.isPresent()) {
                        ended = known.get();
                    } else if (next.isPresent()) {
                        Fixture fixture = next.get();
                        playing.submit(() -> TournamentMatch.of(
                                fixture,
                                pairings.of(fixture)
                                        .play(seeds.of(fixture.board()), turns -> {})
                                        .withoutReplay()));
                        running++;
                        continue;
                    } else if (running == 0) {
                        throw new IllegalStateException("the tournament is not over, and there is nothing to play");
                    } else {
                        ended = playing.take().get();
                        running--;
                        keep(file, ended);
                    }
                    tournament.result(ended.fixture(), ended.played());
                    report.add(ended);
                    progress.gamePlayed();
                }
            } catch (ExecutionException failed) {
                threads.shutdownNow();
                throw failed.getCause() instanceof Exception cause ? cause : failed;
            } catch (CommandFailed | InterruptedException stopped) {
                threads.shutdownNow();
                throw stopped;
            }
        } finally {
            progress.clear();
        }
    }

    private static void keep(Optional<TournamentFile> file, TournamentMatch match) {
        file.ifPresent(kept -> kept.add(match));
    }
}
