package bout.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import bout.cloud.template.Template;
import bout.wire.Json;
import bout.wire.Resources;
import bout.wire.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * Runs every command of the reference of the API on a stack. The answers that the reference shows are those of this
 * test; to write them again, run it with {@code -Dbout.record=true}.
 */
@Tag("server")
class CurlTest {

    private static final Path ANSWERS =
            Template.ofThisRepository().resolveSibling("infra").resolve("site/src/main/api-answers.json");
    private static final Pattern ID = Pattern.compile(
            "/(matches|bots|tournaments|contests|owners|keys|links|invitations" + "|entries|code)/([^/?\\s]+)");

    /** What only one stack understands, and what stands for it. */
    private static final Map<Pattern, String> OWN = Map.of(
            Pattern.compile("\\b(bout_|whsec_)[\\w+/=-]{20,}"), "$1…",
            Pattern.compile("\\b[0-9a-z]{5}(-[0-9a-z]{5}){3}\\b"), "k7qd9-m2x4w-nt8r3-c5hpz",
            Pattern.compile("^[\\w+/=.-]{80,}$"), "…",
            Pattern.compile("127\\.0\\.0\\.1:\\d+"), "127.0.0.1:8080");

    private static final int LONGEST_TEXT = 300;
    private static final int MOST_ENTRIES = 2;

    private record Operation(String id, String method, String path, String curl, List<String> statuses) {

        /** What others need is made first, and deleted last. */
        int rank() {
            boolean ofOne = path.contains("{");
            return switch (method) {
                case "POST" -> ofOne ? 2 : 0;
                case "GET" -> 1;
                case "PATCH" -> 3;
                // A key goes before its owner.
                default -> 10 - path.split("/").length;
            };
        }
    }

    @TempDir
    private Path folder;

    /** What stands for the ids of the examples, by their kinds. */
    private final Map<String, String> ids = new HashMap<>();

    private final Map<String, Object> recorded = new TreeMap<>();

    @Test
    void every_command_of_the_reference_succeeds_and_has_the_answer_that_it_shows() throws Exception {
        assumeFalse(System.getProperty("os.name").startsWith("Windows"));
        List<Operation> operations = new ArrayList<>(operations());
        assertTrue(operations.size() > 50);
        operations.sort((one, other) -> Integer.compare(one.rank(), other.rank()));
        List<String> failed = new ArrayList<>();
        try (Stack stack = Stack.start(StackOptions.ofThisRepository());
                StackClient client = new StackClient(stack.address())) {
            prepare(client);
            for (Operation operation : operations) {
                String answer;
                String status;
                // A bot has one check at a time.
                Instant patience = Instant.now().plusSeconds(20);
                do {
                    answer = run(operation, stack.address().toString());
                    status = answer.substring(answer.lastIndexOf('\n') + 1);
                } while (status.equals("429") && Instant.now().isBefore(patience));
                String body = answer.substring(0, answer.lastIndexOf('\n'));
                if (!operation.statuses().contains(status)) {
                    failed.add(operation.id() + " " + status + " " + body);
                } else if (body.startsWith("{")) {
                    remember(operation, StackClient.json(body));
                }
            }
        }
        assertEquals(List.of(), failed);
        if (Boolean.getBoolean("bout.record")) {
            Files.writeString(ANSWERS, Json.lines(recorded) + "\n");
        }
        Map<String, Object> shown = StackClient.json(Files.readString(ANSWERS));
        assertEquals(recorded.keySet(), new TreeSet<>(shown.keySet()));
        shown.forEach((id, answer) ->
                assertEquals(((Map<?, ?>) recorded.get(id)).keySet(), ((Map<?, ?>) answer).keySet(), id));
    }

    /** A published bot, a bot that connects, and a match that the first has finished. */
    private void prepare(StackClient client) throws Exception {
        String code = "function bot(request) { console.log('here'); return null; }";
        ids.put("bots", (String) client.registerBot("\"openSource\":true,\"code\":\"" + code + "\"")
                .get("id"));
        ids.put("connectBot", (String) client.registerBot("\"connected\":true").get("id"));
        // It is not connected, so the match goes on until it is cancelled.
        ids.put(
                "cancelMatch",
                client.startMatchAs("{\"game\":\"ajax-tiles\",\"players\":[{\"bot\":\"" + ids.get("connectBot")
                        + "\"},{\"house\":\"random\"}],\"timeLimit\":60000}"));
        String entered = "{\"game\":\"tokens\",\"name\":\"Eater\",\"code\":\"" + code + "\"}";
        ids.put("entries", (String)
                StackClient.json(client.post("/api/bots", entered).body()).get("id"));
        ids.put("code", Sha256.hex(code));
        String match = client.startMatch("{\"bot\":\"" + ids.get("bots") + "\"}", "{\"house\":\"random\"}");
        client.awaitEnd(match);
        ids.put("matches", match);
    }

    private String run(Operation operation, String address) throws Exception {
        String curl = operation.curl().replace("http://127.0.0.1:8080", address);
        StringBuilder own = new StringBuilder();
        Matcher id = ID.matcher(curl);
        while (id.find()) {
            String kind =
                    switch (operation.id()) {
                        case "connectBot", "cancelMatch" -> operation.id();
                        default -> id.group(1);
                    };
            id.appendReplacement(own, "/" + id.group(1) + "/" + ids.getOrDefault(kind, id.group(2)));
        }
        curl = id.appendTail(own)
                .toString()
                .replaceAll("(?<=\"bot\":\")bot_[0-9a-f-]+", ids.get("entries"))
                .replaceAll("(?<=\"match\":\")[0-9a-f-]+", ids.get("matches"))
                .replaceAll("(?<=\\{\"code\":\")[0-9a-z]{5}(-[0-9a-z]{5}){3}", ids.getOrDefault("recovery", ""))
                .replaceAll("(?<=\"secret\":\")[^\"]+", ids.getOrDefault("secret", ""))
                .replaceAll(
                        "(?<=\"deadline\":\")[^\"]+",
                        Instant.now()
                                .plus(Duration.ofDays(7))
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        Process process = new ProcessBuilder("sh", "-c", curl.replaceFirst("^curl ", "curl -s -w '\\\\n%{http_code}' "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertTrue(process.waitFor(10, TimeUnit.SECONDS), curl);
        return answer;
    }

    private void remember(Operation operation, Map<String, Object> answer) {
        if (operation.rank() == 0 && answer.get("id") instanceof String id) {
            ids.putIfAbsent(operation.path().replace("/api/", ""), id);
        }
        switch (operation.id()) {
            case "createOwner" -> {
                ids.put("owners", (String) ((Map<?, ?>) answer.get("owner")).get("id"));
                ids.put("recovery", (String) answer.get("recovery"));
            }
            case "addKey" -> ids.put("keys", (String) ((Map<?, ?>) answer.get("key")).get("id"));
            case "addLink" -> ids.put("links", (String) answer.get("id"));
            case "createInvitation" -> ids.put("secret", (String) answer.get("secret"));
            default -> {}
        }
        recorded.put(operation.id(), shortened(answer));
    }

    /** Long texts and lists in part: the reference shows what an answer looks like. */
    private static Object shortened(Object value) {
        return switch (value) {
            case Map<?, ?> fields -> {
                Map<Object, Object> all = new LinkedHashMap<>();
                fields.forEach((name, each) -> all.put(name, shortened(each)));
                yield all;
            }
            case List<?> entries ->
                entries.stream().limit(MOST_ENTRIES).map(CurlTest::shortened).toList();
            case String text
            when text.length() > LONGEST_TEXT && text.contains(" ") -> text.substring(0, LONGEST_TEXT) + " …";
            case String text -> {
                String shown = text;
                for (Map.Entry<Pattern, String> own : OWN.entrySet()) {
                    shown = own.getKey().matcher(shown).replaceAll(own.getValue());
                }
                yield shown;
            }
            case null, default -> value;
        };
    }

    private static List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        Map<?, ?> document = new Yaml().load(Resources.text(CurlTest.class, "/bout/api/openapi.yaml"));
        for (Object tag : (List<?>) document.get("tags")) {
            String page =
                    Resources.text(CurlTest.class, "/bout/site/docs/api-" + ((Map<?, ?>) tag).get("name") + ".html");
            Matcher shown = Pattern.compile(
                            "(?s)</h2>\\s*<p><code>([A-Z]+) (\\S+)</code>(?:(?!</h2>).)*?<pre[^>]* class=\"sh\"[^>]*><code[^>]*>(curl .*?)</code>")
                    .matcher(page);
            while (shown.find()) {
                Map<?, ?> operation = (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) document.get("paths")).get(shown.group(2)))
                        .get(shown.group(1).toLowerCase(Locale.ROOT));
                operations.add(new Operation(
                        (String) operation.get("operationId"),
                        shown.group(1),
                        shown.group(2),
                        shown.group(3)
                                .strip()
                                .replace("&quot;", "\"")
                                .replace("&lt;", "<")
                                .replace("&gt;", ">")
                                .replace("&amp;", "&"),
                        ((Map<?, ?>) operation.get("responses"))
                                .keySet().stream()
                                        .map(String::valueOf)
                                        .filter(status -> status.startsWith("2"))
                                        .toList()));
            }
        }
        return operations;
    }
}
