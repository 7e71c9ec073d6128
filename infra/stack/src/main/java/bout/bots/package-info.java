/** Bots that this machine serves at URLs: house bots, and the bots of commands and tests. */
package bout.bots;
