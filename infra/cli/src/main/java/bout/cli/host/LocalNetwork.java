package bout.cli.host;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * This machine in the network that it serves.
 *
 * @param address the one that others are told
 * @param others its other addresses, likelier ones first
 * @param networks where bots may be, such as {@code 192.168.1.0/24}
 */
record LocalNetwork(InetAddress address, List<MachineAddress> others, List<String> networks) {

    /** A list of networks that begins with less than this is a mistake, or not a local network. */
    private static final int LEAST_BITS = 8;

    /**
     * Chooses an address: the one asked for, or the likeliest one in a network of people. Bots may be in all private
     * networks of this machine that are not its own affair, such as those of its containers. Empty if there is no
     * address, or not the one asked for.
     */
    static Optional<LocalNetwork> choose(
            List<MachineAddress> all, Optional<InetAddress> routed, Optional<InetAddress> asked) {
        List<MachineAddress> ordered = all.stream()
                .sorted(Comparator.comparing(MachineAddress::internal)
                        .thenComparing(each -> !each.isIpv4())
                        .thenComparing(each -> !routed.equals(Optional.of(each.address())))
                        .thenComparing(each -> !each.isPrivate()))
                .toList();
        return ordered.stream()
                .filter(each -> asked.isEmpty() || asked.get().equals(each.address()))
                .findFirst()
                .map(chosen -> new LocalNetwork(
                        chosen.address(),
                        ordered.stream().filter(each -> each != chosen).toList(),
                        Stream.concat(Stream.of(chosen), ordered.stream().filter(each -> !each.internal()))
                                .filter(each -> each.isPrivate() && each.bits() >= LEAST_BITS)
                                .map(MachineAddress::network)
                                .distinct()
                                .toList()));
    }

    /**
     * The network that this machine serves after it lost the address that others were told; empty if it still has it,
     * or none at the moment.
     */
    static Optional<LocalNetwork> move(InetAddress told, List<MachineAddress> all, Optional<InetAddress> routed) {
        return all.stream().anyMatch(each -> each.address().equals(told))
                ? Optional.empty()
                : choose(all, routed, Optional.empty());
    }
}
