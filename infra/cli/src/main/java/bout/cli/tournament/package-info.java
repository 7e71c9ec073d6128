/** Tournaments on the command line. */
package bout.cli.tournament;
