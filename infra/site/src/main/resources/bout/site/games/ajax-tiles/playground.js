/** Ajax Tiles in the playground; `shared/game-modules.js` explains the exports. */

/** @import { PlaygroundGame } from "../../shared/game-modules.js" */

export const samples = [
  { id: "grower", name: "Grower", sentence: "Grows one blob and fights where it wins." },
  { id: "painter", name: "Painter", sentence: "Paints beside its own tiles." },
  { id: "blank", name: "Blank", sentence: "Always passes. A minimal starting point." },
];

export const clickHint = "Click the tile.";

/** @type {NonNullable<PlaygroundGame["click"]>} */
export const click = (x, y) => ({ x, y });

export const opponent = "expand";
