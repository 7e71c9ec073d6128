package bout.botclient;

import java.net.InetAddress;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Gives a connection the addresses that were looked up and checked for it, so that no second look-up can return others.
 */
final class CheckedAddresses implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) {
        return BotCall.CONNECTING.get().addresses();
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
