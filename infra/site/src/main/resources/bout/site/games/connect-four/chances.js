/** How the chances of Connect Four are found; `match/chances.js` explains the numbers. */

/** @type {import("../../match/chances.js").ChanceNumbers} */
export const chances = { bots: ["greedy"], lead: 1, weight: 4 };
