/** Connect Four in the playground; `shared/game-modules.js` explains the exports. */

export const samples = [
  { id: "looker", name: "Looker", sentence: "Completes its own four, keeps the other from one, and else plays near the middle." },
  { id: "stacker", name: "Stacker", sentence: "Drops its discs into the first column that is not full." },
];

export const opponent = "greedy";
