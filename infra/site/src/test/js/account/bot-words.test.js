import { checkOutcome, kindWords, lostWords, stateOf } from "../../../main/resources/bout/site/account/bot-words.js";
import { equal } from "../check.js";

const bot = { active: true, proven: true, health: { suspended: false }, visibility: "public", kind: "url" };

const checked = (calls, more = {}) => ({ ...bot, check: { calls }, proof: { refusal: null }, ...more });

const good = { passed: true, came: "{}", text: "a move" };
const silent = { passed: false, came: null, text: "refused: connection refused" };

const outcomeOf = (bot) => checkOutcome(bot, bot.check);

export default {
  "a bot is told apart by what its owner can do about it"() {
    const marks = [
      [bot, "Playing"],
      [{ ...bot, active: false }, "Paused"],
      [{ ...bot, proven: false }, "Not verified"],
      [{ ...bot, kind: "connected", online: false }, "Not connected"],
      [{ ...bot, kind: "published", health: { suspended: true, reason: "it threw" } }, "Suspended"],
      [{ ...bot, visibility: "private" }, "Private"],
      [{ ...bot, kind: "connected", online: true }, "Playing"],
    ];
    for (const [each, mark] of marks) {
      equal(stateOf(each).mark, mark);
    }
    equal(stateOf(marks[4][0]).text, "it threw. It plays no rated matches until a check passes.");
    equal(
      stateOf({ ...bot, health: { suspended: true, reason: "Nothing listens on that port." } }).text,
      "Nothing listens on that port. It plays no rated matches until a check passes.",
    );
  },

  "an author is told how many matches were lost by failing, and how the newest was"() {
    const lost = { match: "m", turn: 7, kind: "broken", text: "TypeError: y" };
    equal(
      lostWords({ failed: 2, newest: 10 }, lost),
      "It lost 2 of its last 10 matches by failing. The newest: error: TypeError: y",
    );
    equal(
      lostWords({ failed: 4, newest: 4 }, { ...lost, kind: "time-out", text: "" }),
      "It lost all of its last 4 matches by failing. The newest: too late",
    );
    equal(lostWords({ failed: 1, newest: 1 }, lost), "It lost its only match by failing. The newest: error: TypeError: y");
  },

  "bots from before there were kinds are at a URL"() {
    equal(kindWords({}), "at a URL");
  },

  "a check that is good says so, and a bad one says what to do"() {
    equal(outcomeOf(checked([good, good])), {
      tone: "good",
      text: "2 of 2 answers are good. It is ready to play.",
      advice: null,
    });
    equal(outcomeOf(checked([silent, silent])).advice.includes("can this site reach its URL"), true);
    equal(outcomeOf(checked([{ ...silent, came: "no", text: "status: 401, not 200" }])).advice.includes("another secret"), true);
    equal(
      outcomeOf(checked([good, { ...good, passed: false }], { kind: "published" })).advice.includes("in the playground"),
      true,
    );
    equal(outcomeOf(checked([])).tone, "bad");
  },

  "good answers without the proof are not enough for a bot at a URL"() {
    const outcome = outcomeOf(checked([good], { proven: false, proof: { refusal: "no header Bout-Proof" } }));
    equal([outcome.tone, outcome.text], ["bad", "1 of 1 answers are good. Its URL is not verified: no header Bout-Proof"]);
  },
};
