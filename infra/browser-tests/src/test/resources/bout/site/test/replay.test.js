/** Replays shown without a match: from an address of the site, from a visitor's file, or in a frame of another page. */

import {
  accessible,
  all,
  answer,
  at,
  attribute,
  click,
  differ,
  equal,
  file,
  has,
  hidden,
  java,
  offline,
  onEach,
  open,
  page,
  refuse,
  replay,
  says,
  see,
  value,
} from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const BROKEN = "The replay is broken, so it cannot be shown. Not a replay.";

const tokens = () => replay("tokens", "best-per-step", "naive", ["Greedy Gary", "The House"]);

const robots = () => replay("robotag", "hungry", "bouncy", ["Greedy <i>Gary</i>", "The House"]);

async function isShown({ turns }) {
  await says("#verified", `has played all ${turns} turns again`);
  await see("#title", "Greedy Gary vs The House");
  await says("#facts", "Everybody Loves Tokens");
  await hidden("#problem, #note");
}

const zipped = async (text) =>
  new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer());

const turn = (number) => see(".controls .turn", new RegExp(`^Turn ${number} of \\d+$`));

const background = () => page().getComputedStyle(page().document.documentElement).backgroundColor;

/** Opens the match of robots in a frame, with these parameters. */
async function framed(parameters = "") {
  has(ID, await robots());
  await open(`/embed.html?id=${ID}${parameters}`);
}

const selects = (parameters, button, at, speed) => async () => {
  await framed(parameters);
  await see(`button=${button}`);
  await value("field=Speed", speed);
  if (at !== null) {
    await turn(at);
  }
  await see("#title", "Greedy <i>Gary</i> vs The House");
  await attribute("#whole", "href", `${location.origin}/match.html?id=${ID}`);
};

export default {
  async "a replay at an address of the site is shown"() {
    const played = await tokens();
    answer("GET /replays/any.json", played.document);
    await open("/match.html?replay=/replays/any.json&turn=10");
    await isShown(played);
    await see("#answers-title", "Turn 10");
    await accessible();
  },

  async "a replay is asked for again when the network fails"() {
    const { document } = await tokens();
    answer("GET /replays/any.json", document);
    for (const [address, there] of [
      ["/match.html?replay=/replays/any.json&turn=10", "#answers-title"],
      ["/embed.html?replay=/replays/any.json&turn=10", ".controls"],
      ["/play.html?game=tokens&from=/replays/any.json&turn=10&seat=1", "#from-start"],
    ]) {
      offline(true);
      await open(address);
      await says("#problem", "The replay cannot be reached.");
      offline(false);
      await see(there);
      await hidden("#problem");
    }
  },

  async "a replay at another site is refused with a message"() {
    for (const address of [
      "https://elsewhere.example/replay.json",
      "javascript:alert(1)",
      "data:application/json;base64,e30=",
      "//elsewhere.example/replay.json",
      "file:///etc/passwd",
    ]) {
      await open(`/match.html?replay=${address}`);
      await see(
        "#problem",
        `This page reads replays from ${location.origin} only, not from “${address}”. Download that one, and drop the ` +
          "file here.",
      );
      await see("#open");
    }
  },

  async "an invalid address or replay is reported"() {
    await open("/match.html?replay=https%3A%2F%2F%5B");
    await see("#problem", "“https://[” is no address.");
    await open("/match.html?replay=/replays/none.json");
    await says("#problem", "No GET /replays/none.json");
    await open("/match.html?replay=/match.html");
    await says("#problem", "The replay is not JSON");
    answer("GET /replays/odd.json", { game: "<b>chess</b>" });
    await open("/match.html?replay=/replays/odd.json");
    await says("#problem", BROKEN);
    await accessible();
  },

  async "one file after another can be picked"() {
    const played = await tokens();
    const text = JSON.stringify(played.document);
    await open("/match.html");
    await see("#open");
    let picking = false;
    all("#file")[0].addEventListener("click", (event) => {
      picking = true;
      event.preventDefault();
    });
    await click("#open");
    equal(picking, true);
    file("#file", "replay.json", text);
    await isShown(played);
    file("#file", "replay.json.gz", await zipped(text));
    await isShown(played);
    const named = { ...played.document, players: [{ name: "x".repeat(5_000_000) }, { name: "two" }] };
    for (const [content, words] of [
      ['{"format":1,"ga', "The file is not a replay, for it is not JSON"],
      [new Uint8Array([0x1f, 0x8b, 1, 2, 3]), "The file cannot be read"],
      ['{"format":9}', BROKEN],
      [JSON.stringify(named), "/players/0/name: expected at most 40 characters"],
      ["", "The file is not a replay, for it is not JSON"],
    ]) {
      file("#file", "replay.json", content);
      await says("#problem", words);
      await hidden("#match");
    }
    file("#file", "replay.json", text);
    await isShown(played);
    await see(".player", 1);
  },

  async "a small file that unpacks to a huge one is refused"() {
    const played = await tokens();
    const bomb = await zipped(" ".repeat(32 << 20));
    equal(bomb.length < 200_000, true);
    await open("/match.html");
    file("#file", "replay.json.gz", bomb);
    await says("#problem", "The file unpacks to more than 16 MB; no replay is that large.");
    file("#file", "replay.json", JSON.stringify(played.document));
    await isShown(played);
  },

  async "a file can be dropped on the page of another match"() {
    const played = await tokens();
    has("m1", await replay());
    await open("/match.html?id=m1");
    await see("#verified");
    const dataTransfer = new (page().DataTransfer)();
    dataTransfer.items.add(new File([JSON.stringify(played.document)], "replay.json"));
    for (const type of ["dragover", "drop"]) {
      page().document.body.dispatchEvent(new (page().DragEvent)(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
    await isShown(played);
    await hidden("#actions");
    await see("button=Copy a link to this turn", 0);
  },

  async "part of a match is shown as far as it goes"() {
    const played = await tokens();
    answer("GET /replays/part.json", await java("live", played.document, 30));
    await open("/match.html?replay=/replays/part.json&turn=30");
    await see("#status", "Part of a match");
    await see("#outcome", "30 turns of a match; its end is not in this replay.");
    await hidden("#verified, #replay-problem");
    await see(".side .points");
  },

  "a frame plays from the first turn": selects("", "Play", 0, "1"),
  "a frame begins at the turn of its address": selects("&turn=60", "Play", 60, "1"),
  "a frame has the speed of its address": selects("&turn=60&speed=8", "Play", 60, "8"),
  "a frame has no speed that there is not": selects("&turn=60&speed=3", "Play", 60, "1"),
  "a frame plays at once if its address says so": selects("&autoplay", "Pause", null, "1"),
  "a frame plays at once with a speed": selects("&autoplay=1&speed=0.25", "Pause", null, "0.25"),
  "a frame does not play if its address says so": selects("&autoplay=0", "Play", 0, "1"),

  async "the address selects the colour scheme of a frame"() {
    await framed("&turn=60&theme=dark");
    await turn(60);
    const dark = background();
    await accessible();
    await framed("&turn=60&theme=light");
    const light = background();
    differ(dark, light);
    await at("dark");
    await framed("&turn=60&theme=light");
    equal(background(), light);
    await framed("&turn=60");
    equal(background(), dark);
    await turn(60);
  },

  async "a frame shows a replay by its address or reports the problem"() {
    answer(`GET /replays/${ID}.json`, (await robots()).document);
    await open(`/embed.html?replay=/replays/${ID}.json&turn=60`);
    await turn(60);
    await open("/embed.html");
    await says("#problem", "This address names no match.");
    await accessible();
    await open("/embed.html?replay=https://elsewhere.example/1.json");
    await says("#problem", "This page reads replays from");
    refuse("GET /api/matches/nope", 404, "unknown-match", "No match has this id.");
    await open("/embed.html?id=nope");
    await see("#problem", "There is no match with the id nope.");
  },

  async "a small frame does not scroll sideways"() {
    await onEach(["phone"], async () => {
      await framed("&turn=60");
      await turn(60);
    });
  },
};
