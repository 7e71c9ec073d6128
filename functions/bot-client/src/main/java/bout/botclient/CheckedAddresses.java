package bout.botclient;

import java.net.InetAddress;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Hands the connection that is being opened the addresses that were looked up and checked for it. There is no second
 * look-up, which could give other addresses than the first.
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
