/** The large board of the start page. Something always plays on it, one game after the other. */

import * as api from "../shared/api.js";
import { avatar, avatarKey } from "../shared/avatar.js";
import { botName } from "../shared/bot-names.js";
import { byId, element, show } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { seen, wait } from "../shared/poll.js";
import { drawing } from "../shared/svg.js";
import { headline, playersOf, score, winnerOf } from "../shared/words.js";
import { alive, byInterest, canBeWatched } from "./featured.js";
import { FrontBoard } from "./front-board.js";
import { followMatch } from "./live-match.js";
import { recordOf } from "./replay-record.js";
import { houseMatch } from "./thumbnails.js";

/** @import { MatchRecord } from "./replay-record.js" */
/** @import { Renderer } from "../viewer/board.js" */

/** @typedef {{match: MatchRecord, document: Replay.Document | null}} Shown a match; a running one has no document yet */

/** When the engine is there and the API has not answered for this long, a match of house bots is shown meanwhile. */
const PATIENCE_MILLISECONDS = 400;

/** What comes next is not loaded before the page is complete. */
const AHEAD_MILLISECONDS = 4_000;

/** A running match is left after this long. */
const LIVE_MILLISECONDS = 120_000;

/** Of a longer match, only the end is shown: all games have their turn. */
const MOST_SECONDS = 40;

/** A match is exciting if the lead has changed so often. */
const LEAD_CHANGES = 2;

/** Among so many turns. */
const SAMPLES = 100;

/** More have no room above the board. */
const MOST_SEATS = 4;

/** As many replays of a game are looked into for one. */
const MOST_REPLAYS = 2;

/** And at first, in so many games. */
const MOST_GAMES = 3;

/** What the chart shows in a turn, by seat; `null` if the game says nothing before the end. @param {Renderer} renderer */
const valuesOf = ({ charted, scored, scores }) => charted?.values ?? (scored === false ? null : scores);

/** Some turns of a match up to one, evenly spread. @param {number} last */
const sampled = (last) =>
  Array.from({ length: Math.min(last, SAMPLES) + 1 }, (_, index) => Math.round((last * index) / Math.min(last, SAMPLES) || 0));

/** How often another player leads than before. @param {number[][]} moments the values of the seats */
export function leadChanges(moments) {
  const leaders = moments.flatMap((values) => {
    const best = Math.max(...values);
    const leader = values.indexOf(best);
    return leader === values.lastIndexOf(best) ? [leader] : [];
  });
  return leaders.filter((leader, index) => index > 0 && leader !== leaders[index - 1]).length;
}

/** Scores as thin lines, up to the shown turn. */
class ThinChart {
  #host;
  /** @type {Map<number, number[]>} */
  #moments = new Map();

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
  }

  clear() {
    this.#moments.clear();
    this.#host.replaceChildren();
  }

  /** @param {NonNullable<FrontBoard["moment"]>} moment */
  show({ renderer, replay, picture, turn }) {
    const values = valuesOf(renderer);
    if (values === null) {
      return;
    }
    if (this.#moments.size === 0) {
      for (const earlier of sampled(turn)) {
        this.#moments.set(earlier, values(replay.picture(earlier)));
      }
    }
    this.#moments.set(turn, values(picture));
    const moments = [...this.#moments].filter(([at]) => at <= turn).sort(([one], [other]) => one - other);
    const all = moments.flatMap(([, each]) => each);
    const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
    const lines = moments[0][1].map((_, seat) =>
      moments.map(([at, each]) => `${(100 * at) / Math.max(1, replay.turns)},${19 - (18 * (each[seat] - low)) / (high - low)}`),
    );
    this.#host.replaceChildren(
      drawing(
        "svg",
        { viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" },
        ...lines.map((points, seat) => drawing(`polyline.seat-${seat + 1}`, { points: points.join(" ") })),
      ),
    );
  }
}

export class FrontHero {
  #matches;
  #board = new FrontBoard({
    strip: byId("scoreboard"),
    canvas: byId("hero"),
    pause: byId("hero-pause"),
    link: byId("hero-link"),
    seconds: MOST_SECONDS,
  });
  #chart = new ThinChart(byId("hero-chart"));
  /** @type {Set<string | null>} */
  #known = new Set();
  #stop = new AbortController();
  /** @type {(value?: unknown) => void} */
  #skip = () => {};

  /** @param {() => Api.Match[]} matches those that are known now, the newest first */
  constructor(matches) {
    this.#matches = matches;
    this.#board.addEventListener("turn", () => this.#turned());
    byId("hero-next").addEventListener("click", () => this.#skip());
  }

  /** Plays for the lifetime of the page. @param {Promise<unknown>} loaded the first matches */
  async play(loaded) {
    /** @type {Shown | null} */
    let found = null;
    const first = loaded.then(async () => {
      found = await this.#first();
      return found;
    });
    const games = engineModule().then((engine) => engine?.games().map(({ id }) => id) ?? []);
    const meanwhile = games.then(async ([game]) => {
      await wait(PATIENCE_MILLISECONDS);
      return found ?? this.#ofHouseBots(game, 0);
    });
    let shown = await Promise.race([first.then((best) => best ?? meanwhile), meanwhile]);
    let over = this.#show(shown);
    const best = await Promise.race([first, over.then(() => null)]);
    if (best !== null && best !== shown) {
      shown = best;
      over = this.#show(shown);
    }
    await this.#goOn(await games, shown, over);
  }

  /** @param {string[]} games @param {Shown | null} shown @param {Promise<unknown>} over */
  async #goOn(games, shown, over) {
    for (let round = 1; games.length > 0; round++) {
      const game = games[(games.indexOf(shown?.match.game ?? "") + 1) % games.length];
      const next = wait(AHEAD_MILLISECONDS).then(() => this.#next(game, round));
      await over;
      await seen();
      shown = await next;
      over = this.#show(shown);
    }
  }

  /** Of the games with the best matches. */
  async #first() {
    const best = byInterest([...canBeWatched(this.#matches()), ...alive(this.#matches())]);
    for (const game of [...new Set(best.map((match) => match.game))].slice(0, MOST_GAMES)) {
      const found = await this.#ofBots(game);
      if (found !== null) {
        return found;
      }
    }
    return null;
  }

  /** @param {string} game @param {number} round */
  async #next(game, round) {
    return (await this.#ofBots(game)) ?? (await this.#ofHouseBots(game, round));
  }

  /** A running match of a game, or an exciting one of the last day. @param {string} game @returns {Promise<Shown | null>} */
  async #ofBots(game) {
    const matches = this.#matches().filter((each) => each.game === game && each.seats <= MOST_SEATS && !this.#known.has(each.id));
    for (const match of canBeWatched(matches)) {
      if (await attempted(async () => (await api.movesSoFar(match.live ?? null, null)) !== null)) {
        return { match, document: null };
      }
    }
    for (const match of alive(matches).slice(0, MOST_REPLAYS)) {
      this.#known.add(match.id);
      const document = await attempted(() => excitingReplay(match));
      if (document !== null) {
        // The list names no authors.
        return { match: (await attempted(() => api.match(match.id))) ?? match, document };
      }
    }
    return null;
  }

  /** @param {string | undefined} game @param {number} round @returns {Promise<Shown | null>} */
  async #ofHouseBots(game, round) {
    const document = game === undefined ? null : await houseMatch(game, String(7 + round));
    return document === null ? null : { match: await recordOf(document), document };
  }

  /** Shows a match; the promise resolves when its end has been shown for a while, or the visitor wants the next. @param {Shown | null} shown */
  #show(shown) {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const board = this.#board;
    if (board.shown) {
      board.clear();
    }
    this.#chart.clear();
    byId("hero-end").hidden = true;
    show(byId("note"), null);
    show(byId("problem"), null);
    const skipped = new Promise((done) => {
      this.#skip = done;
    });
    if (shown === null) {
      return Promise.race([skipped, wait(AHEAD_MILLISECONDS)]);
    }
    const { match, document } = shown;
    byId("hero-link").hidden = match.id === null;
    const ended = new Promise((done) => board.addEventListener("end", done, { once: true, signal }));
    const playing =
      document === null
        ? followMatch(match.id ?? "", board, signal, { known: liveMatch(match) })
        : this.#present(match, document);
    this.#name(match);
    return Promise.race([
      playing.then(() => (board.shown ? ended : wait(AHEAD_MILLISECONDS))),
      skipped,
      ...(document === null ? [wait(LIVE_MILLISECONDS)] : []),
    ]);
  }

  /** @param {MatchRecord} match @param {Replay.Document} document */
  async #present(match, document) {
    await this.#board.present(match);
    if (this.#board.match !== match) {
      return; // another match was chosen meanwhile
    }
    this.#board.showReplay(document, false);
    this.#turned();
  }

  /** @param {MatchRecord} match */
  async #name({ id, game }) {
    const engine = await engineModule();
    byId("hero-game").replaceChildren(
      gameMark(game),
      element("strong", {}, engine?.games().find((each) => each.id === game)?.name ?? game),
      id === null ? element("span.note", {}, " house bots, in your browser") : "",
    );
  }

  #turned() {
    const { moment, match } = this.#board;
    if (moment === null) {
      return;
    }
    this.#chart.show(moment);
    const result = moment.last ? (match?.result ?? null) : null;
    byId("hero-end").hidden = result === null;
    if (match !== null && result !== null) {
      const players = playersOf(match);
      const names = players.map(botName);
      const winner = winnerOf(result, match.failedSeat);
      byId("hero-end").replaceChildren(
        ...(winner === null ? [] : [avatar(avatarKey(players[winner - 1]))]),
        element("strong", {}, element("bdi", {}, headline(result, names, match.failedSeat))),
        element("span", {}, names.length > 2 ? "" : score(result)),
      );
    }
  }
}

/** A match with an id is one of the API's. @param {MatchRecord} match */
const liveMatch = (match) => /** @type {Api.Match} */ (match);

/**
 * What an action gives, or `null` if the API or the bucket refuses: then another match is shown.
 *
 * @template T
 * @param {() => Promise<T>} action
 */
async function attempted(action) {
  try {
    return await action();
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return null;
  }
}

/** The replay of a match, if the lead has changed in it, as far as the game knows one. @param {Api.Match} match */
async function excitingReplay({ game, replay }) {
  const [engine, renderer, document] = await Promise.all([engineModule(), rendererOf(game), api.replay(replay ?? "")]);
  const opened = engine?.openReplay(document).replay ?? null;
  if (opened === null || renderer === null) {
    return null;
  }
  const values = valuesOf(renderer);
  const changes = values === null ? LEAD_CHANGES : leadChanges(sampled(opened.turns).map((turn) => values(opened.picture(turn))));
  return changes >= LEAD_CHANGES ? document : null;
}
