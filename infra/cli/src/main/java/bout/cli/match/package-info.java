/** Matches on the command line: players, options and results. */
package bout.cli.match;
