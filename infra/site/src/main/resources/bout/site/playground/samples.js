/** Bots to start from. */

import { gameFile } from "../shared/game-modules.js";

const BLANK = { id: "blank", name: "Blank", sentence: "Always answers the same." };

/** What code of a game without samples looks like. */
const blankCode = ({ answer, exampleAnswer }) => `// The request holds what the game's page says. ${answer}
function bot(request) {
  console.log(request);
  return ${JSON.stringify(exampleAnswer)};
}
`;

/** The samples of a game: those of its folder, or else a blank one. */
export class Samples {
  #game;
  #isBlank;

  /** Each as `{id, name, sentence}`; the first one is what the page begins with. */
  all;

  /**
   * @param game as the engine describes it
   * @param samples as the game's `playground.js` lists them
   */
  constructor(game, samples) {
    this.#game = game;
    this.#isBlank = samples.length === 0;
    this.all = this.#isBlank ? [BLANK] : samples;
  }

  /** The code of a sample. */
  async codeOf(id) {
    if (this.#isBlank) {
      return blankCode(this.#game);
    }
    const response = await fetch(gameFile(this.#game.id, `samples/${id}.js`));
    if (!response.ok) {
      throw new Error(`The sample ${id} cannot be loaded (status ${response.status}).`);
    }
    return response.text();
  }
}
