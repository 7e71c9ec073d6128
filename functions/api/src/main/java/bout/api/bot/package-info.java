/** Registered bots. */
package bout.api.bot;
