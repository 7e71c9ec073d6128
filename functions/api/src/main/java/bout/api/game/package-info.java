/** The games and their guides. */
package bout.api.game;
