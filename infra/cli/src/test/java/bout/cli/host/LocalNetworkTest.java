package bout.cli.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalNetworkTest {

    private static List<MachineAddress> addresses(String text) {
        return Arrays.stream(text.split(" "))
                .map(each -> each.split("[=/]"))
                .map(parts -> MachineAddress.of(parts[0], InetAddress.ofLiteral(parts[1]), Integer.parseInt(parts[2])))
                .toList();
    }

    private static Optional<InetAddress> address(String literal) {
        return Optional.ofNullable(literal).map(InetAddress::ofLiteral);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // addresses | towards the internet | asked for | chosen | networks of bots
                "wlan0=192.168.1.20/24 | 192.168.1.20 | | 192.168.1.20 | 192.168.1.0/24",
                // a laptop with containers: their bridge is nobody's network
                "docker0=172.17.0.1/16 wlan0=10.3.7.20/20 | 10.3.7.20 | | 10.3.7.20 | 10.3.0.0/20",
                "docker0=172.17.0.1/16 br-1a2b=172.18.0.1/16 eth0=192.168.1.20/24 | | | 192.168.1.20 | 192.168.1.0/24",
                // a tunnel into a company takes the route to the internet, but is not where the class is
                "tun0=10.8.0.2/24 wlan0=192.168.1.20/24 | 10.8.0.2 | | 192.168.1.20 | 192.168.1.0/24",
                // two networks: the one with the internet, and bots in both
                "eth0=192.168.7.2/24 wlan0=192.168.1.20/24 | 192.168.1.20 | | 192.168.1.20 |"
                        + " 192.168.1.0/24 192.168.7.0/24",
                // a network without internet
                "eth0=192.168.7.2/24 | | | 192.168.7.2 | 192.168.7.0/24",
                // IPv4 first: it is what people can type
                "eth0=fd12:3456:0:0:0:0:0:20/64 eth0=192.168.1.20/24 | 192.168.1.20 | | 192.168.1.20 |"
                        + " 192.168.1.0/24 fd12:3456:0:0:0:0:0:0/64",
                "eth0=fd12:3456:0:0:0:0:0:20/64 | | | fd12:3456:0:0:0:0:0:20 | fd12:3456:0:0:0:0:0:0/64",
                // asked for
                "eth0=192.168.7.2/24 wlan0=192.168.1.20/24 | 192.168.1.20 | 192.168.7.2 | 192.168.7.2 |"
                        + " 192.168.7.0/24 192.168.1.0/24",
                "vmnet8=172.16.5.1/24 wlan0=192.168.1.20/24 | 192.168.1.20 | 172.16.5.1 | 172.16.5.1 |"
                        + " 172.16.5.0/24 192.168.1.0/24",
                // a university with public addresses: bots are nowhere unless somebody says where
                "wlan0=130.1.2.3/22 | 130.1.2.3 | | 130.1.2.3 | ''",
                // a machine that only has containers is a container's host
                "docker0=172.17.0.1/16 | | | 172.17.0.1 | 172.17.0.0/16",
            })
    void the_address_is_the_one_of_the_network_that_people_share(
            String all, String routed, String asked, String chosen, String networks) {
        LocalNetwork network = LocalNetwork.choose(addresses(all), address(routed), address(asked))
                .orElseThrow();
        assertEquals(chosen, network.address().getHostAddress());
        assertEquals(networks, String.join(" ", network.networks()));
        assertEquals(
                addresses(all).size() - 1,
                network.others().stream()
                        .filter(other -> !other.address().equals(network.address()))
                        .count());
    }

    @Test
    void an_address_that_this_machine_does_not_have_cannot_be_chosen() {
        assertEquals(
                Optional.empty(),
                LocalNetwork.choose(addresses("eth0=192.168.1.20/24"), Optional.empty(), address("192.168.1.21")));
    }

    @Test
    void a_machine_without_a_network_has_no_address() {
        assertEquals(Optional.empty(), LocalNetwork.choose(List.of(), Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // addresses now | where others are told to go now
                "wlan0=192.168.1.20/24 | ''",
                "wlan0=192.168.1.20/24 eth0=192.168.7.2/24 | ''",
                "wlan0=192.168.1.33/24 | 192.168.1.33",
                "wlan0=10.3.7.20/20 docker0=172.17.0.1/16 | 10.3.7.20",
            })
    void others_are_told_another_address_only_when_the_first_is_gone(String now, String told) {
        assertEquals(
                told,
                LocalNetwork.move(InetAddress.ofLiteral("192.168.1.20"), addresses(now), Optional.empty())
                        .map(network -> network.address().getHostAddress())
                        .orElse(""));
        assertEquals(
                Optional.empty(),
                LocalNetwork.move(InetAddress.ofLiteral("192.168.1.20"), List.of(), Optional.empty()),
                "between two networks");
    }

    @ParameterizedTest
    @CsvSource({
        "laptop, laptop laptop.local",
        "Laptop-7, laptop-7 laptop-7.local",
        "laptop.local, laptop laptop.local",
        "laptop.school.example, laptop.local laptop.school.example",
        "localhost, ''",
        "localhost.localdomain, ''",
        "a_b, ''",
        "'', ''"
    })
    void a_network_may_call_this_machine_by_its_name_or_by_that_under_local(String name, String names) {
        assertEquals(names, String.join(" ", new TreeSet<>(MachineAddress.names(name))));
    }

    @Test
    void this_machine_s_addresses_are_none_that_only_it_can_use() {
        assertTrue(MachineAddress.all().stream()
                .map(MachineAddress::address)
                .noneMatch(address -> address.isLoopbackAddress() || address.isLinkLocalAddress()));
    }
}
