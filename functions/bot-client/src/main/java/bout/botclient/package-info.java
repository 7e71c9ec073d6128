/** One HTTP call to a bot and every way it can fail. {@link bout.botclient.BotClient} is the entry. */
package bout.botclient;
