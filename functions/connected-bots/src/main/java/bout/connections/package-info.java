/** The function behind the WebSocket API: who may open a connection, and which answers reach a runner. */
package bout.connections;
