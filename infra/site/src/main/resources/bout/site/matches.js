/** The page with lists of matches: which ones, the address says. */

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { MatchList } from "./match-list.js";
import { untilDone } from "./waiting.js";

const RETRY_MILLISECONDS = 4_000;

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

const list = new MatchList(addressed(), empty(addressed()));

function listen() {
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
async function offerGames() {
  const { games } = await untilDone(() => api.games(), () => {}, RETRY_MILLISECONDS);
  const field = byId("game");
  const filter = chosen();
  field.replaceChildren(
    element("option", { value: "" }, "All games"),
    ...games.map(({ id, name }) => element("option", { value: id }, name)),
  );
  showFilter(filter);
  list.nameGames(new Map(games.map(({ id, name }) => [id, name])));
}

showFilter(addressed());
listen();
await Promise.all([list.follow(), offerGames()]);
