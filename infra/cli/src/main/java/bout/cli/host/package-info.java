/**
 * A stack on this machine that serves a local network: this machine's addresses there, and a link that phones can read.
 */
package bout.cli.host;
