package bout.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where bots may be in a stack for a local network: with other machines of the network, and nowhere on the machine that
 * the stack runs on.
 */
class NetworkPolicyTest {

    private static final String NETWORKS = "192.168.1.0/24,10.3.0.0/16,fd12:3456::/64";

    /** One of them is public: a school's network may have such addresses beside private ones. */
    private static final Set<InetAddress> OWN = Set.of(
            InetAddress.ofLiteral("192.168.1.20"),
            InetAddress.ofLiteral("10.3.0.20"),
            InetAddress.ofLiteral("fd12:3456::20"),
            InetAddress.ofLiteral("172.17.0.1"),
            InetAddress.ofLiteral("8.8.4.4"));

    private static final AddressPolicy POLICY = AddressPolicy.inNetworks(NETWORKS, OWN::contains);

    private static final String OF_THIS_MACHINE = "an address of the machine that Bout runs on";

    @ParameterizedTest
    @CsvSource({
        // other machines of the network
        "192.168.1.1, allowed",
        "192.168.1.21, allowed",
        "192.168.1.254, allowed",
        "10.3.0.1, allowed",
        "10.3.0.255, allowed",
        "10.3.255.254, allowed",
        "fd12:3456::21, allowed",
        "fd12:3456::, allowed",
        "::ffff:192.168.1.21, allowed",
        // this machine, whatever the network
        "192.168.1.20, an address of the machine that Bout runs on",
        "::ffff:192.168.1.20, an address of the machine that Bout runs on",
        "::ffff:c0a8:114, an address of the machine that Bout runs on",
        "10.3.0.20, an address of the machine that Bout runs on",
        "fd12:3456::20, an address of the machine that Bout runs on",
        "172.17.0.1, an address of the machine that Bout runs on",
        "8.8.4.4, an address of the machine that Bout runs on",
        // this machine by other names
        "127.0.0.1, a loopback address (127.0.0.0/8)",
        "127.0.0.2, a loopback address (127.0.0.0/8)",
        "127.255.255.254, a loopback address (127.0.0.0/8)",
        "::1, a loopback address (::1/128)",
        "::ffff:127.0.0.1, a loopback address (127.0.0.0/8)",
        "::ffff:7f00:1, a loopback address (127.0.0.0/8)",
        "0.0.0.0, an address of this host (0.0.0.0/8)",
        "::ffff:0.0.0.0, an address of this host (0.0.0.0/8)",
        "0.1.2.3, an address of this host (0.0.0.0/8)",
        "::, an address of this host (::/128)",
        "::127.0.0.1, an IPv4-compatible address (::/96)",
        "::192.168.1.20, an IPv4-compatible address (::/96)",
        "64:ff9b::192.168.1.20, an address translated from IPv4 (64:ff9b::/96)",
        "2002:c0a8:114::1, a 6to4 address (2002::/16)",
        // all machines
        "192.168.1.0, an address of all machines of a network",
        "192.168.1.255, an address of all machines of a network",
        "10.3.0.0, an address of all machines of a network",
        "10.3.255.255, an address of all machines of a network",
        "255.255.255.255, a reserved or broadcast address (240.0.0.0/4)",
        "224.0.0.1, a multicast address (224.0.0.0/4)",
        "239.255.255.250, a multicast address (224.0.0.0/4)",
        "ff02::1, a multicast address (ff00::/8)",
        // the link, and what clouds have there
        "169.254.0.1, a link-local address (169.254.0.0/16)",
        "169.254.169.254, a link-local address (169.254.0.0/16)",
        "fe80::21, a link-local address (fe80::/10)",
        "fec0::21, a site-local address (fec0::/10)",
        // other networks
        "192.168.2.21, an address outside 192.168.1.0/24 and 10.3.0.0/16 and fd12:3456::/64",
        "192.168.0.255, an address outside",
        "10.2.255.255, an address outside",
        "10.4.0.1, an address outside",
        "172.17.0.2, an address outside",
        "fd12:3456:0:1::21, an address outside",
        "100.64.0.1, a shared address",
        "8.8.8.8, an address outside",
        "2606:4700::1111, an address outside"
    })
    void only_other_machines_of_the_network_are_allowed(String address, String expected) {
        String said = POLICY.refusal(InetAddress.ofLiteral(address)).orElse("allowed");
        assertTrue(said.startsWith(expected), address + ": " + said);
    }

    /** In RFC 3021, both addresses of a network of two belong to machines. */
    @ParameterizedTest
    @CsvSource({
        "10.0.0.4/30, 10.0.0.4, an address of all machines of a network (10.0.0.4/30)",
        "10.0.0.4/30, 10.0.0.5, allowed",
        "10.0.0.4/30, 10.0.0.6, allowed",
        "10.0.0.4/30, 10.0.0.7, an address of all machines of a network (10.0.0.4/30)",
        "10.0.0.4/31, 10.0.0.4, allowed",
        "10.0.0.4/31, 10.0.0.5, allowed",
        "10.0.0.4/32, 10.0.0.4, allowed"
    })
    void the_smallest_networks_have_no_address_of_all_machines(String network, String address, String expected) {
        assertEquals(
                expected,
                AddressPolicy.inNetworks(network, own -> false)
                        .refusal(InetAddress.ofLiteral(address))
                        .orElse("allowed"));
    }

    @ParameterizedTest
    @CsvSource({
        "http://192.168.1.21:9000/, allowed",
        "https://192.168.1.21:9443/, allowed",
        "http://[fd12:3456::21]:9000/bot?key=1, allowed",
        "http://192.168.1.21:1024/, allowed",
        "http://laptop-7:9000/, allowed",
        "http://laptop-7.local:9000/, allowed",
        // Not at this machine, and at no port of it: neither those of the stack's services nor any other.
        "http://192.168.1.20:8080/, the host is an address of the machine that Bout runs on",
        "http://192.168.1.20:8000/, the host is an address of the machine that Bout runs on",
        "http://192.168.1.20:9324/, the host is an address of the machine that Bout runs on",
        "http://192.168.1.20:9000/, the host is an address of the machine that Bout runs on",
        "http://[::ffff:192.168.1.20]:8080/, the host is an address of the machine that Bout runs on",
        "http://[fd12:3456::20]:8080/, the host is an address of the machine that Bout runs on",
        "http://127.0.0.1:8080/, the host is a loopback address",
        "http://[::1]:8080/, the host is a loopback address",
        "http://0.0.0.0:8080/, the host is an address of this host",
        "http://[::]:8080/, the host is an address of this host",
        // Routers and printers have their pages at these ports.
        "http://192.168.1.1/, the port must be above 1023",
        "https://192.168.1.1/, the port must be above 1023",
        "http://192.168.1.21:631/, the port must be above 1023",
        "http://192.168.1.21:1023/, the port must be above 1023",
        // Spellings that some software reads as an address
        "http://0x7f000001:8080/, write an IPv4 address",
        "http://2130706433:8080/, write an IPv4 address",
        "http://3232235796:8080/, write an IPv4 address",
        "http://192.168.276:8080/, write an IPv4 address",
        "http://0300.0250.1.24:8080/, write an IPv4 address",
        "http://[fe80::21%eth0]:9000/, an IPv6 address in a URL must not have a zone",
        "ftp://192.168.1.21:9000/, the URL must begin with http:// or https://",
        "http://user@192.168.1.21:9000/, a URL must not contain a user name"
    })
    void a_url_is_checked_for_its_scheme_its_port_and_a_literal_address(String url, String expected) {
        assertTrue(said(BotUrl.read(url, POLICY)).startsWith(expected), url + ": " + said(BotUrl.read(url, POLICY)));
    }

    @ParameterizedTest
    @CsvSource({
        "192.168.1.21, allowed",
        "192.168.1.21 fd12:3456::21, allowed",
        "192.168.1.20, " + OF_THIS_MACHINE,
        "192.168.1.21 192.168.1.20, " + OF_THIS_MACHINE,
        "127.0.0.1, a loopback address",
        "192.168.1.21 ::1, a loopback address",
        "0.0.0.0, an address of this host",
        "192.168.1.21 fe80::1, a link-local address",
        "8.8.8.8, an address outside",
    })
    void a_name_is_allowed_only_if_all_of_its_addresses_are(String addresses, String expected) {
        List<InetAddress> found =
                Arrays.stream(addresses.split(" ")).map(InetAddress::ofLiteral).toList();
        String said = said(new UrlCheck(POLICY, name -> found).read("http://laptop-7.local:9000/"));
        assertTrue(said.equals(expected) || said.startsWith("the host has " + expected), said);
    }

    @Test
    void a_name_that_moves_to_this_machine_after_the_first_check_is_refused_at_the_next() {
        List<String> answers = new ArrayList<>(List.of("192.168.1.21", "192.168.1.20", "127.0.0.1"));
        UrlCheck urls = new UrlCheck(POLICY, name -> List.of(InetAddress.ofLiteral(answers.removeFirst())));
        assertEquals("allowed", said(urls.read("http://rebinding.example:9000/")));
        assertEquals(
                "the host has " + OF_THIS_MACHINE + ", which is not allowed for a bot; all of its addresses must be in"
                        + " 192.168.1.0/24 and 10.3.0.0/16 and fd12:3456::/64",
                said(urls.read("http://rebinding.example:9000/")));
        assertTrue(said(urls.read("http://rebinding.example:9000/")).startsWith("the host has a loopback address"));
    }

    /** This machine's own addresses are those that it has when it is asked, also after its network changed. */
    @Test
    void an_address_of_this_machine_is_found_by_asking_the_machine() throws Exception {
        InetAddress own = InetAddress.getLoopbackAddress();
        // Loopback is refused before; so the widest networks there are show what the question comes to.
        AddressPolicy everywhere = AddressPolicy.of("0.0.0.0/1,128.0.0.0/1");
        for (InetAddress address : NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .toList()) {
            assertTrue(everywhere.refusal(address).isPresent(), address.toString());
        }
        assertTrue(everywhere.refusal(own).isPresent());
        assertEquals(Optional.empty(), everywhere.refusal(InetAddress.ofLiteral("10.255.255.1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "192.168.1.0",
                "192.168.1.0/",
                "192.168.1.0/33",
                "192.168.1.0/0",
                "192.168.1.20/24",
                "fd12::/129",
                "fd12::1/64",
                "192.168.1.0/24,",
                "192.168.1.0/24, 10.0.0.0/8",
                "192.168.1.0/-1",
                "example.org/24",
                "public,192.168.1.0/24"
            })
    void a_list_of_networks_that_cannot_be_read_is_refused(String code) {
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> AddressPolicy.of(code), code);
        assertTrue(wrong.getMessage().contains("public or loopback or networks"), wrong.getMessage());
    }

    private static String said(BotUrl.Reading read) {
        return switch (read) {
            case BotUrl.Refused refused -> refused.text();
            case BotUrl.Allowed allowed -> "allowed";
        };
    }
}
