package bout.dev;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.cli.text.BoutCommand;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "address",
        header = "Check whether a deployment would accept a URL.",
        description = {
            "Prints 'allowed' or 'refused' with the reason, one line for each URL. Without URL, reads them from standard"
                    + " input, one on each line. Sends nothing to the URLs, but looks up host names, because a name with"
                    + " any address that is not public is refused. A name without an address is allowed, with a note on"
                    + " standard error."
        },
        exitCodeList = {"0:all URLs are allowed", "1:one or more are refused", "2:wrong use of the command line"},
        footer = {
            "  bout dev address https://bot.example.org/move https://127.1/",
            "  bout dev address --resolved 8.8.8.8,10.0.0.1 https://bot.example.org/",
            "  bout dev address --no-lookup < urls.txt"
        })
final class AddressCommand extends BoutCommand {

    /** How long a look-up may take, in seconds: enough for a slow system to ask two name servers in turn. */
    private static final int PATIENCE = 10;

    /** How many look-ups run ahead of the printed line. */
    private static final int AHEAD = 64;

    /** How many lines have been printed. */
    private int printed;

    @Parameters(paramLabel = "URL", arity = "0..*", description = "The URLs of bots.")
    private List<String> urls = new ArrayList<>();

    @Option(names = "--no-lookup", description = "Look up no names: judge only the text of the URL.")
    private boolean noLookup;

    @Option(
            names = "--resolved",
            paramLabel = "ADDRESS",
            split = ",",
            description = "Use these IP addresses for every name, and look up none; separated by commas.")
    private List<String> resolved = List.of();

    /** A URL whose line is not printed yet; the addresses are {@code null} if no name is looked up. */
    private record Pending(BotUrl.Reading read, Future<List<InetAddress>> addresses) {}

    /** Where URLs come from. */
    private interface Source {
        /** The next URL, or {@code null} after the last one. */
        String next() throws IOException;

        /** Whether the next one can be read without waiting. */
        boolean ready() throws IOException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (noLookup && !resolved.isEmpty()) {
            throw wrong("Use either --no-lookup or --resolved, not both.");
        }
        // Platform threads, since a look-up blocks its carrier; daemons, since a hanging one must not keep the command
        // alive.
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
        for (String literal : resolved) {
            try {
                addresses.add(InetAddress.ofLiteral(literal.strip()));
            } catch (IllegalArgumentException noAddress) {
                throw wrong("--resolved: '" + literal + "' is not an IP address such as 8.8.8.8 or 2606:4700::1.");
            }
        }
        return addresses;
    }

    /** @return whether all are allowed */
    private boolean judge(Source source, List<InetAddress> given, ExecutorService lookups)
            throws IOException, InterruptedException {
        boolean allAllowed = true;
        Deque<Pending> asked = new ArrayDeque<>();
        for (String url = source.next(); url != null; url = source.next()) {
            asked.add(ask(url, lookups));
            // A program may wait for this answer before it writes the next line.
            while (!asked.isEmpty() && (asked.size() == AHEAD || !source.ready())) {
                allAllowed &= judge(asked.remove(), given);
            }
        }
        while (!asked.isEmpty()) {
            allAllowed &= judge(asked.remove(), given);
        }
        return allAllowed;
    }

    private Pending ask(String url, ExecutorService lookups) {
        BotUrl.Reading read = BotUrl.read(url, AddressPolicy.PUBLIC);
        boolean lookUp = !noLookup
                && resolved.isEmpty()
                && read instanceof BotUrl.Allowed allowed
                && allowed.url().literal().isEmpty();
        return new Pending(read, lookUp ? lookups.submit(() -> addresses(((BotUrl.Allowed) read).url())) : null);
    }

    private static List<InetAddress> addresses(BotUrl url) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(url.host()));
    }

    /** @return whether it is allowed */
    private boolean judge(Pending asked, List<InetAddress> given) throws InterruptedException {
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
        PrintWriter out = out();
        out.println(refusal.map(reason -> "refused: " + reason).orElse("allowed"));
        out.flush();
        printed++;
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

    /** The URL is its owner's secret, so the note names its line. */
    private void note(String what) {
        PrintWriter err = err();
        err.println("bout: line " + (printed + 1) + ": " + what + " for this host name; calls to it would fail");
        err.flush();
    }
}
