/** Programs that were written for the original games, as bots behind a URL. */
package bout.cli.wrap;
