package bout.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AddressPolicyTest {

    static String[] publicAddresses() {
        return """
                1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
                169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0
                198.17.255.255 198.20.0.0 223.255.255.255 ::ffff:8.8.8.8 2606:4700:4700::1111 2001:4860:4860::8888
                2003::1 2a00:1450:4001::1
                """.split("\\s+");
    }

    @ParameterizedTest
    @MethodSource("publicAddresses")
    void public_addresses_are_allowed_everywhere(String address) {
        assertEquals("", refusal(AddressPolicy.PUBLIC, address));
        assertEquals("", refusal(AddressPolicy.LOOPBACK, address));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, a loopback address (127.0.0.0/8)",
        "127.255.255.254, a loopback address (127.0.0.0/8)",
        "::1, a loopback address (::1/128)",
        "10.0.0.1, a private address (10.0.0.0/8)",
        "172.16.0.1, a private address (172.16.0.0/12)",
        "172.31.255.255, a private address (172.16.0.0/12)",
        "192.168.1.1, a private address (192.168.0.0/16)",
        "fc00::1, a private address (fc00::/7)",
        "fdff:ffff::1, a private address (fc00::/7)",
        "fd00:ec2::254, a private address (fc00::/7)",
        "::ffff:127.0.0.1, a loopback address (127.0.0.0/8)",
        "::ffff:10.1.2.3, a private address (10.0.0.0/8)",
        "::ffff:7f00:1, a loopback address (127.0.0.0/8)",
    })
    void loopback_and_private_addresses_are_for_the_local_stack_only(String address, String refusal) {
        assertEquals(refusal, refusal(AddressPolicy.PUBLIC, address));
        assertEquals("", refusal(AddressPolicy.LOOPBACK, address));
    }

    static String[] specialAddresses() {
        return """
                0.0.0.0 0.1.2.3 100.64.0.1 100.127.255.255 169.254.169.254 169.254.170.2 ::ffff:169.254.169.254
                192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
                224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:0:127.0.0.1
                64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1 2001::1
                2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::
                2002:808:808::1 3ffe::1 3fff::1 5f00::1 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 4000::1 1::1
                """.split("\\s+");
    }

    @ParameterizedTest
    @MethodSource("specialAddresses")
    void special_addresses_are_allowed_nowhere(String address) {
        assertFalse(refusal(AddressPolicy.PUBLIC, address).isEmpty());
        assertFalse(refusal(AddressPolicy.LOOPBACK, address).isEmpty());
    }

    @Test
    void each_policy_is_found_by_its_code() {
        assertEquals(AddressPolicy.PUBLIC, AddressPolicy.of("public"));
        assertEquals(AddressPolicy.LOOPBACK, AddressPolicy.of("loopback"));
        assertThrows(IllegalArgumentException.class, () -> AddressPolicy.of("all"));
        for (String code : List.of("public", "loopback", "192.168.1.0/24", "10.0.0.0/8,fd12:3456::/64")) {
            assertEquals(code, AddressPolicy.of(code).code());
        }
    }

    @Test
    void one_forbidden_address_is_enough_to_refuse_a_host() {
        List<InetAddress> addresses = List.of(InetAddress.ofLiteral("8.8.8.8"), InetAddress.ofLiteral("10.0.0.1"));

        assertEquals(
                Optional.of(
                        "the host has a private address (10.0.0.0/8), which is not allowed for a bot; all of its addresses"
                                + " must be public"),
                AddressPolicy.PUBLIC.hostRefusal(addresses));
        assertEquals(Optional.empty(), AddressPolicy.PUBLIC.hostRefusal(addresses.subList(0, 1)));
    }

    private static String refusal(AddressPolicy policy, String address) {
        return policy.refusal(InetAddress.ofLiteral(address)).orElse("");
    }
}
