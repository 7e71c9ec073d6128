package bout.wire;

/** The output of a published bot in one turn of a match. */
public record Printed(int turn, String text) {}
