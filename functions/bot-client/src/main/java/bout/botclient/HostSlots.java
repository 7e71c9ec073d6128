package bout.botclient;

/**
 * The slots of a host and port for all of its bots together.
 *
 * @param host such as {@code https://bot.example}
 * @param bots how many of its bots are known
 */
record HostSlots(String host, CallSlots slots, int bots) {

    HostSlots oneMore() {
        return new HostSlots(host, slots, bots + 1);
    }

    /** {@code null} if that was the last one. */
    HostSlots oneLess() {
        return bots == 1 ? null : new HostSlots(host, slots, bots - 1);
    }
}
