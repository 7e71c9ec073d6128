package bout.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves host names; replaced in tests. */
@FunctionalInterface
public interface NameLookup {

    NameLookup SYSTEM = name -> List.of(InetAddress.getAllByName(name));

    /**
     * All addresses of a name, at least one.
     *
     * @throws UnknownHostException if the name has none
     */
    List<InetAddress> addresses(String name) throws UnknownHostException;
}
