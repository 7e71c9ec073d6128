package bout.botclient;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.address.Lookups;
import bout.address.Lookups.NameLookup;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import bout.wire.BotBody;
import bout.wire.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.util.TimeValue;

/**
 * Calls bots. One instance per process, shared by any number of virtual threads.
 *
 * <p>It uses the connections of Apache HttpClient, but not its client. The client has redirects, cookies,
 * authentication, retries and decompression built in, which would all have to be switched off. It also hides how long a
 * bot took, whether a byte of an answer arrived, and how far a call got. Nor does it use the pool, which knows hosts
 * but not bots, and cannot tell without waiting whether a server has sent something since its last answer.
 *
 * <p>Not final only for the simulation, whose bots answer without a network.
 */
public class BotClient implements AutoCloseable {

    public static final int DEFAULT_CALLS_PER_BOT = 16;

    /** How many times as many concurrent calls a host may get for all of its bots. */
    private static final int BOTS_OF_A_HOST = 8;

    /** Servers close idle connections; Node does so after 5 s. */
    static final TimeValue MAX_IDLE = TimeValue.ofSeconds(15);

    private static final long CHORES_INTERVAL = TimeUnit.SECONDS.toNanos(5);

    private final AddressPolicy policy;
    private final int callsPerBot;
    private final Connector connector;
    private final DeadlineTimer timer;
    private final Lookups lookups;

    /**
     * A bot that is not called for this long is forgotten: a process may live for weeks, and call bots that are never
     * called again.
     */
    private static final long REMEMBERED = TimeUnit.MINUTES.toNanos(10);

    // An entry changes only within a method of its map, so that no call begins on a line that is being forgotten: two
    // lines of one bot would have twice its slots.
    private final Map<TicketKey, ConnectionPool> lines = new ConcurrentHashMap<>();
    private final Map<String, ConnectionPool.OfHost> hosts = new ConcurrentHashMap<>();

    /** The key that tells bots apart: with this, neither connections nor slots are shared. */
    private record TicketKey(String whose, String url) {}

    public BotClient(AddressPolicy policy, int callsPerBot) {
        this(policy, callsPerBot, defaultTls(), NameLookup.SYSTEM);
    }

    BotClient(AddressPolicy policy, int callsPerBot, SSLContext tls, NameLookup names) {
        this.policy = policy;
        this.callsPerBot = callsPerBot;
        this.connector = new Connector(tls);
        this.timer = new DeadlineTimer(() -> tidy(System.nanoTime()), CHORES_INTERVAL);
        this.lookups = new Lookups(names);
    }

    /** Closes connections that have been open for too long, and forgets bots that are not called any more. */
    void tidy(long now) {
        lines.values().forEach(line -> line.closeExpired(now));
        long unusedSince = now - REMEMBERED;
        lines.forEach((key, candidate) -> {
            if (candidate.unusedSince(unusedSince)) {
                lines.computeIfPresent(key, (same, line) -> line.unusedSince(unusedSince) ? forget(line) : line);
            }
        });
    }

    private ConnectionPool forget(ConnectionPool line) {
        hosts.computeIfPresent(line.ofHost().host(), (host, known) -> known.oneLess());
        return null;
    }

    private static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException broken) {
            throw new IllegalStateException("the JDK has no TLS", broken);
        }
    }

    /** A URL at a seat of one match; its calls are neither signed nor rated. */
    public Player player(BotUrl url) {
        return player(Callee.of(url, null));
    }

    /** A bot with a URL at a seat of one match. Not thread-safe. */
    public Player player(Callee callee) {
        return player(callee, answer -> {});
    }

    /** Like {@link #player(Callee)}, and reports the stripped value of one header of each answer that has it. */
    public Player player(Callee callee, String header, Consumer<String> values) {
        return player(callee, answer -> {
            Header found = answer.getFirstHeader(header);
            if (found != null) {
                values.accept(found.getValue().strip());
            }
        });
    }

    private Player player(Callee callee, Consumer<HttpResponse> listener) {
        Redaction redaction = new Redaction(callee.url(), callee.secret());
        return (Player.OverHttp)
                request -> AnswerBody.noted(move(request, callee, redaction, listener), request.game(), redaction);
    }

    private Reply move(MoveRequest request, Callee callee, Redaction redaction, Consumer<HttpResponse> listener) {
        BotCall call = new BotCall(
                this,
                callee,
                redaction,
                request.timeLimit(),
                () -> {
                    byte[] body = BotBody.write(request.game().form(), request.fields());
                    long now = Instant.now().getEpochSecond();
                    return BotRequest.move(callee.url(), request, callee.secret(), now, body);
                },
                (body, encoding) -> AnswerBody.read(body, encoding, request.game()));
        Reply reply = make(call, request.startBefore());
        if (call.answered() != null) {
            listener.accept(call.answered());
        }
        return reply;
    }

    /** Fetches a small text file from a bot's host: the text, or a failure. */
    public Reply fetchText(Callee callee, String path, int timeLimit, long startBefore) {
        return make(text(callee, timeLimit, () -> BotRequest.file(callee.url(), path)), startBefore);
    }

    private BotCall text(Callee callee, int timeLimit, Supplier<BotRequest> request) {
        Redaction redaction = new Redaction(callee.url(), callee.secret());
        return new BotCall(this, callee, redaction, timeLimit, request, (body, encoding) -> new String(
                        body, StandardCharsets.UTF_8)
                .strip());
    }

    /** The status of the answer, 0 if there was none, and the reply. */
    public record Posted(int status, Reply reply) {}

    /**
     * Posts a message signed according to Standard Webhooks.
     *
     * @param secret {@code null} for a message without a signature
     * @param id the same for each attempt to post one message
     * @param body JSON, as UTF-8
     * @param timeLimit in milliseconds
     */
    public Posted postSigned(
            BotUrl url, WebhookSecret secret, String id, byte[] body, int timeLimit, long startBefore) {
        BotCall call = text(
                Callee.of(url, secret),
                timeLimit,
                () -> BotRequest.message(url, secret, id, Instant.now().getEpochSecond(), body));
        Reply reply = make(call, startBefore);
        return new Posted(call.answered() == null ? 0 : call.answered().getCode(), reply);
    }

    public Posted post(BotUrl url, byte[] body, int timeLimit, long startBefore) {
        return postSigned(url, null, null, body, timeLimit, startBefore);
    }

    /**
     * The outcome of a request that was passed on.
     *
     * @param status of the answer; 0 if there was none that can be passed back
     * @param headers of the answer by name, case-insensitive; the first of each
     * @param body of the answer as text
     * @param failure {@code null} if there is an answer, whatever its status
     */
    public record Relayed(int status, Map<String, String> headers, String body, int milliseconds, Failure failure) {}

    /**
     * Passes on a request for a move that was made elsewhere, and returns the answer as it came.
     *
     * @param headers those of the request; the ones that belong to a connection are replaced
     * @param timeLimit in milliseconds
     * @return {@code null} if the call was not made: {@code startBefore} has passed, or the thread was interrupted
     * @throws IllegalArgumentException if a header cannot be one
     */
    public Relayed relay(Callee callee, Map<String, String> headers, byte[] body, int timeLimit, long startBefore) {
        Redaction redaction = new Redaction(callee.url(), callee.secret());
        BotCall call = new BotCall(
                this,
                callee,
                redaction,
                timeLimit,
                () -> BotRequest.relayed(callee.url(), headers, body),
                AnswerBody::readPacked);
        return switch (make(call, startBefore)) {
            case Reply.Answered answer -> relayed(call, redaction, (String) answer.answer(), answer.milliseconds());
            case Reply.Failed failed
            when failed.failure().kind() == Failure.Kind.STATUS ->
                relayed(
                        call,
                        redaction,
                        redaction.of(new String(call.arrived(), StandardCharsets.UTF_8)),
                        failed.milliseconds());
            case Reply.Failed failed -> new Relayed(0, Map.of(), "", failed.milliseconds(), failed.failure());
            case Reply.BrokenOff() -> null;
        };
    }

    /** Only the URL is removed from notes and error pages, because these are public. */
    private static Relayed relayed(BotCall call, Redaction redaction, String body, int milliseconds) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : call.answered().getHeaders()) {
            headers.putIfAbsent(
                    header.getName(),
                    header.getValue() == null
                            ? ""
                            : redaction.of(BotCall.text(header).strip()));
        }
        return new Relayed(call.answered().getCode(), headers, body, milliseconds, null);
    }

    private ConnectionPool line(BotUrl url) {
        ConnectionPool.OfHost ofHost = hosts.compute(
                url.scheme() + "://" + url.authority(),
                (host, known) -> known == null
                        ? new ConnectionPool.OfHost(host, new CallSlots(BOTS_OF_A_HOST * callsPerBot), 1)
                        : known.oneMore());
        return new ConnectionPool(url, callsPerBot, ofHost, connector);
    }

    /** Waits for a slot of the bot and one of its host, then makes the call. */
    private Reply make(BotCall call, long startBefore) {
        Callee callee = call.callee();
        ConnectionPool line =
                lines.compute(new TicketKey(callee.whose(), callee.url().text()), (key, known) -> {
                    ConnectionPool entered = known == null ? line(callee.url()) : known;
                    entered.enter();
                    return entered;
                });
        try {
            boolean rated = callee.rated();
            CallSlots ofHost = line.ofHost().slots();
            return line.slots().make(rated, startBefore, () -> ofHost.make(rated, startBefore, () -> call.make(line)));
        } finally {
            line.leave();
        }
    }

    int waiting(Callee callee) {
        ConnectionPool line =
                lines.get(new TicketKey(callee.whose(), callee.url().text()));
        return line == null ? 0 : line.slots().waiting();
    }

    int knownBots() {
        return lines.size();
    }

    int knownHosts() {
        return hosts.size();
    }

    public AddressPolicy policy() {
        return policy;
    }

    Lookups lookups() {
        return lookups;
    }

    Connector connector() {
        return connector;
    }

    DeadlineTimer timer() {
        return timer;
    }

    /** Closes all connections; calls in progress fail. */
    @Override
    public void close() {
        timer.close();
        lookups.close();
        connector.closeAll();
    }
}
