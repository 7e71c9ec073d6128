package bout.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.api.bot.BotRequest;
import bout.api.bot.ConnectEndpoint;
import bout.api.http.Field;
import bout.api.join.JoinEndpoints;
import bout.api.tournament.TournamentEndpoints;
import bout.cloud.template.Template;
import bout.connections.Strikes;
import bout.engine.Aside;
import bout.engine.Match;
import bout.engine.TimeLimits;
import bout.runner.MatchRunner;
import bout.runner.UnprovenPlayer;
import bout.sandbox.PublishedPlayer;
import bout.store.access.InvitationRecord;
import bout.store.bot.Program;
import bout.store.bot.Publications;
import bout.store.journal.LadderRuns;
import bout.store.line.Lines;
import bout.store.match.MatchOutcome;
import bout.store.match.MatchQuery;
import bout.store.table.Quota;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.ReplayFile;
import bout.wire.line.LineText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/limits.md has the values of template.yaml and of the code. */
class LimitsPageTest {

    private static final Path TEMPLATE = Template.ofThisRepository();
    private static final Path PAGE = TEMPLATE.resolveSibling("docs").resolve("limits.md");

    /** A parameter of the template whose default is a number. */
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

    @Test
    void every_number_among_the_parameters_is_listed_with_its_default() throws IOException {
        Map<String, String> defaults = new LinkedHashMap<>();
        NUMBER.matcher(Files.readString(TEMPLATE))
                .results()
                .forEach((MatchResult found) -> defaults.put(found.group(1), found.group(2)));
        assertFalse(defaults.isEmpty());

        assertEquals(defaults.toString(), rows("What an operator can change").toString(), "in the template's order");
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
        code.put("wrong secrets of an address in a minute", JoinEndpoints.WRONG_SECRETS_A_MINUTE);
        code.put("items of a page of matches", MatchQuery.MAX_LIMIT);
        code.put("open matches or tournaments, or bots, of one owner", Quota.MOST_OPEN);
        code.put("ladder matches of a game that start in a minute", LadderRuns.MOST_AT_ONCE);
        code.put("characters of a note (Bout-Note)", Aside.MAX_NOTE);
        code.put("bytes of notes of a seat in a match", Match.MAX_NOTE_BYTES);
        code.put("failed calls before a URL's first move in a match", UnprovenPlayer.FAILED_CALLS);
        code.put("bytes of published code", Program.Published.MOST_BYTES);
        code.put("publications of code by an owner in a day", Publications.MOST_A_DAY);
        code.put("seconds that a published bot computes in a turn", PublishedPlayer.MOST_SECONDS_A_TURN);
        code.put("seconds that a published bot computes before its turn", PublishedPlayer.MOST_SECONDS_TO_LOAD);
        code.put("seconds that a published bot computes in a match", PublishedPlayer.MOST_SECONDS);
        code.put("bytes of a published bot's console in a match", PublishedPlayer.MOST_CONSOLE_BYTES);
        code.put("minutes of a seat's answers in a match", TimeLimits.MOST_MINUTES);
        code.put("stored failed calls of a match", MatchOutcome.STORED_FAILURES);
        code.put("connections of a connected bot", Lines.PER_BOT);
        code.put("new connections of an owner's connected bots in a minute", ConnectEndpoint.TICKETS_A_MINUTE);
        code.put("bytes of a message of a connected bot", LineText.MAX_BYTES);
        code.put("parts of a message of a connected bot", LineText.MAX_PARTS);
        code.put("useless messages of a connection at once", Strikes.BURST);
        code.put("server errors of a match", MatchRunner.MAX_FAULTS);
        code.put("bytes of a replay before compression", ReplayFile.MAX_BYTES);

        assertEquals(code.toString(), rows("What is built in").toString());
    }
}
