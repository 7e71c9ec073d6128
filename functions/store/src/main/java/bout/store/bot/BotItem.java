package bout.store.bot;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.table.Item;
import bout.store.table.TableLayout;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A registered bot's item in the table.
 *
 * <p>{@code pk} = {@code bot#ID}, {@code sk} = {@code bot}.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><td>{@code id}</td><td>a {@code BotIds} id; it sorts by time</td></tr>
 * <tr><td>{@code list}</td><td>{@code bots#GAME}, also for private and inactive bots</td></tr>
 * <tr><td>{@code owner}, {@code game}, {@code createdAt} (ms)</td><td>never change</td></tr>
 * <tr><td>{@code name}, {@code secret}, {@code visibility}, {@code active}, {@code updatedAt} (ms)</td><td>as in
 *     {@code BotRecord}; written by the owner's changes</td></tr>
 * <tr><td>{@code left}</td><td>the ids of {@code BotSettings.left}, separated by spaces</td></tr>
 * <tr><td>{@code revision}, {@code change}</td><td>the number of changes, and a random name of the last one, so that
 *     a change that is sent twice is recognized</td></tr>
 * <tr><td>{@code openSource}</td><td>whether everyone may read published code; false for other bots, and missing for
 *     bots from before there was such code</td></tr>
 * <tr><td>{@code kind}, {@code version}, and {@code url}, {@code code} (SHA-256) with
 *     {@code codeBytes}, or none of these</td><td>written when the program changes, which removes the next two and the
 *     last check, and for a new version of the same one, which keeps the next two. {@code kind} as in {@code Program}; it is
 *     missing for bots at URLs from before there were others</td></tr>
 * <tr><td>{@code provenAt} (ms), {@code proofRefusal}</td><td>as in {@code Proof}; each may be missing</td></tr>
 * <tr><td>{@code check}, {@code waitingCheck}, {@code checkAskedAt} (ms)</td><td>the last requested check as JSON
 *     text; while it waits also its id, which the checker removes, and when it was requested</td></tr>
 * <tr><td>{@code suspended}, {@code streak}, {@code reason}, {@code checkedAt} (ms), {@code changedAt} (ms)</td><td>as in
 *     {@code Health}; missing before the first health sweep or suspension</td></tr>
 * </table>
 *
 * <p>A second item, {@code pk} = {@code bot#ID}, {@code sk} = {@code owner}, has {@code id}, {@code game} and
 * {@code list} = {@code bots-of#OWNER}. An item is in only one partition of the index, and listing an owner's bots
 * should not read everyone's. Both items are written and deleted in one transaction. The idempotency key of a
 * registration has {@code bot} instead of {@code match}.
 */
public record BotItem(Map<String, AttributeValue> attributes) implements Item {

    /** The item of a new bot. */
    static BotItem registered(BotRecord bot) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.botKey(bot.id()));
        item.put(TableLayout.ID, text(bot.id()));
        item.put(TableLayout.LIST, text(TableLayout.botsOfGame(bot.game())));
        item.put(TableLayout.OWNER, text(bot.owner()));
        item.put(TableLayout.GAME, text(bot.game()));
        item.put(TableLayout.CREATED_AT, number(bot.createdAt().toEpochMilli()));
        item.putAll(changeable(bot));
        item.putAll(ofProgram(bot));
        item.putAll(of(bot.version().health()));
        return new BotItem(item);
    }

    /**
     * What stays of a deleted bot: {@code pk} = {@code former-bots#OWNER}, {@code sk} = the game, {@code id},
     * {@code version} and its health.
     */
    static Map<String, AttributeValue> former(BotRecord bot) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.formerBotKey(bot.owner(), bot.game()));
        item.put(TableLayout.ID, text(bot.id()));
        item.put(TableLayout.VERSION, number(bot.version().number()));
        item.putAll(of(bot.version().health()));
        return item;
    }

    /** A new bot as the next version of the deleted one that this item is of. */
    BotRecord goneOnAs(BotRecord made) {
        BotVersion version = new BotVersion(
                        (int) whole(TableLayout.VERSION), made.version().proof(), healthOrUnknown(), null)
                .next(made.version().proof());
        return new BotRecord(
                id(),
                made.owner(),
                made.game(),
                made.settings(),
                version,
                made.revision(),
                made.createdAt(),
                made.updatedAt());
    }

    private static Map<String, AttributeValue> of(Health health) {
        Map<String, AttributeValue> item = new HashMap<>();
        if (!health.equals(Health.UNKNOWN)) {
            item.put(TableLayout.SUSPENDED, AttributeValue.fromBool(health.suspended()));
            item.put(TableLayout.STREAK, number(health.streak()));
            if (health.checkedAt() != null) {
                item.put(TableLayout.CHECKED_AT, number(health.checkedAt().toEpochMilli()));
            }
            if (health.changedAt() != null) {
                item.put(TableLayout.CHANGED_AT, number(health.changedAt().toEpochMilli()));
            }
            if (health.reason() != null) {
                item.put(TableLayout.REASON, text(health.reason()));
            }
        }
        return item;
    }

    /** The item that finds the bot for its owner. */
    static Map<String, AttributeValue> pointer(BotRecord bot) {
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.botOfOwnerKey(bot.id()));
        item.put(TableLayout.ID, text(bot.id()));
        item.put(TableLayout.LIST, text(TableLayout.botsOfOwner(bot.owner())));
        item.put(TableLayout.GAME, text(bot.game()));
        return item;
    }

    /** The attributes that every change by the owner writes. */
    static Map<String, AttributeValue> changeable(BotRecord bot) {
        return Map.of(
                TableLayout.NAME, text(bot.settings().name()),
                TableLayout.SECRET, text(bot.settings().secret().text()),
                TableLayout.VISIBILITY, text(bot.settings().visibility().code()),
                TableLayout.ACTIVE, AttributeValue.fromBool(bot.settings().active()),
                TableLayout.LEFT, text(String.join(" ", bot.settings().left())),
                TableLayout.OPEN_SOURCE,
                        AttributeValue.fromBool(
                                bot.settings().program() instanceof Program.Published code && code.open()),
                TableLayout.REVISION, number(bot.revision()),
                TableLayout.UPDATED_AT, number(bot.updatedAt().toEpochMilli()));
    }

    /** The attributes that another program writes in addition. */
    static Map<String, AttributeValue> ofProgram(BotRecord bot) {
        Map<String, AttributeValue> item = new HashMap<>(Map.of(
                TableLayout.KIND, text(bot.settings().program().kind()),
                TableLayout.VERSION, number(bot.version().number())));
        switch (bot.settings().program()) {
            case Program.AtUrl(String url) -> item.put(TableLayout.URL, text(url));
            case Program.Published published -> {
                item.put(TableLayout.CODE, text(published.code()));
                item.put(TableLayout.CODE_BYTES, number(published.bytes()));
            }
            case Program.Connected connected -> {}
        }
        return item;
    }

    /** The attributes that only programs of other kinds have. */
    static List<String> notOfProgram(BotRecord bot) {
        return switch (bot.settings().program()) {
            case Program.AtUrl atUrl -> List.of(TableLayout.CODE, TableLayout.CODE_BYTES);
            case Program.Published published -> List.of(TableLayout.URL);
            case Program.Connected connected -> List.of(TableLayout.URL, TableLayout.CODE, TableLayout.CODE_BYTES);
        };
    }

    BotRecord bot() {
        return new BotRecord(
                id(),
                string(TableLayout.OWNER),
                string(TableLayout.GAME),
                new BotSettings(
                        string(TableLayout.NAME),
                        program(),
                        secret(),
                        Visibility.of(string(TableLayout.VISIBILITY))
                                .orElseThrow(
                                        () -> wrong(TableLayout.VISIBILITY, "is " + string(TableLayout.VISIBILITY))),
                        flag(TableLayout.ACTIVE),
                        Arrays.stream(string(TableLayout.LEFT).split(" "))
                                .filter(id -> !id.isEmpty())
                                .toList()),
                new BotVersion(
                        (int) whole(TableLayout.VERSION),
                        new Proof(timeOrNull(TableLayout.PROVEN_AT), stringOrNull(TableLayout.PROOF_REFUSAL)),
                        healthOrUnknown(),
                        has(TableLayout.CHECK) ? read(TableLayout.CHECK, BotCheck.class) : null),
                whole(TableLayout.REVISION),
                time(TableLayout.CREATED_AT),
                time(TableLayout.UPDATED_AT));
    }

    String id() {
        return string(TableLayout.ID);
    }

    /** Whether the last change by the owner was this one. */
    boolean changedBy(String change) {
        return has(TableLayout.CHANGE) && string(TableLayout.CHANGE).equals(change);
    }

    /** Whether this check is still waiting. */
    boolean waitsFor(String check) {
        return has(TableLayout.WAITING_CHECK)
                && string(TableLayout.WAITING_CHECK).equals(check);
    }

    static AttributeValue checkText(BotCheck check) {
        return text(Json.text(check));
    }

    private Health healthOrUnknown() {
        return has(TableLayout.SUSPENDED)
                ? new Health(
                        flag(TableLayout.SUSPENDED),
                        (int) whole(TableLayout.STREAK),
                        stringOrNull(TableLayout.REASON),
                        timeOrNull(TableLayout.CHECKED_AT),
                        timeOrNull(TableLayout.CHANGED_AT))
                : Health.UNKNOWN;
    }

    private Program program() {
        if (!has(TableLayout.KIND)) {
            return new Program.AtUrl(string(TableLayout.URL));
        }
        return switch (string(TableLayout.KIND)) {
            case Program.AtUrl.KIND -> new Program.AtUrl(string(TableLayout.URL));
            case Program.Published.KIND ->
                new Program.Published(
                        string(TableLayout.CODE), (int) whole(TableLayout.CODE_BYTES), flag(TableLayout.OPEN_SOURCE));
            case Program.Connected.KIND -> new Program.Connected();
            default -> throw wrong(TableLayout.KIND, "is " + string(TableLayout.KIND));
        };
    }

    private WebhookSecret secret() {
        return switch (WebhookSecret.read(string(TableLayout.SECRET))) {
            case WebhookSecret.Accepted accepted -> accepted.secret();
            case WebhookSecret.Refused refused -> throw wrong(TableLayout.SECRET, "is no secret: " + refused.text());
        };
    }

    /** Without the attributes, which hold the bot's URL and secret. */
    @Override
    public String toString() {
        return "BotItem[" + attributes.get(TableLayout.PK) + "]";
    }
}
