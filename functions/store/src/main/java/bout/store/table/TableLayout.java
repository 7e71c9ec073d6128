package bout.store.table;

import bout.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What lies in the table: every key, every attribute and every way in which they are read. Nothing else builds a key.
 *
 * <p>The table has the keys {@code pk} and {@code sk}, the index {@code by-status} ({@code list}, then {@code id}, with
 * all attributes) and {@code expires} as its time to live. It is private to the functions, and so is the index: both hold
 * the URLs of bots.
 *
 * <h2>A match: {@code pk} = {@code match#ID}, {@code sk} = {@code match}</h2>
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code MatchIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>{@code GAME#STATUS}, the partition of the index</td></tr>
 * <tr><td>{@code listWhenRunning}</td><td>{@code GAME#running}. A lease knows only the id; with this at hand, an update
 *     can move the match within the index without reading it first. Gone when the match is over</td></tr>
 * <tr><td>{@code game}, {@code seed}, {@code timeLimit} (ms, may be missing)</td><td>as in {@code MatchRecord}</td></tr>
 * <tr><td>{@code owner}</td><td>who asked for it: the id of a token, {@code admin} or {@code local}; may be missing</td></tr>
 * <tr><td>{@code slot}</td><td>while it is open, and its owner's open matches are limited: which slot it takes</td></tr>
 * <tr><td>{@code players}, {@code options}</td><td>JSON text. The table never looks into documents, and as text their
 *     numbers stay what they are: a number of DynamoDB has 38 decimal digits, a smaller range than a double, and no
 *     negative zero</td></tr>
 * <tr><td>{@code status}</td><td>{@code Status.code}</td></tr>
 * <tr><td>{@code turn}</td><td>the turns played when the runner last said so; all of them when finished</td></tr>
 * <tr><td>{@code createdAt}, {@code startedAt}, {@code finishedAt}</td><td>ms since 1970; the latter two are missing
 *     before they happen</td></tr>
 * <tr><td>{@code fence}</td><td>how many leases there were; it only grows</td></tr>
 * <tr><td>{@code holder}, {@code leaseUntil} (ms)</td><td>while running: a name for the one call that took the lease,
 *     and when it runs out</td></tr>
 * <tr><td>{@code watchedUntil} (ms)</td><td>while queued or running: until when it counts as watched, so that its runner
 *     shows its moves; missing where nobody has looked. A lost or doubled write of it does no harm</td></tr>
 * <tr><td>{@code webhookUrl}, {@code webhookSecret}</td><td>who is told when it ends, and what the webhook is signed
 *     with; missing where nobody is</td></tr>
 * <tr><td>{@code outbox}</td><td>{@code webhooks} from the end of the match until the webhook is in its queue, or
 *     {@code results} from its finish until its result is in the journal of its competition; the partition of the index
 *     {@code by-outbox}, which holds only such matches</td></tr>
 * <tr><td>{@code competition}</td><td>JSON text: what it is played for; missing for most matches</td></tr>
 * <tr><td>{@code journalled}</td><td>the number of its entry in that journal, once it has one</td></tr>
 * <tr><td>{@code checkpoint}</td><td>where in {@code Checkpoints} the moves lie that the runner saved last; missing for
 *     most matches, which end before</td></tr>
 * <tr><td>{@code faults}, {@code expiredLeases}</td><td>how often it could not be played on for a reason of ours, and how many of
 *     its leases ran out; missing before the first</td></tr>
 * <tr><td>{@code requeueAt} (ms), {@code requeues}</td><td>while queued: when the sweeper is to send the id again, and how
 *     often it has; see {@code RequeueBackoff}</td></tr>
 * <tr><td>{@code result}, {@code failures}, {@code tallies}, {@code failureCount}</td><td>when finished: three JSON texts
 *     (the second with the first {@code MatchRecord.STORED_FAILURES} failed calls, the third of each seat's
 *     {@code SeatTally}) and how many calls failed in all</td></tr>
 * <tr><td>{@code reason}</td><td>when failed</td></tr>
 * </table>
 *
 * <h2>An idempotency key: {@code pk} = {@code idempotency#HASH}, {@code sk} = {@code idempotency}</h2>
 *
 * HASH is the SHA-256 of caller and key: of fixed length, and no place where a caller's name can be read. Attributes:
 * {@code match} (the id that the first request got), {@code bodyHash}, and {@code expires} (s since 1970). DynamoDB
 * deletes expired items days late, so a key that has expired by the clock counts as absent.
 *
 * <h2>A token: {@code pk} = {@code token#ID}, {@code sk} = {@code token}</h2>
 *
 * ID is that of {@code BearerToken.id}, so that a token leads to its item and the item does not lead to the token.
 * Attributes: {@code id}, {@code list} (always {@code tokens}: a partition of the index), {@code name}, {@code scope},
 * {@code hash} (SHA-256 of the token), {@code createdAt}, and {@code revokedAt} when it has been revoked (ms since 1970).
 *
 * <h2>A caller's requests in a second: {@code pk} = {@code requests#CALLER#SECOND}, {@code sk} = {@code requests}</h2>
 *
 * CALLER is the word token and its id, or the word address and the address; SECOND counts from 1970. Attributes: {@code count}, and {@code expires} (a minute
 * later).
 *
 * <h2>An owner's matches: {@code pk} = {@code matches-of#OWNER}</h2>
 *
 * Where they are limited, {@code sk} = {@code slot#N} is a slot for an open match, N counting from 1 in five digits:
 * {@code slot} (N) and, while it is taken, {@code match} (its id). There are as many as were ever taken at once. And
 * {@code sk} = {@code day#DATE} has {@code count}, the matches accepted on that day of UTC, and {@code expires} (a day
 * after it).
 *
 * <h2>A registered bot: {@code pk} = {@code bot#ID}, {@code sk} = {@code bot}</h2>
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code BotIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>{@code bots#GAME}: private and inactive ones, too</td></tr>
 * <tr><td>{@code owner}, {@code game}, {@code createdAt} (ms)</td><td>never change</td></tr>
 * <tr><td>{@code name}, {@code secret}, {@code visibility}, {@code active}, {@code updatedAt} (ms)</td><td>as in
 *     {@code BotRecord}; written by the owner's changes</td></tr>
 * <tr><td>{@code revision}, {@code change}</td><td>how many changes there were, and a name for the last of them, by
 *     which a change that is sent twice knows itself</td></tr>
 * <tr><td>{@code url}, {@code version}, {@code challenge}</td><td>written by a change of the URL, which removes all that
 *     follows here, and by a new version at the same URL, which leaves the next two</td></tr>
 * <tr><td>{@code provenAt} (ms), {@code proofRefusal}</td><td>as in {@code Proof}; each may be missing</td></tr>
 * <tr><td>{@code check}, {@code waitingCheck}, {@code checkAskedAt} (ms)</td><td>the last check that was asked for, as
 *     JSON text; the other two only while it waits: its id, which the one that makes it removes, and when it was
 *     asked for</td></tr>
 * <tr><td>{@code out}, {@code streak}, {@code reason}, {@code checkedAt} (ms)</td><td>as in {@code Health}; missing
 *     before the first sweep</td></tr>
 * </table>
 *
 * Beside it lies {@code pk} = {@code bot#ID}, {@code sk} = {@code owner}, with {@code id}, {@code game} and {@code list} =
 * {@code bots-of#OWNER}: an item is in one partition of the index only, and an owner's list should not read the bots of
 * all. Both are written and deleted in one transaction. The idempotency key of a registration has {@code bot} instead of
 * {@code match}.
 *
 * <h2>A tournament: {@code pk} = {@code tournament#ID}, {@code sk} = {@code tournament}</h2>
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code TournamentIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>{@code tournaments#public} or {@code tournaments#private}</td></tr>
 * <tr><td>{@code name}, {@code game}, {@code owner}, {@code format}, {@code ranking}, {@code playerCount}, {@code boards},
 *     {@code rounds}, {@code seed}, {@code options} (JSON text), {@code timeLimit} (ms, may be missing),
 *     {@code withdrawAfter}, {@code matches}, {@code webhookUrl} and {@code webhookSecret} (may be missing),
 *     {@code createdAt} (ms)</td><td>as in {@code TournamentRecord}; they never change</td></tr>
 * <tr><td>{@code slot}</td><td>while it is not over, and its owner's are limited: which slot it takes</td></tr>
 * <tr><td>{@code state}, {@code played}, {@code reason}, {@code startedAt}, {@code finishedAt} (ms)</td><td>as in
 *     {@code TournamentRecord}</td></tr>
 * <tr><td>{@code open}</td><td>the open matches, each {@code BOARD,FIRST,SECOND}, with blanks between them; missing when
 *     there are none. Some 4 KB with 400 of them</td></tr>
 * <tr><td>{@code planRevision}, {@code change}</td><td>how many changes there were, and a name for the last of them, by
 *     which a change that is sent twice knows itself</td></tr>
 * <tr><td>{@code outbox}</td><td>{@code tournament-webhooks} from its end until the webhook is in its queue, where somebody
 *     is to be told</td></tr>
 * </table>
 *
 * Beside it lie {@code sk} = {@code players#NNNN}, with {@code players} (JSON text), a hundred players each: their URLs may
 * have two KB each, so that all of them fit into no item, and into the index they have no business; {@code sk} = {@code
 * owner}, with {@code id}, {@code game} and {@code list} = {@code tournaments-of#OWNER}; and until it is over {@code sk} =
 * {@code open}, with {@code id} and {@code list} = {@code tournaments-open}. All are written in one transaction. The
 * idempotency key has {@code tournament} instead of {@code match}, and so have the slots: {@code pk} =
 * {@code tournaments-of#OWNER}, {@code sk} = {@code slot#N}, as an owner's matches have them.
 *
 * <h2>A journal: {@code pk} = {@code journal#SUBJECT}</h2>
 *
 * SUBJECT is {@code Subject.text}. {@code sk} = {@code head} has {@code length}, the number of its last entry; it is missing
 * before the first. {@code sk} = {@code entries#LAST} has {@code entries}: JSON text, up to {@code Journals.TOGETHER}
 * entries in order, of which the last has the number LAST, in twelve digits. So all items behind {@code entries#N}, and no
 * other, hold entries with greater numbers than N.
 *
 * That of a ladder has {@code snapshot} in its head, too: how many entries the snapshot in {@link LadderSnapshots} counts.
 *
 * <h2>What the matchmaker has decided on: {@code pk} = {@code matchmaker#GAME}</h2>
 *
 * {@code sk} = {@code hour#TIME}: {@code count}, how many matches of that hour were decided on, {@code minutes}, in which of
 * its minutes, and {@code expires} (a day after it). {@code sk} = {@code open#TIME}, until all matches of that minute are over:
 * {@code matches}, a list of items as they are put when the matches are begun.
 *
 * <h2>Access patterns</h2>
 *
 * <ul>
 *   <li>Accept a match: put it if absent; with an idempotency key, one transaction that puts both if absent.
 *   <li>Accept a match whose owner has limits: one query of the owner's slots, consistent; then one transaction that
 *       also takes a slot that is free and counts the day. It is refused where another took the slot meanwhile. The
 *       transaction that ends the match gives the slot back.
 *   <li>Find a match: get by key, consistent.
 *   <li>Lease, renew, save, finish, fail, release, redrive: one update of the match by key, conditional on {@code status},
 *       {@code fence} or {@code leaseUntil}. A refused update returns the item, so that nothing is read to learn why. To take over a lease that ran
 *       out takes two: the first is refused and tells so.
 *   <li>Watch a match: get by key, consistent; and one update by key, conditional on {@code status} and
 *       {@code watchedUntil}, where the item does not count as watched for another 15 s. Renewing a lease returns the
 *       item, and so tells the runner.
 *   <li>List by game and status: one query of {@code by-status}. List by game, by status, or all: a query for each
 *       partition that can hold such matches, merged by {@code id}.
 *   <li>Make a token: put it if absent. Look one up: get by key, consistent. Revoke one: one update by key. List them:
 *       one query of {@code by-status}.
 *   <li>Count a request: one update by key, conditional on {@code count}.
 *   <li>Register a bot: one transaction that puts both items (and an idempotency key) if absent. Find one: get by key,
 *       consistent. Change it: one update by key, conditional on {@code revision}. Delete it: one transaction.
 *   <li>Make a check: one update by key, conditional on {@code waitingCheck}; write a sweep's finding: one, conditional on
 *       {@code checkedAt}; both on {@code version}, too, so that what was learnt of one URL is never said of another.
 *   <li>List public or active bots: a query of {@code by-status} for each game, filtered. List an owner's: one query, and
 *       a get for each.
 *   <li>Create a tournament: with limits one query of the owner's slots, consistent; then one transaction that puts all of
 *       its items (and takes a slot, and keeps an idempotency key) if absent. Find one: get by key, consistent. Its
 *       players: one query, a page for each MB.
 *   <li>Plan or cancel a tournament: one update by key, conditional on {@code planRevision}. End one: one transaction that
 *       also deletes what finds it as open and gives its slot back.
 *   <li>List public tournaments: a query of {@code by-status}, filtered. List an owner's: one query, and a get for each.
 *       Those that are not over: one query of {@code tournaments-open}.
 *   <li>Append to a journal: get its head, consistent; then one transaction that counts it on, puts the entries, and
 *       on each match removes {@code outbox}, conditional on its being there. So a result is in the journal once, whoever
 *       tries how often: what was to be done is what makes it possible.
 *   <li>Decide on matches of a ladder: one transaction that counts them, conditional on {@code count} and {@code minutes},
 *       and writes them down. Which are open: one query of what begins with {@code open#}, consistent, and a batch of gets.
 *   <li>Name a snapshot: one update of the journal's head, conditional on {@code snapshot}.
 *   <li>Read a journal: one query of its partition from an entry on, consistent.
 *   <li>Webhooks and results that a crash kept from their queues: query {@code by-outbox} up to a {@code finishedAt} of a
 *       minute ago; for results then a batch of gets.
 *   <li>Leases that ran out: query {@code GAME#running}, filtered by {@code leaseUntil}; as many items as matches run.
 *   <li>Queued matches without a message: query {@code GAME#queued} up to the ids of a minute ago, filtered by
 *       {@code requeueAt}; nothing, unless matches wait for more than a minute.
 * </ul>
 *
 * <h2>What a match costs</h2>
 *
 * Each player that is a registered bot adds a read when the match is asked for and one when a runner takes it.
 *
 * In write units (an item of up to 1 KB; a match has about half of that, and a few KB with 20 long failures), of which
 * the index takes part: accept 2, or 6 in a transaction with an idempotency key; lease 3; finish 3; each renewal 2. So a
 * match that ends within its first lease costs 8 or 12 write units and no read, beside one PUT to S3. What only costs
 * when it happens: a duplicate message 1 write unit, a look at a match 1 read unit, watching it 2 write units in 15 s
 * (however many watch, but 1 more for each that looks in the moment in which it is due), a page of a list half a read unit
 * for each 4 KB and partition, a match of an owner with limits 9 write units more, a sweep half a read unit for each 4 KB of running matches.
 *
 * A match with a competition costs more once it is finished: one write unit because its outbox is full, and to be written
 * into its journal 4, and its share of 2 for the head and of 2 for each KB of entries (a third to half a KB each). That is 8
 * for one alone, and 5 each for ten together; beside 2 read units, and one for the head. All others pay for nothing but the
 * bytes of their tallies: two of a byte or two for house bots, some 100 to 250 bytes for a bot that was called.
 *
 * <h2>What a tournament costs</h2>
 *
 * Beside its matches: to create it 12 write units and 2 for each KB of players (40 players with short URLs have 4 KB, a
 * thousand with the longest ones 2.3 MB, below the 4 MB of a transaction); a change of the plan 2 write units, and 2 more
 * for each hundred open matches; to end it some 10.
 */
public final class TableLayout {

    private static final String MATCH_PREFIX = "match#";

    private static final String JOURNAL = "journal#";
    private static final String MATCHMAKER = "matchmaker#";
    private static final String RUNS = "open#";

    private static final long LONGEST_JOURNAL = 999_999_999_999L;

    public static final String INDEX = "by-status";
    public static final String OUTBOX_INDEX = "by-outbox";

    /** The partition of the index that holds the tokens. */
    public static final String TOKENS = "tokens";

    public static final String PK = "pk";
    public static final String SK = "sk";
    public static final String LIST = "list";
    public static final String ID = "id";
    public static final String EXPIRES = "expires";

    public static final String LIST_WHEN_RUNNING = "listWhenRunning";
    public static final String SETTINGS = "settings";
    public static final String ORIGIN = "origin";
    public static final String GAME = "game";
    public static final String PLAYERS = "players";
    public static final String OWNER = "owner";
    public static final String STATUS = "status";
    public static final String TURN = "turn";
    public static final String CREATED_AT = "createdAt";
    public static final String STARTED_AT = "startedAt";
    public static final String FINISHED_AT = "finishedAt";
    public static final String FENCE = "fence";
    public static final String HOLDER = "holder";
    public static final String LEASE_UNTIL = "leaseUntil";
    public static final String WATCHED_UNTIL = "watchedUntil";
    public static final String CHECKPOINT = "checkpoint";
    public static final String FAULTS = "faults";
    public static final String EXPIRED_LEASES = "expiredLeases";
    public static final String REQUEUE_AT = "requeueAt";
    public static final String REQUEUES = "requeues";
    public static final String RESULT = "result";
    public static final String FAILURES = "failures";
    public static final String FAILURE_COUNT = "failureCount";
    public static final String TALLIES = "tallies";
    public static final String REASON = "reason";
    public static final String OUTBOX = "outbox";
    public static final String JOURNALLED = "journalled";
    public static final String LENGTH = "length";
    public static final String ENTRIES = "entries";
    public static final String SNAPSHOT = "snapshot";
    public static final String MINUTES = "minutes";

    public static final String NAME = "name";
    public static final String SCOPE = "scope";
    public static final String HASH = "hash";
    public static final String REVOKED_AT = "revokedAt";
    public static final String COUNT = "count";
    public static final String SLOT = "slot";

    private static final String SLOTS = "slot#";
    private static final String MATCHES_OF = "matches-of#";
    private static final String TOURNAMENTS_OF = "tournaments-of#";

    public static final String URL = "url";
    public static final String SECRET = "secret";
    public static final String VISIBILITY = "visibility";
    public static final String ACTIVE = "active";
    public static final String UPDATED_AT = "updatedAt";
    public static final String REVISION = "revision";
    public static final String CHANGE = "change";
    public static final String VERSION = "version";
    public static final String CHALLENGE = "challenge";
    public static final String PROVEN_AT = "provenAt";
    public static final String PROOF_REFUSAL = "proofRefusal";
    public static final String CHECK = "check";
    public static final String WAITING_CHECK = "waitingCheck";
    public static final String CHECK_ASKED_AT = "checkAskedAt";
    public static final String SUSPENDED = "suspended";
    public static final String STREAK = "streak";
    public static final String CHECKED_AT = "checkedAt";

    public static final String BOT = "bot";
    public static final String MATCH = "match";
    public static final String TOURNAMENT = "tournament";
    public static final String BODY_HASH = "bodyHash";

    public static final String MATCHES = "matches";
    public static final String STATE = "state";
    public static final String PLAYED = "played";
    public static final String OPEN = "open";
    public static final String PLAN_REVISION = "planRevision";

    /** The partition of the index that holds what finds the tournaments that are not over. */
    public static final String TOURNAMENTS_OPEN = "tournaments-open";

    private static final String TOURNAMENT_PREFIX = "tournament#";
    private static final String PLAYERS_PREFIX = "players#";

    private static final Pattern PLACEHOLDER = Pattern.compile("#(\\w+)");

    private TableLayout() {}

    public static Map<String, AttributeValue> matchKey(String id) {
        return key(MATCH_PREFIX + id, "match");
    }

    /** The id of the match that has this partition key. */
    public static String matchOf(String pk) {
        return pk.substring(MATCH_PREFIX.length());
    }

    public static Map<String, AttributeValue> idempotencyKey(IdempotencyKey key) {
        return key("idempotency#" + HexFormat.of().formatHex(sha256(key.caller(), key.key())), "idempotency");
    }

    public static Map<String, AttributeValue> requestsKey(String caller, long second) {
        return key("requests#" + caller + "#" + second, "requests");
    }

    /** @param of the attribute that names who has the slot: {@value #MATCH} or {@value #TOURNAMENT} */
    public static Map<String, AttributeValue> slotKey(String of, String owner, int slot) {
        return key(slotsPartition(of, owner), SLOTS + String.format(Locale.ROOT, "%05d", slot));
    }

    /** The values of {@code #pk = :pk AND begins_with(#sk, :slots)}. */
    public static Map<String, AttributeValue> slotsOf(String of, String owner) {
        return Map.of(":pk", text(slotsPartition(of, owner)), ":slots", text(SLOTS));
    }

    private static String slotsPartition(String of, String owner) {
        return (of.equals(MATCH) ? MATCHES_OF : TOURNAMENTS_OF) + owner;
    }

    public static Map<String, AttributeValue> dayKey(String owner, LocalDate day) {
        return key(MATCHES_OF + owner, "day#" + day);
    }

    public static Map<String, AttributeValue> tokenKey(String id) {
        return key("token#" + id, "token");
    }

    public static Map<String, AttributeValue> botKey(String id) {
        return key("bot#" + id, "bot");
    }

    /** The key of the item that finds a bot for its owner. */
    public static Map<String, AttributeValue> botOfOwnerKey(String id) {
        return key("bot#" + id, "owner");
    }

    /** The key of the item that says how long a journal is. */
    public static Map<String, AttributeValue> journalHeadKey(String subject) {
        return key(JOURNAL + subject, "head");
    }

    public static Map<String, AttributeValue> ladderHourKey(String game, Instant hour) {
        return key(MATCHMAKER + game, "hour#" + hour);
    }

    public static Map<String, AttributeValue> ladderRunKey(String game, Instant minute) {
        return key(MATCHMAKER + game, RUNS + minute);
    }

    /** The minute of the run that lies under this sort key. */
    public static Instant minuteOf(String sk) {
        return Instant.parse(sk.substring(RUNS.length()));
    }

    /** The values of {@code #pk = :pk AND begins_with(#sk, :runs)}. */
    public static Map<String, AttributeValue> ladderRuns(String game) {
        return Map.of(":pk", text(MATCHMAKER + game), ":runs", text(RUNS));
    }

    /** The key of the entries up to and with this one. */
    public static Map<String, AttributeValue> journalEntriesKey(String subject, long last) {
        return key(JOURNAL + subject, entriesSk(last));
    }

    /** The values of {@code #pk = :pk AND #sk BETWEEN :from AND :to}, for the items with later entries. */
    public static Map<String, AttributeValue> journalBehind(String subject, long after) {
        return Map.of(
                ":pk", text(JOURNAL + subject),
                ":from", text(entriesSk(after + 1)),
                ":to", text(entriesSk(LONGEST_JOURNAL)));
    }

    /** The number of the last of the entries that lie under this sort key. */
    public static long lastOfEntries(String sk) {
        return Long.parseLong(sk.substring(ENTRIES.length() + 1));
    }

    private static String entriesSk(long last) {
        return ENTRIES + "#" + String.format(Locale.ROOT, "%012d", last);
    }

    /** The partition of the index that holds the bots of a game. */
    public static String botsOfGame(String game) {
        return "bots#" + game;
    }

    /** The partition of the index that holds what finds an owner's bots. */
    public static String botsOfOwner(String owner) {
        return "bots-of#" + owner;
    }

    public static Map<String, AttributeValue> tournamentKey(String id) {
        return key(TOURNAMENT_PREFIX + id, TOURNAMENT);
    }

    /** The key of the item that finds a tournament for its owner. */
    public static Map<String, AttributeValue> tournamentOfOwnerKey(String id) {
        return key(TOURNAMENT_PREFIX + id, "owner");
    }

    /** The key of the item that finds a tournament as long as it is not over. */
    public static Map<String, AttributeValue> openTournamentKey(String id) {
        return key(TOURNAMENT_PREFIX + id, OPEN);
    }

    /** @param chunk which of the items with players, from 0 */
    public static Map<String, AttributeValue> playersKey(String id, int chunk) {
        return key(TOURNAMENT_PREFIX + id, PLAYERS_PREFIX + String.format(Locale.ROOT, "%04d", chunk));
    }

    /** The values of {@code #pk = :pk AND begins_with(#sk, :players)}. */
    public static Map<String, AttributeValue> playersOf(String id) {
        return Map.of(":pk", text(TOURNAMENT_PREFIX + id), ":players", text(PLAYERS_PREFIX));
    }

    /** The id of the tournament that has this partition key. */
    public static String tournamentOf(String pk) {
        return pk.substring(TOURNAMENT_PREFIX.length());
    }

    /** The partition of the index that holds the tournaments that everyone may see, or the others. */
    public static String tournaments(boolean isPublic) {
        return "tournaments#" + (isPublic ? "public" : "private");
    }

    /** The partition of the index that holds what finds an owner's tournaments. */
    public static String tournamentsOfOwner(String owner) {
        return TOURNAMENTS_OF + owner;
    }

    /** The partition of the index that holds the matches of a game that have a status. */
    public static String list(String game, String status) {
        return game + "#" + status;
    }

    /**
     * The attribute names behind the placeholders of expressions, where {@code #status} always stands for the attribute
     * {@code status}. All names are written so, because DynamoDB reserves hundreds of words ({@code status} and
     * {@code list} among them).
     */
    public static Map<String, String> names(String... expressions) {
        Map<String, String> names = new HashMap<>();
        for (String expression : expressions) {
            for (Matcher name = PLACEHOLDER.matcher(expression); name.find(); ) {
                names.put(name.group(), name.group(1));
            }
        }
        return names;
    }

    public static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    public static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    private static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of(PK, text(pk), SK, text(sk));
    }

    /** A hash that differs wherever any of the texts differs: the length of each goes before it. */
    public static byte[] sha256(String... texts) {
        return Sha256.of(Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .flatMap(bytes -> Stream.of((bytes.length + ":").getBytes(StandardCharsets.UTF_8), bytes))
                .toArray(byte[][]::new));
    }
}
