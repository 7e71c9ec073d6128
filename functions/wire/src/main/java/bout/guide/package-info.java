/**
 * All that somebody has to know who writes a bot for a game: the text beside the game's classes, joined with what the
 * game declares and with a request that the engine makes. The API and the site show the same.
 */
package bout.guide;
