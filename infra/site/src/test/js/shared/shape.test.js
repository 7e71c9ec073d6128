import { below, fields, list, maybe, named, number, text, time } from "../../../main/resources/bout/site/shared/shape.js";
import { equal, refused } from "../check.js";

const bot = fields({ name: text, rank: maybe(number), matches: list(fields({ at: time, winner: maybe(below(2)) })) });

export default {
  "what may be absent is null, whether it was left out or null"() {
    const at = "2026-03-01T12:00:00Z";
    equal(bot({ name: "a", matches: [{ at }, { at, winner: null }, { at, winner: 1 }] }, "the bot"), {
      name: "a",
      matches: [
        { at, winner: null },
        { at, winner: null },
        { at, winner: 1 },
      ],
      rank: null,
    });
  },

  "fields that no page needs are left as they are"() {
    equal(fields({ a: number })({ a: 1, b: { c: [null] } }, "it"), { a: 1, b: { c: [null] } });
  },

  "what is given stays unchanged"() {
    const given = { name: "a", matches: [] };
    bot(given, "the bot");
    equal(given, { name: "a", matches: [] });
  },

  "what is not as expected is told with its place"() {
    const at = "2026-03-01T12:00:00Z";
    const sentence = (what) => `The published file is invalid: ${what}.`;
    refused(() => bot(null, "the bot"), sentence("the bot is not an object"));
    refused(() => bot({ matches: [] }, "the bot"), sentence("“name” of the bot is not a text"));
    refused(() => bot({ name: "a", matches: {} }, "the bot"), sentence("“matches” of the bot is not a list"));
    refused(
      () => bot({ name: "a", matches: [{ at }, { at, winner: 2 }] }, "the bot"),
      sentence("“winner” of entry 2 of “matches” of the bot is not a whole number from 0 to 1"),
    );
    refused(() => list(number, 2)([1], "the pair"), sentence("the pair is not a list of 2"));
    refused(() => named(number)({ a: 1, b: "2" }, "the counts"), sentence("“b” of the counts is not a number"));
    refused(() => time("yesterday", "the beginning"), sentence("the beginning is not a time"));
  },

  "numbers that JSON cannot hold are no numbers"() {
    refused(() => number(NaN, "it"), "The published file is invalid: it is not a number.");
  },

  "a field may have the name of what every object has"() {
    const value = JSON.parse('{"__proto__": 1, "constructor": 2}');
    equal(Object.entries(named(number)(value, "the counts")), [
      ["__proto__", 1],
      ["constructor", 2],
    ]);
  },
};
