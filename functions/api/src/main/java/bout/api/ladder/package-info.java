/** Ladders and the results that count for them. */
package bout.api.ladder;
