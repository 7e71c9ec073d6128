/**
 * How a program on this machine plays as a connected bot: over a WebSocket that this side opens. Start with
 * {@link bout.cli.connect.ConnectedBot}; {@code docs/connect.md} specifies the protocol.
 */
package bout.cli.connect;
