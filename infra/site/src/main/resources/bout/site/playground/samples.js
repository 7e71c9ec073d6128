/** Sample bots to start from. */

import { gameFile } from "../shared/game-modules.js";

/** @import { PlaygroundGame } from "../shared/game-modules.js" */

const BLANK = { id: "blank", name: "Blank", sentence: "Always answers the same." };

/** The initial code for a game without samples. @param {Engine.Game} game */
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
   * @param {Engine.Game} game
   * @param {PlaygroundGame["samples"]} samples
   */
  constructor(game, samples) {
    this.#game = game;
    this.#isBlank = samples.length === 0;
    this.all = this.#isBlank ? [BLANK] : samples;
  }

  /** The sample with this id; the first one if there is none. @param {string} id */
  find(id) {
    return this.all.find((sample) => sample.id === id) ?? this.all[0];
  }

  /** The id of the sample with this code, or `null`; one that cannot be loaded is no reason to lose the code. @param {string} code */
  async withCode(code) {
    const loaded = await Promise.allSettled(this.all.map(({ id }) => this.codeOf(id)));
    return this.all[loaded.findIndex((each) => each.status === "fulfilled" && each.value === code)]?.id ?? null;
  }

  /** The code of a sample. @param {string} id */
  async codeOf(id) {
    if (this.#isBlank) {
      return blankCode(this.#game);
    }
    const failed = `The sample ${id} cannot be loaded`;
    let response;
    try {
      response = await fetch(gameFile(this.#game.id, `samples/${id}.js`));
    } catch {
      throw new Error(`${failed}. Check your connection.`);
    }
    if (!response.ok) {
      throw new Error(`${failed} (status ${response.status}).`);
    }
    return response.text();
  }
}
