/** The page with lists of matches: which ones, the address says. */

import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { MatchList } from "./match-list.js";
import { TournamentMatches } from "../rankings/tournament-matches.js";


const TOURNAMENT_ID = /^[A-Za-z0-9_-]+$/;

/** The parameters of the API's list that can be chosen here, each with the field of the same id. */
const FILTERS = ["game", "status"];

const form = byId("filter");

/** What the fields say, but for what they leave open. */
function chosen() {
  return Object.fromEntries(FILTERS
    .map((name) => [name, byId(name).value])
    .filter(([, value]) => value !== ""));
}

/** What the address says. */
function addressed() {
  const address = new URLSearchParams(location.search);
  return Object.fromEntries(FILTERS
    .map((name) => [name, address.get(name) ?? ""])
    .filter(([, value]) => value !== ""));
}

const empty = (filter) => (Object.keys(filter).length === 0
  ? "No match has been played yet. Start the first one."
  : "There is no such match.");

/** Shows in the fields what the list is of, also where the address names what no field offers. */
function showFilter(filter) {
  for (const name of FILTERS) {
    const field = byId(name);
    const value = filter[name] ?? "";
    if (![...field.options].some((option) => option.value === value)) {
      field.append(element("option", { value }, value));
    }
    field.value = value;
  }
  byId("all").hidden = Object.keys(filter).length === 0;
}

function listen(list) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const filter = chosen();
    const query = new URLSearchParams(filter).toString();
    history.pushState(null, "", query === "" ? location.pathname : `?${query}`);
    showFilter(filter);
    list.choose(filter, empty(filter));
  });
  window.addEventListener("popstate", () => {
    const filter = addressed();
    showFilter(filter);
    list.choose(filter, empty(filter));
  });
}

/** The list of matches says what is wrong with the API, so this need not. */
async function offerGames(list) {
  const games = await loadGames();
  const field = byId("game");
  const filter = chosen();
  field.replaceChildren(
    element("option", { value: "" }, "All games"),
    ...games.map(({ id, name }) => element("option", { value: id }, name)),
  );
  showFilter(filter);
  list.nameGames();
}

/** The matches of one tournament, in place of those of all. */
async function showTournament(id) {
  form.hidden = true;
  byId("of-tournament").hidden = false;
  if (!TOURNAMENT_ID.test(id)) {
    show(byId("latest-note"), null);
    show(byId("latest-problem"), `“${id}” is not the id of a tournament.`);
    return;
  }
  byId("tournament").href = `tournament.html?${new URLSearchParams({ id })}`;
  const list = new TournamentMatches(id, ({ name }) => {
    byId("title").replaceChildren("Matches of ", element("bdi", {}, name));
    document.title = `Matches of ${name} · Bout`;
  });
  await list.follow();
}

async function showAll() {
  const list = new MatchList(addressed(), empty(addressed()));
  showFilter(addressed());
  listen(list);
  await Promise.all([list.follow(), offerGames(list)]);
}

const tournament = new URLSearchParams(location.search).get("tournament") ?? "";
await (tournament === "" ? showAll() : showTournament(tournament));
