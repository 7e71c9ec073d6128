package bout.cli.match;

import bout.botclient.BotClient;
import bout.cli.text.BoutCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.DidYouMean;
import bout.cli.text.Progress;
import bout.cli.text.StopReport;
import bout.cli.text.TableForm;
import bout.cli.text.WrongUse;
import bout.competition.pairings.Fixture;
import bout.competition.pairings.GroupSize;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Seeds;
import bout.competition.tournament.Tournament;
import bout.engine.Engine;
import bout.engine.Game;
import bout.engine.Plain;
import bout.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tournament",
        header = "Play a tournament and print its table.",
        description = {
            "The order of the players is their seeding. All pairs of a round play on the same boards.",
            "",
            "Formats:",
            "  round-robin         everyone against everyone, on each board from both seats",
            "  swiss               each round against a new player with equal points",
            "  knockout            the loser is out; best of an odd number of boards,",
            "                      with more boards while a pair is level",
            "  double-elimination  a knockout in which one may lose once",
            "  gauntlet            the first player against all others, from both seats",
            "",
            "Players with equal points and tie-breaks share a rank. Elo ratings are maximum-likelihood estimates from all"
                    + " results (Davidson's model, with half a virtual match for each player) with 95 %% intervals. LOS is"
                    + " the likelihood that a player is stronger than the next one.",
            "",
            "A player is withdrawn when all its calls fail. In a round robin and a gauntlet its matches then do not count,"
                    + " in a knockout its opponent advances, in a Swiss tournament it is not paired again.",
            "",
            "With --json: {\"game\", \"format\", \"ranking\", \"boards\", \"seed\", \"played\"} and, as in the API"
                    + " (TournamentTable in openapi.yaml), {\"players\", \"valueTitle\", \"columns\", \"anchor\","
                    + " \"table\", \"cross\"} with \"pairings\", \"bracket\" (and"
                    + " \"losers\") or \"groups\". A player is its index in \"players\"."
        },
        exitCodeList = {
            "0:all matches of the tournament were played",
            "1:the file of --state cannot be used",
            "2:wrong use of the command line"
        },
        modelTransformer = TournamentCommand.PlanOptions.class,
        footer = {
            "  bout tournament tokens --boards 100 --state .bout/tokens.jsonl",
            "  bout tournament ajax-tiles house:contain house:expand http://127.0.0.1:9000/",
            "  bout tournament robotag http://127.0.0.1:9000/ house:lazy --format gauntlet"
        })
public final class TournamentCommand extends BoutCommand {

    @Mixin
    private MatchOptions matches;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "PLAYER",
            description = "From 2 to " + Plan.MOST_PLAYERS + " players: URLs or house:NAME. Default: all house bots.")
    private List<String> playerTexts = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = {
                "Any string; it decides the boards and all other random numbers. Default: a random one.",
                "The first board has this seed, the next ones count up (7, 8, 9; or a, a/2, a/3)."
            })
    private String seed;

    @Option(
            names = "--anchor",
            paramLabel = "PLAYER",
            description = "The player whose Elo is set to 1000. Default: the middle of the table.")
    private String anchor;

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = {
                "Save each finished match in this file; the same command then continues the tournament.",
                "The file contains the URLs of the bots as typed."
            })
    private Path state;

    @Option(names = "--json", description = "Print only one JSON object with the table.")
    private boolean json;

    @Mixin
    private TableForm form;

    private TournamentFile file;

    @Override
    public Integer call() throws Exception {
        check(!json || !form.isCsv(), "Use --json or --csv, not both.");
        Pairing.Rules rules = matches.rules();
        List<PlayerArgument> players = players(rules.game());
        OptionalInt anchored = anchored(players);
        try (TournamentFile opened = state == null ? null : new TournamentFile(state);
                BotClient client = matches.client()) {
            file = opened;
            Plan plan = plan(rules.game(), players.size());
            if (file != null) {
                file.begin(describe(rules, players, plan));
            }
            Tournament tournament = Tournament.of(plan);
            TournamentReport report = new TournamentReport(rules.game(), players, tournament, anchored);
            play(
                    tournament,
                    fixture -> new Pairing(
                            rules,
                            client,
                            fixture.players().stream().map(players::get).toList()),
                    report);
            if (json) {
                out().println(Json.text(report.toPlain()));
            } else {
                report.print(out(), form);
            }
        }
        return 0;
    }

    private List<PlayerArgument> players(Game<?> game) {
        List<String> texts = playerTexts.isEmpty()
                ? game.houseBots().stream()
                        .map(bot -> PlayerArgument.HOUSE + bot.name())
                        .toList()
                : playerTexts;
        check(
                texts.size() >= 2 && texts.size() <= Plan.MOST_PLAYERS,
                "A tournament has from 2 to " + Plan.MOST_PLAYERS + " players, not " + texts.size() + ".");
        return texts.stream().map(matches::player).toList();
    }

    private OptionalInt anchored(List<PlayerArgument> players) {
        if (anchor == null) {
            return OptionalInt.empty();
        }
        List<String> arguments = players.stream().map(PlayerArgument::argument).toList();
        check(arguments.contains(anchor), DidYouMean.message("player", anchor, arguments));
        return OptionalInt.of(arguments.indexOf(anchor));
    }

    private Plan plan(Game<?> game, int players) {
        // A random seed is not on the command line when the tournament continues.
        Object saved = file == null
                ? null
                : file.tournament().map(kept -> kept.get("seed")).orElse(null);
        String drawn = MatchOptions.seed(seed == null && saved instanceof String text ? text : seed);
        Map<String, Object> given = PlanOptions.given(spec);
        GroupSize size = GroupSize.of(game.card().seats());
        Plan.violations(game.tournamentStyle(), size, players, given)
                .forEach(wrong -> check(false, PlanOptions.flag(wrong.name()) + ": " + wrong.text() + "."));
        return new Plan(game.tournamentStyle(), size, players, drawn, given);
    }

    /** Everything that decides the results, besides the bots. */
    private static Map<String, Object> describe(Pairing.Rules rules, List<PlayerArgument> players, Plan plan) {
        Map<String, Object> plain = Plain.object("game", rules.game().card().id(), "engine", Engine.VERSION);
        plain.putAll(plan.settings());
        plain.put("players", players.stream().map(PlayerArgument::argument).toList());
        plain.put("seed", plan.seed());
        plain.put("options", rules.options().toPlain());
        plain.put("timeLimits", List.of(rules.limits().first(), rules.limits().later()));
        return plain;
    }

    private void play(Tournament tournament, Function<Fixture, Pairing> pairings, TournamentReport report)
            throws Exception {
        Seeds seeds = new Seeds(tournament.plan().seed());
        Progress progress = new Progress(err(), tournament.plan().mostMatches());
        int atOnce = matches.concurrency();
        try (StopReport stop = new StopReport(() -> stopped(progress));
                ExecutorService threads =
                        Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
            ExecutorCompletionService<TournamentMatch> playing = new ExecutorCompletionService<>(threads);
            int running = 0;
            try {
                while (!tournament.over()) {
                    Optional<Fixture> next = running < atOnce ? tournament.next() : Optional.empty();
                    Optional<TournamentMatch> known = file == null ? Optional.empty() : next.flatMap(file::known);
                    TournamentMatch ended;
                    if (known.isPresent()) {
                        ended = known.get();
                    } else if (next.isPresent()) {
                        Fixture fixture = next.get();
                        playing.submit(() -> TournamentMatch.of(
                                fixture, pairings.apply(fixture).play(seeds.of(fixture.board()))));
                        running++;
                        continue;
                    } else if (running == 0) {
                        throw new IllegalStateException("the tournament has not ended, but there is nothing to play");
                    } else {
                        ended = playing.take().get();
                        running--;
                        if (file != null) {
                            file.append(ended);
                        }
                    }
                    tournament.result(ended.fixture(), ended.played());
                    report.add(ended);
                    progress.matchPlayed();
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

    private void stopped(Progress progress) {
        progress.end();
        say("Stopped after " + progress.played() + (progress.played() == 1 ? " match. " : " matches. ")
                + (state == null
                        ? "Nothing is saved; with --state FILE a tournament can be continued."
                        : "They are saved in " + state + "; the same command continues the tournament."));
    }

    static final class PlanOptions implements IModelTransformer {

        @Override
        public CommandSpec transform(CommandSpec command) {
            for (bout.engine.Option setting : Plan.SETTINGS) {
                OptionSpec.Builder option =
                        OptionSpec.builder(flag(setting.name())).description(setting.sentence());
                command.addOption(
                        switch (setting) {
                            case bout.engine.Option.IntegerOption number ->
                                option.type(Integer.class).paramLabel("N").build();
                            case bout.engine.Option.BooleanOption either ->
                                option.type(String.class)
                                        .paramLabel("true|false")
                                        .build();
                            case bout.engine.Option.ChoiceOption choice ->
                                option.type(String.class)
                                        .paramLabel(choice.name().toUpperCase(Locale.ROOT))
                                        .completionCandidates(choice.choices())
                                        .build();
                        });
            }
            return command;
        }

        /** Such as {@code --withdraw-after} for {@code withdrawAfter}. */
        static String flag(String setting) {
            return "--" + setting.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        }

        static Map<String, Object> given(CommandSpec command) {
            Map<String, Object> given = new LinkedHashMap<>();
            for (bout.engine.Option setting : Plan.SETTINGS) {
                Object value = command.findOption(flag(setting.name())).getValue();
                if (value == null) {
                    continue;
                }
                if (setting instanceof bout.engine.Option.ChoiceOption choice && !choice.accepts(value)) {
                    throw new WrongUse(DidYouMean.message(setting.name(), (String) value, choice.choices()));
                }
                // A text that is not a value stays as it is, so that the message shows it.
                Object typed = value instanceof String text ? setting.fromText(text) : value;
                given.put(setting.name(), typed == null ? value : typed);
            }
            return given;
        }
    }
}
