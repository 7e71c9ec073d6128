/** Ladders and their matches. */
package bout.api.ladder;
