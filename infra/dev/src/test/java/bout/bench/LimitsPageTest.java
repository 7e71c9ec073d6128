package bout.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.api.BotRequest;
import bout.api.ConnectEndpoint;
import bout.api.JoinEndpoints;
import bout.api.JoinEndpoints.JoinLimits;
import bout.api.TournamentEndpoints;
import bout.api.http.Field;
import bout.api.http.RequestLimit;
import bout.botclient.BotClient;
import bout.botclient.player.UnprovenHosts;
import bout.checks.CheckerHandler;
import bout.cloud.template.Template;
import bout.competition.contest.Contest;
import bout.competition.tournament.Plan;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.connected.BotConnections;
import bout.connections.Strikes;
import bout.engine.Aside;
import bout.engine.Match;
import bout.engine.TimeLimits;
import bout.runner.MatchRunner;
import bout.runner.MatchRunner.LeaseTimes;
import bout.runner.RunnerHandler;
import bout.runner.UnprovenPlayer;
import bout.sandbox.PublishedPlayer;
import bout.store.access.Identities;
import bout.store.access.Invitations.InvitationRecord;
import bout.store.access.Owners;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.connection.Connections;
import bout.store.journal.LadderRuns;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.match.Matches;
import bout.table.Listing.PageRequest;
import bout.table.Quota;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.ReplayFile;
import bout.wire.connection.ConnectionText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/limits.md has the values of template.yaml and of the code. */
class LimitsPageTest {

    private static final Path TEMPLATE = Template.ofThisRepository();
    private static final Path PAGE = TEMPLATE.resolveSibling("docs").resolve("limits.md");

    private static final Pattern NUMBER = Pattern.compile("(?m)^  (\\w+):\\n    Type: Number\\n    Default: (\\d+)$");

    private static Map<String, String> rows(String heading) throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("\n## " + heading + "\n"));
        int end = section.indexOf("\n## ", 1);
        Map<String, String> rows = new LinkedHashMap<>();
        (end < 0 ? section : section.substring(0, end))
                .lines()
                .filter(line ->
                        line.startsWith("| ") && !line.startsWith("| parameter ") && !line.startsWith("| limit "))
                .map(line -> line.split(" *\\| *"))
                .forEach(cells -> rows.put(cells[1].replace("`", ""), cells[2]));
        return rows;
    }

    /** The number behind a text of the template, the first time (0) or later. */
    private static int inTemplate(String text, int time) throws IOException {
        return Pattern.compile(text + "(\\d+)")
                .matcher(Files.readString(TEMPLATE))
                .results()
                .map(found -> Integer.valueOf(found.group(1)))
                .toList()
                .get(time);
    }

    @Test
    void every_number_among_the_parameters_is_listed_with_its_default() throws IOException {
        Map<String, String> defaults = new LinkedHashMap<>();
        NUMBER.matcher(Files.readString(TEMPLATE))
                .results()
                .forEach((MatchResult found) -> defaults.put(found.group(1), found.group(2)));
        assertFalse(defaults.isEmpty());

        assertEquals(defaults.toString(), rows("Parameters").toString(), "in the template's order");
    }

    @Test
    void the_limits_of_the_code_are_those_of_the_code() throws IOException {
        Map<String, Number> code = new LinkedHashMap<>();
        code.put("bytes of a bot's answer", BotBody.MAX_ANSWER_BYTES);
        code.put("JSON tokens of a bot's answer", BotBody.MAX_ANSWER_TOKENS);
        code.put("depth of JSON", Json.MAX_DEPTH);
        code.put("bytes of a request to the API", Field.MAX_BYTES);
        code.put("bytes of a request for a bot", BotRequest.MAX_BYTES);
        code.put("bytes of a request for a tournament", TournamentEndpoints.MAX_BYTES);
        code.put("characters of a name", Field.MAX_NAME);
        code.put("uses of an invitation", InvitationRecord.MOST_USES);
        code.put("days of an invitation", InvitationRecord.MOST_DAYS);
        code.put("wrong invitation secrets per address and minute", JoinEndpoints.WRONG_SECRETS_A_MINUTE);
        code.put("matches per page", PageRequest.MAX_LIMIT);
        code.put("matches searched for a page of one bot's", Matches.MOST_LOOKED_AT);
        code.put("open matches or tournaments, or bots, of one owner", Quota.MOST_OPEN);
        code.put("ladder matches of a game that start in a minute", LadderRuns.MOST_AT_ONCE);
        code.put("characters of a note (Bout-Note)", Aside.MAX_NOTE);
        code.put("bytes of notes of a seat in a match", Match.MAX_NOTE_BYTES);
        code.put("failed calls before a URL's first move in a match", UnprovenPlayer.FAILED_CALLS);
        code.put("bytes of published code", Program.Published.MOST_BYTES);
        code.put("publications of code by an owner in a day", Bots.MOST_PUBLICATIONS);
        code.put("seconds that a published bot computes in a turn", PublishedPlayer.MOST_SECONDS_A_TURN);
        code.put("seconds that a published bot computes before its turn", PublishedPlayer.MOST_SECONDS_TO_LOAD);
        code.put("seconds that a published bot computes in a match", PublishedPlayer.MOST_SECONDS);
        code.put("bytes of a published bot's console in a match", PublishedPlayer.MOST_CONSOLE_BYTES);
        code.put("minutes of a seat's answers in a match", TimeLimits.MOST_MINUTES);
        code.put("stored failed calls of a match", MatchOutcome.STORED_FAILURES);
        code.put("connections of a connected bot", Connections.PER_BOT);
        code.put("new connections of an owner's connected bots in a minute", ConnectEndpoint.TICKETS_A_MINUTE);
        code.put("bytes of a message of a connected bot", ConnectionText.MAX_BYTES);
        code.put("parts of a message of a connected bot", ConnectionText.MAX_PARTS);
        code.put("useless messages of a connection at once", Strikes.BURST);
        code.put("server errors of a match", MatchRunner.MAX_FAULTS);
        code.put("bytes of a replay before compression", ReplayFile.MAX_BYTES);

        code.put("people who join from an address in a day", JoinLimits.PER_ADDRESS);
        code.put("requests of a caller in a second", RequestLimit.PER_SECOND);
        code.put("keys and links of an owner", Owners.MOST_KEYS);
        code.put("sessions of an owner", Identities.MOST_SESSIONS);
        code.put("entries of a contest's journal", Contest.MOST_EVENTS);
        code.put("bots of a contest", Plan.MOST_PLAYERS);
        code.put("times that an owner enters bots in a contest", Contest.MOST_TIMES);
        code.put("tournaments in progress of an owner", TournamentEndpoints.MOST_OPEN);
        code.put("matches of a tournament", TournamentEndpoints.MOST_MATCHES);
        code.put("open matches of a tournament", OpenLimits.IN_ALL);
        code.put("open matches of a player in a tournament, and again on its ladder", OpenLimits.OF_PLAYER);
        code.put("open matches of a registered bot that other players created", MatchLimits.PLACES);
        code.put("calls at a time from a runner to a bot", BotClient.DEFAULT_CALLS_PER_BOT);
        code.put("calls in a second to a host at unverified URLs", UnprovenHosts.PER_SECOND);
        code.put("seconds of a lease", LeaseTimes.DEFAULT.last().toSeconds());
        code.put("matches of a runner at a time", RunnerHandler.PLACES);
        code.put("matches of an owner in a runner at a time", RunnerHandler.PLACES_OF_OWNER);
        code.put("open connections of an owner's connected bots", ConnectEndpoint.LINES_OF_OWNER);
        code.put("seconds of a health sweep", CheckerHandler.SWEEP.toSeconds());
        code.put("requests of a route in a second", inTemplate("ThrottlingRateLimit: ", 0));
        code.put("requests of a route at once", inTemplate("ThrottlingBurstLimit: ", 0));
        code.put("pictures for chats in a second", inTemplate("ThrottlingRateLimit: ", 1));
        code.put("messages of all connected bots in a second", inTemplate("ThrottlingRateLimit: ", 3));
        assertEquals(BotConnections.MESSAGES_PER_SECOND, inTemplate("ThrottlingRateLimit: ", 3));
        assertEquals(BotConnections.MESSAGES_PER_SECOND, inTemplate("ThrottlingBurstLimit: ", 3));
        code.put("seconds that API Gateway can refuse the messages of a call", BotConnections.MOST_REFUSED.toSeconds());
        code.put("seconds more for an answer of a connected bot", BotConnections.GRACE.toSeconds());
        code.put("checkers at a time", inTemplate("MaximumConcurrency: ", 0));
        code.put("seconds that a match or a check waits before an alarm", inTemplate("matches > ", 0));

        Map<String, String> listed = rows("Limits for bots");
        listed.putAll(rows("Limits for owners and requests"));
        assertEquals(new TreeMap<>(code).toString(), new TreeMap<>(listed).toString());
    }
}
