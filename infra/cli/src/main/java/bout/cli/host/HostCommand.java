package bout.cli.host;

import bout.address.AddressPolicy;
import bout.cli.api.ApiClient;
import bout.cli.api.ApiCommand;
import bout.cli.text.CommandFailed;
import bout.cli.text.WrongUse;
import bout.engine.Plain;
import bout.stack.Stack;
import bout.stack.StackNotStarted;
import bout.stack.StackOptions;
import bout.stack.http.AllowedOrigins;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "host",
        header = "Run Bout for a local network, such as a class in one room.",
        description = {
            "Runs what 'bout up --strict' runs, but its site and API listen on all interfaces of this machine. Everything"
                    + " else still listens on 127.0.0.1 only. Prints 'ready' and the URL, then an invitation: people"
                    + " who open the link or scan the QR code get a token and can play.",
            "",
            "Bots can be at http URLs on other machines of this network, on ports above 1023; never on this machine."
                    + " Connections are not encrypted, so use it only in a network whose users you trust, and only"
                    + " as long as you need it.",
            "",
            "Ctrl-C stops it. Started again, it still has everything, and continues unfinished matches. docs/class.md"
                    + " describes an afternoon with 30 people."
        },
        exitCodeList = {"1:it could not start; a message says why", "2:wrong use of the command line", "130:interrupted"
        },
        footer = {
            "  bout host",
            "  bout host --port 80 --data class-7b",
            "  bout host --address 192.168.1.20",
            "  bout host --players 200 --bots-in 10.3.0.0/16"
        })
public final class HostCommand extends ForegroundStack {

    private static final int MOST_PLAYERS = 10_000;
    private static final int DAYS = 7;
    private static final long LOOK_AT_NETWORK_S = 5;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description = "The address to put in the link. Default: the one that its network most likely reaches; the"
                    + " others are listed. Use 127.0.0.1 to try it alone: it then listens there only, and bots can be on"
                    + " this machine.")
    private String address;

    @Option(
            names = "--bots-in",
            paramLabel = "NETWORK",
            description = "A network that bots can be in, such as 10.3.0.0/16. Repeat it for several. Default: the"
                    + " private networks of this machine.")
    private Set<String> botNetworks = new LinkedHashSet<>();

    @Option(
            names = "--players",
            paramLabel = "N",
            defaultValue = "40",
            description = "How many people can join with the invitation. Default: ${DEFAULT-VALUE}.")
    private int players;

    @Option(
            names = "--no-qr",
            description = "Print only the link. Default: also its QR code, if the output is a terminal.")
    private boolean noQr;

    @Override
    public Integer call() throws StackNotStarted {
        check();
        range("--players", players, 1, MOST_PLAYERS);
        for (String each : botNetworks) {
            AddressPolicy.networkRefusal(each).ifPresent(why -> {
                throw new WrongUse("--bots-in: " + why + ".");
            });
        }
        LocalNetwork network = network();
        boolean alone = network.address().isLoopbackAddress();
        List<String> bots = botNetworks.isEmpty() ? network.networks() : List.copyOf(botNetworks);
        Admin admin = keptAdmin();
        StackOptions options = options().strict(admin.token());
        if (alone) {
            options = options.withParameter("BOUT_BOT_ADDRESSES", AddressPolicy.LOOPBACK.code());
        } else {
            options = options.withNetwork(new StackOptions.Network(network.address(), MachineAddress.names()));
            if (!bots.isEmpty()) {
                options = options.withParameter("BOUT_BOT_ADDRESSES", String.join(",", bots));
            }
        }
        Stack stack = start(options);
        keep(admin);
        String secret = invitation(stack.address(), admin);
        print("ready " + stack.site());
        print(
                alone
                        ? List.of("", "Only this machine can reach it, and bots can be at http URLs on this machine.")
                        : surroundings(stack, network, bots));
        print(
                "",
                "Next, in a second terminal (this one stays busy until Ctrl-C):",
                "  " + export(admin),
                "  " + bout() + " invite list" + ApiCommand.option(stack.address()));
        printInvitation(stack.site(), secret);
        printFinished(stack.site());
        try {
            if (alone) {
                stopped.await();
            } else {
                follow(network.address(), stack, bots, secret);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private LocalNetwork network() {
        Optional<InetAddress> asked = Optional.ofNullable(address).map(this::literal);
        if (asked.isPresent() && asked.get().isLoopbackAddress()) {
            return new LocalNetwork(InetAddress.getLoopbackAddress(), List.of(), List.of());
        }
        return LocalNetwork.choose(MachineAddress.all(), MachineAddress.ofDefaultRoute(), asked)
                .orElseThrow(() -> new CommandFailed(
                        asked.isPresent()
                                ? "this machine has no address " + address + "; it has "
                                        + addresses(MachineAddress.all())
                                : "this machine is in no network; connect it to the one that everyone is in, or try it"
                                        + " alone with --address 127.0.0.1"));
    }

    private InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException notAnAddress) {
            throw new WrongUse(
                    "--address must be an address of this machine, such as 192.168.1.20; got '" + text + "'.");
        }
    }

    /** Invitations of earlier starts remain valid until they expire. */
    private String invitation(URI api, Admin admin) {
        try (ApiClient client = new ApiClient(api, admin.token())) {
            Plain invitation =
                    client.post("/api/invitations", Map.of("name", "bout host", "uses", players, "days", DAYS));
            return invitation.text("secret");
        }
    }

    private static List<String> surroundings(Stack stack, LocalNetwork network, List<String> bots) {
        List<String> lines = new ArrayList<>();
        if (!network.others().isEmpty()) {
            lines.add("");
            lines.add("Other addresses of this machine, if others cannot reach that one (--address chooses):");
            network.others()
                    .forEach(other -> lines.add("  " + site(stack, other.address()) + " (" + other.device() + ")"));
        }
        lines.add("");
        lines.add(
                bots.isEmpty()
                        ? "Bots can be at public https URLs only; --bots-in names networks for http URLs."
                        : "Bots can be at http URLs in " + String.join(" and ", bots)
                                + ", on ports above 1023, but not on this machine.");
        lines.add("Nothing is encrypted: anyone who can listen to the network can use the tokens of others.");
        return lines;
    }

    private void printInvitation(URI site, String secret) {
        // Browsers do not send the part after the #.
        String link = site + "/join.html#" + secret;
        print(
                "",
                "Invitation for " + players + (players == 1 ? " person and " : " people and ") + DAYS + " days:",
                "  " + link);
        if (!noQr && onTerminal()) {
            print("");
            print(TerminalQrCode.lines(link));
        }
    }

    /** Whether a person sees the output, and sees half blocks as such. */
    private static boolean onTerminal() {
        return System.console() != null
                && System.console().isTerminal()
                && System.console().charset().newEncoder().canEncode('\u2580');
    }

    private static URI site(Stack stack, InetAddress address) {
        return URI.create(
                "http://" + AllowedOrigins.host(address) + ":" + stack.address().getPort());
    }

    private static String addresses(List<MachineAddress> all) {
        return all.isEmpty()
                ? "none in a network"
                : all.stream().map(each -> each.address().getHostAddress()).collect(Collectors.joining(", "));
    }

    /** Says when this machine gets another address, as after a Wi-Fi reconnected: the old link leads nowhere then. */
    private void follow(InetAddress first, Stack stack, List<String> bots, String secret) throws InterruptedException {
        InetAddress known = first;
        while (!stopped.await(LOOK_AT_NETWORK_S, TimeUnit.SECONDS)) {
            Optional<LocalNetwork> now =
                    LocalNetwork.move(known, MachineAddress.all(), MachineAddress.ofDefaultRoute());
            if (now.isPresent()) {
                known = now.get().address();
                print("", "The network has changed. This machine is now " + site(stack, known) + ":");
                printInvitation(site(stack, known), secret);
                if (botNetworks.isEmpty() && !bots.containsAll(now.get().networks())) {
                    print("Bots can still only be in " + String.join(" and ", bots)
                            + ". To allow them in this network, stop and start again.");
                }
            }
        }
    }
}
