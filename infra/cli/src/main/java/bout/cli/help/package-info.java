/** What commands say about themselves, and what is wrong with a command line. */
package bout.cli.help;
