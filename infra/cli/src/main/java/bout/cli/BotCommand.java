package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiOptions;
import bout.cli.match.Arguments;
import bout.cli.text.Columns;
import bout.cli.text.CommandFailed;
import bout.engine.Plain;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "bot",
        header = "Register bots at a stack or a deployment, and look after them.",
        description = {
            "A registered bot has a name, a secret that its calls are signed with, and a URL that only its owner sees. Others"
                    + " can play it once its owner has proved to control the URL, which check looks for."
        },
        synopsisSubcommandLabel = "(create | list | show | check | version | rotate-secret | delete)",
        subcommands = {
            BotCommand.Create.class,
            BotCommand.ListThem.class,
            BotCommand.Show.class,
            BotCommand.Check.class,
            BotCommand.NewVersion.class,
            BotCommand.RotateSecret.class,
            BotCommand.Delete.class
        },
        footer = {
            "  bout bot create ajax-tiles https://bots.example.org/tiles --name 'Greedy Gary'",
            "  bout bot check bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60",
            "  bout bot list --mine"
        })
final class BotCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Say what to do: create, list, show, check, version, rotate-secret or delete.");
    }

    private static String path(CommandSpec spec, String id) {
        if (!id.matches("bot_[0-9a-f-]{36}")) {
            throw new ParameterException(
                    spec.commandLine(), "'" + id + "' is no bot's id (bot_...); bout bot list --mine shows them.");
        }
        return "/api/bots/" + id;
    }

    /** Where the bot has to show what, unless it does already. */
    private static void tellProof(PrintWriter out, Plain bot) {
        Plain proof = bot.get("proof");
        if (!proof.get("provenAt").isNull()) {
            out.println("Control of its URL is proven since "
                    + proof.get("provenAt").text() + ".");
            return;
        }
        out.println("Control of its URL is not proven, so only you can play it. Have its answers bear the header");
        out.println("  " + proof.get("header").text());
        out.println("or its host answer GET " + proof.get("file").text() + " with "
                + proof.get("challenge").text() + ", then: bout bot check "
                + bot.get("id").text());
        if (!proof.get("refusal").isNull()) {
            out.println(proof.get("refusal").text());
        }
    }

    @Command(
            name = "create",
            header = "Register a bot and print its secret, this one time.",
            description =
                    "The secret alone goes to standard output, all that is to be said about it to standard error.",
            footer = {"  BOUT_SECRET=$(bout bot create ajax-tiles https://bots.example.org/tiles --name 'Greedy Gary')"
            })
    static final class Create implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(index = "0", paramLabel = "GAME", description = "The id of the game that it plays.")
        private String game;

        @Parameters(index = "1", paramLabel = "URL", description = "Where it is called.")
        private String url;

        @Option(names = "--name", required = true, paramLabel = "NAME", description = "As people see it.")
        private String name;

        @Option(names = "--private", description = "For all others there is to be no such bot.")
        private boolean hidden;

        @Override
        public Integer call() {
            Arguments.game(spec.commandLine(), game);
            try (ApiClient client = api.client(spec.commandLine())) {
                Map<String, Object> wanted = new LinkedHashMap<>();
                wanted.put("game", game);
                wanted.put("name", name);
                wanted.put("url", url);
                wanted.put("visibility", hidden ? "private" : "public");
                Plain bot = client.post("/api/bots", wanted);
                PrintWriter err = spec.commandLine().getErr();
                err.println("'" + bot.get("name").text() + "' is registered as "
                        + bot.get("id").text()
                        + ". This is its secret, shown this one time; keep it like a password.");
                tellProof(err, bot);
                err.flush();
                print(spec, bot.get("secret").text());
            }
            return 0;
        }
    }

    @Command(
            name = "list",
            header = "List bots, the newest first.",
            description = "The public ones, or with --mine all of yours: id, game, state and name.",
            footer = {"  bout bot list --game tokens"})
    static final class ListThem implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Option(names = "--game", paramLabel = "GAME", description = "Only bots of this game.")
        private String game;

        @Option(names = "--mine", description = "Your own instead of the public ones.")
        private boolean mine;

        @Override
        public Integer call() {
            if (game != null) {
                Arguments.game(spec.commandLine(), game);
            }
            List<List<String>> rows = new ArrayList<>();
            try (ApiClient client = api.client(spec.commandLine())) {
                String query = "/api/bots?limit=100&mine=" + mine + (game == null ? "" : "&game=" + game);
                for (String cursor = ""; cursor != null; ) {
                    Plain page = client.get(query + cursor);
                    for (Plain bot : page.get("bots").entries()) {
                        rows.add(List.of(
                                bot.get("id").text(),
                                bot.get("game").text(),
                                state(bot),
                                bot.get("name").text()));
                    }
                    cursor = page.get("next").isNull()
                            ? null
                            : "&cursor=" + URLEncoder.encode(page.get("next").text(), StandardCharsets.UTF_8);
                }
            }
            if (rows.isEmpty()) {
                spec.commandLine().getErr().println(mine ? "You have no bots." : "There are no public bots.");
            } else {
                Columns.print(spec.commandLine().getOut(), rows, rows.getFirst().size());
                spec.commandLine().getOut().flush();
            }
            return 0;
        }

        private static String state(Plain bot) {
            List<String> words = new ArrayList<>();
            words.add(bot.get("visibility").text());
            words.add(bot.get("proven").bool() ? "proven" : "not proven");
            if (!bot.get("active").bool()) {
                words.add("not active");
            }
            if (bot.get("health").get("out").bool()) {
                words.add("out");
            }
            return String.join(", ", words);
        }
    }

    @Command(
            name = "show",
            header = "Show a bot: to its owner also its URL, how it is, and what its last check came to.",
            footer = {"  bout bot show bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Show implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "ID", description = "The bot's id.")
        private String id;

        @Override
        public Integer call() {
            try (ApiClient client = api.client(spec.commandLine())) {
                Plain bot = client.get(path(spec, id));
                PrintWriter out = spec.commandLine().getOut();
                out.println(bot.get("name").text() + " plays " + bot.get("game").text() + ": " + ListThem.state(bot));
                if (bot.has("url")) {
                    out.println("It is called at " + bot.get("url").text() + " (version "
                            + bot.get("version").integer(1, Integer.MAX_VALUE) + ").");
                    Plain health = bot.get("health");
                    if (!health.get("reason").isNull()) {
                        out.println(
                                "At the last sweep, " + health.get("checkedAt").text() + ": "
                                        + health.get("reason").text());
                    }
                    tellProof(out, bot);
                    if (!bot.get("check").isNull()) {
                        printCheck(out, bot.get("check"));
                    }
                }
                out.flush();
            }
            return 0;
        }
    }

    @Command(
            name = "check",
            header = "Have a bot called as bout check does, from where matches are played, and its proof looked for.",
            exitCodeList = {"0:all calls passed", "1:a call failed, or there was no check within two minutes"},
            footer = {"  bout bot check bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Check implements Callable<Integer> {

        private static final Duration PATIENCE = Duration.ofMinutes(2);
        private static final Duration BETWEEN = Duration.ofMillis(500);

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "ID", description = "The bot's id.")
        private String id;

        @Override
        public Integer call() throws InterruptedException {
            String path = path(spec, id);
            try (ApiClient client = api.client(spec.commandLine())) {
                String check = client.post(path + "/check", Map.of()).get("id").text();
                long until = System.nanoTime() + PATIENCE.toNanos();
                while (System.nanoTime() < until) {
                    Plain bot = client.get(path);
                    Plain last = bot.get("check");
                    if (last.isNull() || !last.get("id").text().equals(check)) {
                        throw new CommandFailed("the bot has been changed meanwhile, so the check was not made.");
                    }
                    if (!last.get("finishedAt").isNull()) {
                        PrintWriter out = spec.commandLine().getOut();
                        int failed = printCheck(out, last);
                        tellProof(out, bot);
                        out.flush();
                        return failed > 0 || last.get("calls").length() == 0 ? 1 : 0;
                    }
                    Thread.sleep(BETWEEN);
                }
            }
            throw new CommandFailed("the check still waits; bout bot show " + id + " tells when it was made.");
        }
    }

    /** How many calls failed. */
    private static int printCheck(PrintWriter out, Plain check) {
        if (check.get("finishedAt").isNull()) {
            out.println("A check was asked for at " + check.get("askedAt").text() + " and waits.");
            return 0;
        }
        int failed = 0;
        for (Plain call : check.get("calls").entries()) {
            out.println("turn " + call.get("turn").integer(0, Integer.MAX_VALUE) + ", seat "
                    + call.get("seat").integer(1, 2));
            out.println("  sent    " + call.get("sent").text());
            String took = call.get("milliseconds").integer(0, Integer.MAX_VALUE) + " ms";
            out.println(
                    call.get("came").isNull()
                            ? "  came    no answer to read, after " + took
                            : "  came    200 in " + took + ": "
                                    + call.get("came").text());
            boolean passed = call.get("passed").bool();
            out.println(
                    (passed ? "  passed  " : "  FAILED  ") + call.get("text").text());
            failed += passed ? 0 : 1;
        }
        out.println((check.get("calls").length() - failed) + " passed, " + failed + " failed");
        return failed;
    }

    @Command(
            name = "version",
            header = "Tell that there is a new version of a bot behind its URL.",
            description =
                    "On the ladder its rating starts again from where it was, with more doubt, and its record anew.",
            footer = {"  bout bot version bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class NewVersion implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "ID", description = "The bot's id.")
        private String id;

        @Override
        public Integer call() {
            try (ApiClient client = api.client(spec.commandLine())) {
                Plain bot = client.post(path(spec, id) + "/version", Map.of());
                print(
                        spec,
                        "'" + bot.get("name").text() + "' is version "
                                + bot.get("version").integer(1, Integer.MAX_VALUE) + " now.");
            }
            return 0;
        }
    }

    @Command(
            name = "rotate-secret",
            header = "Give a bot another secret and print it, this one time.",
            description = "A match that is at play may go on with the old one for a quarter of an hour.",
            footer = {"  BOUT_SECRET=$(bout bot rotate-secret bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60)"})
    static final class RotateSecret implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "ID", description = "The bot's id.")
        private String id;

        @Override
        public Integer call() {
            try (ApiClient client = api.client(spec.commandLine())) {
                print(
                        spec,
                        client.post(path(spec, id) + "/secret", Map.of())
                                .get("secret")
                                .text());
            }
            return 0;
        }
    }

    @Command(
            name = "delete",
            header = "Delete a bot for good. Matches keep its name.",
            footer = {"  bout bot delete bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Delete implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private ApiOptions api;

        @Parameters(paramLabel = "ID", description = "The bot's id.")
        private String id;

        @Override
        public Integer call() {
            try (ApiClient client = api.client(spec.commandLine())) {
                Plain bot = client.delete(path(spec, id));
                print(spec, "'" + bot.get("name").text() + "' is deleted.");
            }
            return 0;
        }
    }

    private static void print(CommandSpec spec, String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
