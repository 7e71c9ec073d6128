package bout.dev;

import bout.cli.text.BoutCommand;
import bout.cloud.template.Template;
import bout.simulation.Bug;
import bout.simulation.Simulation;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "simulate",
        header = "Check the promises of matches in simulated runs with faults.",
        description = {
            "Has the functions that ship play a few matches, with a table, queues and a bucket in memory, a virtual clock"
                    + " and a scheduler that a seed decides. Requests and answers are lost, machines are suspended or"
                    + " killed or have wrong clocks, messages arrive late and twice, indexes lag.",
            "",
            "Every accepted match must end exactly once, with the result of its replay; no checkpoint in use may be"
                    + " deleted; every result must be in its journal exactly once, and the ladder must be what follows"
                    + " from it; every webhook must be sent; no owner"
                    + " may have more open matches than allowed. If a run breaks a promise, prints its seed and the"
                    + " shortest trace that was found."
        },
        exitCodeList = {"0:no promise was broken", "1:a promise was broken", "2:wrong use of the command line"},
        footer = {
            "  bout dev simulate",
            "  bout dev simulate --seeds 100000",
            "  bout dev simulate --seed 4711",
            "  bout dev simulate --plant FENCE_UNCHECKED"
        })
final class SimulateCommand extends BoutCommand {

    private static final long PROGRESS_EVERY = 10_000;
    private static final int MOST_FIRST = 1_000_000_000;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How many seeds to run, from a random one on. Default: ${DEFAULT-VALUE}.")
    private long seeds;

    @Option(names = "--seed", paramLabel = "S", description = "Run only this seed and print its trace.")
    private Long seed;

    @Option(
            names = "--plant",
            paramLabel = "BUG",
            defaultValue = "NONE",
            description = "A bug to plant, which the runs must find: ${COMPLETION-CANDIDATES}.")
    private Bug bug;

    @Override
    public Integer call() {
        check(seeds >= 1, "--seeds must be at least 1; got " + seeds + ".");
        // Only one actor runs at a time; on one core it hands over faster.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        Simulation simulation = new Simulation(Template.read(Template.ofThisRepository()), bug);
        if (seed != null) {
            simulation.trace(seed).forEach(out()::println);
            return verdict(simulation.run(seed, null).broken());
        }
        long first = ThreadLocalRandom.current().nextInt(MOST_FIRST);
        out().println("Seeds from " + first + " on; --seed repeats one of them.");
        long start = System.nanoTime();
        Simulation.Search search = simulation.search(first, seeds, done -> {
            if (done % PROGRESS_EVERY == 0) {
                out().println(done + " seeds");
            }
        });
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        out().printf(
                        "%d seeds, %.0f a second, %d steps a seed%n",
                        search.seeds(), search.seeds() / seconds, search.steps() / search.seeds());
        search.shortest().ifPresent(found -> {
            out().println("Seed " + found.seed() + ":");
            simulation.trace(found.seed()).forEach(out()::println);
        });
        return verdict(search.shortest().flatMap(Simulation.Outcome::broken));
    }

    private int verdict(Optional<String> broken) {
        out().println(broken.map(promise -> "Broken: " + promise).orElse("No promise was broken."));
        return broken.isPresent() ? 1 : 0;
    }
}
