package bout.cli;

import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.match.GameArgument;
import bout.cli.text.BoutCommand;
import bout.cli.text.CheckReport;
import bout.cli.text.CommandFailed;
import bout.cli.text.TableForm;
import bout.cli.text.Typed;
import bout.engine.Plain;
import bout.stack.FileProblem;
import bout.store.bot.BotRecord.BotCheck.CheckedCall;
import bout.wire.WebhookSecret;
import bout.wire.id.SeatIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bot",
        header = "Register bots and manage them.",
        description = {
            "A registered bot has a page, a rating, and a secret that signs its calls. It is a server at a URL that only"
                    + " its owner sees, code that Bout runs, or a program that connects to Bout. Others can play against a bot at a URL once"
                    + " 'bout bot check' has verified that it is yours."
        },
        subcommands = {
            BotCommand.Create.class,
            BotCommand.Publish.class,
            BotCommand.ListThem.class,
            BotCommand.Show.class,
            BotCommand.Check.class,
            BotCommand.FindMatch.class,
            BotCommand.NewVersion.class,
            BotCommand.RotateSecret.class,
            BotCommand.Delete.class
        },
        footer = {
            "  bout bot create ajax-tiles https://bots.example.org/tiles --name 'Greedy Gary'",
            "  bout bot publish ajax-tiles grower.js --name Grower",
            "  bout bot check bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60",
            "  bout bot list --mine"
        })
final class BotCommand extends BoutCommand {

    private abstract static class OneBot extends ApiCommand {

        @Parameters(paramLabel = "ID", description = "The bot's id.")
        protected String id;

        protected String path() {
            return pathOfBot(id);
        }

        protected void printProof(Plain bot) {
            if (!bot.has("proof")) {
                return; // only a URL needs one
            }
            Plain proof = bot.get("proof");
            String refusal = proof.get("refusal").isNull() ? null : proof.text("refusal");
            if (!proof.get("provenAt").isNull()) {
                out().println("Verified to be yours since " + proof.text("provenAt") + ".");
                if (refusal != null) {
                    out().println("But it was not found again: " + refusal);
                }
                return;
            }
            out().println(
                            "Its URL is not verified, so only you can play it. Restart it with its secret in BOUT_SECRET, so that");
            out().println("its answers have the header " + WebhookSecret.PROOF + ", or serve this code:");
            out().println("  " + proof.text("text"));
            out().println("as the file " + proof.text("file") + " of the same host and port. Then: "
                    + next("bot check " + bot.text("id")));
            if (refusal != null) {
                out().println("The last check: " + refusal);
            }
        }

        protected int printCheck(Plain check, boolean verbose) {
            if (check.get("finishedAt").isNull()) {
                out().println("A check was requested at " + check.text("askedAt") + " and has not finished.");
                return 0;
            }
            CheckReport report = new CheckReport(out(), verbose);
            for (Plain call : check.get("calls").entries()) {
                report.add(ApiClient.typed(call, CheckedCall.class));
            }
            return report.end();
        }
    }

    @Command(
            name = "create",
            header = "Register a bot and print its secret.",
            description =
                    "The secret is shown only this once. It alone goes to standard output, everything else to standard"
                            + " error.",
            footer = {
                "  bout bot create ajax-tiles http://127.0.0.1:9000/ --name 'Greedy Gary'",
                "  BOUT_SECRET=$(bout bot create tokens https://bots.example.org/ --name Gary)",
                "  bout bot create tokens --connected --name Laptop"
            })
    static final class Create extends ApiCommand {

        @Mixin
        private GameArgument chosen;

        @Parameters(index = "1", arity = "0..1", paramLabel = "URL", description = "The URL to call.")
        private String url;

        @Option(
                names = "--connected",
                description = "Instead of a URL: a program of yours connects to Bout, with 'bout connect'.")
        private boolean connected;

        @Option(names = "--name", required = true, paramLabel = "NAME", description = "The name that everyone sees.")
        private String name;

        @Option(names = "--private", description = "Hide the bot from everyone else.")
        private boolean hidden;

        @Override
        protected int run(ApiClient client) {
            String game = chosen.id();
            check(
                    connected == (url == null),
                    connected ? "--connected is instead of a URL." : "Give the URL of the bot, or --connected.");
            String address = connected ? null : Typed.pasted(url);
            if (!connected) {
                refuseSecondBot(client, game, address);
            }
            Plain bot = client.post(
                    "/api/bots",
                    Plain.present(
                            "game", game,
                            "name", name,
                            "connected", connected ? true : null,
                            "url", address,
                            "visibility", hidden ? "private" : "public"));
            String id = bot.text("id");
            say(
                    "'" + bot.text("name") + "' is registered as " + id + ".",
                    "Its page: " + resolve("/bot.html?key=" + id),
                    "");
            if (!connected) {
                say(
                        "Next:",
                        "  1. Restart your bot with BOUT_SECRET set to the secret that this command prints to standard",
                        "     output. It proves that the bot is yours, and a starter then answers only signed calls.",
                        "  2. Let Bout check it:",
                        "       " + next("bot check " + id),
                        "",
                        "If it is not a starter, its answers need the header " + WebhookSecret.PROOF
                                + " (docs/bots.md), or its host",
                        "the file " + bot.get("proof").text("file") + " with this code:",
                        "  " + bot.get("proof").text("text"),
                        "To call it yourself, set BOUT_SECRET in the terminal of bout check and bout play, too.",
                        "");
            }
            say("The secret goes to standard output, only this once; keep it like a password.");
            return printLine(bot.text("secret"));
        }

        /** Two bots at one URL have two secrets, and the program there knows one of them. */
        private void refuseSecondBot(ApiClient client, String game, String wanted) {
            for (Plain bot : ownBots(client, game)) {
                if (bot.has("url") && bot.text("url").equals(wanted)) {
                    String id = bot.text("id");
                    throw new CommandFailed("you have a bot at this URL: " + id + ", '" + bot.text("name")
                            + "'. For a new secret: " + next("bot rotate-secret " + id));
                }
            }
        }
    }

    @Command(
            name = "publish",
            header = "Publish JavaScript that Bout runs, or replace that of a bot.",
            description = {
                "The code is a function as in the playground, up to 65,536 bytes. Only you can read it unless you make it open"
                        + " source.",
                "If you have a published bot of the game with this name, it gets the code as a new version: it keeps its rating,"
                        + " with higher uncertainty."
            },
            footer = {
                "  bout bot publish ajax-tiles grower.js --name Grower",
                "  bout bot publish ajax-tiles grower.js --name Grower --open-source"
            })
    static final class Publish extends ApiCommand {

        @Mixin
        private GameArgument chosen;

        @Parameters(index = "1", paramLabel = "FILE", description = "The JavaScript file.")
        private Path file;

        @Option(names = "--name", required = true, paramLabel = "NAME", description = "The name that everyone sees.")
        private String name;

        @Option(names = "--private", description = "Hide a new bot from everyone else.")
        private boolean hidden;

        @Option(
                names = "--open-source",
                negatable = true,
                description = "Let everyone read the code, or with --no-open-source only you.")
        private Boolean open;

        @Override
        protected int run(ApiClient client) {
            String game = chosen.id();
            String code;
            try {
                code = Files.readString(file);
            } catch (IOException unreadable) {
                throw new CommandFailed("cannot read " + file + ": " + FileProblem.text(unreadable), unreadable);
            }
            Map<String, Object> wanted = Plain.present("code", code, "openSource", open);
            List<Plain> same = ownBots(client, game).stream()
                    .filter(bot -> bot.text("kind").equals("published"))
                    .filter(bot -> bot.text("name").equals(name))
                    .toList();
            if (same.size() > 1) {
                throw new CommandFailed("you have " + same.size() + " published bots of " + game + " with the name '"
                        + name + "'; rename or delete all but one");
            }
            Plain bot;
            if (same.isEmpty()) {
                wanted.put("game", game);
                wanted.put("name", name);
                wanted.put("visibility", hidden ? "private" : "public");
                bot = client.post("/api/bots", wanted);
            } else {
                bot = client.patch(pathOfBot(same.getFirst().text("id")), wanted);
            }
            String id = bot.text("id");
            say(
                    "'" + bot.text("name") + "' is published, version " + version(bot) + ".",
                    "Its page: " + resolve("/bot.html?key=" + id),
                    "Let Bout check it: " + next("bot check " + id));
            return printLine(id);
        }
    }

    private static List<Plain> ownBots(ApiClient client, String game) {
        return client.all("/api/bots?limit=100&mine=true&game=" + game, "bots");
    }

    private static int version(Plain bot) {
        return bot.get("version").integer(1, Integer.MAX_VALUE);
    }

    @Command(
            name = "list",
            header = "List bots, newest first.",
            description = "Prints the id, game, kind, state and name of each; with --mine also rank and record.",
            footer = {"  bout bot list --game tokens"})
    static final class ListThem extends ApiCommand {

        @Mixin
        private TableForm form;

        @Option(
                names = "--game",
                paramLabel = "GAME",
                completionCandidates = GameArgument.Ids.class,
                description = "Only bots of this game.")
        private String game;

        @Option(names = "--mine", description = "List all your bots instead of the public ones.")
        private boolean mine;

        @Override
        protected int run(ApiClient client) {
            if (game != null) {
                GameArgument.read(game);
            }
            List<List<String>> rows = new ArrayList<>();
            String query = "/api/bots?limit=100&mine=" + mine + (game == null ? "" : "&game=" + game);
            BotStanding standing = new BotStanding(client);
            for (Plain bot : client.all(query, "bots")) {
                List<String> row =
                        new ArrayList<>(List.of(bot.text("id"), bot.text("game"), bot.text("kind"), state(bot)));
                if (mine) {
                    row.add(standing.of(bot).orElse("no rank"));
                }
                row.add(bot.text("name"));
                rows.add(row);
            }
            return printTable(
                    form,
                    mine
                            ? List.of("id", "game", "kind", "state", "rank", "name")
                            : List.of("id", "game", "kind", "state", "name"),
                    rows,
                    mine ? "You have no bots." : "There are no public bots.");
        }

        private static String state(Plain bot) {
            List<String> words = new ArrayList<>();
            words.add(bot.text("visibility"));
            if (bot.text("kind").equals("url")) {
                words.add(bot.get("proven").bool() ? "verified" : "not verified");
            }
            if (bot.has("online")) {
                words.add(bot.get("online").bool() ? "online" : "not connected");
            }
            if (bot.get("openSource").bool()) {
                words.add("open source");
            }
            if (!bot.get("active").bool()) {
                words.add("not active");
            }
            if (bot.get("health").get("suspended").bool()) {
                words.add("suspended");
            }
            return String.join(", ", words);
        }
    }

    @Command(
            name = "show",
            header = "Show a bot; owners also see its program, health and last check.",
            footer = {"  bout bot show bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Show extends OneBot {

        @Option(
                names = {"-v", "--verbose"},
                description = "Also show what was sent in the last check and what the bot answered.")
        private boolean verbose;

        @Override
        protected int run(ApiClient client) {
            Plain bot = client.get(path());
            out().println(bot.text("name") + " plays " + bot.text("game") + ": " + ListThem.state(bot));
            out().println(program(bot) + " (version " + version(bot) + ")");
            if (bot.has("check")) {
                out().println("Page: " + resolve("/bot.html?key=" + id));
                BotStanding standing = new BotStanding(client);
                standing.of(bot).ifPresent(text -> out().println("On its ladder: " + text));
                standing.lastFailure(bot, resolve("/"))
                        .ifPresent(text -> out().println("Last lost by failing: " + text));
                Plain health = bot.get("health");
                if (health.get("suspended").bool()) {
                    out().println("Suspended"
                            + (health.get("suspendedAt").isNull() ? "" : " since " + health.text("suspendedAt"))
                            + ". It plays no rated matches until a check passes: " + next("bot check " + id));
                }
                if (!health.get("reason").isNull()) {
                    out().println(health.text("reason"));
                }
                printProof(bot);
                if (!bot.get("check").isNull()) {
                    printCheck(bot.get("check"), verbose);
                }
            }
            return 0;
        }
    }

    private static String program(Plain bot) {
        return switch (bot.text("kind")) {
            case "url" -> bot.has("url") ? "URL: " + bot.text("url") : "A server at a URL";
            case "published" ->
                bot.has("code")
                        ? "Published code: " + bot.get("code").get("bytes").integer(1, Integer.MAX_VALUE)
                                + " bytes, SHA-256 "
                                + bot.get("code").text("sha256")
                        : "Published code";
            default -> "A program that connects to Bout";
        };
    }

    @Command(
            name = "check",
            header = "Let Bout call a bot as 'bout check' does, and verify its URL.",
            exitCodeList = {"0:all calls passed", "1:a call failed, or the check did not finish within two minutes"},
            footer = {"  bout bot check bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Check extends OneBot {

        private static final Duration PATIENCE = Duration.ofMinutes(2);
        private static final Duration BETWEEN = Duration.ofMillis(500);

        @Option(
                names = {"-v", "--verbose"},
                description = "Also show the requests and answers.")
        private boolean verbose;

        @Override
        protected int run(ApiClient client) throws InterruptedException {
            String path = path();
            String check = client.post(path + "/check", Map.of()).text("id");
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < until) {
                Plain bot = client.get(path);
                Plain last = bot.get("check");
                if (last.isNull() || !last.text("id").equals(check)) {
                    throw new CommandFailed("the bot was changed in the meantime, so it was not checked; try again");
                }
                if (!last.get("finishedAt").isNull()) {
                    int failed = printCheck(last, verbose);
                    printProof(bot);
                    return failed > 0 || last.get("calls").length() == 0 ? 1 : 0;
                }
                Thread.sleep(BETWEEN);
            }
            throw new CommandFailed("the check has not finished yet; 'bout bot show " + id + "' shows its result");
        }
    }

    @Command(
            name = "match",
            header = "Find the match that a call to a bot belonged to.",
            description = "Works for calls to your bots, once the match has ended.",
            footer = {"  bout bot match seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f58"})
    static final class FindMatch extends ApiCommand {

        @Parameters(paramLabel = "SEAT_ID", description = "The value of the call's header Bout-Match.")
        private String seat;

        @Override
        protected int run(ApiClient client) {
            seat = Typed.word(seat);
            check(SeatIds.isId(seat), "'" + seat + "' is not the value of a header Bout-Match (seat_...).");
            List<Plain> found =
                    client.get("/api/matches?seat=" + seat).get("matches").entries();
            if (found.isEmpty()) {
                throw new CommandFailed("no match of your bots that has ended has this seat id; it might still be"
                        + " running, or the call was a check");
            }
            Plain match = found.getFirst();
            String names = match.get("players").entries().stream()
                    .map(player -> player.text("name"))
                    .collect(Collectors.joining(" against "));
            return printLine(names + ": " + resolve("/match.html?id=" + match.text("id")));
        }
    }

    @Command(
            name = "version",
            header = "Announce a new version of a bot.",
            description = "Its rating stays, with higher uncertainty; its record starts again.",
            footer = {"  bout bot version bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class NewVersion extends OneBot {

        @Override
        protected int run(ApiClient client) {
            Plain bot = client.post(path() + "/version", Map.of());
            return printLine("'" + bot.text("name") + "' is now version " + version(bot) + ".");
        }
    }

    @Command(
            name = "rotate-secret",
            header = "Give a bot a new secret and print it.",
            description = "It is shown only this once. A running match can use the old one for 15 more minutes.",
            footer = {"  BOUT_SECRET=$(bout bot rotate-secret bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60)"})
    static final class RotateSecret extends OneBot {

        @Override
        protected int run(ApiClient client) {
            return printLine(client.post(path() + "/secret", Map.of()).text("secret"));
        }
    }

    @Command(
            name = "delete",
            header = "Delete a bot permanently. Its matches keep its name.",
            footer = {"  bout bot delete bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60"})
    static final class Delete extends OneBot {

        @Override
        protected int run(ApiClient client) {
            Plain bot = client.delete(path());
            return printLine("'" + bot.text("name") + "' is deleted.");
        }
    }
}
