/** Tournaments: creating, showing, listing and cancelling them. */
package bout.api.tournament;
