package bout.wire;

/**
 * What a published bot printed in one turn of a match.
 *
 * @param turn from 0
 */
public record Printed(int turn, String text) {}
