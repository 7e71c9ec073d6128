package bout.price;

import java.util.ArrayList;
import java.util.List;

/**
 * What a month costs. A model: quantities that are counted or follow from the template, times prices. Numbers that only
 * a real account can confirm are named {@code ASSUMED}.
 *
 * @param matchesPerDay spread evenly over the day
 * @param seconds how long a match takes
 * @param calls how many times a match calls bots outside
 * @param connected how many connected bots are online at any time
 * @param maxRunners the parameter {@code RunnerConcurrency}
 * @param ladderBots how many bots have an uncertain rating at any time; the others rest
 */
record PriceModel(
        double matchesPerDay,
        double seconds,
        double calls,
        double connected,
        double maxRunners,
        double ladderBots,
        MatchKind kind) {

    static final double DAYS = 30.4;
    private static final double DAY = 86_400;

    static final double FUNCTION_GIGABYTES = 1769 / 1024.0;

    static final double DEFAULT_RUNNERS = 2;

    /** {@code MaximumBatchingWindowInSeconds} of the template: a run waits this long for more messages. */
    static final double BATCHING_WINDOW = 1;

    /** The functions that the template runs once a minute. */
    static final double RUNS_EACH_MINUTE = 2;

    /** Those once in a quarter of an hour. */
    static final double RUNS_EACH_QUARTER = 1;

    /** Those once a day. */
    static final double RUNS_EACH_DAY = 6;

    /** The event sources of queues in the template. */
    static final double QUEUE_SOURCES = 5;

    /** A ninth of a lease's 45 seconds. A renewal is one write unit for all of a runner. */
    static final double RENEWAL_SECONDS = 45 / 9.0;

    /** The JDK closes a connection that was idle for this long, unless the server asks for something else. */
    private static final double IDLE_CONNECTION_SECONDS = 5;

    /** An alarm costs as much as the metrics that it looks at. */
    static final double ALARM_METRICS = 64;

    /** AWS documentation: Lambda begins with five parallel long polls for each queue, which last 20 s. */
    private static final double POLLS_PER_SECOND = 5 / 20.0;

    static final double GAMES = 6;

    static final double LADDER_MATCHES = 24;

    /** The matchmaker starts two matches at a time, with seats changed. */
    private static final double MATCHES_OF_A_PAIR = 2;

    /** Metrics of each game that appear without failures. */
    private static final double METRICS = GAMES * 5;

    private static final double ASSUMED_API_SECONDS = 0.02;
    /** The function behind the WebSocket API checks a ticket and makes one request. */
    private static final double ASSUMED_ANSWER_SECONDS = 0.01;

    /** The request to the bot, its answer, and the same answer to the runner. */
    static final double MESSAGES_PER_MOVE = 3;

    /** A sweep every 15 minutes. */
    private static final double HEALTH_CHECKS_PER_DAY = 96;

    /** At most three in each seat. */
    private static final double CALLS_OF_A_HEALTH_CHECK = 6;

    private static final double ASSUMED_SCHEDULED_SECONDS = 0.15;
    private static final double ASSUMED_READS_PER_MINUTE = 60;

    /** A runner that has places waits for messages, and gets each as it arrives, alone in the worst case. */
    private static final double ASSUMED_RECEIVES_PER_MESSAGE = 1;

    /** {@code Inbox}: as many as SQS removes with one request. */
    private static final double MOST_REMOVED_TOGETHER = 10;

    /** Measured: a match between house bots has 600 bytes, one between URLs up to 1,200. */
    private static final double ITEM_BYTES = 1_000;

    /** DynamoDB adds it to each item, and to each of an index. */
    private static final double ITEM_OVERHEAD = 100;

    /** Measured for 200 calls of Ajax Tiles. */
    private static final double REPLAY_BYTES = 1_500;

    private static final double GIGABYTE = 1e9;

    /** One line of the access log, one of the runner, and the function's own report, shared by some matches. */
    private static final double ASSUMED_LOG_BYTES = 1_000;

    /** @param quantity how many per month */
    record Line(String part, double quantity, Price price) {
        double dollars() {
            return quantity * price.dollars;
        }
    }

    List<Line> matches() {
        double matches = matchesPerDay * DAYS;
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("table, writes", matches * kind.writeUnits(), Price.WRITE_UNIT));
        lines.add(new Line("table, renewed leases", runners() * DAY * DAYS / RENEWAL_SECONDS, Price.WRITE_UNIT));
        lines.add(new Line("table, reads", matches * kind.readUnits(), Price.READ_UNIT));
        lines.add(new Line("replays", matches * kind.files(), Price.FILE_PUT));
        lines.add(new Line("queues", matches * kind.messages() * requestsOfAMessage(), Price.QUEUE_REQUEST));
        lines.add(new Line("queues (FIFO)", matches * kind.fifoMessages() * requestsOfAMessage(), Price.FIFO_REQUEST));
        lines.add(new Line("API", matches * kind.apiRequests(), Price.API_REQUEST));
        lines.add(new Line("CDN", matches * kind.apiRequests(), Price.CDN_REQUEST));
        lines.add(new Line("CDN, function", matches * kind.apiRequests(), Price.CDN_FUNCTION));
        lines.add(new Line("API function, requests", matches * kind.apiRequests(), Price.LAMBDA_REQUEST));
        lines.add(new Line(
                "API function, time",
                matches * kind.apiRequests() * ASSUMED_API_SECONDS * FUNCTION_GIGABYTES,
                Price.LAMBDA_SECOND));
        lines.add(new Line("runners, time", runners() * DAY * DAYS * FUNCTION_GIGABYTES, Price.LAMBDA_SECOND));
        lines.add(new Line("logs", matches * ASSUMED_LOG_BYTES / 1e9, Price.LOG_GIGABYTE));
        return lines;
    }

    /** It is sent, received and removed. A runner removes together what it received in a second. */
    private double requestsOfAMessage() {
        double removedTogether = Math.clamp(matchesPerDay / DAY / runners(), 1, MOST_REMOVED_TOGETHER);
        return 1 + ASSUMED_RECEIVES_PER_MESSAGE + 1 / removedTogether;
    }

    /** What a month costs to keep the matches of these days: in the table, its index and its backup, and as replays. */
    List<Line> storage(double days) {
        double matches = matchesPerDay * days;
        double item = (ITEM_BYTES + ITEM_OVERHEAD) / GIGABYTE;
        return List.of(
                new Line("table", matches * item, Price.TABLE_GIGABYTE),
                new Line("index", matches * item, Price.TABLE_GIGABYTE),
                new Line("point-in-time recovery", matches * item, Price.BACKUP_GIGABYTE),
                new Line("replays", matches * REPLAY_BYTES / GIGABYTE, Price.FILE_GIGABYTE));
    }

    /**
     * How many runners are active on average: at most one for each running match, and at most as many as the parameter
     * allows. Lambda starts another runner for messages that the active ones have not received yet, so this is the
     * upper bound.
     */
    double runners() {
        return Math.min(maxRunners, matchesPerDay / DAY * (seconds + BATCHING_WINDOW));
    }

    /** What connected bots cost besides their matches, if all calls are to such bots. */
    List<Line> lines() {
        double moves = (matchesPerDay * calls + connected * HEALTH_CHECKS_PER_DAY * CALLS_OF_A_HEALTH_CHECK) * DAYS;
        return List.of(
                new Line("connections, minutes", connected * DAYS * DAY / 60, Price.LINE_MINUTE),
                new Line("messages", moves * MESSAGES_PER_MOVE, Price.LINE_MESSAGE),
                new Line("function, requests", moves, Price.LAMBDA_REQUEST),
                new Line("function, time", moves * ASSUMED_ANSWER_SECONDS * FUNCTION_GIGABYTES, Price.LAMBDA_SECOND));
    }

    /** What a month costs without any match that a user starts: schedules, pollers, alarms, and the ladders. */
    List<Line> idle() {
        double minutes = DAYS * DAY / 60;
        double runs = RUNS_EACH_MINUTE * minutes + RUNS_EACH_QUARTER * minutes / 15 + RUNS_EACH_DAY * DAYS;
        List<Line> lines = new ArrayList<>(List.of(
                new Line("schedules", runs, Price.SCHEDULED_RUN),
                new Line("scheduled functions, requests", runs, Price.LAMBDA_REQUEST),
                new Line(
                        "scheduled functions, time",
                        runs * ASSUMED_SCHEDULED_SECONDS * FUNCTION_GIGABYTES,
                        Price.LAMBDA_SECOND),
                new Line("scheduled reads", ASSUMED_READS_PER_MINUTE * minutes, Price.READ_UNIT),
                new Line("polling of queues", QUEUE_SOURCES * POLLS_PER_SECOND * DAY * DAYS, Price.FIFO_REQUEST),
                new Line("alarms", ALARM_METRICS, Price.ALARM),
                new Line("metrics", METRICS, Price.METRIC),
                new Line("dashboard", 1, Price.DASHBOARD),
                new Line("secret", 1, Price.SECRET)));
        // The matches that start in a minute, of all games, share a runner for as long as the longest of them lasts.
        // All bots have their turn in the same minutes.
        double ladderMatches = ladderBots * LADDER_MATCHES * 24 * DAYS;
        double ladderRuns = Math.min(ladderBots, 1) * LADDER_MATCHES / MATCHES_OF_A_PAIR * 24 * DAYS;
        lines.add(new Line(
                "ladders, runners",
                ladderRuns * (seconds + BATCHING_WINDOW) * FUNCTION_GIGABYTES,
                Price.LAMBDA_SECOND));
        lines.add(new Line("ladders, table", ladderMatches * LADDER_WRITE_UNITS, Price.WRITE_UNIT));
        lines.add(new Line("ladders, replays and standings", 3 * ladderMatches, Price.FILE_PUT));
        return lines;
    }

    /**
     * What a key of the operator's own for the table costs. DynamoDB asks KMS once for each connection, and again after
     * five minutes (AWS documentation). Functions that run by the clock open a connection in each run; so does whoever
     * finds that its last one was closed, at most once in {@link #IDLE_CONNECTION_SECONDS}.
     */
    List<Line> key() {
        double seconds = DAYS * DAY;
        return List.of(
                new Line("key", 1, Price.KEY),
                new Line("key, scheduled functions", RUNS_EACH_MINUTE * seconds / 60, Price.KEY_REQUEST),
                new Line("key, runners", runners() * seconds / IDLE_CONNECTION_SECONDS, Price.KEY_REQUEST),
                new Line(
                        "key, API function",
                        Math.min(matchesPerDay * DAYS * kind.apiRequests(), seconds / IDLE_CONNECTION_SECONDS),
                        Price.KEY_REQUEST));
    }

    /** A match of a competition also takes part in its journal, alone in the worst case. */
    static final double LADDER_WRITE_UNITS = 8 + 9;

    static double sum(List<Line> lines) {
        return lines.stream().mapToDouble(Line::dollars).sum();
    }
}
