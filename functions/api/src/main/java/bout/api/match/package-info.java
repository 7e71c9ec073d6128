/** Matches: creating, showing and listing them. */
package bout.api.match;
