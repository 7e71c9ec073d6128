/** Bots to start from; their code is in `games/<game>/samples/<id>.js`. The first one of a game is what its page begins with. */

const SAMPLES = {
  "robotag": [
    { id: "chaser", name: "Chaser", sentence: "Fills up at the nearest tanks, then chases the enemy." },
    { id: "minesweeper", name: "Minesweeper", sentence: "Looks for the tank that is worth its way, and goes round mines." },
    { id: "bouncer", name: "Bouncer", sentence: "Goes straight on and turns round at the walls; shows how to remember." },
  ],
  "tokens": [
    { id: "nearest", name: "Nearest", sentence: "Walks to the token that gives the most for its way." },
    { id: "wanderer", name: "Wanderer", sentence: "Walks at random and eats what it stands on; shows how to remember." },
  ],
  "ajax-tiles": [
    { id: "grower", name: "Grower", sentence: "Grows one blob and fights where it wins." },
    { id: "painter", name: "Painter", sentence: "Paints beside its own tiles." },
  ],
  "ice-and-fire": [
    { id: "settler", name: "Settler", sentence: "Spreads cheap units over the land and on to the enemy's HQ." },
    { id: "first-steps", name: "First steps", sentence: "Trains one unit and sends it to the enemy's HQ." },
  ],
};

/** The house bot that a game's page begins with at the other seat, where it is not the weakest. */
const OPPONENTS = {
  "robotag": "hungry",
  "tokens": "naive",
  "ajax-tiles": "expand",
  "ice-and-fire": "expander",
};

/** What code of a game without samples looks like. */
const blank = ({ answer, exampleAnswer }) => `// The request holds what the game's page says. ${answer}
function bot(request) {
  console.log(request);
  return ${JSON.stringify(exampleAnswer)};
}
`;

/** The samples of a game: `{id, name, sentence}`. */
export const samplesOf = (game) => SAMPLES[game.id] ?? [{ id: "blank", name: "Blank", sentence: "Always answers the same." }];

export const opponentOf = (game) => OPPONENTS[game.id] ?? game.houseBots[0].name;

/** The code of a sample. */
export async function codeOf(game, id) {
  if (SAMPLES[game.id] === undefined) {
    return blank(game);
  }
  const response = await fetch(new URL(`../games/${game.id}/samples/${id}.js`, import.meta.url));
  if (!response.ok) {
    throw new Error(`The sample ${id} cannot be loaded (status ${response.status}).`);
  }
  return response.text();
}
