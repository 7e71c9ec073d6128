package bout.address;

import java.math.BigInteger;
import java.net.InetAddress;

/**
 * A range of IP addresses in CIDR notation.
 *
 * @param first its first address
 * @param bits how many leading bits all of its addresses have in common
 * @param what a short description of the addresses, with an article
 */
record AddressRange(InetAddress first, int bits, String what) {

    /** Parses the notation of the registries: {@code 10.0.0.0/8}, {@code fe80::/10}. */
    static AddressRange of(String cidr, String what) {
        int slash = cidr.indexOf('/');
        return new AddressRange(
                InetAddress.ofLiteral(cidr.substring(0, slash)),
                Integer.parseInt(cidr.substring(slash + 1)),
                what + " (" + cidr + ")");
    }

    /**
     * A network that someone named, in the same notation.
     *
     * @throws IllegalArgumentException if it is not in this notation, or has bits behind its prefix
     */
    static AddressRange ofNetwork(String cidr) {
        int slash = cidr.indexOf('/');
        if (slash < 0 || !cidr.substring(slash + 1).matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException("'" + cidr + "' has no number of bits behind a slash");
        }
        AddressRange range = of(cidr, "an address in a network");
        int all = range.first.getAddress().length * 8;
        if (range.bits < 1 || range.bits > all) {
            throw new IllegalArgumentException("'" + cidr + "' must have 1 to " + all + " bits");
        }
        if (range.behindPrefix(range.first.getAddress()).signum() != 0) {
            throw new IllegalArgumentException("'" + cidr + "' is not the first address of its network");
        }
        return range;
    }

    String cidr() {
        return first.getHostAddress().replaceFirst("(:0)+$", "::") + "/" + bits;
    }

    /** Whether an address of the range is its first or last one, which in an IPv4 network belong to no machine. */
    boolean isOfAll(byte[] address) {
        int hostBits = address.length * 8 - bits;
        int set = behindPrefix(address).bitCount();
        return address.length == 4 && hostBits >= 2 && (set == 0 || set == hostBits);
    }

    private BigInteger behindPrefix(byte[] address) {
        return new BigInteger(1, address).mod(BigInteger.ONE.shiftLeft(address.length * 8 - bits));
    }

    boolean contains(byte[] address) {
        byte[] own = first.getAddress();
        int hostBits = own.length * 8 - bits;
        return address.length == own.length
                && new BigInteger(1, address).shiftRight(hostBits).equals(new BigInteger(1, own).shiftRight(hostBits));
    }
}
