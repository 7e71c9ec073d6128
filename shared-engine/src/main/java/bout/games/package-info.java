/** The games. Each has a package: the game, its state, its rules, its wire format and its house bots. */
package bout.games;
