/** The page with lists of matches; its address selects the list. */

import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { MatchList } from "./match-list.js";
import { TournamentMatches } from "../rankings/tournament-matches.js";

const TOURNAMENT_ID = /^[A-Za-z0-9_-]+$/;

/** The parameters of the API's list that the page offers, each in the field of the same id. */
const FILTERS = ["game", "status", "mine", "bot", "opponent", "result"];

/** Only with a bot. */
const OF_BOT = ["opponent", "result"];

const form = byId("filter");

/** The filter with these values, without empty ones. @param {(name: string) => string} read */
function filterOf(read) {
  const all = FILTERS.map((name) => [name, read(name).trim()]).filter(([, value]) => value !== "");
  const filter = Object.fromEntries(all);
  for (const name of filter.bot === undefined ? OF_BOT : []) {
    delete filter[name];
  }
  return filter;
}

/** The filter in the fields. */
const chosen = () => filterOf((name) => byId(name).value);

/** The filter in the address. */
function addressed() {
  const address = new URLSearchParams(location.search);
  return filterOf((name) => address.get(name) ?? "");
}

/** @param {Record<string, string>} filter */
const empty = (filter) =>
  Object.keys(filter).length === 0 ? "No match has been played yet. Start the first one." : "There is no such match.";

/**
 * Shows the filter in the fields, even if the address contains a value that no field offers.
 *
 * @param {Record<string, string>} filter
 */
function showFilter(filter) {
  for (const name of FILTERS) {
    const field = byId(name);
    const value = filter[name] ?? "";
    if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) {
      field.append(element("option", { value }, value));
    }
    field.value = value;
  }
  for (const name of OF_BOT) {
    byId(name).closest(".field").hidden = filter.bot === undefined;
  }
  byId("all").hidden = Object.keys(filter).length === 0;
}

/** @param {MatchList} list */
function listen(list) {
  form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => event.preventDefault());
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

/** The list of matches already reports problems with the API. @param {MatchList} list */
async function offerGames(list) {
  const games = await loadGames();
  const field = byId("game");
  const filter = chosen();
  field.replaceChildren(
    element("option", { value: "" }, "All games"),
    ...games.map(({ id, name }) => element("option", { value: id }, name)),
  );
  showFilter(filter);
  list.redraw();
}

/** Shows the matches of one tournament instead of all. @param {string} id */
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
