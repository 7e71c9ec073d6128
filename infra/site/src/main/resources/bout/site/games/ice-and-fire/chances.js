/** How the chances of A Code of Ice and Fire are found; `match/chances.js` explains the numbers. */

/** @type {import("../../match/chances.js").ChanceNumbers} */
export const chances = { bots: ["warlord", "warlord", "expander", "rusher"], lead: 5, weight: 16 };
