/** Texts for contests. */

import { houseName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { formatWord } from "../rankings/standings-words.js";
import { optionName, optionValue } from "../shared/numbers.js";
import { count, date } from "../shared/words.js";

/** @typedef {Api.Contest["stages"][0]} Stage */

/** @type {[string, number][]} units of a time to come, in seconds */
const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
];

const TICK_MILLISECONDS = 1_000;

/** "2 d 03 h 00 min 09 s": as many digits as a moment before, so that nothing moves. @param {number} milliseconds @param {number} most units */
export function leftWords(milliseconds, most = UNITS.length) {
  if (milliseconds <= 0) {
    return "a moment";
  }
  let rest = Math.ceil(milliseconds / 1000);
  const amounts = UNITS.map(([unit, seconds]) => {
    const amount = Math.floor(rest / seconds);
    rest -= amount * seconds;
    return { unit, amount };
  });
  return amounts
    .slice(amounts.findIndex(({ amount }) => amount > 0))
    .slice(0, most)
    .map(({ unit, amount }, index) => `${index === 0 ? amount : String(amount).padStart(2, "0")} ${unit}`)
    .join(" ");
}

/** The time until a deadline, which {@link tick} keeps. @param {string} deadline @param {number} [units] at most so many */
export const timeLeft = (deadline, units = UNITS.length) =>
  element(
    "time.countdown",
    { datetime: deadline, title: date(deadline), "data-units": units },
    leftWords(Date.parse(deadline) - Date.now(), units),
  );

/** Keeps all countdowns of the page for its lifetime. */
export function tick() {
  setInterval(() => {
    /** @type {NodeListOf<HTMLTimeElement>} */
    const times = document.querySelectorAll("time.countdown");
    for (const time of times) {
      time.textContent = leftWords(Date.parse(time.dateTime) - Date.now(), Number(time.dataset.units));
    }
  }, TICK_MILLISECONDS);
}

/** @type {Record<Api.ContestState, string>} */
const STATES = { open: "Open", closed: "Closed", running: "Playing", finished: "Finished", cancelled: "Cancelled" };

/** A mark with the state. @param {Api.ContestState} state */
export const stateMark = (state) =>
  element(`span.status${state === "open" || state === "running" ? `.${state}` : ""}`, {}, STATES[state] ?? state);

/** @param {Api.ContestState} state */
export const isOver = (state) => state === "finished" || state === "cancelled";

/** @param {Stage} stage */
export const begun = ({ tournament, hidden }) => tournament !== null || hidden;

/** How many stages have ended. @param {Api.Contest} contest */
export const endedStages = ({ journal }) =>
  journal.reduce((ended, { event, stage = 0 }) => (event === "ended" ? stage + 1 : event === "again" ? stage : ended), 0);

/** The stage whose results the organiser can reveal next, or -1. @param {Api.Contest} contest */
export function nextToReveal(contest) {
  const stage = contest.stages.findIndex(({ hidden }) => hidden);
  return stage < endedStages(contest) ? stage : -1;
}

/** The address of its page. @param {string} id */
export const contestAddress = (id) => `contest.html?${new URLSearchParams({ id })}`;

/** Default of every tournament. */
const FORMAT = "round-robin";

/** "Knockout" @param {Stage} stage */
export const stageName = ({ settings }) => formatWord(String(settings.format ?? FORMAT));

/** "The best 8 of the stage before. Boards: 3." @param {Stage} stage @param {number} index */
export function stagePlan({ settings, best, house, percent }, index) {
  const { format: _, ...others } = settings;
  const who = best === null ? "Everyone" : `The best ${best}`;
  const from = index > 0 ? " of the stage before" : best === null ? "" : " on the leaderboard";
  const opponent = house === null ? [] : [`All play against the house bot ${houseName(house)}.`];
  const criterion = percent === null ? [] : [`The criterion: win at least ${percent} % of the matches.`];
  return [
    `${who}${from}.`,
    ...opponent,
    ...criterion,
    ...Object.entries(others).map(([name, value]) => `${optionName(name)}: ${optionValue(value)}.`),
  ].join(" ");
}

/** The names of the bots that were entered, by their ids. @param {Api.Contest} contest */
export const namesOf = ({ entries }) => new Map(entries.map(({ bot, name }) => [bot, name]));

/** What happened, as a sentence. @param {Api.Contest["journal"][0]} event @param {Map<string, string>} names */
export function eventSentence(event, names) {
  const { reason = "", deadline = "", entrants = [], stage = 0, bots = [] } = event;
  /** @param {string | undefined} bot */
  const called = (bot) => element("bdi", {}, names.get(bot ?? "") ?? bot ?? "");
  switch (event.event) {
    case "entered":
      return [element("bdi", {}, event.name ?? ""), " was entered."];
    case "withdrawn":
      return [called(event.bot), " was withdrawn by its owner."];
    case "disqualified":
      return [called(event.bot), " was disqualified: ", element("bdi", {}, reason)];
    case "postponed":
      return [`The deadline was moved to ${date(deadline)}.`];
    case "closed":
      return [`The contest closed with ${count(entrants.length, "bot")}.`];
    case "late":
      return [called(event.entrant?.bot), " was entered after the deadline: ", element("bdi", {}, reason)];
    case "begun":
      return [
        event.tournament === null ? `Stage ${stage + 1} began.` : `Stage ${stage + 1} began with ${count(bots.length, "bot")}.`,
      ];
    case "ended":
      return bots.length === 0 ? [`Stage ${stage + 1} ended.`] : [`Stage ${stage + 1} ended: `, called(bots[0]), " was first."];
    case "again":
      return [
        event.match == null
          ? `A match of stage ${stage + 1} is played again: `
          : element("a", { href: `match.html?${new URLSearchParams({ id: event.match })}` }, `A match of stage ${stage + 1}`),
        event.match == null ? "" : " is played again: ",
        element("bdi", {}, reason),
      ];
    case "revealed":
      return [`The results of stage ${stage + 1} were revealed.`];
    case "cancelled":
      return ["The contest was cancelled: ", element("bdi", {}, reason)];
    default:
      return [event.event];
  }
}
