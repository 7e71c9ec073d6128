/** Which match a ladder needs next. */
package bout.standings.ladder;
