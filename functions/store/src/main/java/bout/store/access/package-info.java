/** Tokens, and how many requests each caller has made. */
package bout.store.access;
