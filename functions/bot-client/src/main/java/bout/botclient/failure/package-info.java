/** Explains to a bot's author why its host could not be called, or where it redirects. */
package bout.botclient.failure;
