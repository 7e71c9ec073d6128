import "../browser.js";
import { botAddress } from "../../../main/resources/bout/site/shared/participants.js";
import { equal } from "../check.js";

export default {
  "a registered bot has one page, a house bot one for each game"() {
    equal(botAddress("tokens", "bot_12ab"), "bot.html?key=bot_12ab");
    equal(botAddress("tokens", "house:best-per-step"), "bot.html?key=tokens.house.best-per-step");
  },

  "a key that somebody made up breaks out of no address"() {
    equal(botAddress("tokens", "a&b=c#d"), "bot.html?key=a%26b%3Dc%23d");
  },
};
