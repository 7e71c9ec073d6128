/** The function that keeps ladders moving and has standings brought up to date each minute. */
package bout.standings.matchmaking;
