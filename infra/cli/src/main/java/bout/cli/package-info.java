/** The command {@code bout}: each command is a class of its own that parses, calls what does the work, and prints. */
package bout.cli;
