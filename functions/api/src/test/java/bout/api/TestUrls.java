package bout.api;

import bout.address.AddressPolicy;
import bout.address.UrlCheck;
import java.net.UnknownHostException;

public final class TestUrls {

    public static final UrlCheck PUBLIC = of(AddressPolicy.PUBLIC);
    public static final UrlCheck LOOPBACK = of(AddressPolicy.LOOPBACK);

    private TestUrls() {}

    private static UrlCheck of(AddressPolicy policy) {
        return new UrlCheck(policy, name -> {
            throw new UnknownHostException(name);
        });
    }
}
