package bout.simulation;

import bout.simulation.Network.Faults;
import bout.simulation.Scheduler.Killed;
import bout.simulation.Scheduler.Process;
import bout.store.match.MatchLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The promises that must hold at each write, and the observed matches and messages. */
final class Promises {

    private static final String REPLAYS = "replays/";
    private static final int ID_LENGTH = 36;

    private final Scheduler scheduler;
    private final boolean faultless;
    private final int mostOpen;
    /** The ids of the matches that have one. */
    private final Set<String> replays = new HashSet<>();

    private final Set<String> deletedCheckpoints = new HashSet<>();
    private final Set<String> open = new HashSet<>();
    private final Set<String> over = new HashSet<>();
    private final Set<String> unjournalled = new HashSet<>();
    private final Set<String> deadLetters = new HashSet<>();

    /** Under which fence a process last took a match. */
    private final Map<Holding, Long> fences = new HashMap<>();

    /** The open matches that count in a quota, by whose it is. */
    private final Map<String, Set<String>> counting = new HashMap<>();

    /** How many matches each quota has counted for a day. */
    private final Map<String, Integer> countedForDays = new HashMap<>();

    private record Holding(Process process, String match) {}

    /**
     * @param faultless whether nothing goes wrong in this run
     * @param mostOpen how many open matches each quota allows
     */
    Promises(Scheduler scheduler, boolean faultless, int mostOpen) {
        this.scheduler = scheduler;
        this.faultless = faultless;
        this.mostOpen = mostOpen;
    }

    /** Ends the run: a promise was broken. */
    Killed broken(String promise) {
        return scheduler.fail(new AssertionError(promise));
    }

    boolean over(String match) {
        return over.contains(match);
    }

    /** The matches that are over. */
    Set<String> over() {
        return over;
    }

    /** The matches that are stored and not over. */
    Set<String> open() {
        return open;
    }

    /** The matches whose results are still to be written to their journals. */
    Set<String> unjournalled() {
        return unjournalled;
    }

    /** How many matches the quota of an owner has counted for all days. */
    int countedForDays(String owner) {
        return countedForDays.getOrDefault(owner, 0);
    }

    void sent(String queue, String body) {
        if (queue.endsWith("-matches-dead-letters")) {
            deadLetters.add(body);
        }
    }

    void stored(String key) {
        if (key.startsWith(REPLAYS)) {
            replays.add(key.substring(REPLAYS.length(), REPLAYS.length() + ID_LENGTH));
        }
    }

    void deleted(String key, List<Map<String, AttributeValue>> items) {
        deletedCheckpoints.add(key);
        items.forEach(this::checkCheckpoint);
    }

    void written(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        if (after.isEmpty()) {
            return;
        }
        String pk = after.get("pk").s();
        if (pk.startsWith("matches-of#")) {
            checkQuota(pk.substring("matches-of#".length()), before, after);
        } else if (pk.startsWith("match#")) {
            String match = pk.substring("match#".length());
            checkMatch(match, before, after);
            checkOpenMatches(match, before, after);
        } else if (pk.equals("runners")) {
            checkRunner(before, after);
        } else if (after.containsKey("uses") && number(after, "used") > number(after, "uses")) {
            throw broken(
                    "an invitation for " + number(after, "uses") + " was used " + number(after, "used") + " times");
        }
    }

    private void checkRunner(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        if (!"dead".equals(text(after, "state")) || !"active".equals(text(before, "state"))) {
            return;
        }
        Duration left = Duration.between(
                scheduler.now().plus(Faults.MANY.skew()), Instant.ofEpochMilli(number(before, "leaseUntil")));
        if (faultless || left.isPositive()) {
            throw broken("a runner was declared dead that renews its lease, " + left + " before it ended");
        }
    }

    private void checkQuota(String owner, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        if (after.containsKey("open") && after.get("open").ss().size() > most(owner)) {
            throw broken("the quota of " + owner + " has room for " + most(owner) + ", and is taken by "
                    + after.get("open").ss());
        }
        String day = text(after, "day");
        if (day != null) {
            String was = text(before, "day");
            if (was != null && day.compareTo(was) < 0) {
                throw broken("the quota of " + owner + " counted for " + was + ", and now counts for " + day);
            }
            long earlier = day.equals(was) ? number(before, "count") : 0;
            countedForDays.merge(owner, (int) (number(after, "count") - earlier), Integer::sum);
        }
    }

    /** How many matches may be open in a quota; one of a tournament's bots has the limit of the deployment. */
    private int most(String quota) {
        return quota.endsWith("#tournaments") ? MatchLimits.half(MatchLimits.PLACES) : mostOpen;
    }

    /** Whatever the quotas say: no more matches are open than they allow. */
    private void checkOpenMatches(String match, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        quotasOf(before).forEach(owner -> counting.get(owner).remove(match));
        for (String owner : quotasOf(after)) {
            Set<String> open = counting.computeIfAbsent(owner, none -> new HashSet<>());
            open.add(match);
            if (open.size() > most(owner)) {
                throw broken(open + " are open in the quota of " + owner + ", which allows " + most(owner));
            }
        }
    }

    private static List<String> quotasOf(Map<String, AttributeValue> match) {
        return match.containsKey("quotasOf") ? match.get("quotasOf").ss() : List.of();
    }

    private void checkMatch(String match, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        checkCheckpoint(after);
        String was = text(before, "status");
        String is = text(after, "status");
        if (over.contains(match) && !is.equals(was)) {
            throw broken("the match " + match + " was " + was + ", and now is " + is);
        }
        if ("finished".equals(is) && !after.containsKey("journalled") && rated(after)) {
            unjournalled.add(match);
        } else {
            unjournalled.remove(match);
        }
        open.add(match);
        switch (is) {
            case "finished" -> {
                over.add(match);
                String had = text(before, "result");
                if (had != null && !had.equals(text(after, "result"))) {
                    throw broken(
                            "the match " + match + " had the result " + had + ", and now has " + text(after, "result"));
                }
                if (!replays.contains(match)) {
                    throw broken("the match " + match + " is finished and has no replay");
                }
            }
            case "cancelled" -> over.add(match);
            case "failed" -> {
                over.add(match);
                if (faultless || !deadLetters.contains(match)) {
                    throw broken("the match " + match + " failed without " + (faultless ? "a fault" : "a dead letter"));
                }
            }
            default -> {}
        }
        if (over.contains(match)) {
            open.remove(match);
        }
        if (was != null) {
            checkFence(match, number(before, "fence"), number(after, "fence"));
        }
    }

    /** Once another runner has taken a match, the one that had it writes nothing. */
    private void checkFence(String match, long was, long is) {
        if (is < was) {
            throw broken("the match " + match + " had the fence " + was + ", and now has " + is);
        }
        Holding holding = new Holding(scheduler.current().process, match);
        if (is > was) {
            fences.put(holding, is);
        } else if (fences.getOrDefault(holding, is) != is) {
            throw broken("the match " + match + " has the fence " + is + " and was written under the fence "
                    + fences.get(holding));
        }
    }

    private void checkCheckpoint(Map<String, AttributeValue> item) {
        String checkpoint = text(item, "checkpoint");
        String status = text(item, "status");
        if (checkpoint != null
                && deletedCheckpoints.contains(checkpoint)
                && ("queued".equals(status) || "running".equals(status))) {
            throw broken(item.get("pk").s() + " is " + status + " and names " + checkpoint + ", which is deleted");
        }
    }

    private static boolean rated(Map<String, AttributeValue> match) {
        return match.containsKey("origin") && match.get("origin").s().contains("\"competition\"");
    }

    private static String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? null : value.s();
    }

    private static long number(Map<String, AttributeValue> item, String attribute) {
        return Long.parseLong(item.get(attribute).n());
    }
}
