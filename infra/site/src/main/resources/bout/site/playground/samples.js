/** Sample bots to start from. */

import { gameFile } from "../shared/game-modules.js";

const BLANK = { id: "blank", name: "Blank", sentence: "Always answers the same." };

/** The initial code for a game without samples. */
const blankCode = ({ answer, exampleAnswer }) => `// The request holds what the game's page says. ${answer}
function bot(request) {
  console.log(request);
  return ${JSON.stringify(exampleAnswer)};
}
`;

/** The samples in the game's folder, or else a blank one. */
export class Samples {
  #game;
  #isBlank;

  /** Each is `{id, name, sentence}`; the page starts with the first. */
  all;

  /**
   * @param game as described by the engine
   * @param samples as listed in the game's `playground.js`
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
