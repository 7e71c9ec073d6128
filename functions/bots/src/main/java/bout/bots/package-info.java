/** The house bots behind a URL: asked and answering as every bot is. */
package bout.bots;
