package bout.wire;

/** What a published bot printed in one turn of a match. */
public record Printed(int turn, String text) {}
