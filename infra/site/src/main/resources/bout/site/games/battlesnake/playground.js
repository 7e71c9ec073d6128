/** Snakes in the playground; `shared/game-modules.js` explains the exports. */

/** @import { Picture } from "./renderer.js" */

export const samples = [
  { id: "roomy", name: "Roomy", sentence: "Goes where there is most room, and to food when it is hungry." },
  { id: "greedy", name: "Greedy", sentence: "Goes to the nearest food, but into nothing that is in its way." },
  { id: "blank", name: "Blank", sentence: "Goes up. A minimal starting point." },
];

export const opponent = "hungry";

export const clickHint = "Click where your head shall go.";

/** @param {number} column @param {number} row @param {Picture} picture @param {number} seat */
export function click(column, row, { snakes, height }, seat) {
  const [x, y] = snakes[seat - 1].body[0];
  const [right, up] = [column - x, height - 1 - row - y];
  return { move: Math.abs(right) > Math.abs(up) ? (right > 0 ? "right" : "left") : up > 0 ? "up" : "down" };
}

/** @type {Record<string, (picture: Picture) => Picture>} */
export const layers = {
  Food: (picture) => ({ ...picture, food: [] }),
};
