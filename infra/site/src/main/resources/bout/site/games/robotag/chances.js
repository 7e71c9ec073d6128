/** How the chances of RoboTag are found; `match/chances.js` explains the numbers. */

/** @type {import("../../match/chances.js").ChanceNumbers} */
export const chances = { bots: ["hungry", "hungry", "hungry", "bouncy"], lead: 150, weight: 60 };
