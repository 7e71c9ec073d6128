package bout.address;

import java.net.InetAddress;
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
