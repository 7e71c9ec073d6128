import { Completion } from "../../../main/resources/bout/site/playground/completion.js";
import { equal } from "../check.js";

const field = (name) => ({ name, type: "number", meaning: `About ${name}.` });

const fields = {
  request: [
    { title: null, fields: [field("my"), field("map.width"), field("map.tanks")] },
    { title: "A tank", fields: [field("x"), field("value")] },
  ],
  answer: [{ title: null, fields: [field("dx")] }],
  example: {
    request: {
      my: { x: 1 },
      map: {
        width: 100,
        tanks: [{ x: 1, value: 50 }],
        grid: [
          [false, { x: 2 }],
          [false, false],
        ],
        none: [],
      },
    },
    answer: { dx: 1 },
  },
};

const whole = new Completion(fields, false);
const parts = new Completion(fields, true);

const names = (completion, before, { code = before, asked = false } = {}) =>
  completion.at(before, code, asked)?.options.map(({ label }) => label) ?? null;

export default {
  "the request's fields follow the name of the bot's parameter"() {
    equal(names(whole, "const { x } = request."), ["my", "map"]);
    const code = "function bot(all) {\n  return all.";
    equal(names(whole, "  return all.ma", { code }), ["my", "map"]);
    equal(whole.at("  return all.ma", code, false).typed, 2);
    equal(names(whole, "all.map.", { code: "const bot = (all) => all.map." }), ["width", "tanks", "grid", "none"]);
  },

  "a field's own fields follow its name, through lists as well"() {
    equal(names(parts, "if (map."), ["width", "tanks", "grid", "none"]);
    equal(names(parts, "map.tanks[0]."), ["x", "value"]);
    equal(names(parts, "map.tanks[i + 1]?.v"), ["x", "value"]);
    equal(names(parts, "map.grid[0][1]."), ["x"]);
    equal(names(parts, "map.tanks.fi").includes("filter"), true);
  },

  "whatever the bot calls its own may hold anything that was sent"() {
    equal(names(parts, "tank."), ["my", "width", "tanks", "x", "value", "dx"]);
    equal(names(parts, "map.none[0]."), ["my", "width", "tanks", "x", "value", "dx"]);
    equal(names(parts, "parameter.", { code: "function move(parameter) { parameter." }), [
      "my",
      "width",
      "tanks",
      "x",
      "value",
      "dx",
    ]);
  },

  "names at the top are those of the request and of the answer"() {
    equal(names(whole, "  return { d"), ["my", "map", "dx"]);
    equal(names(whole, "  return { "), null);
    equal(names(whole, "  return { ", { asked: true }), ["my", "map", "dx"]);
  },

  "numbers, texts, comments and the language's own objects have none of ours"() {
    for (const before of ["1", "const x = 2.", "// my", "Math.", "this.", "map.width.", '"my', "x = `m", 'f("a", \'map.']) {
      equal([before, names(whole, before)], [before, null]);
    }
  },

  "a description names path and type"() {
    equal(whole.about("width"), "map.width: number. About map.width.");
    equal(whole.about("nothing"), null);
  },
};
