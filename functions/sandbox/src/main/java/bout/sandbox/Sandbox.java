package bout.sandbox;

import bout.engine.Failure;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Where published bots run, one for a process. It has as many threads as may compute at once. When its memory is full,
 * bots of the owner whose bots take most are put aside, so an owner's bots never push out those of owners who use less:
 * first the largest, then those that have waited longest. Small ones are compressed; the largest are started again,
 * with all they were sent, when they are asked the next time. A bot cannot tell, unless that takes too long.
 */
public final class Sandbox implements AutoCloseable {

    /** The memory of an engine besides the bot's own. Measured. */
    static final long ENGINE_BYTES = 200_000;

    /** Bots that use more are put aside before all others, so that they do not push out the small ones. */
    private static final long MODEST_BYTES = 4L << 20;

    private static final int MEGABYTES_OF_A_PROCESSOR = 1769;

    private static final long MAX_ENGINE_BYTES = 32L << 20;

    /** The limit for loading the code, or loading it again with all past turns. For loading, as in the playground. */
    private static final long BRING_BACK_NANOSECONDS = TimeUnit.SECONDS.toNanos(PublishedPlayer.MOST_SECONDS_TO_LOAD);

    private static final class OfThisProcess {
        private static final Sandbox SANDBOX = new Sandbox();
    }

    final Processors processors;

    /** Not final for the tests. */
    volatile long bringBackNanoseconds = BRING_BACK_NANOSECONDS;

    private final long idleBytes;
    private final Set<SandboxBot> live = new LinkedHashSet<>();
    private final Set<SandboxBot> aside = new LinkedHashSet<>();
    private Engine.Template template;

    /**
     * The sandbox that all functions in this process share, so that together they take no more than half of its memory.
     */
    public static Sandbox ofThisProcess() {
        return OfThisProcess.SANDBOX;
    }

    /** A sandbox for this machine, with half of the memory. */
    public Sandbox() {
        this(
                processors(
                        System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"),
                        Runtime.getRuntime().availableProcessors()),
                Runtime.getRuntime().maxMemory() / 2);
    }

    /**
     * How many bots may compute at once. A function in Lambda sees more processors than it may use: it gets the time of
     * one for each 1,769 MB, and when that is used up, all of its threads stand still for a moment.
     *
     * @param lambdaMegabytes the memory of the function; {@code null} outside of Lambda
     */
    static int processors(String lambdaMegabytes, int visible) {
        return lambdaMegabytes == null
                ? visible
                : Math.max(1, Integer.parseInt(lambdaMegabytes) / MEGABYTES_OF_A_PROCESSOR);
    }

    public Sandbox(int processors, long bytes) {
        int computing = Math.clamp(bytes / 2 / MAX_ENGINE_BYTES, 1, processors);
        this.processors = new Processors(computing);
        this.idleBytes = Math.max(0, bytes - computing * MAX_ENGINE_BYTES);
    }

    /**
     * A bot at a seat of one match. Costs nothing until it is asked.
     *
     * @param game the game's id, which decides how the function is called, as in the playground
     * @param code JavaScript in the playground's form
     * @param owner on whose account it computes: of those who wait, the owner who has used least comes first
     * @param seed with the seat, decides the bot's random numbers and its clock. In a match that counts it is made from
     *     a secret, so that it tells nothing of the board or of another bot's numbers
     */
    public SandboxBot open(String game, String code, String owner, String seed, Seat seat) {
        return new SandboxBot(this, game, code, owner, seed, seat);
    }

    /**
     * Loads code as for a match, without asking it anything.
     *
     * @return why it cannot play, in a sentence for its author; empty if it can
     */
    public Optional<String> refusal(String game, String code, String owner) throws InterruptedException {
        try (SandboxBot bot = open(game, code, owner, "", Seat.FIRST)) {
            return Optional.ofNullable(bot.refusal()).map(Failure::text);
        }
    }

    /** Has the engine prepared that all others are copied from, so that the first bot does not wait for it. */
    public void prime() {
        template();
    }

    synchronized Engine.Template template() {
        if (template == null) {
            template = Engine.template();
        }
        return template;
    }

    /** The bot computes, or is closed: its memory may not be taken. */
    synchronized void claim(SandboxBot bot) {
        live.remove(bot);
        aside.remove(bot);
    }

    /** The bot waits for its next turn. */
    synchronized void release(SandboxBot bot) {
        live.add(bot);
    }

    /** The bot waits for its next turn without an engine. */
    synchronized void putAside(SandboxBot bot) {
        aside.add(bot);
    }

    /** If bots take too much memory, puts some aside. To be called without a bot's lock. */
    void makeRoom() {
        for (SandboxBot victim = claimVictim(); victim != null; victim = claimVictim()) {
            victim.shrink(template());
        }
    }

    /** So that no other thread chooses the same. */
    private synchronized SandboxBot claimVictim() {
        SandboxBot victim = victim();
        if (victim != null) {
            claim(victim);
        }
        return victim;
    }

    /** Those that wait for their next turn. */
    synchronized List<SandboxBot> idle() {
        List<SandboxBot> bots = new ArrayList<>(live);
        bots.addAll(aside);
        return bots;
    }

    /** Whose memory to take next; {@code null} if there is enough, or nothing to take. */
    private SandboxBot victim() {
        Map<String, Long> used = new HashMap<>();
        long all = 0;
        List<SandboxBot> bots = idle();
        for (SandboxBot bot : bots) {
            used.merge(bot.owner(), bot.bytes(), Long::sum);
            all += bot.bytes();
        }
        if (all <= idleBytes) {
            return null;
        }
        return bots.stream()
                .filter(SandboxBot::holdsMemory)
                .max(Comparator.<SandboxBot>comparingLong(bot -> used.get(bot.owner()))
                        .thenComparing(live::contains)
                        .thenComparingLong(bot -> live.contains(bot) && bot.bytes() <= MODEST_BYTES ? 0 : bot.bytes()))
                .orElse(null);
    }

    /** Ends all bots. A caller that waits for one gets a {@link java.util.concurrent.CancellationException}. */
    @Override
    public void close() {
        processors.close();
    }
}
