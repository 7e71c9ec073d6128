/** What a bot's owner is told about it. */

import { date, lostBy } from "../shared/words.js";

/** @import { Lost, Record } from "./record.js" */

/** Bots registered before there were kinds are at a URL. @type {(bot: { kind?: Api.Bot["kind"] }) => Api.Bot["kind"]} */
export const kindOf = ({ kind = "url" }) => kind;

const KINDS = { url: "at a URL", published: "code on this site", connected: "on your computer" };

/** @param {Api.Bot} bot */
export const kindWords = (bot) => KINDS[kindOf(bot)] ?? kindOf(bot);

/**
 * How a bot is: a word for it, a sentence, and whether that is `good`, `bad`, or neither (`wait`).
 *
 * @param {Api.Bot} bot as its owner sees it
 * @returns {{mark: string, tone: "good" | "bad" | "wait", text: string}}
 */
export function stateOf(bot) {
  const { active, proven, health, visibility, online = false } = bot;
  const kind = kindOf(bot);
  if (!active) {
    return { mark: "Paused", tone: "wait", text: "It gets no new matches until you resume it." };
  }
  if (kind === "url" && !proven) {
    return {
      mark: "Not verified",
      tone: "wait",
      text: "Start it with the command below, then check it. It joins the leaderboard as soon as that works.",
    };
  }
  if (health.suspended) {
    return {
      mark: "Suspended",
      tone: "bad",
      text: `${health.suspendedAt ? `Since ${date(health.suspendedAt)}: ` : ""}${sentence(health.reason ?? "It failed in matches or checks.")} It plays no rated matches until a check passes.`,
    };
  }
  if (kind === "connected" && !online) {
    return { mark: "Not connected", tone: "wait", text: "It plays while this command runs:" };
  }
  return visibility === "private"
    ? { mark: "Private", tone: "good", text: "Only you can play it, and it is on no leaderboard." }
    : { mark: "Playing", tone: "good", text: "It plays rated matches on the leaderboard." };
}

/** A text of the API as a sentence, with one full stop. @param {string} text */
const sentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** "It lost 2 of its last 10 matches by failing. The newest: error: TypeError …" @param {Record} record @param {Lost} lost */
export const lostWords = ({ failed, newest }, { kind, text }) =>
  `It lost ${newest === 1 ? "its only match" : `${failed === newest ? "all" : failed} of its last ${newest} matches`} by failing. ` +
  `The newest: ${text === "" ? lostBy(kind) : `${lostBy(kind)}: ${text}`}`;

/**
 * The outcome of a check, in a sentence, and what to do next.
 *
 * @param {Api.Bot} bot
 * @param {Api.BotCheck} check of the bot, finished
 * @returns {{tone: "good" | "bad", text: string, advice: string | null}}
 */
export function checkOutcome(bot, { calls }) {
  const good = calls.filter(({ passed }) => passed).length;
  const refusal = bot.proof?.refusal ?? null;
  const said = `${good} of ${calls.length} answers are good.`;
  if (good < calls.length || calls.length === 0) {
    const asked = calls.some(({ sent }) => sent !== "");
    return { tone: "bad", text: asked ? said : "It could not be called.", advice: adviceFor(bot, calls) };
  }
  if (kindOf(bot) === "url" && !bot.proven) {
    return {
      tone: "bad",
      text: `${said} Its URL is not verified${refusal === null ? "" : `: ${refusal}`}`,
      advice: "Stop your bot, start it with the command above, and check again.",
    };
  }
  return { tone: "good", text: `${said} It is ready to play.`, advice: null };
}

/** @param {Api.Bot} bot @param {Api.CheckedCall[]} calls */
function adviceFor(bot, calls) {
  const kind = kindOf(bot);
  if (kind === "published") {
    return "Open its code in the playground, play a match there to find the mistake, and put it online again.";
  }
  if (kind === "connected") {
    return "Is the command still running on your computer, and is your bot listening?";
  }
  const texts = calls.filter(({ passed }) => !passed).map(({ text }) => text);
  if (texts.some((text) => /\b401\b/.test(text))) {
    return "Your bot expects another secret. Stop it, make a new secret under “Change”, and start it with the new command.";
  }
  if (calls.every(({ came }) => came === null)) {
    return (
      "Is your bot running, and can this site reach its URL? A program on your own computer usually cannot be reached: add it as one " +
      "“On my computer” instead."
    );
  }
  return "Open “Requests and answers” to see where it went wrong.";
}
