import "../browser.js";
import { Bots, takeOver } from "../../../main/resources/bout/site/playground/bots.js";
import { equal, refused } from "../check.js";

/** A browser's storage. */
function storage() {
  const values = new Map();
  return {
    names: () => [...values.keys()],
    get: (name) => JSON.parse(values.get(name) ?? "null"),
    set: (name, value) => Boolean(values.set(name, JSON.stringify(value))),
    remove: (name) => values.delete(name),
  };
}

function drawn() {
  let last = 0;
  return () => String(++last);
}

const listed = (bots) => bots.all.map(({ name, code }) => [name, code]);

export default {
  "any number of bots is kept, each with a name of its own"() {
    const store = storage();
    const bots = new Bots(store, drawn());
    for (const code of ["a", "b", "c"]) {
      bots.add("Chaser", code);
    }
    bots.add(" \n ", "d");
    equal(listed(bots), [
      ["Chaser", "a"],
      ["Chaser 2", "b"],
      ["Chaser 3", "c"],
      ["My bot", "d"],
    ]);
    equal(listed(new Bots(store, drawn())), listed(bots));
    equal(bots.rename("2", "Chaser"), "Chaser 4");
    equal(bots.rename("2", "  "), "Chaser 4");
    equal(bots.rename("2", "A\u0000  name\n"), "A name");
    equal(bots.rename("2", "x".repeat(50)).length, 40);
    equal(bots.find(bots.add("x".repeat(40), "e")).name, `${"x".repeat(38)} 2`);
  },

  "a change in one tab loses nothing of another"() {
    const store = storage();
    const draw = drawn();
    const here = new Bots(store, draw);
    const there = new Bots(store, draw);
    const first = here.add("One", "1");
    there.read();
    there.add("Two", "2");
    here.write(first, "1!");
    const told = [];
    there.addEventListener("change", () => told.push(there.changed));
    there.read();
    equal(told, [first, null]);
    equal(listed(there), [
      ["One", "1!"],
      ["Two", "2"],
    ]);
    here.read();
    equal(listed(here), listed(there));
  },

  "a removed bot can be put back"() {
    const bots = new Bots(storage(), drawn());
    const id = bots.add("One", "1");
    const removed = bots.remove(id);
    equal(bots.all, []);
    bots.restore(removed);
    equal(bots.find(id), { id, name: "One", code: "1" });
  },

  "a browser that keeps nothing says so, and the page goes on"() {
    const bots = new Bots({ ...storage(), set: () => false }, drawn());
    const id = bots.add("One", "1");
    equal(bots.write(id, "2"), false);
    equal(bots.find(id).code, "2");
  },

  "what is exported can be imported, and twice gives nothing more"() {
    const bots = new Bots(storage(), drawn());
    bots.add("One", "1");
    bots.add("Two", "2");
    const file = bots.exported("tokens");
    const others = new Bots(storage(), drawn());
    others.add("One", "another");
    others.import("tokens", "bots.json", file);
    equal(listed(others), [
      ["One", "another"],
      ["One 2", "1"],
      ["Two", "2"],
    ]);
    bots.import("tokens", "bots.json", file);
    equal(listed(bots), [
      ["One", "1"],
      ["Two", "2"],
    ]);
    equal(bots.import("tokens", "mine.js", "code").length, 1);
    equal(bots.all[0].name, "mine");
  },

  "a file without bots for this game is refused"() {
    const bots = new Bots(storage(), drawn());
    for (const [file, text, why] of [
      ["a.json", "{", "a.json is not JSON."],
      ["a.json", "null", "a.json holds no bots."],
      ["a.json", '{"format":1,"game":"tokens","bots":[{"name":1,"code":""}]}', "a.json holds no bots."],
      ["a.json", '{"format":2,"game":"tokens","bots":[]}', "a.json holds no bots."],
      ["a.json", '{"format":1,"game":"robotag","bots":[]}', "a.json holds bots for another game: robotag."],
      ["a.js", " ", "a.js is empty."],
      ["a.js", "x".repeat(400_001), "a.js is too long."],
    ]) {
      refused(() => bots.import("tokens", file, text), why);
    }
    equal(bots.all, []);
  },

  "code that the earlier page kept becomes bots, once"() {
    const store = storage();
    const bots = new Bots(store, drawn());
    const before = { choice: "earlier", own: "1", earlier: "2", linked: null };
    equal(takeOver(bots, before), "mine:2");
    equal(takeOver(bots, { ...before, choice: "own" }), "mine:1");
    equal(listed(bots), [
      ["My bot", "1"],
      ["My earlier bot", "2"],
    ]);
    equal(takeOver(bots, { choice: "house:lazy", own: null }), "house:lazy");
    equal(takeOver(bots, null), null);
  },
};
