/** The page of one match: what is known of it, and its end as the visitor's own browser computes it from the replay. */

import * as api from "./api.js";
import { Board } from "./board.js";
import { byId, element, show } from "./dom.js";
import { count, date, duration, failureWords, score, statusWord } from "./words.js";

const POLL_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 3_000;
const FAILURES_SHOWN = 20;

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Resolves when the page is looked at. */
const seen = () => new Promise((done) => {
  const look = () => {
    if (!document.hidden) {
      document.removeEventListener("visibilitychange", look);
      done();
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
});

async function follow(id) {
  for (;;) {
    let match;
    try {
      match = await api.match(id);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      if (!failed.passing) {
        show(byId("note"), null);
        show(byId("problem"), failed.status === 404 ? `There is no match with the id ${id}.` : failed.message);
        return;
      }
      show(byId("note"), "Trying again …");
      show(byId("problem"), failed.message);
      await wait(RETRY_MILLISECONDS);
      await seen();
      continue;
    }
    show(byId("problem"), null);
    await present(match);
    if (match.status !== "queued" && match.status !== "running") {
      return;
    }
    await wait(POLL_MILLISECONDS);
    await seen();
  }
}

async function present(match) {
  const names = match.players.map(({ name }) => name);
  document.title = `${names.join(" vs ")} · Bout`;
  byId("title").replaceChildren(
    element("bdi", {}, names[0]), element("span.versus", {}, " vs "), element("bdi", {}, names[1]));
  show(byId("note"), null);
  byId("match").hidden = false;
  const renderer = await rendererOf(match.game);
  const status = byId("status");
  status.className = `status ${match.status}`;
  status.textContent = statusWord(match.status);
  byId("outcome").textContent = outcome(match, names, renderer);
  const engine = await engineModule();
  const game = engine?.games().find(({ id }) => id === match.game);
  byId("scoreboard").replaceChildren(...[1, 2].map((seat) => side(match, seat, game?.scoreUnit ?? "")));
  showFacts(match, game?.name ?? match.game);
  showFailures(match.failures, names);
  if (match.replay !== null) {
    await presentReplay(match, names, engine, renderer);
  }
}

/** The module that draws a game, or `null` for a game that this site does not know. */
async function rendererOf(game) {
  if (!/^[a-z0-9-]+$/.test(game)) {
    return null;
  }
  try {
    return await import(`./render/${game}.js`);
  } catch {
    return null;
  }
}

/** The engine, or `null` where it does not load; what is known of the match is shown all the same. */
async function engineModule() {
  try {
    return await import("./engine.js");
  } catch {
    return null;
  }
}

function side({ players, result }, seat, scoreUnit) {
  const { name, house } = players[seat - 1];
  return element(
    `div.side.seat-${seat}`,
    {},
    element("span.who", {}, element(`bdi.seat.seat-${seat}`, {}, name)),
    element("span.kind", {}, house === undefined ? "bot at a URL" : `house bot ${house}`),
    result === null
      ? null
      : element(
        "span.points",
        {},
        String(result.scores[seat - 1]),
        element("span.unit", {}, result.winner === seat ? `${scoreUnit} · won` : scoreUnit),
      ),
  );
}

function outcome({ status, result, turn, reason }, names, renderer) {
  switch (status) {
    case "queued":
      return "It waits for a runner. This page shows the result as soon as it is there.";
    case "running":
      return `${count(turn, "turn")} played so far. This page shows the result as soon as it is there.`;
    case "failed":
      return reason ?? "No reason was stored.";
    default: {
      const end = renderer?.ending(result, names) ?? `It ended for the reason “${result.reason}”.`;
      return result.winner === null
        ? `A draw, ${score(result)}. ${end}`
        : `${names[result.winner - 1]} wins, ${score(result)}. ${end}`;
    }
  }
}

function showFacts(match, gameName) {
  const facts = [
    ["Game", gameName],
    ["Turns", match.status === "queued" ? null : String(match.turn)],
    ["Seed", match.seed],
    ...Object.entries(match.options).map(([name, value]) => [name, String(value)]),
    ["Time limit", match.timeLimit === undefined ? "the game’s own" : `${match.timeLimit} ms per move`],
    ["Asked for", date(match.createdAt)],
    ["Played in", match.finishedAt === null || match.startedAt === null
      ? null
      : duration(Date.parse(match.finishedAt) - Date.parse(match.startedAt))],
    ["Id", match.id],
  ];
  const replay = match.replay === null
    ? []
    : [element("dt", {}, "Replay"), element("dd", {}, element("a", { href: match.replay }, "as JSON"))];
  byId("facts").replaceChildren(
    ...facts
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    ...replay,
  );
}

function showFailures(failures, names) {
  byId("failures-section").hidden = failures.length === 0;
  const rows = failures.slice(0, FAILURES_SHOWN).map(({ seat, turn, kind, text }) => element(
    "li",
    {},
    element(`bdi.seat.seat-${seat}`, {}, names[seat - 1]),
    ` on turn ${turn}: `,
    element("strong", {}, failureWords(kind)),
    element("p", {}, text),
  ));
  const more = failures.length - FAILURES_SHOWN;
  byId("failures").replaceChildren(
    ...rows, ...(more > 0 ? [element("li", {}, `and ${more} more, which the replay holds`)] : []));
}

async function presentReplay(match, names, engine, renderer) {
  byId("board-section").hidden = false;
  const problem = byId("replay-problem");
  if (engine === null || renderer === null) {
    show(problem, engine === null
      ? "The engine could not be loaded, so the board cannot be drawn. Load the page again."
      : `This site cannot draw the game ${match.game}.`);
    return;
  }
  let document;
  try {
    document = await api.replay(match.replay);
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    show(problem, `The board cannot be drawn. ${failed.message}`);
    return;
  }
  const { replay, problem: broken } = engine.openReplay(document);
  if (replay === null) {
    show(problem, `The replay is broken, so the board cannot be drawn. ${broken}`);
    return;
  }
  showFailures(document.failures, names);
  const picture = replay.picture(replay.turns);
  byId("board-figure").hidden = false;
  new Board(byId("board"), renderer).show(picture);
  byId("board-caption").textContent = renderer.describe(picture);
  byId("board-text").textContent = renderer.text(picture);
  byId("board-legend").textContent = renderer.legend;
  byId("board-text-section").hidden = false;
  const doubt = doubtAbout(match, document, replay);
  show(problem, doubt);
  show(byId("verified"), doubt !== null
    ? null
    : `Verified: your browser has played all ${count(replay.turns, "turn")} again, with the same result and the same `
      + `states (hash ${replay.hash(replay.turns)}).`);
}

/** Why the replay does not prove the result, or `null` when it does. */
function doubtAbout(match, document, replay) {
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

const id = new URLSearchParams(location.search).get("id");
if (id === null || id === "") {
  show(byId("note"), null);
  show(byId("problem"), "This address names no match. It should end with match.html?id= and the match’s id.");
} else {
  await follow(id);
}
