/** A Code of Ice and Fire in the playground; `shared/game-modules.js` explains the exports. */

/** @import { Picture } from "./renderer.js" */

export const samples = [
  { id: "settler", name: "Settler", sentence: "Spreads cheap units over the land and on to the enemy's HQ." },
  { id: "first-steps", name: "First steps", sentence: "Trains one unit and sends it to the enemy's HQ." },
  { id: "blank", name: "Blank", sentence: "Does nothing. A minimal starting point." },
];

export const opponent = "expander";

/** @type {Record<string, (picture: Picture) => Picture>} */
export const layers = {
  Units: (picture) => ({ ...picture, units: [] }),
  Buildings: (picture) => ({ ...picture, buildings: [] }),
  "Mine spots": (picture) => ({ ...picture, mineSpots: [] }),
};
