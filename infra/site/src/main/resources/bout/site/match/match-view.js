/** The page of one match: the facts of its record, and what its replay shows. */

import { offerRematch } from "./rematch.js";
import { Answers } from "../viewer/answers.js";
import { Chart } from "../viewer/chart.js";
import { byId, show } from "../shared/dom.js";
import { outcome, showFacts, showFailures, showScores, showSides, showTitle } from "./facts.js";
import { keepingFocus } from "../shared/publication.js";
import { ReplayView } from "../viewer/replay-view.js";
import { count, score, statusWord } from "../shared/words.js";

/** The parts of the page that need a replay. */
const WITH_REPLAY = ["answers-section", "chart-section", "board-text-section"];

export class MatchView {
  #match = null;
  #players = [];
  #failures = [];
  #chart = null;
  #replayView;
  #ended = new AbortController();

  /**
   * @param {number | null} start the turn in the address
   * @param {((turn: number) => string) | null} link makes the address of a turn
   */
  constructor(start, link) {
    // An address with a turn means that the visitor wants to look at that turn.
    this.#replayView = new ReplayView(byId("player"), { start, link, autoplay: start === null });
    this.#replayView.addEventListener("player", () => this.#accompany());
    byId("board-text-section").addEventListener("toggle", () => this.#showText(), { signal: this.#ended.signal });
  }

  /** The last turn that can be shown, or `null` if none can. */
  get turns() {
    return this.#replayView.replay?.turns ?? null;
  }

  /** Shows the facts of a match's record. */
  async present(match) {
    if (this.#match === null) {
      showSides(match);
      if (match.id !== null) {
        offerRematch(match, byId("actions"));
      }
    }
    this.#match = match;
    await this.#replayView.load(match.game);
    const { renderer, game } = this.#replayView;
    const names = this.#names();
    showTitle(names);
    show(byId("note"), null);
    byId("match").hidden = false;
    const status = byId("status");
    status.className = `status ${match.status}`;
    status.textContent = statusWord(match.status);
    byId("outcome").textContent = outcome(match, names, renderer);
    this.#showScores();
    keepingFocus(() => showFacts(match, game?.name ?? match.game));
    this.#failures = match.failures;
    this.#showFailures();
  }

  /** Whether the presented match has a board that can be drawn; shows the reason if not. */
  drawable() {
    const obstacle = this.#replayView.obstacle(this.#match.game);
    if (obstacle !== null) {
      this.refuse(obstacle);
    }
    return obstacle === null;
  }

  /** Shows why there is no board. */
  refuse(problem) {
    this.#replayView.remove();
    byId("board-section").hidden = false;
    show(byId("verified"), null);
    show(byId("replay-problem"), problem);
  }

  /**
   * Shows the replay of the presented match, or a longer one.
   *
   * @param document the replay document
   * @param {boolean} live whether the match is still running
   */
  showReplay(document, live) {
    this.#players = document.players;
    const problem = this.#replayView.show(document, live, `bout-${this.#match.id ?? document.game}`);
    if (problem !== null) {
      this.refuse(problem);
      return;
    }
    byId("board-section").hidden = false;
    this.#failures = document.failures;
    this.#showFailures();
    this.#showScores();
    const { replay } = this.#replayView;
    const doubt = doubtAbout(this.#match, document, replay);
    show(byId("replay-problem"), doubt);
    show(byId("verified"), !replay.over || doubt !== null
      ? null
      : `Verified: your browser has played all ${count(replay.turns, "turn")} again, with the same result and the same `
        + `states (hash ${replay.hash(replay.turns)}).`);
  }

  /** Clears the page. */
  remove() {
    this.#replayView.remove();
    this.#ended.abort();
    byId("match").hidden = true;
    byId("board-section").hidden = true;
    show(byId("verified"), null);
    show(byId("replay-problem"), null);
  }

  /** Adds the views that follow a new player. */
  #accompany() {
    const { player, renderer, game } = this.#replayView;
    this.#chart?.remove();
    this.#chart = null;
    for (const section of WITH_REPLAY) {
      byId(section).hidden = player === null;
    }
    this.#showFailures();
    if (player === null) {
      return;
    }
    const names = this.#players.map(({ name }) => name);
    new Answers(byId("answers"), byId("answers-title"), player, renderer, this.#players);
    this.#chart = new Chart(byId("chart"), player, names, game?.scoreUnit ?? "");
    byId("board-legend").textContent = renderer.legend;
    player.addEventListener("turn", () => this.#turned());
    this.#turned();
  }

  #turned() {
    this.#showScores();
    this.#showText();
  }

  #showText() {
    const { player, renderer } = this.#replayView;
    if (player !== null && byId("board-text-section").open) {
      byId("board-text").textContent = renderer.text(player.moment.picture);
    }
  }

  /** Shows the scores of the current turn; those of the result only at the last turn. */
  #showScores() {
    const { result } = this.#match;
    const { player, renderer, game } = this.#replayView;
    const atEnd = player === null || (result !== null && player.turn === player.turns && !player.live);
    const scores = atEnd ? result?.scores ?? null : renderer.scores(player.moment.picture);
    showScores(scores, atEnd ? result?.winner ?? null : null, game?.scoreUnit ?? "");
  }

  #showFailures() {
    const { player } = this.#replayView;
    showFailures(this.#failures, this.#names(), player === null ? null : (turn) => player.show(turn + 1));
  }

  #names() {
    return this.#match.players.map(({ name }) => name);
  }
}

/** Why the replay does not prove the result, or `null` if it does or there is none yet. */
function doubtAbout(match, document, replay) {
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
