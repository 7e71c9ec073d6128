/** What administrators do: tokens and dead letters. */
package bout.api.admin;
