/** Bots that this machine serves at URLs (house bots, and the bots of commands and tests), and answers over HTTP. */
package bout.bots;
