package bout.dev;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.cli.text.BoutCommand;
import bout.cli.text.WrongUse;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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

    @Override
    public Integer call() {
        check(!noLookup || resolved.isEmpty(), "Use either --no-lookup or --resolved, not both.");
        List<InetAddress> given = resolved.stream().map(this::literal).toList();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Iterator<String> asked = urls.isEmpty() ? lines.lines().iterator() : urls.iterator();
        boolean allAllowed = true;
        while (asked.hasNext()) {
            allAllowed &= judge(BotUrl.read(asked.next(), AddressPolicy.PUBLIC), given);
            printed++;
        }
        return allAllowed ? 0 : 1;
    }

    private InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text.strip());
        } catch (IllegalArgumentException noAddress) {
            throw new WrongUse("--resolved: '" + text + "' is not an IP address such as 8.8.8.8 or 2606:4700::1.");
        }
    }

    /** Returns whether it is allowed. */
    private boolean judge(BotUrl.Reading read, List<InetAddress> given) {
        Optional<String> refusal =
                switch (read) {
                    case BotUrl.Refused refused -> Optional.of(refused.text());
                    case BotUrl.Allowed allowed when allowed.url().literal().isPresent() -> Optional.empty();
                    case BotUrl.Allowed allowed ->
                        AddressPolicy.PUBLIC.hostRefusal(
                                noLookup || !resolved.isEmpty()
                                        ? given
                                        : lookUp(allowed.url().host()));
                };
        out().println(refusal.map(reason -> "refused: " + reason).orElse("allowed"));
        return refusal.isEmpty();
    }

    private List<InetAddress> lookUp(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException none) {
            // The URL is its owner's secret, so the note names its line.
            say("bout: line " + (printed + 1) + ": no address was found for this host name; calls to it would fail");
            return List.of();
        }
    }
}
