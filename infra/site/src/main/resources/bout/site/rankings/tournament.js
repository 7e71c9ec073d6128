/** The page of a tournament; its address names the tournament. */

import * as api from "../shared/api.js";
import { Bracket } from "./bracket.js";
import { CrossTable } from "./cross-table.js";
import { byId, definitions, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { followPublication } from "../shared/publication.js";
import * as forms from "./standings-forms.js";
import { PairDialog } from "./pair-matches.js";
import { offerProjector } from "./projector.js";
import { formatWord, recordWords, stateWord, wholeNumber } from "./standings-words.js";
import { SwissRounds } from "./swiss-rounds.js";
import { keptToken } from "../shared/token.js";
import { showTable } from "./tournament-table.js";
import { count, date } from "../shared/words.js";

const ID = /^[A-Za-z0-9_-]+$/;

const id = new URLSearchParams(location.search).get("id") ?? "";

/** The published file; for a private or unpublished tournament, the API's version. */
async function load() {
  const published = await api.standings(`tournaments/${id}`);
  return published ?? api.tournament(id, keptToken());
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  /** @type {HTMLElement | null} */
  const shown = document.querySelector("[data-game]");
  if (shown !== null) {
    shown.textContent = gameName(shown.dataset.game);
  }
}

const pairs = new PairDialog(id);
const cross = new CrossTable(byId("cross"), (one, other) => pairs.open(one, other));
const bracket = new Bracket(byId("bracket"), (one, other) => pairs.open(one, other));
const rounds = new SwissRounds(byId("rounds"), (one, other) => pairs.open(one, other));

function draw(tournament) {
  show(byId("note"), null);
  byId("tournament").hidden = false;
  byId("title").replaceChildren(element("bdi", {}, tournament.name));
  document.title = `${tournament.name} · Bout`;
  pairs.players = tournament.players;
  showState(tournament);
  showSection("table", tournament.table.length > 0, () => showTable(tournament));
  showSection("bracket", tournament.bracket !== null && tournament.bracket.length > 0, () => bracket.show(tournament));
  showSection("cross", tournament.cross !== null && tournament.format !== "knockout", () => {
    cross.show(tournament);
    byId("cross-hint").textContent = tournament.ranking === "score"
      ? "What the player of the row has scored against that of the column. A cell leads to the matches of the two."
      : "The points of the player of the row against that of the column. A cell leads to the matches of the two.";
  });
  showSection("rounds", tournament.pairings !== null && tournament.pairings.length > 0, () => rounds.show(tournament));
  showFacts(tournament);
  byId("matches").href = `matches.html?${new URLSearchParams({ tournament: id })}`;
}

function showSection(name, there, show) {
  byId(`${name}-section`).hidden = !there;
  if (there) {
    show();
  }
}

function showState({ state, reason, played, matches, open, failed, format, table, players }) {
  const status = byId("state");
  status.textContent = stateWord(state);
  status.className = `status${state === "running" ? " running" : state === "finished" ? " finished" : ""}`;
  byId("said").replaceChildren(...sentences({ state, reason, played, open, failed, table, players }));
  const bar = byId("progress");
  byId("progress-section").hidden = state !== "running" && state !== "cancelling";
  bar.max = Math.max(matches, 1);
  bar.value = played;
  byId("progress-words").textContent = format === "knockout"
    ? `${wholeNumber(played)} of at most ${wholeNumber(matches)} matches`
    : `${wholeNumber(played)} of ${wholeNumber(matches)} matches`;
}

function sentences({ state, reason, played, open, failed, table, players }) {
  const first = table.filter(({ rank }) => rank === 1);
  const said = [];
  if (played === 0) {
    said.push("No match has counted yet. ");
  } else if (first.length > 0 && first.length <= 3) {
    const names = first.flatMap(({ player }, index) => [
      ...(index === 0 ? [] : [index === first.length - 1 ? " and " : ", "]),
      element("strong", {}, element("bdi", {}, players[player].name)),
    ]);
    const verb = state === "finished"
      ? (first.length === 1 ? " has won" : " share the first place")
      : (first.length === 1 ? " leads" : " lead together");
    const record = first.length === 1 ? `: ${recordWords(first[0])}. ` : ". ";
    said.push(...names, verb, record);
  } else if (first.length > 3) {
    said.push(`${first.length} players ${state === "finished" ? "share the first place" : "lead together"}. `);
  }
  if (state === "cancelling") {
    said.push("No match begins any more; those that were begun still count. ");
  }
  if (open > 0) {
    said.push(`${wholeNumber(open)} ${open === 1 ? "match has" : "matches have"} begun and no result yet. `);
  }
  if (failed > 0) {
    said.push(`Of these, ${wholeNumber(failed)} could not be played for a fault of the service, and will be put back. `);
  }
  if (reason !== null) {
    said.push("Called off: ", element("bdi", {}, reason));
  }
  return said;
}

function showFacts(tournament) {
  const { game, format, players, boards, rounds: swissRounds, ranking, seed, options, createdAt, startedAt, finishedAt } = tournament;
  const facts = [
    ["Game", element("span", { "data-game": game }, gameName(game))],
    ["Format", formatWord(format)],
    ["Players", wholeNumber(players.length)],
    ["Boards", format === "knockout" ? `best of ${boards}` : `${count(boards, "board")} for each pair`],
    ["Rounds", swissRounds === null ? null : String(swissRounds)],
    ["Ranked by", ranking],
    ["Seed", seed],
    ...Object.entries(options).map(([name, value]) => [name, String(value)]),
    ["Asked for", date(createdAt)],
    ["Begun", startedAt === null ? null : date(startedAt)],
    ["Over", finishedAt === null ? null : date(finishedAt)],
    ["Id", tournament.id],
  ];
  byId("facts").replaceChildren(...definitions(facts));
}

offerProjector();
if (ID.test(id)) {
  await Promise.all([followPublication(load, forms.tournament, draw, "the tournament"), nameGames()]);
} else {
  show(byId("note"), null);
  show(byId("problem"), id === ""
    ? "The address names no tournament: it ends with “?id=” and its id."
    : `“${id}” is not the id of a tournament.`);
}
