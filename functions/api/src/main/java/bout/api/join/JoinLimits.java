package bout.api.join;

import bout.api.access.Limits;
import bout.telemetry.Settings;

/**
 * Who may join without an invitation.
 *
 * @param selfService whether anyone may
 * @param perAddress how many may per address and day (UTC), of IPv6 per /64; 0 = no limit
 */
public record JoinLimits(boolean selfService, int perAddress) {

    public static final int PER_ADDRESS = 5;

    /**
     * {@code BOUT_SELF_SERVICE} and {@code BOUT_JOINS_PER_ADDRESS}.
     *
     * @throws IllegalArgumentException for a variable with an invalid value
     */
    public static JoinLimits of(Settings settings) {
        return new JoinLimits(
                settings.choice("BOUT_SELF_SERVICE", "off", "on").equals("on"),
                Limits.read(settings, "BOUT_JOINS_PER_ADDRESS", PER_ADDRESS));
    }
}
