package bout.table;

import bout.table.Creator.IdempotencyKey;
import bout.wire.Sha256;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys and attributes of the table and the names of its indexes. Nothing else builds a key. Whatever is not in a
 * list of attributes here is a component of a record that is stored; see {@link Attributes}. Texts such as
 * {@link #botsOfOwner} are partitions of the index {@code by-status}.
 *
 * <p>The table has the keys {@code pk} and {@code sk}, the index {@code by-status} ({@code list}, then {@code id}, with
 * all attributes), the indexes {@code by-due} ({@code due}, then {@code dueAt}) and {@code by-owner} ({@code by}, then
 * {@code id}), both with nothing but keys, and {@code expires} as its time to live. It is private to the functions, and
 * so are the indexes: they hold the URLs of bots.
 */
public final class TableLayout {

    private static final String MATCH_PREFIX = "match#";

    private static final String JOURNAL = "journal#";
    private static final String MATCHMAKER = "matchmaker#";
    public static final String RUNS = "open#";
    private static final String RUNNERS = "runners";
    public static final String INVITATION_PREFIX = "invitation#";
    public static final String OWNER_PREFIX = "owner#";
    public static final String TOKEN_PREFIX = "token#";
    public static final String IDENTITY_PREFIX = "identity#";

    public static final long LONGEST_JOURNAL = 999_999_999_999L;

    public static final String INDEX = "by-status";
    public static final String DUE_INDEX = "by-due";
    public static final String OWNER_INDEX = "by-owner";

    public static final String OWNERS = "owners";

    public static final String INVITATIONS = "invitations";

    public static final String ERASURES = "erasures";

    public static final String PK = "pk";
    public static final String SK = "sk";
    public static final String LIST = "list";
    public static final String ID = "id";
    public static final String ASKED_BY = "by";
    public static final String EXPIRES = "expires";

    public static final String GAME = "game";
    public static final String STATUS = "status";
    public static final String TURN = "turn";
    public static final String CREATED_AT = "createdAt";
    public static final String STARTED_AT = "startedAt";
    public static final String FINISHED_AT = "finishedAt";
    public static final String ENDED_AT = "endedAt";
    public static final String FENCE = "fence";
    public static final String HOLDER = "holder";
    public static final String LEASE_UNTIL = "leaseUntil";
    public static final String WATCHED_UNTIL = "watchedUntil";
    public static final String WATCHED = "watched";
    public static final String STOPPED = "stopped";
    public static final String CHECKPOINT = "checkpoint";
    public static final String FAULTS = "faults";
    public static final String ABSENCES = "absences";
    public static final String EXPIRED_LEASES = "expiredLeases";
    public static final String REQUEUES = "requeues";
    public static final String REQUEUE_AT = "requeueAt";
    public static final String RESULT = "result";
    public static final String FAILURES = "failures";
    public static final String FAILURE_COUNT = "failureCount";
    public static final String TALLIES = "tallies";
    public static final String REASON = "reason";
    public static final String DUE = "due";
    public static final String DUE_AT = "dueAt";
    public static final String JOURNALLED = "journalled";
    public static final String LENGTH = "length";
    public static final String ENTRIES = "entries";
    public static final String SECONDS = "seconds";
    public static final String MATCHES = "matches";

    public static final String HASH = "hash";
    public static final String NAME = "name";
    public static final String OWNER = "owner";
    public static final String RECOVERY = "recovery";
    public static final String USED_AT = "usedAt";
    public static final String BLOCKED_AT = "blockedAt";
    public static final String ERASED_AT = "erasedAt";
    public static final String REVOKED_AT = "revokedAt";
    public static final String COUNT = "count";
    public static final String SETTINGS = "settings";

    /** Of how many entries of a contest's journal the webhooks are in their queue. */
    public static final String TOLD = "told";

    public static final String USES = "uses";
    public static final String USED = "used";
    public static final String EXPIRES_AT = "expiresAt";
    public static final String QUOTAS_OF = "quotasOf";
    public static final String DAY = "day";
    public static final String LOOKED_AT = "lookedAt";

    private static final String MATCHES_OF = "matches-of#";
    private static final String BOTS_OF = "bots-of#";
    private static final String TOURNAMENTS_OF = "tournaments-of#";

    public static final String SECRET = "secret";
    public static final String VISIBILITY = "visibility";
    public static final String ACTIVE = "active";
    public static final String REVISION = "revision";
    public static final String CHANGE = "change";
    public static final String NUMBER = "number";
    public static final String CHECK = "check";
    public static final String WAITING_CHECK = "waitingCheck";
    public static final String CHECK_ASKED_AT = "checkAskedAt";
    public static final String SUSPENDED = "suspended";
    public static final String STREAK = "streak";
    public static final String CHECKED_AT = "checkedAt";
    public static final String CHANGED_AT = "changedAt";

    public static final String BOT = "bot";
    public static final String MATCH = "match";
    public static final String TOURNAMENT = "tournament";
    public static final String CONTEST = "contest";
    public static final String BODY_HASH = "bodyHash";

    public static final String STATE = "state";
    public static final String PLAYED = "played";
    public static final String WINNERS = "winners";
    public static final String REVEALED_AT = "revealedAt";
    public static final String OPEN = "open";

    public static final String TOURNAMENTS_OPEN = "tournaments-open";
    public static final String CONTESTS_OPEN = "contests-open";
    public static final String EVENT = "event";
    public static final String DEADLINE = "deadline";
    public static final String PODIUM = "podium";

    public static final String CONNECTIONS = "connections";
    public static final String CONNECTION = "connection";
    public static final String SHARED = "shared";
    public static final String STORED = "stored";

    private static final String TOURNAMENT_PREFIX = "tournament#";
    private static final String CONTEST_PREFIX = "contest#";
    public static final String PLAYERS_PREFIX = "players#";

    private static final int ASKED_BY_DIGITS = 10;

    private TableLayout() {}

    public static Map<String, AttributeValue> matchKey(String id) {
        return key(MATCH_PREFIX + id, "match");
    }

    /** Whether an item is that of a match; one that is not there is none. */
    public static boolean isMatch(Map<String, AttributeValue> item) {
        return item.containsKey(PK) && item.get(PK).s().startsWith(MATCH_PREFIX);
    }

    public static String matchOf(String pk) {
        return pk.substring(MATCH_PREFIX.length());
    }

    public static Map<String, AttributeValue> seatKey() {
        return key("seat-key", "seat-key");
    }

    public static Map<String, AttributeValue> keyOfTickets() {
        return key("ticket-key", "ticket-key");
    }

    public static Map<String, AttributeValue> identityKey(String hash) {
        return key(IDENTITY_PREFIX + hash, "identity");
    }

    /** The key of the item that finds an identity for its owner. */
    public static Map<String, AttributeValue> identityOfOwnerKey(String owner, String hash) {
        return key(OWNER_PREFIX + owner, IDENTITY_PREFIX + hash);
    }

    public static Map<String, AttributeValue> connectionsKey(String bot) {
        return key("connections#" + bot, CONNECTIONS);
    }

    /** The key of the item that says whose a connection is. */
    public static Map<String, AttributeValue> connectionKey(String connection) {
        return key("connection#" + connection, "connection");
    }

    /** The key of the item that says on which connection a ticket was used. */
    public static Map<String, AttributeValue> ticketKey(String id) {
        return key("ticket#" + id, "ticket");
    }

    public static String connectedOf(String game) {
        return "connected#" + game;
    }

    public static String connectionsOfOwner(String owner) {
        return "connections-of#" + owner;
    }

    public static Map<String, AttributeValue> idempotencyKey(IdempotencyKey key) {
        return key("idempotency#" + HexFormat.of().formatHex(Sha256.ofAll(key.caller(), key.key())), "idempotency");
    }

    public static Map<String, AttributeValue> publicationsKey(String owner, LocalDate day) {
        return key("publications#" + owner + "#" + day, "publications");
    }

    /** The partition of the programs that a bot had before. */
    public static String replaced(String bot) {
        return "replaced#" + bot;
    }

    /** @param number of the version that ended at that moment */
    public static Map<String, AttributeValue> replacedKey(String bot, Instant until, int number) {
        return key(replaced(bot), moment(until) + String.format(Locale.ROOT, "#%09d", number));
    }

    /** The start of the sort keys of that moment, before those of all later ones. */
    public static String moment(Instant at) {
        return String.format(Locale.ROOT, "%013d", at.toEpochMilli());
    }

    public static Map<String, AttributeValue> requestsKey(String caller, long period) {
        return key("requests#" + caller + "#" + period, "requests");
    }

    /** @param of what is counted: {@value #MATCH}, {@value #TOURNAMENT} or {@value #BOT} */
    static Map<String, AttributeValue> quotaKey(String of, String owner) {
        String partition =
                switch (of) {
                    case MATCH -> MATCHES_OF;
                    case TOURNAMENT -> TOURNAMENTS_OF;
                    case BOT -> BOTS_OF;
                    default -> throw new IllegalArgumentException("no quota counts a " + of);
                };
        return key(partition + owner, "quota");
    }

    public static Map<String, AttributeValue> runnerKey(String id) {
        return key(RUNNERS, id);
    }

    public static String runners() {
        return RUNNERS;
    }

    public static Map<String, AttributeValue> tokenKey(String id) {
        return key(TOKEN_PREFIX + id, "token");
    }

    public static Map<String, AttributeValue> invitationKey(String id) {
        return key(INVITATION_PREFIX + id, "invitation");
    }

    /** The key of the item that finds an owner for the invitation with which it joined. */
    public static Map<String, AttributeValue> joinedKey(String invitation, String owner) {
        return key(INVITATION_PREFIX + invitation, OWNER_PREFIX + owner);
    }

    public static Map<String, AttributeValue> ownerKey(String id) {
        return key(OWNER_PREFIX + id, OWNER);
    }

    /** The key of the item that finds a key for its owner. */
    public static Map<String, AttributeValue> keyOfOwnerKey(String owner, String token) {
        return key(OWNER_PREFIX + owner, TOKEN_PREFIX + token);
    }

    /** The key of the item that finds a link for its owner. */
    public static Map<String, AttributeValue> linkOfOwnerKey(String owner, String invitation) {
        return key(OWNER_PREFIX + owner, INVITATION_PREFIX + invitation);
    }

    /** The key of the item that says how far the erasure of an owner is. */
    public static Map<String, AttributeValue> erasureKey(String owner) {
        return key(OWNER_PREFIX + owner, "erasure");
    }

    /** The key of the count of those who joined from a network without an invitation. */
    public static Map<String, AttributeValue> joinsKey(String network, LocalDate day) {
        return key("joins#" + network, "day#" + day);
    }

    public static Map<String, AttributeValue> botKey(String id) {
        return key("bot#" + id, "bot");
    }

    public static Map<String, AttributeValue> botOfOwnerKey(String id) {
        return key("bot#" + id, "owner");
    }

    /** The key of the item that keeps what stays of the bot that an owner last deleted in a game. */
    public static Map<String, AttributeValue> formerBotKey(String owner, String game) {
        return key(formerBots(owner), game);
    }

    /** The key of the item that keeps whose bot a deleted one was. */
    public static Map<String, AttributeValue> deletedBotKey(String owner, String bot) {
        return key(formerBots(owner), bot);
    }

    /** The partition of the bots that an owner has deleted, in which sort keys are games and ids of bots. */
    public static String formerBots(String owner) {
        return "former-bots#" + owner;
    }

    public static Map<String, AttributeValue> journalHeadKey(String subject) {
        return key(JOURNAL + subject, "head");
    }

    public static Map<String, AttributeValue> ladderHourKey(String game, Instant hour) {
        return key(MATCHMAKER + game, "hour#" + hour);
    }

    public static Map<String, AttributeValue> ladderRunKey(String game, Instant at) {
        return key(MATCHMAKER + game, RUNS + at);
    }

    /** The time of the run that lies under this sort key. */
    public static Instant timeOfLadderRun(String sk) {
        return Instant.parse(sk.substring(RUNS.length()));
    }

    /** The partition of a game's matchmaker, in which the sort keys of runs start with {@link #RUNS}. */
    public static String matchmaker(String game) {
        return MATCHMAKER + game;
    }

    public static Map<String, AttributeValue> journalEntriesKey(String subject, long last) {
        return key(JOURNAL + subject, entriesSk(last));
    }

    public static String entriesSk(long last) {
        return ENTRIES + String.format(Locale.ROOT, "#%012d", last);
    }

    public static String botsOfGame(String game) {
        return "bots#" + game;
    }

    public static String botsOfOwner(String owner) {
        return BOTS_OF + owner;
    }

    public static Map<String, AttributeValue> contestKey(String id) {
        return key(CONTEST_PREFIX + id, CONTEST);
    }

    /** The key of the item that finds a contest as long as it is not over. */
    public static Map<String, AttributeValue> openContestKey(String id) {
        return key(CONTEST_PREFIX + id, OPEN);
    }

    /** @param number of the entry in the contest's journal, from 1 */
    public static Map<String, AttributeValue> contestEventKey(String id, int number) {
        return key(CONTEST_PREFIX + id, EVENT + "#" + String.format(Locale.ROOT, "%06d", number));
    }

    public static String contests(boolean isPublic) {
        return "contests#" + (isPublic ? "public" : "private");
    }

    public static Map<String, AttributeValue> tournamentKey(String id) {
        return key(TOURNAMENT_PREFIX + id, TOURNAMENT);
    }

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

    public static String tournamentOf(String pk) {
        return pk.substring(TOURNAMENT_PREFIX.length());
    }

    public static String tournaments(boolean isPublic) {
        return "tournaments#" + (isPublic ? "public" : "private");
    }

    /**
     * The partition of the index {@code by-owner} that holds the matches that an owner asked for. It is short so that a
     * match stays below a kilobyte, and may by chance hold those of another owner.
     */
    public static String askedBy(String owner) {
        return Sha256.hex(owner).substring(0, ASKED_BY_DIGITS);
    }

    public static String tournamentsOfOwner(String owner) {
        return TOURNAMENTS_OF + owner;
    }

    public static String runningOf(String runner) {
        return "running#" + runner;
    }

    /** The partition of the index that holds the matches of a game that have a status, except running ones. */
    public static String list(String game, String status) {
        return game + "#" + status;
    }

    private static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of(PK, AttributeValue.fromS(pk), SK, AttributeValue.fromS(sk));
    }
}
