/** The page of one match: the facts of its record, and what its replay shows. */

import { byId, show } from "../shared/dom.js";
import { outcome, showFacts, showFailures, showSides, showTitle, showTurn } from "./facts.js";
import { showLead, showStanding, standingIn } from "./sides.js";
import { botName } from "../shared/bot-names.js";
import { keepingFocus } from "../shared/publication.js";
import { ReplayView } from "../viewer/replay-view.js";
import { all, playersOf, score, statusWord, winnerOf } from "../shared/words.js";

/** @import { BesideBoard } from "./beside-board.js" */
/** @import { FailedCall } from "./facts.js" */
/** @import { MatchRecord, PlayedMatch } from "./replay-record.js" */
/** @import { Standing } from "./sides.js" */

/** The parts of the page that need a replay. */
const WITH_REPLAY = ["story", "answers-section", "board-text-section"];

/** Where what happened stands beside the board. */
const wide = matchMedia("(min-width: 60rem)");

export class MatchView {
  /** @type {MatchRecord | null} */
  #match = null;
  /** The replay that is shown, or was shown last. @type {Replay.Document | null} */
  #document = null;
  /** @type {FailedCall[]} */
  #failures = [];
  /** @type {BesideBoard | null} */
  #beside = null;
  #replayView;
  #ended = new AbortController();
  /** The result is a surprise until the replay has reached it, or the visitor asks. */
  #revealed = false;
  #boardless = false;

  /**
   * @param {number | null} start the turn in the address
   * @param {((turn: number) => string) | null} link makes the address of a turn
   */
  constructor(start, link) {
    // An address with a turn means that the visitor wants to look at that turn.
    this.#replayView = new ReplayView(byId("player"), {
      start,
      link,
      autoplay: start === null,
      strip: byId("scoreboard"),
    });
    byId("reveal").addEventListener("click", () => this.#reveal(), { signal: this.#ended.signal });
    this.#replayView.addEventListener("player", () => this.#accompany());
    byId("story").open = wide.matches;
    byId("board-text-section").addEventListener("toggle", () => this.#showText(), { signal: this.#ended.signal });
  }

  /** The record of the match, which is presented before anything else. */
  get #record() {
    if (this.#match === null) {
      throw new Error("no match has been presented");
    }
    return this.#match;
  }

  /** The last turn that can be shown, or `null` if none can. */
  get turns() {
    return this.#replayView.replay?.turns ?? null;
  }

  /** Shows the facts of a match's record. @param {MatchRecord} match */
  async present(match) {
    const known = this.#match;
    if (known === null || (known.players === null && match.players !== null)) {
      showSides(match);
    }
    this.#match = match;
    await this.#replayView.load(match.game);
    const { id, players } = match;
    if (id !== null && players !== null && (known === null || known.players === null)) {
      this.#accompanyPlayers({ ...match, players });
    }
    const { game } = this.#replayView;
    const names = this.#names();
    showTitle(names);
    if (match.status !== "finished" || match.replay === null) {
      this.#uncover();
    }
    const status = byId("status");
    status.className = `status ${match.status}`;
    status.textContent = statusWord(match.status);
    this.#showOutcome();
    this.#showScores();
    keepingFocus(() => showFacts(match, game?.name ?? match.game));
    this.#failures = match.failures;
    this.#showFailures();
    this.#beside?.update(match);
  }

  /** What belongs to the players, loaded behind what draws the board. @param {PlayedMatch} match */
  async #accompanyPlayers(match) {
    const { offerRematch } = await import("./rematch.js");
    offerRematch(match, byId("actions"));
    if (match.ladder === true) {
      const { addRatings } = await import("./ratings.js");
      await addRatings(match);
    }
  }

  /** Whether the presented match has a board that can be drawn; shows the reason if not. */
  drawable() {
    const obstacle = this.#replayView.obstacle(this.#record.game);
    if (obstacle !== null) {
      this.refuse(obstacle);
    }
    return obstacle === null;
  }

  /** Shows the page. A match with a replay waits for it, because all of the page stands around the board. */
  #uncover() {
    show(byId("note"), null);
    byId("match").hidden = false;
  }

  /** Shows why there is no board. @param {string} problem */
  refuse(problem) {
    this.#uncover();
    this.#replayView.remove();
    this.#boardless = true;
    this.#showOutcome();
    this.#showScores();
    byId("board-section").hidden = false;
    show(byId("verified"), null);
    show(byId("replay-problem"), problem);
  }

  /**
   * Shows the replay of the presented match, or a longer one.
   *
   * @param {Replay.Document} document the replay document
   * @param {boolean} live whether the match is still running
   */
  showReplay(document, live) {
    this.#document = document;
    this.#uncover();
    // Before the player is made: it measures its place.
    byId("board-section").hidden = false;
    const { player, problem } = this.#replayView.show(document, live, `bout-${this.#record.id ?? document.game}`);
    if (player === null) {
      this.refuse(problem);
      return;
    }
    this.#boardless = false;
    this.#failures = document.failures;
    this.#showFailures();
    this.#turned();
    const { replay } = player;
    const doubt = doubtAbout(this.#record, document, replay);
    show(byId("replay-problem"), doubt);
    // Without a doubt the stored hash is the right one; asking the engine for it would play the match once more before the
    // board is drawn.
    show(
      byId("verified"),
      !replay.over || doubt !== null
        ? null
        : `Verified: your browser has played ${all(replay.turns, "turn")} again, with the same result and the same ` +
            `states (hash ${document.hash}).`,
    );
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

  /** Adds the views that follow a new player; those beside the board are loaded behind it. */
  async #accompany() {
    const { player, game } = this.#replayView;
    this.#beside?.remove();
    this.#beside = null;
    for (const section of WITH_REPLAY) {
      byId(section).hidden = player === null;
    }
    this.#showFailures();
    if (player === null) {
      showTurn("");
      return;
    }
    byId("board-legend").textContent = player.renderer.legend;
    player.addEventListener("turn", () => this.#turned());
    this.#showOutcome();
    this.#turned();
    const { BesideBoard } = await import("./beside-board.js");
    if (this.#replayView.player === player) {
      this.#beside = new BesideBoard({
        player,
        game,
        document: () => /** @type {Replay.Document} */ (this.#document),
        match: this.#record,
      });
    }
  }

  #turned() {
    const { player } = this.#replayView;
    if (player === null) {
      return;
    }
    if (player.turn === player.turns && !player.live && !this.#revealed) {
      this.#reveal();
    }
    showTurn(player.live ? `LIVE · turn ${player.turn}` : `Turn ${player.turn}`, player.live);
    this.#showScores();
    this.#showText();
  }

  #showText() {
    const { player } = this.#replayView;
    if (player !== null && byId("board-text-section").open) {
      byId("board-text").textContent = player.renderer.text(player.moment.picture);
    }
  }

  /** Whether the result must not be told yet. */
  #secret() {
    const { status, replay, id } = this.#record;
    return status === "finished" && !this.#revealed && !this.#boardless && (replay !== null || id === null);
  }

  #reveal() {
    this.#revealed = true;
    this.#showOutcome();
  }

  #showOutcome() {
    const secret = this.#secret();
    byId("outcome").textContent = secret ? "" : outcome(this.#record, this.#names(), this.#replayView.renderer);
    byId("reveal").hidden = !secret;
    if (this.#replayView.player !== null) {
      this.#replayView.player.secret = secret;
    }
  }

  /** Shows the scores of the current turn; those of the result only at the last turn. */
  #showScores() {
    const { result, failedSeat } = this.#record;
    const { player, game } = this.#replayView;
    const atEnd = player === null || (result !== null && player.turn === player.turns && !player.live);
    const ending = atEnd && !this.#secret() ? result : null;
    /** @type {Standing} */
    const known =
      player === null ? { scores: null } : standingIn({ renderer: player.renderer, ...player.moment }, this.#names(), ending);
    const scores = atEnd ? (ending?.scores ?? null) : known.scores;
    showStanding(
      byId("scoreboard"),
      { ...known, scores, places: ending?.places, winner: winnerOf(ending, failedSeat) },
      game?.scoreUnit ?? "",
    );
    if (player !== null) {
      const { charted, scores: points } = player.renderer;
      showLead(byId("scoreboard").querySelector(".balance"), (charted?.values ?? points)(player.moment.picture));
    }
  }

  /** With a board, they stand among what happened. */
  #showFailures() {
    byId("failures-section").hidden = this.#replayView.player !== null || this.#failures.length === 0;
    showFailures(this.#failures, this.#names());
  }

  #names() {
    return playersOf(this.#record).map(botName);
  }
}

/**
 * Why the replay does not prove the result, or `null` if it does or there is none yet.
 *
 * @param {MatchRecord} match
 * @param {Replay.Document} document
 * @param {Engine.OpenedReplay} replay
 */
function doubtAbout(match, document, replay) {
  if (!replay.over) {
    return replay.difference;
  }
  if (!replay.confirmed) {
    return `The replay does not prove its result. ${replay.difference}`;
  }
  if (document.game !== match.game || match.result === null || !same(document.result, match.result)) {
    return (
      `The replay proves another result than the match’s record states: ${score(document.result)} in ` +
      `${document.game} (${document.result.reason}).`
    );
  }
  return null;
}

/** @param {Api.Result} one @param {Api.Result} other */
const same = (one, other) =>
  one.reason === other.reason &&
  one.places.every((place, index) => place === other.places[index]) &&
  one.scores.every((points, index) => points === other.scores[index]);
