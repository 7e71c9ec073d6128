/** The function that starts ladder matches and requests an update of all standings once a minute. */
package bout.standings.matchmaking;
