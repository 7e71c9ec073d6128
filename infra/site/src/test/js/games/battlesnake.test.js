import { click } from "../../../main/resources/bout/site/games/battlesnake/playground.js";
import * as renderer from "../../../main/resources/bout/site/games/battlesnake/renderer.js";
import { equal } from "../check.js";

const NAMES = ["Ann", "Bob", "Cy"];

const snake = (body, more = {}) => ({ body, health: 54, inPlay: true, ...more });

const pictureOf = (snakes, more = {}) => ({ turn: 9, width: 7, height: 7, snakes, food: [], hazards: [], ...more });

const out = (cause, outBy = null) => snake([[3, 3]], { inPlay: false, out: cause, outInTurn: 9, outBy });

/** The steps that are drawn as lines, in cells of one pixel. */
function linesOf(...drawing) {
  const steps = [];
  let at = null;
  const context = new Proxy(
    {},
    {
      get: (_, name) => (x, y) => {
        if (name === "lineTo") {
          steps.push(Math.hypot(x - at[0], y - at[1]));
        }
        at = name === "moveTo" || name === "lineTo" ? [x, y] : at;
      },
      set: () => true,
    },
  );
  renderer.draw(context, drawing[0], 1, (name) => name, ...drawing.slice(1));
  return steps;
}

export default {
  "a snake that goes over an edge is never drawn across the board"() {
    const before = pictureOf(
      [
        snake([
          [0, 2],
          [1, 2],
          [2, 2],
          [3, 2],
        ]),
      ],
      { wrapped: true },
    );
    const after = pictureOf(
      [
        snake([
          [6, 2],
          [0, 2],
          [1, 2],
          [2, 2],
        ]),
      ],
      { wrapped: true },
    );
    for (const [picture, ahead] of [
      [after, null],
      ...[0, 0.2, 0.5, 0.9].map((progress) => [before, { picture: after, progress }]),
      ...[0, 0.2, 0.5, 0.9].map((progress) => [after, { picture: before, progress }]),
    ]) {
      equal(
        linesOf(picture, ahead).filter((length) => length > 1.01),
        [],
      );
    }
  },

  "why a snake is out is told with the name of the one that it met"() {
    const picture = pictureOf([out("head-collision", 2), out("snake-collision", 3), out("wall-collision")]);
    equal(
      renderer.states(picture, NAMES).map(({ text }) => text),
      ["turn 9: met the head of Bob", "turn 9: ran into Cy", "turn 9: left the board"],
    );
    const before = pictureOf(NAMES.map(() => snake([[3, 2]])));
    equal(
      renderer.events(picture, before).map(({ kind, seat }) => `${kind} ${seat}`),
      ["out 1", "out 2", "out 3"],
    );
    equal(renderer.events(picture, picture), []);
    for (const cause of ["hazard", "out-of-health", "snake-self-collision"]) {
      equal(renderer.states(pictureOf([out(cause, 1)]), NAMES)[0].text.includes("is out ("), false);
    }
  },

  "who eats is told, and how long a snake is"() {
    const before = pictureOf([snake([[2, 3]]), snake([[5, 5]])], { food: [[3, 3]] });
    const after = pictureOf([
      snake([
        [3, 3],
        [2, 3],
        [2, 3],
      ]),
      snake([[5, 6]]),
    ]);
    equal(renderer.events(after, before), [{ kind: "eaten", seat: 1, text: "ate." }]);
    equal(renderer.states(after, NAMES)[0], { out: false, text: "length 3 · health 54" });
    equal(renderer.charted.values(after), [3, 1]);
  },

  "the board as text has y = 0 in its last line"() {
    const picture = {
      ...pictureOf([
        snake([
          [0, 0],
          [1, 0],
        ]),
        out("hazard"),
      ]),
      width: 3,
      height: 2,
      food: [[2, 1]],
      hazards: [[0, 1]],
    };
    equal(renderer.text(picture), "~ · *\nA a ·");
  },

  "a click is a step towards it, along the longer way"() {
    const picture = pictureOf([snake([[3, 3]])]);
    equal(
      [
        [3, 0],
        [6, 4],
        [3, 6],
        [0, 3],
      ].map(([x, y]) => click(x, y, picture, 1).move),
      ["up", "right", "down", "left"],
    );
  },
};
