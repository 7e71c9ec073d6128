/**
 * A stack on this machine, and what it needs to serve a local network: this machine's addresses there, and a link that
 * phones can read.
 */
package bout.cli.host;
