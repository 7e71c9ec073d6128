/** The help of commands, and errors in a command line. */
package bout.cli.help;
