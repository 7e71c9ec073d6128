/** The games. Each game has its own package with its rules, state, wire format and house bots. */
package bout.games;
