import "../browser.js";
import { playOnAddress } from "../../../main/resources/bout/site/match/play-on.js";
import { equal } from "../check.js";

export default {
  "the address names the game, the replay, the turn and the seat"() {
    equal(playOnAddress("tokens", "/replays/1.json", 83, 2), "play.html?game=tokens&from=%2Freplays%2F1.json&turn=83&seat=2");
  },
};
