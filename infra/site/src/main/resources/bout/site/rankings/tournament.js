/** The page of a tournament; its address names the tournament. */

import * as api from "../shared/api.js";
import { avatar } from "../shared/avatar.js";
import { botName } from "../shared/bot-names.js";
import { number, optionName, optionValue } from "../shared/numbers.js";
import { participant } from "../shared/participants.js";
import { Bracket } from "./bracket.js";
import { crossRows, CrossTable } from "./cross-table.js";
import { offerCsv } from "../shared/csv.js";
import { byId, definitions, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { followPublication } from "../shared/publication.js";
import { offerFeed } from "./feed-link.js";
import * as forms from "./standings-forms.js";
import { PairDialog } from "./pair-matches.js";
import { offerProjector } from "./projector.js";
import { formatWord, isKnockout, playedWords, recordWords, stateWord, wholeNumber } from "./standings-words.js";
import { SwissRounds } from "./swiss-rounds.js";
import { keptToken } from "../shared/token.js";
import { TournamentBoard } from "./tournament-board.js";
import { showTable } from "./tournament-table.js";
import { count, date } from "../shared/words.js";

/** @import { TournamentForm } from "./standings-forms.js" */

const ID = /^[A-Za-z0-9_-]+$/;

const id = new URLSearchParams(location.search).get("id") ?? "";

/**
 * Whether to ask for the published file: each request for a missing one would be an error in the browser's console. Who has a
 * token may have just made the tournament, or see a private one.
 */
let mayBePublished = keptToken() === "";

/** The published file; for a private or unpublished tournament, the API's version. */
async function load() {
  const published = mayBePublished ? await api.standings(`tournaments/${id}`) : null;
  // Only a published tournament has a feed.
  if (published !== null && byId("feeds").hidden) {
    byId("feeds").hidden = false;
    offerFeed(`standings/tournaments/${id}.atom`, published.name);
  }
  if (published !== null) {
    return published;
  }
  const tournament = await api.tournament(id, keptToken());
  mayBePublished = tournament.public && tournament.updatedAt !== null;
  return tournament;
}

let offered = false;

/** Once, for the owner of a bot that plays. @param {TournamentForm} tournament */
async function offerOnce(tournament) {
  if (!offered && keptToken() !== "" && (tournament.state === "planned" || tournament.state === "running")) {
    offered = true;
    const { offerToLeave } = await import("./own-bots.js");
    await offerToLeave(tournament);
  }
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  /** @type {HTMLElement | null} */
  const shown = document.querySelector("[data-game]");
  if (shown !== null) {
    shown.textContent = gameName(shown.dataset.game ?? "");
  }
}

const pairs = new PairDialog(id);
const cross = new CrossTable(byId("cross"), (one, other) => pairs.open(one, other));
const bracket = new Bracket(byId("bracket"), (one, other) => pairs.open(one, other));
const rounds = new SwissRounds(byId("rounds"), (one, other) => pairs.open(one, other));

/** @param {TournamentForm | null} tournament */
function draw(tournament) {
  if (tournament === null) {
    return;
  }
  show(byId("note"), null);
  byId("tournament").hidden = false;
  byId("title").replaceChildren(element("bdi", {}, tournament.name));
  document.title = `${tournament.name} · Bout`;
  pairs.players = tournament.players;
  showState(tournament);
  const begun = tournament.played > 0;
  // The place of the whole table is kept from the start, so that nothing jumps with the first result.
  byId("of-players").style.setProperty("--players", String(tournament.players.length));
  showSection("entrants", !begun, () => showEntrants(tournament));
  showSection("table", begun && tournament.table.length > 0, () => showTable(tournament));
  showWinner(tournament);
  board.show(tournament);
  const { bracket: tree, cross: grid, pairings, groups } = tournament;
  showSection("bracket", tree !== null && tree.length > 0, () => bracket.show({ ...tournament, bracket: tree ?? [] }));
  showSection("cross", grid !== null && !isKnockout(tournament.format), () => {
    const crossed = { ...tournament, cross: grid ?? [] };
    cross.show(crossed);
    offerCsv(byId("cross-csv"), `results-${id}`, () => crossRows(crossed));
    const what = tournament.ranking === "score" ? "score" : "points";
    byId("cross-hint").textContent =
      tournament.seats === 2
        ? `The ${what} of the row’s player against the column’s. Select a cell to see their matches.`
        : `The ${what} of the row’s player against the column’s: a point in each match in which it had the better place, and half of ` +
          "one where they shared it.";
  });
  showSection("rounds", (pairings ?? groups ?? []).length > 0, () => rounds.show(tournament));
  showFacts(tournament);
  offerOnce(tournament);
  byId("matches").href = `matches.html?${new URLSearchParams({ tournament: id })}`;
}

/** @param {string} name @param {boolean} there @param {() => void} show */
function showSection(name, there, show) {
  byId(`${name}-section`).hidden = !there;
  if (there) {
    show();
  }
}

/** @param {TournamentForm} tournament */
function showState(tournament) {
  const { state, played, matches } = tournament;
  const status = byId("state");
  status.textContent = stateWord(state);
  status.className = `status${state === "running" ? " running" : state === "finished" ? " finished" : ""}`;
  byId("said").replaceChildren(...sentences(tournament));
  const bar = byId("progress");
  const goesOn = state === "running" || state === "cancelling";
  // Whoever saw it run keeps its place empty, so that nothing moves up at the end.
  byId("progress-section").hidden &&= !goesOn;
  byId("progress-section").classList.toggle("over", !goesOn);
  bar.max = Math.max(matches, 1);
  bar.value = played;
  byId("progress-words").textContent = playedWords(tournament);
}

/** The players in the order of their seeds, before there is a table. @param {TournamentForm} tournament */
function showEntrants({ game, players }) {
  byId("entrants").replaceChildren(
    ...players.map(({ name, key }, index) =>
      element("li", {}, avatar(key ?? name), participant(game, key, botName({ name, key }), `player ${index}`)),
    ),
  );
}

/** For the hall: who has won, in large letters. @param {TournamentForm} tournament */
function showWinner(tournament) {
  const { state, table, players, name } = tournament;
  const first = table.filter(({ rank }) => rank === 1);
  const winner = byId("winner");
  winner.hidden = state !== "finished" || first.length !== 1;
  if (!winner.hidden) {
    const { name: called, key } = players[first[0].player];
    winner.replaceChildren(
      avatar(key ?? called),
      element("p.step-4", {}, element("bdi", {}, botName({ name: called, key }))),
      element("p", {}, "wins ", element("bdi", {}, name), `: ${resultWords(tournament, first[0])}`),
    );
  }
}

/** How many players of a knockout are not out yet. @param {TournamentForm} tournament */
function left({ bracket, losers, groups, players }) {
  const out = new Set();
  const beaten = new Set();
  for (const { players: met, through } of (groups ?? []).flatMap((round) => round.groups)) {
    met.filter((player) => through !== null && !through.includes(player)).forEach((player) => out.add(player));
  }
  for (const { upper, lower, winner } of [...(bracket ?? []), ...(losers ?? [])].flat()) {
    if (winner !== null && lower !== null) {
      const loser = winner === upper ? lower : upper;
      (losers === null || beaten.has(loser) ? out : beaten).add(loser);
    }
  }
  return players.length - out.size;
}

/**
 * A Swiss tournament gives a point also to whom it gives no opponent.
 *
 * @param {TournamentForm} tournament
 * @param {TournamentForm["table"][0]} best
 */
function resultWords({ format, ranking, seats }, best) {
  const value = number(best.value, 2);
  if (ranking === "score") {
    return `score ${value}`;
  }
  return seats !== 2 || format === "swiss" ? `${value} ${best.value === 1 ? "point" : "points"}` : recordWords(best);
}

/** @param {TournamentForm} tournament */
function sentences(tournament) {
  const { state, played, open, failed, table, players, format, bracket, groups } = tournament;
  const first = table.filter(({ rank }) => rank === 1);
  const cancelled = state === "cancelled";
  const [alone, together] =
    state === "finished" ? ["has won", "share first place"] : cancelled ? ["led", "led together"] : ["leads", "lead together"];
  /** @type {(Node | string)[]} */
  const said = [];
  if (played === 0) {
    said.push(cancelled ? "No match was played. " : "No match has been played yet. ");
  } else if (isKnockout(format) && state !== "finished" && (bracket ?? groups) !== null) {
    said.push(`${left(tournament)} of ${players.length} players ${cancelled ? "were" : "are"} still in. `);
  } else if (first.length > 0 && first.length <= 3) {
    const names = first.flatMap(({ player }, index) => [
      ...(index === 0 ? [] : [index === first.length - 1 ? " and " : ", "]),
      element("strong", {}, element("bdi", {}, botName(players[player]))),
    ]);
    said.push(...names, first.length === 1 ? ` ${alone}: ${resultWords(tournament, first[0])}. ` : ` ${together}. `);
  } else if (first.length > 3) {
    said.push(`${first.length} players ${together}. `);
  }
  if (state === "cancelling") {
    said.push("No new matches start; running ones still count. ");
  }
  if (open > 0) {
    said.push(`${wholeNumber(open)} ${open === 1 ? "match" : "matches"} in progress. `);
  }
  if (failed > 0) {
    said.push(`${wholeNumber(failed)} of them could not be played because of a server error and will be repeated. `);
  }
  return said;
}

/** How many boards those who meet play. @param {string} format @param {number} seats @param {number} boards */
function boardWords(format, seats, boards) {
  if (seats !== 2) {
    return format === "round-robin" ? `${boards}, on each of which everyone plays from every seat` : `${boards} for each group`;
  }
  return isKnockout(format) ? `best of ${boards}` : `${count(boards, "board")} for each pair`;
}

/** @param {TournamentForm} tournament */
function showFacts(tournament) {
  const {
    game,
    format,
    players,
    seats,
    boards,
    rounds: swissRounds,
    ranking,
    seed,
    options,
    createdAt,
    startedAt,
    finishedAt,
  } = tournament;
  const facts = [
    ["Game", element("span", { "data-game": game }, gameName(game))],
    ["Format", formatWord(format)],
    ["Players", wholeNumber(players.length)],
    ["Players of a match", seats === 2 ? null : String(seats)],
    ["Boards", boardWords(format, seats, boards)],
    ["Rounds", swissRounds === null ? null : String(swissRounds)],
    ["Ranked by", ranking],
    ["Seed", seed ?? "shown when the tournament is over"],
    ...Object.entries(options).map(([name, value]) => [optionName(name), optionValue(value)]),
    ["Created", date(createdAt)],
    ["Started", startedAt === null ? null : date(startedAt)],
    ["Finished", finishedAt === null ? null : date(finishedAt)],
    ["Id", tournament.id],
  ];
  byId("facts").replaceChildren(...definitions(facts));
}

const board = new TournamentBoard();

offerProjector();
if (ID.test(id)) {
  await Promise.all([followPublication(load, forms.tournament, draw, "the tournament"), nameGames()]);
} else {
  show(byId("note"), null);
  show(
    byId("problem"),
    id === ""
      ? "The address names no tournament. It should end with “?id=” and its id."
      : `“${id}” is not the id of a tournament.`,
  );
}
