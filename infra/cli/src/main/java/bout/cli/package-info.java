/**
 * The command {@code bout}: each command is a class of its own that parses, calls what does the work, and prints. It is
 * in the package of what only it and its like need; here are the others.
 */
package bout.cli;
