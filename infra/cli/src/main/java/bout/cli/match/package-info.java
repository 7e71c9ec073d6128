/** Matches and tournaments on the command line: how they are played, compared and verified. */
package bout.cli.match;
