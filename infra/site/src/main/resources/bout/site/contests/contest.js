/** The page of a contest; its address names the contest. */

import { avatar } from "../shared/avatar.js";
import { by } from "../shared/bot-names.js";
import { byId, definitions, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { optionName, optionValue } from "../shared/numbers.js";
import { participant } from "../shared/participants.js";
import { followPublication, keepingFocus } from "../shared/publication.js";
import { offerProjector } from "../rankings/projector.js";
import { keptToken } from "../shared/token.js";
import { age, count, date } from "../shared/words.js";
import * as requests from "./contest-api.js";
import {
  begun,
  endedStages,
  eventSentence,
  isOver,
  namesOf,
  stageName,
  stagePlan,
  stateMark,
  tick,
  timeLeft,
} from "./contest-words.js";
import { markdown } from "./markdown.js";
import { isOrganiser } from "./organiser.js";
import { SignUp } from "./sign-up.js";

/** @typedef {Api.Contest} Contest */
/** @typedef {Contest["entries"][0]} Entry */

/** Each answer is read from the table, not from a published file. */
const REFRESH_MILLISECONDS = 5_000;

const ID = /^[A-Za-z0-9_-]+$/;

/** As long a ranking of a stage is shown at once. */
const SHORT = 8;

const query = new URLSearchParams(location.search);
const id = query.get("id") ?? "";

/** For an audience: nobody's own view, in which the organiser would give away what is hidden. */
const projected = query.has("projector");

/** @type {Contest | null} */
let shown = null;

/** @type {((contest: Contest) => void) | null} */
let showTools = null;

const token = () => (projected ? "" : keptToken());

/** What is over does not change any more. */
const load = async () =>
  shown !== null && isOver(shown.state) && !shown.stages.some(({ hidden }) => hidden) ? shown : requests.contest(id, token());

/** @param {Contest} contest */
function changed(contest) {
  keepingFocus(() => draw(contest));
}

const signUp = new SignUp(id, query.get("invitation"), changed);

/** @param {Contest} contest */
function draw(contest) {
  if (shown === null && contest.ladder) {
    offerLadder();
  }
  shown = contest;
  const { name, text } = contest;
  show(byId("note"), null);
  byId("contest").hidden = false;
  // The audience's view is a stranger's, to whom one that is not public does not exist.
  byId("projector").hidden = !contest.public && !projected;
  byId("title").replaceChildren(element("bdi", {}, name));
  document.title = `${name} · Bout`;
  byId("said").replaceChildren(...state(contest));
  byId("text").replaceChildren(...markdown(text));
  byId("about").hidden = text === "" && contest.state !== "finished";
  showRanking(contest);
  showStages(contest);
  showEntries(contest);
  showFacts(contest);
  showJournal(contest);
  signUp.show(contest);
  showTools?.(contest);
}

/** @param {string} game */
const gameLink = (game) => element("a", { href: `games/${game}.html`, "data-game": game }, gameName(game));

/** @param {Contest} contest */
function state({ state, game, deadline, reason, entrants, stages }) {
  const played = stages.filter(begun).length;
  /** @type {Record<Api.ContestState, () => (Node | string)[]>} */
  const said = {
    open: () => ["Sign-up closes in ", timeLeft(deadline), "."],
    closed: () => [
      played === 0
        ? `The deadline has passed, with ${count(entrants.length, "bot")}. The first stage begins within two minutes.`
        : `Stage ${played} of ${stages.length} is over. The next one begins within a minute.`,
    ],
    running: () => [`Stage ${played} of ${stages.length} is being played.`],
    finished: () => [`${count(entrants.length, "bot")} took part.`],
    cancelled: () => ["It was cancelled: ", element("bdi", {}, reason ?? "")],
  };
  return [stateMark(state), " ", gameLink(game), ". ", ...said[state]()];
}

/** @param {Contest} contest @param {string} bot @param {string} where to tell links to the same bot apart */
function named(contest, bot, where) {
  return [avatar(bot), " ", participant(contest.game, bot, namesOf(contest).get(bot) ?? bot, `${where} ${bot}`)];
}

/** @param {Contest} contest @param {string[]} bots @param {string} where */
const ranks = (contest, bots, where) =>
  bots.map((bot, index) => element("li", {}, element("span.rank", {}, String(index + 1)), ...named(contest, bot, where)));

/** @param {Contest} contest */
function showRanking(contest) {
  const { state, ranking } = contest;
  const decided = state === "finished" && ranking.length > 0;
  byId("winner").hidden = !decided;
  byId("ranking-section").hidden = !decided;
  if (decided) {
    const [first] = ranking;
    byId("winner").replaceChildren(
      avatar(first),
      element("p.step-4", {}, participant(contest.game, first, namesOf(contest).get(first) ?? first, "winner")),
      element("p.note", {}, "has won the contest"),
    );
    byId("ranking").replaceChildren(...ranks(contest, ranking, "rank"));
  }
}

/** @param {Contest} contest */
function showStages(contest) {
  byId("stages").replaceChildren(...contest.stages.map((stage, index) => stageItem(contest, stage, index)));
}

/** @param {Contest} contest @param {number} index of a stage that has begun */
const hiddenWords = (contest, index) =>
  projected && index < endedStages(contest)
    ? "It has been played. Its results come when the organiser presses R."
    : "Its results are hidden until the organiser reveals them.";

/** @param {Contest} contest @param {Contest["stages"][0]} stage @param {number} index */
function stageItem(contest, stage, index) {
  const { tournament, bots, ranking, hidden } = stage;
  const link = () =>
    element(
      "a",
      { href: `tournament.html?${new URLSearchParams({ id: tournament ?? "" })}`, "data-same": `stage ${index}` },
      `Its tournament, with ${count(bots.length, "bot")}`,
    );
  const list = () => element("ol.entrants", {}, ...ranks(contest, ranking, `stage ${index}`));
  return element(
    "li.card",
    {},
    element("h3", {}, `${index + 1}. ${stageName(stage)}`),
    element("p.hint", {}, stagePlan(stage, index)),
    hidden ? element("p.hint", {}, hiddenWords(contest, index)) : null,
    tournament === null ? null : element("p", {}, link()),
    ranking.length === 0 || ranking.length > SHORT ? null : list(),
    ranking.length > SHORT
      ? element("details", {}, element("summary", {}, `Ranking of ${count(ranking.length, "bot")}`), list())
      : null,
  );
}

/** Those who take part first. @param {Contest} contest */
function showEntries(contest) {
  const { entries, entrants, state } = contest;
  const inside = entries.filter(({ out }) => out === null);
  byId("entries-title").textContent = entries.length === 0 ? "Bots" : count(inside.length, "bot");
  show(byId("nobody"), entries.length > 0 ? null : state === "open" ? "No bot has been entered yet." : "No bot was entered.");
  byId("unfrozen").hidden = entrants.every(({ code }) => code !== undefined);
  byId("entries").replaceChildren(
    ...[...inside, ...entries.filter(({ out }) => out !== null)].map((entry) => entryItem(contest, entry)),
  );
}

/** @param {Contest} contest @param {Entry} entry */
function entryItem(contest, { bot, author, at, out }) {
  const entrant = contest.entrants.find((each) => each.bot === bot);
  const frozen =
    entrant === undefined
      ? element("time.fine", { datetime: at, title: date(at), "data-ages": true }, age(at))
      : element("span.fine", {}, `version ${entrant.version}, ${entrant.code ? "code pinned" : "cannot be frozen"}`);
  return element(
    "li",
    {},
    ...named(contest, bot, "entry"),
    " ",
    ...by(author, `entry ${bot}`),
    out === null ? frozen : element("bdi.tag.withdrawn", {}, out),
  );
}

/** @param {Contest} contest */
function showFacts({ id, deadline, perOwner, onlyInvited, onlyListed, timeLimit, options, createdAt }) {
  const facts = [
    ["Deadline", date(deadline)],
    ["Bots of an owner", perOwner === 1 ? "one" : `at most ${perOwner}`],
    [
      "Entry",
      [onlyInvited ? "by invitation" : "", onlyListed ? "from a list" : ""].filter((how) => how !== "").join(", ") || null,
    ],
    ["Time limit", timeLimit === undefined ? null : `${optionValue(timeLimit)} ms`],
    ...Object.entries(options).map(([name, value]) => [optionName(name), optionValue(value)]),
    ["Created", date(createdAt)],
    ["Id", id],
  ];
  byId("facts").replaceChildren(...definitions(facts));
}

/** @param {Contest} contest */
function showJournal(contest) {
  const names = namesOf(contest);
  /** @param {string} at @param {...(Node | string)} sentence */
  const line = (at, ...sentence) =>
    element("li", {}, element("time.fine", { datetime: at }, date(at)), " ", element("span", {}, ...sentence));
  byId("journal").replaceChildren(
    line(contest.createdAt, "The contest was created."),
    ...contest.journal.map((event) => line(event.at, ...eventSentence(event, names))),
  );
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll("[data-game]");
  for (const place of places) {
    place.textContent = gameName(place.dataset.game ?? "");
  }
}

async function offerLadder() {
  const { followLadder } = await import("./own-ladder.js");
  await followLadder(id, token, () => shown !== null && isOver(shown.state));
}

async function offerTools() {
  if (!(await isOrganiser())) {
    return;
  }
  if (projected) {
    const { revealByKey } = await import("./reveal-key.js");
    revealByKey(id, () => shown);
  } else {
    const { offerTools } = await import("./organiser-tools.js");
    showTools = offerTools(id, changed);
    if (shown !== null) {
      showTools(shown);
    }
  }
}

offerProjector();
if (ID.test(id)) {
  tick();
  await Promise.all([
    followPublication(
      load,
      (contest) => /** @type {Contest} */ (contest),
      (contest) => contest !== null && draw(contest),
      "the contest",
      REFRESH_MILLISECONDS,
    ),
    nameGames(),
    signUp.load(),
    offerTools(),
  ]);
} else {
  show(byId("note"), null);
  show(
    byId("problem"),
    id === "" ? "The address names no contest. It should end with “?id=” and its id." : `“${id}” is not the id of a contest.`,
  );
}
