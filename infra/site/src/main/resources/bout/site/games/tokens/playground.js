/** Everybody Loves Tokens in the playground; `shared/game-modules.js` explains the exports. */

export const samples = [
  { id: "nearest", name: "Nearest", sentence: "Walks to the token that gives the most for its way." },
  { id: "wanderer", name: "Wanderer", sentence: "Walks at random and eats what it stands on; shows how to remember." },
];

export const opponent = "naive";

export const ownCall = true;

export const layers = {
  "Tokens": (picture) => ({ ...picture, tokens: picture.tokens.map((column) => column.map(() => false)) }),
};
