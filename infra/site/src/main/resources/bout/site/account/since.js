/** What has changed for the visitor's bots since their last visit, which the browser remembers. */

import { element } from "../shared/dom.js";
import { age, count } from "../shared/words.js";

/** @import { Record as BotRecord } from "./record.js" */

const KEPT = "bout-seen";

/** Looks within this time are one visit. */
const VISIT_MILLISECONDS = 30 * 60_000;

/** More would be a second list of bots. */
const NAMED = 3;

/** @typedef {{at: string, ratings: Record<string, number>}} Visit */
/** @typedef {{id: string, name: string, record: BotRecord | null}} Known */

/** The visit before this one, or `null`. @param {number} [now] @returns {Visit | null} */
export function visitBefore(now = Date.now()) {
  const { since = null, last = null } = kept();
  return last !== null && now - Date.parse(last.at) > VISIT_MILLISECONDS ? last : since;
}

/** @returns {{since?: Visit | null, last?: Visit | null}} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {}; // the browser forbids storage, or the value is not ours
  }
}

/** Remembers this visit. @param {Visit | null} since @param {Known[]} bots */
export function keepVisit(since, bots) {
  const ratings = Object.fromEntries(bots.flatMap(({ id, record }) => (record === null ? [] : [[id, record.rating]])));
  try {
    localStorage.setItem(KEPT, JSON.stringify({ since, last: { at: new Date().toISOString(), ratings } }));
  } catch {
    // The next visit then has nothing to compare with.
  }
}

/** "Since you were here 2 days ago: Gary +12, 3 won, 1 lost by failing." @param {Visit} since @param {Known[]} bots */
export function sinceWords(since, bots) {
  const news = bots.flatMap(({ id, name, record }) => {
    const words = record === null ? null : newsOf(record, since.ratings[id] ?? null, since.at);
    return words === null ? [] : [{ name, words }];
  });
  const more = news.length - NAMED;
  return [
    `Since you were here ${age(since.at)}: `,
    ...(news.length === 0 ? ["nothing has changed."] : []),
    ...news
      .slice(0, NAMED)
      .flatMap(({ name, words }, index) => [
        index === 0 ? "" : " · ",
        element("strong", {}, element("bdi", {}, name)),
        ` ${words}`,
      ]),
    more > 0 ? ` · and ${count(more, "more bot")}` : "",
  ];
}

/** What a bot has done since, or `null` if it has not played. @param {BotRecord} record @param {number | null} before @param {string} at */
export function newsOf({ rating, recent }, before, at) {
  const played = recent.filter((match) => Date.parse(match.at) > Date.parse(at));
  if (played.length === 0) {
    return null;
  }
  const change = before === null ? null : rating - before;
  const failed = played.filter((match) => match.failed).length;
  /** @param {string} outcome */
  const number = (outcome) => played.filter((match) => match.outcome === outcome && !match.failed).length;
  return [
    change === null ? "new on the leaderboard" : change < 0 ? `\u2212${-change}` : `+${change}`,
    ...[
      [number("won"), "won"],
      [number("draw"), "drawn"],
      [number("lost"), "lost"],
      [failed, "lost by failing"],
    ].flatMap(([amount, word]) => (amount === 0 ? [] : [`${amount} ${word}`])),
  ].join(", ");
}
