/** Everybody Loves Tokens in the playground; `shared/game-modules.js` explains the exports. */

/** @import { Picture } from "./renderer.js" */

export const samples = [
  { id: "nearest", name: "Nearest", sentence: "Walks to the token that gives the most for its way." },
  { id: "wanderer", name: "Wanderer", sentence: "Walks at random and eats what it stands on; shows how to remember." },
  { id: "blank", name: "Blank", sentence: "Always passes. A minimal starting point." },
];

export const clickHint = "Click where to go, or your own cell to eat the token under you, or to pass if there is none.";

/** @param {number} x @param {number} y @param {Picture} picture @param {number} seat */
export function click(x, y, { players, tokens }, seat) {
  const [fromX, fromY] = players[seat - 1].pos;
  const [right, down] = [x - fromX, y - fromY];
  if (right === 0 && down === 0) {
    return { move: tokens[x][y] === false ? "PASS" : "EAT" };
  }
  return { move: Math.abs(right) > Math.abs(down) ? (right > 0 ? "RIGHT" : "LEFT") : down > 0 ? "DOWN" : "UP" };
}

export const opponent = "naive";

export const ownCall = true;

export const signature = "new Bot(player1).yourMove(board)";

/** @type {Record<string, (picture: Picture) => Picture>} */
export const layers = {
  Tokens: (picture) => ({ ...picture, tokens: picture.tokens.map((column) => column.map(() => false)) }),
};
