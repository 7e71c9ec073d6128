import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.*;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import java.util.regex.*;
import java.util.stream.*;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A bot for every game of Bout; Java 21 or later, nothing to install: java Bot.java [PORT] */
public class Bot {

    record Cell(int x, int y) {
        int distance(Cell other) {
            return Math.abs(x - other.x) + Math.abs(y - other.y);
        }
    }

    // Your strategy goes here: each method gets what Bout sent and returns the answer.

    /** Clicks any empty tile. */
    static String ajaxTiles(String color, Json board) {
        List<Cell> empty = cells(board).filter(at -> board.at(at.x).at(at.y).text().isEmpty()).toList();
        Cell click = empty.get(new Random().nextInt(empty.size()));
        return "{\"x\":%d,\"y\":%d}".formatted(click.x, click.y);
    }

    /** Walks to the nearest token and eats it. */
    static String tokens(Json request) {
        Json board = request.at("board");
        Json pos = board.at(request.at("player1").value.equals(true) ? "player1" : "player2").at("pos");
        Cell me = new Cell((int) pos.at(0).number(), (int) pos.at(1).number());
        Json tokens = board.at("tokens");
        Cell to = cells(tokens).filter(at -> !tokens.at(at.x).at(at.y).value.equals(false))
                .min(Comparator.comparing(me::distance)).orElseThrow();
        String move = to.x > me.x ? "RIGHT" : to.x < me.x ? "LEFT" : to.y > me.y ? "DOWN" : to.y < me.y ? "UP" : "EAT";
        return "{\"move\":\"%s\"}".formatted(move);
    }

    /** Hunts the enemy while it has less fuel, else fetches the nearest fuel tank. */
    static String robotag(Json request) {
        Json my = request.at("my");
        Json enemy = request.at("enemy");
        double x = my.at("x").number();
        double y = my.at("y").number();
        ToDoubleFunction<Json> distance = to -> Math.hypot(to.at("x").number() - x, to.at("y").number() - y);
        Json target = my.at("fuel").number() > enemy.at("fuel").number() ? enemy
                : request.at("map").at("fuelTanks").list().min(Comparator.comparingDouble(distance)).orElse(my);
        // A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
        double part = Math.sqrt(2) / Math.max(distance.applyAsDouble(target), Math.sqrt(2));
        return "{\"dx\":" + (target.at("x").number() - x) * part + ",\"dy\":" + (target.at("y").number() - y) * part + "}";
    }

    /** Sends every unit to the enemy's headquarters and trains new ones as near to it as it can. */
    static String iceAndFire(Json request) {
        Json building = request.at("buildings").list()
                .filter(at -> at.at("type").text().equals("HQ") && at.at("owner").number() == 1).findFirst().orElseThrow();
        Cell hq = new Cell((int) building.at("x").number(), (int) building.at("y").number());
        List<String> commands = new ArrayList<>();
        request.at("units").list().filter(unit -> unit.at("owner").number() == 0).forEach(unit ->
                commands.add("MOVE %d %d %d".formatted((int) unit.at("id").number(), hq.x, hq.y)));
        List<Cell> land = IntStream.range(0, 144).mapToObj(i -> new Cell(i % 12, i / 12)).toList();
        Map<Cell, Character> map = land.stream()
                .collect(Collectors.toMap(at -> at, at -> request.at("rows").at(at.y).text().charAt(at.x)));
        if (request.at("gold").number() >= 10 && request.at("income").number() >= 0) {
            land.stream()
                    .filter(at -> map.get(at) != '#' && map.get(at) != 'O')
                    .filter(at -> land.stream().anyMatch(own -> map.get(own) == 'O' && own.distance(at) == 1))
                    .min(Comparator.comparing(hq::distance))
                    .ifPresent(at -> commands.add("TRAIN 1 %d %d".formatted(at.x, at.y)));
        }
        return "{\"commands\":\"%s\"}".formatted(commands.isEmpty() ? "WAIT" : String.join(";", commands));
    }

    /** The cells of a list of columns. */
    static Stream<Cell> cells(Json columns) {
        return IntStream.range(0, columns.size()).boxed()
                .flatMap(x -> IntStream.range(0, columns.at(x).size()).mapToObj(y -> new Cell(x, y)));
    }

    // The rest is HTTP and JSON. The headers Bout-Match, Bout-Seat and Bout-Turn tell matches apart.

    public static void main(String[] arguments) throws IOException {
        // Else an answer's last packet may wait 40 ms on a connection that is used again.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        String host = System.getenv().getOrDefault("HOST", "127.0.0.1");
        String port = arguments.length > 0 ? arguments[0] : System.getenv().getOrDefault("PORT", "9000");
        HttpServer server = HttpServer.create(new InetSocketAddress(host, Integer.parseInt(port)), 128);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", Bot::handle);
        server.start();
        System.out.println("listening at http://" + host + ":" + port + "/");
    }

    static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = 200;
            String answer;
            try {
                String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
                answer = answer(exchange.getRequestHeaders().getFirst("Bout-Game"), body);
            } catch (RuntimeException wrong) {
                wrong.printStackTrace();
                status = 500;
                answer = wrong.toString();
            }
            byte[] bytes = answer.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", status == 200 ? "application/json" : "text/plain");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    static String answer(String game, String body) {
        return switch (game) {
            case "ajax-tiles" -> {
                Map<String, String> form = Arrays.stream(body.split("&")).map(field -> field.split("=", 2))
                        .collect(Collectors.toMap(field -> field[0], field -> URLDecoder.decode(field[1], UTF_8)));
                yield ajaxTiles(form.get("color"), Json.read(form.get("board")));
            }
            case "tokens" -> tokens(Json.read(body));
            case "robotag" -> robotag(Json.read(body));
            case "ice-and-fire" -> iceAndFire(Json.read(body));
            default -> throw new IllegalArgumentException("unknown game " + game);
        };
    }

    /** JSON as Bout sends it: a Map, List, String (none has an escape), Double or Boolean. */
    record Json(Object value) {

        private static final Pattern WORD = Pattern.compile("[{}\\[\\]]|\"([^\"]*)\"|[^\\s,:{}\\[\\]]+");

        static Json read(String text) {
            Matcher words = WORD.matcher(text);
            words.find();
            return new Json(value(words));
        }

        private static Object value(Matcher words) {
            String word = words.group();
            switch (word) {
                case "{" -> {
                    Map<String, Object> fields = new HashMap<>();
                    while (words.find() && !words.group().equals("}")) {
                        String name = words.group(1);
                        words.find();
                        fields.put(name, value(words));
                    }
                    return fields;
                }
                case "[" -> {
                    List<Object> list = new ArrayList<>();
                    while (words.find() && !words.group().equals("]")) {
                        list.add(value(words));
                    }
                    return list;
                }
                case "true", "false" -> {
                    return word.equals("true");
                }
                default -> {
                    return words.group(1) != null ? words.group(1) : (Object) Double.valueOf(word);
                }
            }
        }

        Json at(String field) {
            return new Json(((Map<?, ?>) value).get(field));
        }

        Json at(int index) {
            return new Json(((List<?>) value).get(index));
        }

        Stream<Json> list() {
            return ((List<?>) value).stream().map(Json::new);
        }

        int size() {
            return ((List<?>) value).size();
        }

        double number() {
            return (Double) value;
        }

        String text() {
            return (String) value;
        }
    }
}
