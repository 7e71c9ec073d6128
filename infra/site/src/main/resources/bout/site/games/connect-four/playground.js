/** Connect Four in the playground; `shared/game-modules.js` explains the exports. */

/** @import { PlaygroundGame } from "../../shared/game-modules.js" */

export const samples = [
  { id: "looker", name: "Looker", sentence: "Completes its own four, keeps the other from one, and else plays near the middle." },
  { id: "stacker", name: "Stacker", sentence: "Drops its discs into the first column that is not full." },
  {
    id: "blank",
    name: "Blank",
    sentence: "Drops its disc into the first column that is not full. A minimal starting point.",
  },
];

export const clickHint = "Click a column.";

/** @type {NonNullable<PlaygroundGame["click"]>} */
export const click = (column) => ({ column });

export const opponent = "greedy";
