/** Programs written for the original games, as bots with a URL. */
package bout.cli.wrap;
