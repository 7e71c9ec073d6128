/** How the chances of Ajax Tiles are found; `match/chances.js` explains the numbers. */

/** @type {import("../../match/chances.js").ChanceNumbers} */
export const chances = { bots: ["expand"], lead: 10, weight: 8 };
