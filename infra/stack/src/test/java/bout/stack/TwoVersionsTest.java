package bout.stack;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.journal.Competition.Subject;
import bout.competition.journal.JournalEntry;
import bout.engine.Plain;
import bout.games.Games;
import bout.stack.RecordedDay.Outside;
import bout.stack.Recording.Sent;
import bout.store.journal.Journals;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import bout.store.queue.Queue;
import bout.table.Item;
import bout.table.TableLayout;
import bout.wire.Json;
import bout.wire.Resources;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * During a deployment two versions work on the same table, queues and bucket. Here this version goes on where the last
 * one was recorded: {@code last-version.jsonl}, made by {@link RecordedDay}. How to record a version: CONTRIBUTING.md.
 */
@Tag("server")
@Timeout(600)
class TwoVersionsTest {

    private static final String FILE = "last-version.jsonl";

    /**
     * Each kind of item: the method that makes its key, perhaps what it counts, and the key, {@code pk} and {@code sk}.
     */
    private static final Map<String, String> ITEMS = Map.ofEntries(
            entry("matchKey", "match#.+ match"),
            entry("seatKey", "seat-key seat-key"),
            entry("keyOfTickets", "ticket-key ticket-key"),
            entry("identityKey", "identity#.+ identity"),
            entry("identityOfOwnerKey", "owner#.+ identity#.+"),
            entry("connectionsKey", "connections#.+ connections"),
            entry("connectionKey", "connection#.+ connection"),
            entry("ticketKey", "ticket#.+ ticket"),
            entry("idempotencyKey", "idempotency#.+ idempotency"),
            entry("publicationsKey", "publications#.+ publications"),
            entry("replacedKey", "replaced#.+ \\d+#\\d+"),
            entry("requestsKey", "requests#.+ requests"),
            entry("quotaKey of matches", "matches-of#.+ quota"),
            entry("quotaKey of bots", "bots-of#.+ quota"),
            entry("quotaKey of tournaments", "tournaments-of#.+ quota"),
            entry("runnerKey", "runners .+"),
            entry("tokenKey", "token#.+ token"),
            entry("invitationKey", "invitation#.+ invitation"),
            entry("joinedKey", "invitation#.+ owner#.+"),
            entry("ownerKey", "owner#.+ owner"),
            entry("keyOfOwnerKey", "owner#.+ token#.+"),
            entry("linkOfOwnerKey", "owner#.+ invitation#.+"),
            entry("erasureKey", "owner#.+ erasure"),
            entry("joinsKey", "joins#.+ day#.+"),
            entry("botKey", "bot#.+ bot"),
            entry("botOfOwnerKey", "bot#.+ owner"),
            entry("formerBotKey", "former-bots#.+ (?!bot_).+"),
            entry("deletedBotKey", "former-bots#.+ bot_.+"),
            entry("journalHeadKey", "journal#.+ head"),
            entry("journalEntriesKey", "journal#.+ entries#.+"),
            entry("ladderHourKey", "matchmaker#.+ hour#.+"),
            entry("ladderRunKey", "matchmaker#.+ open#.+"),
            entry("contestKey", "contest#.+ contest"),
            entry("openContestKey", "contest#.+ open"),
            entry("contestEventKey", "contest#.+ event#.+"),
            entry("tournamentKey", "tournament#.+ tournament"),
            entry("tournamentOfOwnerKey", "tournament#.+ owner"),
            entry("openTournamentKey", "tournament#.+ open"),
            entry("playersKey", "tournament#.+ players#.+"));

    /** Each kind of message: its class, and its queue and body. */
    private static final Map<String, String> MESSAGES = Map.ofEntries(
            entry("MatchQueue", "MatchesQueue [^ ]+"),
            entry("MatchQueue with an owner", "MatchesQueue [^ ]+ .+"),
            entry("DeadLetters", "MatchesDeadLetterQueue .+"),
            entry("WebhookQueue", "WebhooksQueue .+"),
            entry("ResultQueue", "ResultsQueue .+"),
            entry("Standings of ladders", "UpdatesQueue ladder#.+"),
            entry("Standings of tournaments", "UpdatesQueue tournament#.+"),
            entry("Contest", "UpdatesQueue contest#.+"),
            entry("Erasure", "UpdatesQueue erasure#.+"),
            entry("NewBots", "UpdatesQueue new-bots#.+"),
            entry("Check", "ChecksQueue .*\"task\":\"check\".*"),
            entry("Again", "ChecksQueue .*\"task\":\"again\".*"),
            entry("Health", "ChecksQueue .*\"task\":\"health\".*"),
            entry("Sweep", "ChecksQueue .*\"task\":\"sweep\".*"));

    /** The folders of the bucket. */
    private static final Set<String> FOLDERS =
            Set.of("replays", "checkpoints", "live", "console", "code", "standings", "private", "ladders");

    private static final String LATER = "ofALaterVersion";

    /** Which are parts of replays, and so read strictly: infra/decisions/0042-two-versions-at-once.md. */
    private static final Set<String> STRICT = Set.of(TableLayout.RESULT);

    private static Recording last() throws Json.NotJson {
        return Recording.read(Resources.text(TwoVersionsTest.class, FILE));
    }

    /** With the addresses of bots that are there now. */
    private static Recording reaching(Outside outside, Recording recorded) throws Json.NotJson {
        return Recording.read(
                recorded.text().replace("127.0.0.1:" + recorded.known().get("port"), "127.0.0.1:" + outside.port()));
    }

    @Test
    @EnabledIfSystemProperty(named = "bout.record", matches = "true")
    void records_this_version() throws Exception {
        Path file = Path.of("src/test/resources/bout/stack", FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, RecordedDay.record().text());
    }

    @Test
    void everything_that_is_stored_has_been_recorded() throws Exception {
        assertComplete(last());
    }

    @Test
    void this_version_can_be_recorded() throws Exception {
        Recording made = RecordedDay.record();
        assertComplete(made);
        assertEquals(made.text(), Recording.read(made.text()).text());
    }

    @Test
    void every_kind_of_item_and_message_is_named_here() {
        assertEquals(
                Arrays.stream(TableLayout.class.getDeclaredMethods())
                        .filter(method -> !Modifier.isPrivate(method.getModifiers()))
                        .filter(method -> method.getReturnType() == Map.class)
                        .map(method -> method.getName())
                        .collect(toSet()),
                ITEMS.keySet().stream().map(kind -> kind.split(" ")[0]).collect(toSet()));
        assertEquals(
                Arrays.stream(Queue.class.getPermittedSubclasses())
                        .flatMap(queue -> Arrays.stream(queue.getDeclaredClasses())
                                .filter(Class::isSealed)
                                .findFirst()
                                .map(task -> Arrays.stream(task.getPermittedSubclasses()))
                                .orElse(Stream.of(queue)))
                        .map(Class::getSimpleName)
                        .collect(toSet()),
                MESSAGES.keySet().stream().map(kind -> kind.split(" ")[0]).collect(toSet()));
    }

    private static void assertComplete(Recording recording) {
        assertKinds(ITEMS, recording.items().stream().map(TwoVersionsTest::key).toList());
        assertKinds(
                MESSAGES,
                recording.messages().stream()
                        .map(message -> message.queue() + " " + message.body())
                        .toList());
        assertEquals(
                FOLDERS,
                recording.files().stream().map(file -> file.key().split("/")[0]).collect(toSet()));
        assertEquals(
                Set.of(Status.values()),
                recording.items().stream()
                        .filter(TableLayout::isMatch)
                        .map(item -> new Item(item).as(MatchRecord.class).status())
                        .collect(toSet()));
    }

    private static void assertKinds(Map<String, String> kinds, List<String> recorded) {
        Set<String> found = new TreeSet<>();
        for (String each : recorded) {
            List<String> fitting = kinds.entrySet().stream()
                    .filter(kind -> each.matches(kind.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            assertEquals(1, fitting.size(), () -> each + " is of the kinds " + fitting);
            found.addAll(fitting);
        }
        Set<String> missing = new TreeSet<>(kinds.keySet());
        missing.removeAll(found);
        assertEquals(Set.of(), missing, "not recorded; CONTRIBUTING.md says how to record this version");
    }

    private static String key(Map<String, AttributeValue> item) {
        return item.get(TableLayout.PK).s() + " " + item.get(TableLayout.SK).s();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_version_goes_on_with_what_another_has_stored(boolean later) throws Exception {
        try (Outside outside = new Outside()) {
            Recording recording = reaching(outside, last());
            if (later) {
                recording = recording.with(TwoVersionsTest::withMore, TwoVersionsTest::withMore);
            }
            try (SteppedStack stack =
                    new SteppedStack(recording.at().plus(Duration.ofMinutes(2)), RecordedDay.PARAMETERS)) {
                recording.into(stack);
                goOn(recording, stack, outside);
                if (later) {
                    checkMore(recording, stack);
                }
            }
        }
    }

    private static void goOn(Recording recording, SteppedStack stack, Outside outside) throws Exception {
        Map<String, String> known = recording.known();
        List<MatchRecord> before = matches(recording.items());
        Set<String> rated =
                before.stream().filter(MatchRecord::rated).map(MatchRecord::id).collect(toSet());
        stack.await(
                30,
                () -> matches(stack.table.all()).stream()
                                .filter(match -> rated.contains(match.id()) || !match.rated())
                                .allMatch(match -> match.status().over() && (match.shown() || !finished(match)))
                        && Stream.of("half", "open").allMatch(each -> tournament(stack, known.get(each))
                                .equals("finished")));

        assertEquals(Set.of(), stack.failures());
        Map<String, MatchRecord> after = new HashMap<>();
        matches(stack.table.all()).forEach(match -> after.put(match.id(), match));
        for (MatchRecord match : before) {
            assertEquals(
                    match.status().over() ? match.status() : Status.FINISHED,
                    after.get(match.id()).status(),
                    match.id());
        }

        // Matches go on from their checkpoints; without one they begin anew.
        assertEquals(8, outside.turns.get("/dead").getFirst());
        assertEquals(8, outside.turns.get("/saved").getFirst());
        assertEquals(0, outside.turns.get("/undone").getFirst());

        for (String told : List.of("half", "open", "printed", "untold", "dead", "undone", "saved", "waiting")) {
            assertTrue(
                    outside.webhooks.stream().anyMatch(id -> id.startsWith(known.get(told))),
                    () -> told + " has no webhook: " + outside.webhooks);
        }

        Journals journals = new Journals(stack.aws().table());
        Set<String> counted = new HashSet<>();
        List<Subject> subjects = new ArrayList<>();
        Games.ALL.forEach(game -> subjects.add(new Subject.Ladder(game.card().id())));
        Stream.of("cup", "half", "open")
                .map(known::get)
                .map(Subject.Tournament::new)
                .forEach(subjects::add);
        for (Subject subject : subjects) {
            List<JournalEntry> entries = journals.read(subject, 0, 1000);
            assertEquals(journals.length(subject), entries.size());
            entries.forEach(entry -> assertTrue(counted.add(entry.match()), () -> entry.match() + " counts twice"));
        }
        Set<String> differing = after.values().stream()
                .filter(match -> match.rated() && finished(match) && match.shown())
                .map(MatchRecord::id)
                .collect(toSet());
        assertTrue(differing.containsAll(counted), "a match counts that is not recorded as counted");
        differing.removeAll(counted);
        assertEquals(Set.of(), differing, "recorded as counted, and not in a journal");
        assertTrue(
                after.values().stream()
                        .anyMatch(match -> match.rated() && finished(match) && !rated.contains(match.id())),
                "the ladder stands still");

        readEverything(recording, stack);
    }

    private static boolean finished(MatchRecord match) {
        return match.status() == Status.FINISHED;
    }

    private static List<MatchRecord> matches(List<Map<String, AttributeValue>> items) {
        return items.stream()
                .filter(TableLayout::isMatch)
                .map(item -> new Item(item).as(MatchRecord.class))
                .toList();
    }

    private static String tournament(SteppedStack stack, String id) {
        return stack.api(RecordedDay.ADMIN, "GET", "/api/tournaments/" + id)
                .get("state")
                .text();
    }

    private static void readEverything(Recording recording, SteppedStack stack) throws Exception {
        Map<String, String> known = recording.known();
        for (String person : List.of("ann", "ben", "cleo")) {
            stack.api(known.get(person), "GET", "/api/me");
            stack.api(known.get(person), "GET", "/api/bots");
            stack.api(known.get(person), "GET", "/api/matches");
            stack.api(known.get(person), "GET", "/api/tournaments");
        }
        for (String path : List.of("contests", "owners", "invitations", "matches?limit=100", "bots", "tournaments")) {
            stack.api(RecordedDay.ADMIN, "GET", "/api/" + path);
        }
        for (MatchRecord match : matches(stack.table.all())) {
            stack.api(RecordedDay.ADMIN, "GET", "/api/matches/" + match.id());
        }
        Games.ALL.forEach(
                game -> stack.api(null, "GET", "/api/ladders/" + game.card().id()));
        stack.api(null, "GET", "/api/ladders/" + RecordedDay.GAME + "/matches");
        stack.api(known.get("ben"), "GET", "/api/matches/" + known.get("printed") + "/console");
        for (String path : List.of(
                "/api/share/matches/" + known.get("flaky") + "/picture.png",
                "/api/bots/" + known.get("published") + "/code")) {
            assertEquals(200, stack.request(known.get("ben"), "GET", path, "").status(), path);
        }
        for (Map.Entry<String, String> checked :
                Map.of("atUrl", "ann", "published", "ben").entrySet()) {
            Plain bot = stack.api(known.get(checked.getValue()), "GET", "/api/bots/" + known.get(checked.getKey()));
            assertFalse(bot.get("check").get("finishedAt").isNull(), checked.getKey());
        }
        stack.api(known.get("cleo"), "POST", "/api/bots/" + known.get("connected") + "/connect");
    }

    private static Map<String, AttributeValue> withMore(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> more = new HashMap<>(item);
        more.put(LATER, AttributeValue.fromS("kept"));
        more.replaceAll((name, value) ->
                value.s() == null || STRICT.contains(name) ? value : AttributeValue.fromS(withMore(value.s())));
        return more;
    }

    private static Sent withMore(Sent message) {
        return new Sent(message.queue(), message.group(), withMore(message.body()));
    }

    /** A JSON object with another field; any other text as it is. */
    private static String withMore(String text) {
        return text.startsWith("{\"") ? "{\"" + LATER + "\":1," + text.substring(1) : text;
    }

    private static void checkMore(Recording recording, SteppedStack stack) {
        Set<String> had = recording.items().stream().map(TwoVersionsTest::key).collect(toSet());
        Set<String> lost = new TreeSet<>();
        for (Map<String, AttributeValue> item : stack.table.all()) {
            if (had.contains(key(item)) && !item.containsKey(LATER)) {
                lost.add(key(item));
            }
        }
        assertEquals(Set.of(), lost);
    }
}
