package bout.cli.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** What a network may call this machine. */
final class MachineNames {

    private static final String LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";

    private MachineNames() {}

    static Set<String> ofThisMachine() {
        try {
            return of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException nameless) {
            return Set.of(); // its addresses remain
        }
    }

    /** The name, and the one that multicast DNS gives it. */
    static Set<String> of(String hostName) {
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
