/** How the chances of Tokens are found; `match/chances.js` explains the numbers. */

/** @type {import("../../match/chances.js").ChanceNumbers} */
export const chances = { bots: ["hungry", "hungry", "hungry", "kinda-random"], lead: 3, weight: 8 };
