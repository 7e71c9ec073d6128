import { playerOf, playerText } from "../../../main/resources/bout/site/match/player-field.js";
import { equal } from "../check.js";

export default {
  "an address names house bots, registered bots and URLs"() {
    equal(playerOf("house:best-per-step"), { house: "best-per-step" });
    equal(playerOf("bot_12AB-3"), { bot: "bot_12AB-3" });
    equal(playerOf("https://bots.example.org/a"), { url: "https://bots.example.org/a" });
    equal(["", "lazy", "javascript:alert(1)", "bot_xyz", "ftp://a"].map(playerOf), [null, null, null, null, null]);
  },

  "a player's text leads back to the player"() {
    for (const player of [{ house: "lazy" }, { bot: "bot_7" }, { url: "https://bots.example.org/a" }]) {
      equal(playerOf(playerText(player)), player);
    }
    equal(playerText({ name: "at a secret URL" }), "");
  },
};
