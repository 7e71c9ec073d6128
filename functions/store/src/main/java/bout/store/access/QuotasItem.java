package bout.store.access;

import static bout.store.table.TableLayout.number;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Quotas in items: a map with those that there are. */
final class QuotasItem {

    private static final String BOTS = "bots";
    private static final String OPEN_MATCHES = "openMatches";
    private static final String MATCHES_PER_DAY = "matchesPerDay";

    private QuotasItem() {}

    static AttributeValue of(Quotas quotas) {
        Map<String, AttributeValue> item = new HashMap<>();
        put(item, BOTS, quotas.bots());
        put(item, OPEN_MATCHES, quotas.openMatches());
        put(item, MATCHES_PER_DAY, quotas.matchesPerDay());
        return AttributeValue.fromM(item);
    }

    private static void put(Map<String, AttributeValue> item, String name, Integer quota) {
        if (quota != null) {
            item.put(name, number(quota));
        }
    }

    /** @param item {@code null} for a token without quotas */
    static Quotas read(AttributeValue item) {
        return item == null
                ? Quotas.NONE
                : new Quotas(quota(item.m(), BOTS), quota(item.m(), OPEN_MATCHES), quota(item.m(), MATCHES_PER_DAY));
    }

    private static Integer quota(Map<String, AttributeValue> quotas, String name) {
        AttributeValue quota = quotas.get(name);
        return quota == null ? null : Integer.valueOf(quota.n());
    }
}
