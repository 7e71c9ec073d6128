import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A bot for every game of Bout; Java 21 or later, nothing to install: java Bot.java [PORT] */
public class Bot {

    // Your strategy goes here: each method gets what Bout sent, by paths such as /board/0/0, and returns the answer.
    static final Map<String, Function<Map<String, String>, String>> STRATEGIES = Map.of(
            "ajax-tiles", Bot::ajaxTiles, "tokens", Bot::tokens, "robotag", Bot::robotag, "ice-and-fire", Bot::iceAndFire,
            "connect-four", Bot::connectFour, "battlesnake", Bot::snakes);

    /** Clicks any empty tile. */
    static String ajaxTiles(Map<String, String> sent) {
        while (true) {
            int x = (int) (Math.random() * 24);
            int y = (int) (Math.random() * 12);
            if (sent.get("/board/" + x + "/" + y).isEmpty()) {
                return "{\"x\":%d,\"y\":%d}".formatted(x, y);
            }
        }
    }

    /** Eats the token under it, else takes a step at random. */
    static String tokens(Map<String, String> sent) {
        String pos = sent.get("/player1").equals("true") ? "/board/player1/pos" : "/board/player2/pos";
        String token = "/board/tokens/" + sent.get(pos + "/0") + "/" + sent.get(pos + "/1");
        String step = List.of("UP", "RIGHT", "DOWN", "LEFT").get((int) (Math.random() * 4));
        return "{\"move\":\"%s\"}".formatted("false".equals(sent.get(token)) ? step : "EAT");
    }

    /** Fetches one fuel tank after the other, then hunts the enemy. */
    static String robotag(Map<String, String> sent) {
        String target = sent.containsKey("/map/fuelTanks/0/x") ? "/map/fuelTanks/0" : "/enemy";
        double dx = Double.parseDouble(sent.get(target + "/x")) - Double.parseDouble(sent.get("/my/x"));
        double dy = Double.parseDouble(sent.get(target + "/y")) - Double.parseDouble(sent.get("/my/y"));
        // A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
        double part = Math.sqrt(2) / Math.max(Math.hypot(dx, dy), Math.sqrt(2));
        return "{\"dx\":" + dx * part + ",\"dy\":" + dy * part + "}";
    }

    /** Drops a disc into any column that is not full. */
    static String connectFour(Map<String, String> sent) {
        while (true) {
            int column = (int) (Math.random() * 7);
            if (sent.get("/columns/" + column + "/5").equals("0")) {
                return "{\"column\":%d}".formatted(column);
            }
        }
    }

    /** Sends its units to the enemy's headquarters, in the other corner, and trains more while it can feed them. */
    static String iceAndFire(Map<String, String> sent) {
        int x = Integer.parseInt(sent.get("/buildings/0/x"));
        int y = Integer.parseInt(sent.get("/buildings/0/y"));
        String commands = "WAIT";
        for (int i = 0; sent.containsKey("/units/" + i + "/id"); i++) {
            if (sent.get("/units/" + i + "/owner").equals("0")) {
                commands += ";MOVE " + sent.get("/units/" + i + "/id") + " " + (11 - x) + " " + (11 - y);
            }
        }
        if (Integer.parseInt(sent.get("/income")) >= 0) {
            commands += ";TRAIN 1 " + Math.abs(x - 1) + " " + y;
        }
        return "{\"commands\":\"%s\"}".formatted(commands);
    }

    /** Takes any step that leads neither off the board nor into a body. */
    static String snakes(Map<String, String> sent) {
        int x = Integer.parseInt(sent.get("/you/head/x"));
        int y = Integer.parseInt(sent.get("/you/head/y"));
        Set<String> bodies = new HashSet<>();
        for (int i = 0; sent.containsKey("/board/snakes/" + i + "/id"); i++) {
            String body = "/board/snakes/" + i + "/body/";
            for (int j = 0; sent.containsKey(body + (j + 1) + "/x"); j++) {
                bodies.add(sent.get(body + j + "/x") + "," + sent.get(body + j + "/y"));
            }
        }
        List<String> free = new ArrayList<>();
        for (Object[] step : new Object[][] {{"up", x, y + 1}, {"down", x, y - 1}, {"left", x - 1, y}, {"right", x + 1, y}}) {
            int nextX = (int) step[1];
            int nextY = (int) step[2];
            boolean inside = nextX >= 0 && nextX < Integer.parseInt(sent.get("/board/width"))
                    && nextY >= 0 && nextY < Integer.parseInt(sent.get("/board/height"));
            if (inside && !bodies.contains(nextX + "," + nextY)) {
                free.add((String) step[0]);
            }
        }
        return "{\"move\":\"%s\"}".formatted(free.isEmpty() ? "up" : free.get((int) (Math.random() * free.size())));
    }

    // The rest is HTTP and JSON. The headers Bout-Match, Bout-Seat and Bout-Turn tell matches apart.

    // A registered bot has a secret. With BOUT_SECRET set to it, the bot answers only calls that Bout signed,
    // and its answers prove to Bout that the bot is yours.
    static final String SECRET = System.getenv().getOrDefault("BOUT_SECRET", "");

    /** The HMAC-SHA256 of a text and a body with the secret, in base64. */
    static String mac(String text, byte[] body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.replaceFirst("whsec_", "")), "HmacSHA256"));
        mac.update(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(mac.doFinal(body));
    }

    /** Whether Bout signed the call within the last 5 minutes (Standard Webhooks). */
    static boolean signed(Headers headers, byte[] body) throws GeneralSecurityException {
        String time = headers.getOrDefault("webhook-timestamp", List.of("")).get(0);
        if (!time.matches("\\d{1,12}") || Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > 300) {
            return false;
        }
        byte[] right = ("v1," + mac(headers.getFirst("webhook-id") + "." + time + ".", body)).getBytes();
        return Arrays.stream(headers.getOrDefault("webhook-signature", List.of("")).get(0).split(" "))
                .anyMatch(signature -> MessageDigest.isEqual(right, signature.getBytes()));
    }

    static void handle(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        String body = new String(bytes, StandardCharsets.UTF_8);
        String game = exchange.getRequestHeaders().getFirst("Bout-Game");
        try {
            if (!SECRET.isEmpty()) {
                Headers sent = exchange.getRequestHeaders();
                if (!signed(sent, bytes)) {
                    exchange.sendResponseHeaders(401, -1);
                    return;
                }
                exchange.getResponseHeaders().set("Bout-Proof", mac(sent.getFirst("webhook-id"), new byte[0]));
            }
            if (game.equals("ajax-tiles")) { // the only game whose requests are forms
                body = URLDecoder.decode(body, StandardCharsets.UTF_8)
                        .replaceFirst("color=(.)&board=(.*)", "{\"color\":\"$1\",\"board\":$2}");
            }
            byte[] answer = STRATEGIES.get(game).apply(read(body)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (RuntimeException | GeneralSecurityException wrong) {
            Headers sent = exchange.getRequestHeaders();
            System.err.println(sent.getFirst("Bout-Match") + ", turn " + sent.getFirst("Bout-Turn") + ":");
            wrong.printStackTrace();
            byte[] text = wrong.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(500, text.length);
            exchange.getResponseBody().write(text);
        } finally {
            exchange.close();
        }
    }

    /** Reads JSON as Bout sends it (it leaves escapes in strings as they are): {"a":[{"b":1}]} has 1 at the path /a/0/b. */
    static Map<String, String> read(String json) {
        Matcher words = Pattern.compile("[\\[\\]{}]|\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,:\\[\\]{}\"]+").matcher(json);
        Map<String, String> values = new HashMap<>();
        put("", new ArrayDeque<>(words.results().map(MatchResult::group).toList()), values);
        return values;
    }

    static void put(String path, Deque<String> words, Map<String, String> values) {
        String word = words.pop();
        if (!"[{".contains(word)) {
            values.put(path, word.replace("\"", ""));
            return;
        }
        for (int i = 0; !"]}".contains(words.peek()); i++) {
            put(path + "/" + (word.equals("{") ? words.pop().replace("\"", "") : i), words, values);
        }
        words.pop();
    }

    public static void main(String[] arguments) {
        // Without this, the last packet of an answer may wait 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        String host = System.getenv().getOrDefault("HOST", "127.0.0.1");
        String port = arguments.length > 0 ? arguments[0] : System.getenv().getOrDefault("PORT", "9000");
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(host, Integer.parseInt(port)), 128);
        } catch (IOException | IllegalArgumentException wrong) {
            System.err.println("cannot listen on port " + port + ": "
                    + (wrong instanceof IOException ? wrong.getMessage() : "not a port number"));
            System.exit(1);
            return;
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", Bot::handle);
        server.start();
        System.out.println("listening on http://" + host + ":" + server.getAddress().getPort() + "/");
    }
}
