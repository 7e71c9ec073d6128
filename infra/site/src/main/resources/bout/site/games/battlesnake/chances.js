/** How the chances of Snakes are found; `match/chances.js` explains the numbers. */

/** @type {import("../../match/chances.js").ChanceNumbers} */
export const chances = { bots: ["hungry", "careful", "random"], lead: 60, weight: 12 };
