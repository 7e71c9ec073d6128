package bout.store.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The seeds of a contract test: those with which it once failed, and a new one. */
final class ContractSeeds {

    /** Whether the tests run against LocalStack, which is slow, and whose time is the real one. */
    static final boolean LOCALSTACK = "localstack".equalsIgnoreCase(System.getProperty("bout.aws"));

    private static final String FILE = "failed-seeds.txt";

    private ContractSeeds() {}

    /** @param subject such as {@code queues}; the first word of a line of the file */
    static List<Long> of(String subject) {
        List<Long> seeds = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(ContractSeeds.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            lines.lines()
                    .filter(line -> line.startsWith(subject + " "))
                    .forEach(line -> seeds.add(Long.valueOf(line.substring(subject.length() + 1))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        seeds.add(new Random().nextLong());
        return seeds;
    }

    /** Runs operations, and says with which seed they failed. */
    static void run(String subject, long seed, Runnable operations) {
        System.out.println("contract of " + subject + ": seed " + seed);
        try {
            operations.run();
        } catch (AssertionError | RuntimeException failed) {
            throw new AssertionError(
                    "add the line \"" + subject + " " + seed + "\" to " + FILE + ": " + failed.getMessage(), failed);
        }
    }
}
