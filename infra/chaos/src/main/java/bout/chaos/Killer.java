package bout.chaos;

import bout.stack.Stack;
import bout.stack.function.RunningProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/** Kills processes of functions with SIGKILL, spread over the run. */
final class Killer {

    /** The last kill happens when this share of the matches has ended, so that every kill hits a busy stack. */
    private static final double LAST_AT = 0.9;

    /** If the run stalls because all runners were just killed, kill again without waiting for a recovery. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(15);

    private static final Duration FOR_WORK = Duration.ofSeconds(6);
    private static final int INTO_ITS_WORK_MS = 60;
    private static final int POLL_INTERVAL_MS = 5;

    private final Stack stack;
    private final DoubleSupplier over;
    private final Random random;
    private final List<String> targets = new ArrayList<>();
    private final Map<String, Integer> killed = new LinkedHashMap<>();
    private int atWork;

    /**
     * @param eachOnce functions to kill at least once each, if there are enough kills
     * @param more functions for the other kills, weighted by how often they are listed
     * @param over the share of matches that have ended, from 0 to 1
     */
    Killer(Stack stack, int kills, List<String> eachOnce, List<String> more, long seed, DoubleSupplier over) {
        this.stack = stack;
        this.over = over;
        this.random = new Random(seed);
        targets.addAll(eachOnce);
        while (targets.size() < kills) {
            targets.add(more.get(random.nextInt(more.size())));
        }
        targets.subList(kills, targets.size()).clear();
        Collections.shuffle(targets, random);
    }

    void run() throws InterruptedException {
        for (int i = 0; i < targets.size(); i++) {
            double due = LAST_AT * (i + random.nextDouble()) / targets.size();
            long latest = System.nanoTime() + MAX_PAUSE.toNanos();
            while (over.getAsDouble() < due && System.nanoTime() < latest) {
                Thread.sleep(POLL_INTERVAL_MS);
            }
            kill(targets.get(i));
        }
    }

    /**
     * Prefers a process that is handling an invocation, and waits a moment for one; short invocations would otherwise
     * rarely be hit.
     */
    private void kill(String function) throws InterruptedException {
        long latest = System.nanoTime() + FOR_WORK.toNanos();
        while (true) {
            List<RunningProcess> all = stack.processes().stream()
                    .filter(process -> process.function().equals(function))
                    .toList();
            List<RunningProcess> working =
                    all.stream().filter(RunningProcess::atWork).toList();
            boolean lastLook = System.nanoTime() > latest;
            List<RunningProcess> candidates = working.isEmpty() && lastLook ? all : working;
            if (!candidates.isEmpty()) {
                RunningProcess victim = candidates.get(random.nextInt(candidates.size()));
                TimeUnit.MICROSECONDS.sleep(random.nextInt(1000 * INTO_ITS_WORK_MS));
                if (victim.handle().destroyForcibly()) {
                    count(function, victim.atWork());
                    return;
                }
            } else if (lastLook) {
                return; // the report counts the actual kills
            }
            Thread.sleep(1);
        }
    }

    private synchronized void count(String function, boolean working) {
        killed.merge(function, 1, Integer::sum);
        atWork += working ? 1 : 0;
    }

    /** By the function's logical id. */
    synchronized Map<String, Integer> killed() {
        return new LinkedHashMap<>(killed);
    }

    /** How many of them were handling an invocation when selected, a few milliseconds earlier. */
    synchronized int atWork() {
        return atWork;
    }
}
