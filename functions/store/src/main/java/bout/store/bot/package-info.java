/** Registered bots. */
package bout.store.bot;
