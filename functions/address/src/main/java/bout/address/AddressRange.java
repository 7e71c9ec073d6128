package bout.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A range of IP addresses in CIDR notation.
 *
 * @param prefix the leading bits, padded to the size of an address of the family (4 or 16 bytes)
 * @param bits the length of the prefix in bits
 * @param what a short description of the addresses, with an article
 */
record AddressRange(byte[] prefix, int bits, String what) {

    /** Parses the notation of the registries: {@code 10.0.0.0/8}, {@code fe80::/10}. */
    static AddressRange of(String cidr, String what) {
        int slash = cidr.indexOf('/');
        byte[] prefix = InetAddress.ofLiteral(cidr.substring(0, slash)).getAddress();
        return new AddressRange(prefix, Integer.parseInt(cidr.substring(slash + 1)), what + " (" + cidr + ")");
    }

    /**
     * A network that someone named, in the same notation.
     *
     * @throws IllegalArgumentException if it is not in this notation, or has bits behind its prefix
     */
    static AddressRange ofNetwork(String cidr, String what) {
        int slash = cidr.indexOf('/');
        if (slash < 0 || !cidr.substring(slash + 1).matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException("'" + cidr + "' has no number of bits behind a slash");
        }
        AddressRange range = of(cidr, what);
        int all = range.prefix.length * 8;
        if (range.bits < 1 || range.bits > all) {
            throw new IllegalArgumentException("'" + cidr + "' must have 1 to " + all + " bits");
        }
        for (int bit = range.bits; bit < all; bit++) {
            if (bit(range.prefix, bit)) {
                throw new IllegalArgumentException("'" + cidr + "' is not the first address of its network");
            }
        }
        return range;
    }

    String cidr() {
        try {
            return InetAddress.getByAddress(prefix).getHostAddress().replaceFirst("(:0)+$", "::") + "/" + bits;
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }

    /** Whether an address of the range is its first or last one, which in an IPv4 network belong to no machine. */
    boolean isOfAll(byte[] address) {
        int all = address.length * 8;
        if (address.length != 4 || bits > all - 2) {
            return false;
        }
        int set = 0;
        for (int bit = bits; bit < all; bit++) {
            set += bit(address, bit) ? 1 : 0;
        }
        return set == 0 || set == all - bits;
    }

    private static boolean bit(byte[] bytes, int index) {
        return (bytes[index / 8] >> (7 - index % 8) & 1) == 1;
    }

    boolean contains(byte[] address) {
        if (address.length != prefix.length) {
            return false;
        }
        int whole = bits / 8;
        if (!Arrays.equals(address, 0, whole, prefix, 0, whole)) {
            return false;
        }
        int rest = bits % 8;
        int mask = 0xFF << (8 - rest);
        return rest == 0 || (address[whole] & mask) == (prefix[whole] & mask);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(prefix) + "/" + bits + " " + what;
    }
}
