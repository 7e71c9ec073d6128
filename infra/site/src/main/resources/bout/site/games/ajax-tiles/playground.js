/** Ajax Tiles in the playground; `shared/game-modules.js` explains the exports. */

export const samples = [
  { id: "grower", name: "Grower", sentence: "Grows one blob and fights where it wins." },
  { id: "painter", name: "Painter", sentence: "Paints beside its own tiles." },
];

export const opponent = "expand";
