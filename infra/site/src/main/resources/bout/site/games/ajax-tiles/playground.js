/** Ajax Tiles in the playground; see `shared/game-modules.js` for what is told here. */

export const samples = [
  { id: "grower", name: "Grower", sentence: "Grows one blob and fights where it wins." },
  { id: "painter", name: "Painter", sentence: "Paints beside its own tiles." },
];

export const opponent = "expand";
