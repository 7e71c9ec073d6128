/** The page for the projector of a class: who joined, and the tournament that is played, with its liveliest board. */

import * as owners from "../account/owner-api.js";
import * as api from "../shared/api.js";
import { avatar } from "../shared/avatar.js";
import { offerCsv } from "../shared/csv.js";
import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { seen, wait } from "../shared/poll.js";
import { followPublication, keepingFocus } from "../shared/publication.js";
import { keepToken, keptToken } from "../shared/token.js";
import { offerProjector } from "./projector.js";
import * as forms from "./standings-forms.js";
import { playedWords, stateWord } from "./standings-words.js";
import { TournamentBoard } from "./tournament-board.js";
import { showTable } from "./tournament-table.js";

/** @import { TournamentForm } from "./standings-forms.js" */

const REFRESH_MILLISECONDS = 5_000;

const board = new TournamentBoard();

/** Who joined with an invitation that has not been revoked, the latest first. @param {string} token */
async function joined(token) {
  const { invitations } = await owners.invitations(token);
  const valid = invitations.filter(({ revokedAt, used }) => revokedAt === null && used > 0);
  const all = await Promise.all(valid.map(({ id }) => owners.invitation(id, token)));
  return all
    .flatMap(({ joined: people }) => people)
    .filter(({ blocked }) => !blocked)
    .sort((one, other) => other.joinedAt.localeCompare(one.joinedAt));
}

/** @param {Api.UsedInvitation["joined"]} people */
function drawJoined(people) {
  byId("token-form").hidden = true;
  byId("joined-section").hidden = false;
  byId("joined-title").textContent = people.length === 0 ? "No one has joined yet" : `${people.length} joined`;
  offerCsv(byId("joined-csv"), "joined", () => [
    ["Name", "Id", "Joined"],
    ...people.map(({ id, name, joinedAt }) => [name, id, joinedAt]),
  ]);
  keepingFocus(() =>
    byId("joined").replaceChildren(...people.map(({ id, name }) => element("li", {}, avatar(id), element("bdi", {}, name)))),
  );
}

/** Without a token that the API accepts, the form asks for one. */
async function followJoined() {
  let token = keptToken();
  for (;;) {
    await seen();
    if (token === "") {
      token = await askedForToken();
    }
    try {
      drawJoined(await joined(token));
      keepToken(token);
      show(byId("joined-problem"), null);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      if (failed.needsToken) {
        token = "";
      }
      show(byId("joined-problem"), failed.message);
      if (token === "") {
        continue;
      }
    }
    await wait(REFRESH_MILLISECONDS);
  }
}

/** @returns {Promise<string>} */
const askedForToken = () =>
  new Promise((done) => {
    const form = byId("token-form");
    form.hidden = false;
    form.addEventListener(
      "submit",
      (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        done(byId("token").value.trim());
      },
      { once: true },
    );
  });

/** Before the first tournament there is no file, and asking for it would leave an error in the console. */
let any = false;

/** The tournament that is played, or else the latest one; `null` before the first. */
async function load() {
  any ||= (await api.tournaments({ limit: 1 })).tournaments.length > 0;
  const published = any ? await api.standings("tournaments") : null;
  const listed = published === null ? [] : forms.tournaments(published, "the list of tournaments").tournaments;
  const current = listed.find(({ state }) => state === "running") ?? listed[0];
  return current === undefined ? null : api.standings(`tournaments/${current.id}`);
}

/** @param {TournamentForm | null} tournament */
function draw(tournament) {
  show(byId("note"), tournament === null ? "No tournament yet." : null);
  byId("tournament").hidden = tournament === null;
  if (tournament === null) {
    return;
  }
  const { id, name, state, played, table } = tournament;
  const status = byId("state");
  status.textContent = stateWord(state);
  status.className = `status${state === "running" ? " running" : state === "finished" ? " finished" : ""}`;
  const link = byId("tournament-link");
  link.href = `tournament.html?${new URLSearchParams({ id })}`;
  link.replaceChildren(element("bdi", {}, name));
  byId("progress-words").textContent = playedWords(tournament);
  byId("table-section").hidden = played === 0 || table.length === 0;
  if (table.length > 0) {
    showTable(tournament);
  }
  board.show(tournament);
}

offerProjector();
await Promise.all([loadGames(), followJoined(), followPublication(load, forms.tournament, draw, "the tournament")]);
