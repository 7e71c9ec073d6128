/** Joining, with an invitation or without one, and what callers are told about themselves. */
package bout.api.join;
