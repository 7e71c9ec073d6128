/** The directory of bots. */

import { answer, attribute, bot, bots, equal, all, ladder, lacks, onEach, open, says, see } from "./page.js";

/** A rating as every page shows it. */
export const shown = ({ rating, provisional, plusMinus }) => rating + (provisional ? ` ± ${plusMinus}` : "");

export default {
  async "bots that others may call can be challenged"() {
    bots(
      "tokens",
      bot("bot_1", "tokens", "<b>Gary"),
      bot("bot_3", "tokens", "Laptop", { kind: "connected", online: false }),
      bot("bot_2", "tokens", "Unproven", { proven: false }),
    );
    await onEach(["", "phone", "dark"], async () => {
      await open("/bots.html?game=tokens");
      await see("h1", "Everybody Loves Tokens: bots");
      await see("#registered li", 3);
      await attribute("#registered li:nth-child(1) a[href*=new]", "href", "new.html?game=tokens&p2=bot_1");
      await says("#registered li:nth-child(2)", "not connected now");
      await says("#registered li:nth-child(3)", "not verified yet");
      equal(
        [1, 2].map((row) => all("#registered li")[row].querySelectorAll("a").length),
        [1, 1],
      );
      const { houseBots } = await (await fetch("/api/games/tokens")).json();
      await see("#house li", houseBots.length);
    });
  },

  async "a bot on the ladder has its rank and rating"() {
    const { leaderboard } = await ladder();
    const best = leaderboard.players.find(({ house }) => !house);
    answer("GET /standings/ladders/tokens.json", leaderboard);
    bots("tokens", bot(best.key, "tokens", best.name), bot("bot_new", "tokens", "Unrated"));
    await open("/bots.html?game=tokens");
    await says("#registered li", `rank ${best.rank}, rating ${shown(best)}`);
    await lacks("#registered li:last-child", "rank");
  },

  async "an unknown game is reported, and a game without bots invites"() {
    await open("/bots.html?game=foo");
    await see("#problem", "There is no game with the id “foo”.");
    await open("/bots.html");
    await see("#note", "No bot has been registered yet. Yours could be the first.");
  },
};
