package bout.cli;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "address",
        header = "Tells whether a deployment would call a URL, and calls nobody.",
        description = {
            "Prints one line for each URL, in their order: allowed, or refused: and the reason. Without a URL it reads"
                    + " them from standard input, one a line.",
            "Nothing is sent to the URLs. But a name has to be looked up to be judged as a deployment judges it: what"
                    + " counts is which addresses it has, and one that is not public is enough to refuse it. A name for"
                    + " which none is found is allowed, with a note on standard error: calls to it fail, but lead"
                    + " nowhere."
        },
        exitCodeList = {"0:all URLs are allowed", "1:one or more are refused", "2:wrong use"},
        footer = {
            "  bout address https://bot.example.org/move https://127.1/",
            "  bout address --resolved 8.8.8.8,10.0.0.1 https://bot.example.org/",
            "  bout address --no-lookup < urls.txt"
        })
final class AddressCommand implements Callable<Integer> {

    /** How long a look-up may take, in seconds: as long as a slow system asks two name servers in turn. */
    private static final int PATIENCE = 10;

    /** How many look-ups run ahead of the line that is printed. */
    private static final int AHEAD = 64;

    @Spec
    private CommandSpec spec;

    /** How many lines have been printed. */
    private int told;

    @Parameters(paramLabel = "URL", arity = "0..*", description = "The URLs of bots.")
    private List<String> urls = new ArrayList<>();

    @ArgGroup(exclusive = true)
    private Names names = new Names();

    private static final class Names {
        @Option(names = "--no-lookup", description = "Look no name up: judge by the text of the URL alone.")
        private boolean none;

        @Option(
                names = "--resolved",
                paramLabel = "ADDRESS",
                split = ",",
                description = "Take these for the addresses of every name, and look none up.")
        private List<String> given = List.of();
    }

    /** A URL whose line is still to come; the addresses are {@code null} where no name is looked up. */
    private record Asked(BotUrl.Reading read, Future<List<InetAddress>> addresses) {}

    /** Where URLs come from. */
    private interface Source {
        /** The next URL, or {@code null} behind the last. */
        String next() throws IOException;

        /** Whether the next can be had without waiting. */
        boolean ready() throws IOException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Threads of the system: a look-up blocks its carrier. Daemons: one that hangs must not keep the command alive.
        ExecutorService lookups = Executors.newFixedThreadPool(
                AHEAD, Thread.ofPlatform().name("bout-lookup-", 1).daemon().factory());
        try {
            return judge(urls.isEmpty() ? standardInput() : arguments(), given(), lookups) ? 0 : 1;
        } finally {
            lookups.shutdownNow();
        }
    }

    private Source arguments() {
        Deque<String> rest = new ArrayDeque<>(urls);
        return new Source() {
            @Override
            public String next() {
                return rest.poll();
            }

            @Override
            public boolean ready() {
                return !rest.isEmpty();
            }
        };
    }

    private static Source standardInput() {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        return new Source() {
            @Override
            public String next() throws IOException {
                return lines.readLine();
            }

            @Override
            public boolean ready() throws IOException {
                return lines.ready();
            }
        };
    }

    private List<InetAddress> given() {
        List<InetAddress> addresses = new ArrayList<>();
        for (String literal : names.given) {
            try {
                addresses.add(InetAddress.ofLiteral(literal.strip()));
            } catch (IllegalArgumentException noAddress) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--resolved: '" + literal + "' is no IP address; expected such as 8.8.8.8 or 2606:4700::1.");
            }
        }
        return addresses;
    }

    /** @return whether all are allowed */
    private boolean judge(Source source, List<InetAddress> given, ExecutorService lookups)
            throws IOException, InterruptedException {
        boolean allAllowed = true;
        Deque<Asked> asked = new ArrayDeque<>();
        for (String url = source.next(); url != null; url = source.next()) {
            asked.add(ask(url, lookups));
            // Whoever writes the next line only after the answer to this one must get it.
            while (!asked.isEmpty() && (asked.size() == AHEAD || !source.ready())) {
                allAllowed &= tell(asked.remove(), given);
            }
        }
        while (!asked.isEmpty()) {
            allAllowed &= tell(asked.remove(), given);
        }
        return allAllowed;
    }

    private Asked ask(String url, ExecutorService lookups) {
        BotUrl.Reading read = BotUrl.read(url, AddressPolicy.PUBLIC);
        boolean lookUp = !names.none
                && names.given.isEmpty()
                && read instanceof BotUrl.Allowed allowed
                && allowed.url().literal().isEmpty();
        return new Asked(read, lookUp ? lookups.submit(() -> addresses(((BotUrl.Allowed) read).url())) : null);
    }

    private static List<InetAddress> addresses(BotUrl url) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(url.host()));
    }

    /** @return whether it is allowed */
    private boolean tell(Asked asked, List<InetAddress> given) throws InterruptedException {
        Optional<String> refusal =
                switch (asked.read()) {
                    case BotUrl.Refused refused -> Optional.of(refused.text());
                    case BotUrl.Allowed allowed -> {
                        List<InetAddress> addresses = asked.addresses() != null ? found(asked.addresses()) : given;
                        yield allowed.url().literal().isPresent()
                                ? Optional.empty()
                                : AddressPolicy.PUBLIC.hostRefusal(addresses);
                    }
                };
        PrintWriter out = spec.commandLine().getOut();
        out.println(refusal.map(reason -> "refused: " + reason).orElse("allowed"));
        out.flush();
        told++;
        return refusal.isEmpty();
    }

    private List<InetAddress> found(Future<List<InetAddress>> lookup) throws InterruptedException {
        try {
            return lookup.get(PATIENCE, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            note("no address was found within " + PATIENCE + " s");
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof UnknownHostException)) {
                throw new IllegalStateException("looking up a name failed", failed.getCause());
            }
            note("no address was found");
        }
        return List.of();
    }

    /** The URL itself is secret to its owner, so it is told by its place. */
    private void note(String what) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("bout: line " + (told + 1) + ": " + what + " for the name; calls to it would fail");
        err.flush();
    }
}
