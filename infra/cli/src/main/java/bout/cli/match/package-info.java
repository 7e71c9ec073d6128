/** Matches on the command line: how they are played, compared and verified; players, options and results. */
package bout.cli.match;
