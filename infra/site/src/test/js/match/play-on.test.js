import "../browser.js";
import { playOnAddress, turnToPlay } from "../../../main/resources/bout/site/match/play-on.js";
import { equal } from "../check.js";

const shown = (turn, failures = [null, null], live = false) => ({
  turn,
  turns: 9,
  live,
  moment: { calls: failures.map((text) => ({ failure: text === null ? null : { text } })) },
});

export default {
  "a turn is played on from the board that is shown"() {
    equal(turnToPlay(shown(0)), { turn: 0, again: false, line: null });
    equal(turnToPlay(shown(4)), { turn: 4, again: false, line: null });
  },

  "at the end and at a failure it is the turn before that is played again"() {
    equal(turnToPlay(shown(9)), { turn: 8, again: true, line: null });
    equal(turnToPlay(shown(4, [null, "It did not answer."])), { turn: 3, again: true, line: null });
    equal(turnToPlay(shown(9, ["TypeError: no y (line 5, column 13)", null])), { turn: 8, again: true, line: "5" });
  },

  "a match that is not over, or has no turn, cannot be played on"() {
    equal(turnToPlay(shown(4, [null, null], true)), null);
    equal(turnToPlay({ ...shown(0), turns: 0 }), null);
  },

  "the address names the game, the replay, the turn and the seat"() {
    equal(playOnAddress("tokens", "/replays/1.json", 83, 2), "play.html?game=tokens&from=%2Freplays%2F1.json&turn=83&seat=2");
  },
};
