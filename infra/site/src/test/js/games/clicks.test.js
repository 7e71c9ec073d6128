import { click as tile } from "../../../main/resources/bout/site/games/ajax-tiles/playground.js";
import { click as column } from "../../../main/resources/bout/site/games/connect-four/playground.js";
import { click as step } from "../../../main/resources/bout/site/games/tokens/playground.js";
import { equal } from "../check.js";

const picture = {
  players: [{ pos: [2, 2] }, { pos: [0, 1] }],
  tokens: [
    [false, { points: 1 }],
    [false, false],
    [false, false, false],
  ],
};

export default {
  "a click on a tile or a column is that tile or column"() {
    equal(tile(3, 0), { x: 3, y: 0 });
    equal(column(6, 1), { column: 6 });
  },

  "a click beside the own cell is a step towards it, along the longer way"() {
    equal(
      [
        [2, 0],
        [4, 3],
        [2, 5],
        [0, 1],
      ].map(([x, y]) => step(x, y, picture, 1).move),
      ["UP", "RIGHT", "DOWN", "LEFT"],
    );
  },

  "a click on the own cell eats the token there, or passes without one"() {
    equal(step(0, 1, picture, 2), { move: "EAT" });
    equal(step(2, 2, picture, 1), { move: "PASS" });
  },
};
