package bout.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** How names become addresses; the system's way, but for tests. */
@FunctionalInterface
public interface NameLookup {

    NameLookup SYSTEM = name -> List.of(InetAddress.getAllByName(name));

    /**
     * All addresses of a name, at least one.
     *
     * @throws UnknownHostException when it has none
     */
    List<InetAddress> addresses(String name) throws UnknownHostException;
}
