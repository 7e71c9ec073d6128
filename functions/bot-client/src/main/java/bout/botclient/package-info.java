/** HTTP calls to bots, and every way they can fail. Start with {@link bout.botclient.BotClient}. */
package bout.botclient;
