package bout.cli.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An address of this machine in a network.
 *
 * @param internal whether only this machine, its containers or a tunnel reach it
 */
record MachineAddress(String device, InetAddress address, int bits, boolean internal) {

    /**
     * Bridges of containers and virtual machines, and tunnels. Systems do not say which of their interfaces these are,
     * but programs that make them use these names.
     */
    private static final Pattern INTERNAL = Pattern.compile(
            "(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|utun|tun|tap|wg|tailscale|zt|bridge).*");

    /** An address of the internet. Nothing is sent to it: only the system's choice of a route matters. */
    private static final InetSocketAddress FAR_AWAY = new InetSocketAddress(InetAddress.ofLiteral("1.1.1.1"), 9);

    private static final String LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";

    static MachineAddress of(String device, InetAddress address, int bits) {
        return new MachineAddress(
                device, address, bits, INTERNAL.matcher(device).matches());
    }

    /** Those of this moment; without loopback and link-local ones, which no network can use. */
    static List<MachineAddress> all() {
        List<MachineAddress> all = new ArrayList<>();
        try {
            for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
                if (!device.isUp() || device.isLoopback()) {
                    continue;
                }
                for (InterfaceAddress each : device.getInterfaceAddresses()) {
                    InetAddress address = each.getAddress();
                    if (!address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
                        MachineAddress found = of(device.getName(), address, each.getNetworkPrefixLength());
                        all.add(
                                device.isPointToPoint()
                                        ? new MachineAddress(found.device, address, found.bits, true)
                                        : found);
                    }
                }
            }
        } catch (SocketException failed) {
            throw new UncheckedIOException("cannot read this machine's addresses", failed);
        }
        return all;
    }

    static Optional<InetAddress> ofDefaultRoute() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(FAR_AWAY);
            return Optional.of(socket.getLocalAddress()).filter(address -> !address.isAnyLocalAddress());
        } catch (IOException | UncheckedIOException noRoute) {
            return Optional.empty(); // a network without internet is as good
        }
    }

    boolean isIpv4() {
        return address instanceof Inet4Address;
    }

    boolean isPrivate() {
        return isIpv4()
                ? address.isSiteLocalAddress()
                : address instanceof Inet6Address && (address.getAddress()[0] & 0xFE) == 0xFC;
    }

    String network() {
        byte[] first = address.getAddress();
        for (int bit = bits; bit < first.length * 8; bit++) {
            first[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        try {
            return InetAddress.getByAddress(first).getHostAddress() + "/" + bits;
        } catch (IOException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }

    static Set<String> names() {
        try {
            return names(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException nameless) {
            return Set.of(); // its addresses remain
        }
    }

    static Set<String> names(String hostName) {
        String name = hostName.toLowerCase(Locale.ROOT);
        if (!name.matches(LABEL + "(\\." + LABEL + ")*") || name.startsWith("localhost")) {
            return Set.of();
        }
        String first = name.replaceFirst("\\..*", "");
        Set<String> names = new LinkedHashSet<>();
        names.add(name);
        names.add(first + ".local");
        if (name.endsWith(".local")) {
            names.add(first);
        }
        return names;
    }
}
