/** What is shown of one match: its record, and beside it the player with all that follows from the replay. */

import { Answers } from "./answers.js";
import { Chart } from "./chart.js";
import { byId, element, show } from "./dom.js";
import { showFailures, showFacts, showSides, showTitle, outcome } from "./facts.js";
import { engineModule, rendererOf } from "./loading.js";
import { Player } from "./player.js";
import { count, score, statusWord } from "./words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class MatchView {
  #start;
  #link;
  #match = null;
  #game = null;
  #renderer = null;
  #player = null;
  #replay = null;
  #chart = null;
  #ended = new AbortController();

  /**
   * @param {number | null} start the turn that the address names
   * @param {((turn: number) => string) | null} link the address of a turn
   */
  constructor(start, link) {
    this.#start = start;
    this.#link = link;
    byId("board-text-section").addEventListener("toggle", () => this.#showText(), { signal: this.#ended.signal });
  }

  /** The turn that is shown last, or `null` while none is. */
  get turns() {
    return this.#replay?.turns ?? null;
  }

  /** Shows what the record of a match states, as the API has it. */
  async present(match) {
    this.#match = match;
    const names = match.players.map(({ name }) => name);
    this.#renderer = await rendererOf(match.game);
    this.#game = (await engineModule())?.games().find(({ id }) => id === match.game) ?? null;
    showTitle(names);
    show(byId("note"), null);
    byId("match").hidden = false;
    const status = byId("status");
    status.className = `status ${match.status}`;
    status.textContent = statusWord(match.status);
    byId("outcome").textContent = outcome(match, names, this.#renderer);
    this.#showSides();
    showFacts(match, this.#game?.name ?? match.game);
    this.#showFailures(match.failures);
  }

  /** Whether a board can be drawn of the match that was presented; says why not. */
  async drawable() {
    if ((await engineModule()) === null) {
      this.refuse("The engine could not be loaded, so the board cannot be drawn. Load the page again.");
    } else if (this.#renderer === null) {
      this.refuse(`This site cannot draw the game ${this.#match.game}.`);
    } else {
      return true;
    }
    return false;
  }

  /** Says why there is no board. */
  refuse(problem) {
    this.#removePlayer();
    byId("board-section").hidden = false;
    show(byId("verified"), null);
    show(byId("replay-problem"), problem);
  }

  /**
   * Shows the replay of the match that was presented, or more of it.
   *
   * @param document the replay's, which has no result and no hash while the match goes on
   * @param {boolean} live whether the match goes on
   */
  async showReplay(document, live) {
    if (!(await this.drawable())) {
      return;
    }
    const { replay, problem } = (await engineModule()).openReplay(document);
    if (replay === null) {
      this.refuse(`The replay is broken, so the board cannot be drawn. ${problem}`);
      return;
    }
    byId("board-section").hidden = false;
    const file = live ? null : { name: `bout-${this.#match.id ?? document.game}`, document };
    if (this.#player !== null && this.#continues(replay)) {
      this.#replay = replay;
      this.#player.extend(replay, live, file);
    } else {
      this.#replay = replay;
      this.#play(document, live, file);
    }
    this.#showFailures(document.failures);
    const doubt = doubtAbout(this.#match, document, replay);
    show(byId("replay-problem"), doubt);
    show(byId("verified"), !replay.over || doubt !== null
      ? null
      : `Verified: your browser has played all ${count(replay.turns, "turn")} again, with the same result and the same `
        + `states (hash ${replay.hash(replay.turns)}).`);
  }

  /** After a crash a match may go on from an earlier turn; then what was shown has not happened. */
  #continues(replay) {
    const { turns } = this.#replay;
    return replay.turns >= turns && replay.hash(turns) === this.#replay.hash(turns);
  }

  #play(document, live, file) {
    this.#removePlayer();
    const names = document.players.map(({ name }) => name);
    const begin = this.#start ?? (live ? this.#replay.turns : 0);
    this.#player = new Player(byId("player"), {
      renderer: this.#renderer,
      replay: this.#replay,
      names,
      turn: begin,
      live,
      link: this.#link,
      file,
      keys: window,
    });
    for (const section of ["answers-section", "chart-section", "board-text-section"]) {
      byId(section).hidden = false;
    }
    new Answers(byId("answers"), byId("answers-title"), this.#player, this.#renderer, document.players);
    this.#chart = new Chart(byId("chart"), this.#player, names, this.#game?.scoreUnit ?? "");
    byId("board-legend").textContent = this.#renderer.legend;
    this.#player.addEventListener("turn", () => this.#turned());
    this.#turned();
    if (live || (this.#start === null && !calm.matches)) {
      this.#player.play();
    }
  }

  /** Shows nothing any more. */
  remove() {
    this.#removePlayer();
    this.#ended.abort();
    byId("match").hidden = true;
    byId("board-section").hidden = true;
    show(byId("verified"), null);
    show(byId("replay-problem"), null);
  }

  #removePlayer() {
    this.#player?.remove();
    this.#chart?.remove();
    this.#player = null;
    this.#chart = null;
    for (const section of ["answers-section", "chart-section", "board-text-section"]) {
      byId(section).hidden = true;
    }
  }

  #turned() {
    this.#showSides();
    this.#showText();
  }

  #showText() {
    if (this.#player !== null && byId("board-text-section").open) {
      byId("board-text").textContent = this.#renderer.text(this.#player.moment.picture);
    }
  }

  /** The scores of the turn that is shown; those of the result only where it is shown, too. */
  #showSides() {
    const { result } = this.#match;
    const player = this.#player;
    const atEnd = player === null || (player.turn === player.turns && !player.live);
    const scores = atEnd ? result?.scores ?? null : this.#renderer.scores(player.moment.picture);
    showSides(this.#match, scores, atEnd ? result?.winner ?? null : null, this.#game?.scoreUnit ?? "");
  }

  #showFailures(failures) {
    const names = this.#match.players.map(({ name }) => name);
    showFailures(failures, names, (turn) => {
      if (this.#player !== null) {
        this.#player.show(turn + 1);
      }
    });
  }
}

/** Why the replay does not prove the result, or `null` when it does, or when there is none yet. */
export function doubtAbout(match, document, replay) {
  if (!replay.over) {
    return replay.difference;
  }
  if (!replay.confirmed) {
    return `The replay does not prove its result. ${replay.difference}`;
  }
  if (document.game !== match.game || !same(document.result, match.result)) {
    return `The replay proves another result than the match’s record states: ${score(document.result)} in `
      + `${document.game} (${document.result.reason}).`;
  }
  return null;
}

const same = (one, other) => one.winner === other.winner
  && one.reason === other.reason
  && one.scores.every((points, index) => points === other.scores[index]);
