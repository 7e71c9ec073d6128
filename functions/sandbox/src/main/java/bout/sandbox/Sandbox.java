package bout.sandbox;

import bout.engine.Seat;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Where published bots run, one for a process. It has as many threads as may compute at once, and gives the memory that
 * it has to the bots that were asked last: others are put aside compressed, and the largest of them are started again,
 * with all they were sent, when they are asked the next time. A bot cannot tell.
 */
public final class Sandbox implements AutoCloseable {

    /** What an engine takes besides its memory. Measured. */
    private static final long ENGINE_BYTES = 200_000;

    /** Bots that use more are put aside before all others, so that they do not push out the small ones. */
    private static final long MODEST_BYTES = 4L << 20;

    private static final long MAX_ENGINE_BYTES = 32L << 20;

    final Processors processors;
    private final long idleBytes;
    private final Set<SandboxBot> live = new LinkedHashSet<>();
    private final Set<SandboxBot> aside = new LinkedHashSet<>();
    private Engine.Template template;

    /** A sandbox for this machine, with half of the memory. */
    public Sandbox() {
        this(Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() / 2);
    }

    /**
     * @param processors how many bots may compute at once, if the memory allows
     * @param bytes how much memory all bots may have together
     */
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

    /** If bots take too much memory, puts those aside who have waited longest. To be called without a bot's lock. */
    void makeRoom() {
        while (true) {
            SandboxBot victim;
            synchronized (this) {
                if (bytes() <= idleBytes) {
                    return;
                }
                if (!live.isEmpty()) {
                    victim = live.stream()
                            .max(Comparator.comparingLong(SandboxBot::bytes))
                            .filter(largest -> largest.bytes() > MODEST_BYTES)
                            .orElseGet(() -> live.iterator().next());
                    live.remove(victim);
                } else if (!aside.isEmpty()) {
                    victim = aside.stream()
                            .max(Comparator.comparingLong(SandboxBot::bytes))
                            .orElseThrow();
                    aside.remove(victim);
                } else {
                    return;
                }
            }
            if (victim.shrink(template())) {
                synchronized (this) {
                    aside.add(victim);
                }
            }
        }
    }

    private long bytes() {
        long bytes = 0;
        for (SandboxBot bot : live) {
            bytes += bot.bytes() + ENGINE_BYTES;
        }
        for (SandboxBot bot : aside) {
            bytes += bot.bytes();
        }
        return bytes;
    }

    /** Ends all bots. Whoever waits for one gets a {@link java.util.concurrent.CancellationException}. */
    @Override
    public void close() {
        processors.close();
    }
}
