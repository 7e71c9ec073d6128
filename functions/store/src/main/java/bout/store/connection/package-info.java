/**
 * Connections: the WebSocket connections of bots without a URL, the key of their tickets, and messages sent to them.
 */
package bout.store.connection;
