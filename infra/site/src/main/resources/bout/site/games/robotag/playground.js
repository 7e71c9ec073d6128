/** RoboTag in the playground; `shared/game-modules.js` explains the exports. */

/** @import { Picture } from "./renderer.js" */

export const samples = [
  { id: "chaser", name: "Chaser", sentence: "Fills up at the nearest tanks, then chases the enemy." },
  { id: "minesweeper", name: "Minesweeper", sentence: "Looks for the tank that is worth its way, and goes round mines." },
  { id: "bouncer", name: "Bouncer", sentence: "Goes straight on and turns round at the walls; shows how to remember." },
  { id: "blank", name: "Blank", sentence: "Stands still. A minimal starting point." },
];

export const opponent = "hungry";

export const ownCall = true;

export const signature = "move(my, enemy, map)";

/** @type {Record<string, (picture: Picture) => Picture>} */
export const layers = {
  "Fuel tanks": (picture) => ({ ...picture, fuelTanks: [] }),
  Mines: (picture) => ({ ...picture, mines: [] }),
};

export { positions as places } from "./renderer.js";
