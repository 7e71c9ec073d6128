/**
 * What commands say about themselves: help, the words that a shell completes, and what is wrong with a command line.
 */
package bout.cli.help;
