/** The player on a match's page: its controls, and what it shows of a turn. */

import { playHouseBots } from "/shared/house-match.js";
import {
  accessible,
  all,
  answer,
  at,
  attribute,
  click,
  empty,
  equal,
  fill,
  finished,
  fitsTheScreen,
  focus,
  focused,
  has,
  hidden,
  java,
  lacks,
  open,
  page,
  press,
  reducedMotion,
  replay,
  saved,
  says,
  see,
  select,
  until,
  value,
} from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const NAMES = ["Greedy Gary", "The House"];
const HOSTILE = "<img src=x onerror=alert(1)>";

const tiles = () => replay("ajax-tiles", "expand", "fearful", NAMES);

const robots = (names = NAMES) => replay("robotag", "hungry", "bouncy", names);

/** Opens the match, at this turn unless there is none, and waits until it is verified. */
async function opened(replay, turn = null) {
  has(ID, replay);
  await open(`/match.html?id=${ID}${turn === null ? "" : `&turn=${turn}`}`);
  await says("#verified", "Verified");
}

async function atTurn(turn) {
  await see(".controls .turn", new RegExp(`^Turn ${turn} of \\d+$`));
  await see("#answers-title", turn === 0 ? "Before the first turn" : `Turn ${turn}`);
}

/** The turns of each kind of mark, computed from the engine's pictures alone. */
async function marks({ document, turns }) {
  const pictures = await java("pictures", document, turns);
  const marks = {};
  for (let turn = 1; turn <= turns; turn++) {
    for (const kind of KINDS[document.game](pictures[turn], pictures[turn - 1])) {
      marks[kind] = [...(marks[kind] ?? []), turn];
    }
  }
  return marks;
}

const KINDS = {
  "ajax-tiles": ({ event }) => (event === "nuke" ? ["nuke"] : event === "won" || event === "lost" ? ["battle"] : []),
  tokens: ({ ate }) => (ate === true ? ["eaten"] : []),
  "ice-and-fire": (picture, before) =>
    [0, 1].flatMap((owner) => {
      const of = ({ units, buildings }) => ({
        units: units.filter((unit) => unit.owner === owner).map(({ id }) => id),
        buildings: buildings.filter((building) => building.owner === owner).map((building) => JSON.stringify(building)),
      });
      const [now, then] = [of(picture), of(before)];
      const hq = picture.rows[11 * owner][11 * owner].toUpperCase() === "XO"[owner];
      return [
        ...(hq ? ["hq"] : []),
        ...(then.units.every((unit) => now.units.includes(unit)) ? [] : ["lost"]),
        ...then.buildings.filter((building) => !now.buildings.includes(building)).map(() => "building"),
      ];
    }),
  robotag: ({ taken, robots: [one, other] }, before) => [
    ...taken.map(({ kind }) => kind),
    ...[one, other].filter(({ fuel }, robot) => fuel === 0 && before.robots[robot].fuel > 0).map(() => "empty"),
    ...(Math.hypot(one.x - other.x, one.y - other.y) <= 5 ? ["tag"] : []),
  ],
};

const everyEvent =
  (kinds, ...match) =>
  async () => {
    const played = await replay(...match);
    const found = await marks(played);
    equal(Object.keys(found).sort(), kinds);
    await opened(played, 0);
    await see(".kind-of-mark", kinds.length);
    for (const [kind, turns] of Object.entries(found)) {
      const entry = `.kind-of-mark[data-kind=${kind}]`;
      await see(`${entry} .number`, String(turns.length));
      await click("button=First turn");
      for (const turn of [...new Set(turns)].slice(0, 3)) {
        await click(entry);
        await atTurn(turn);
      }
      await click("button=Last turn");
      await click(entry);
      await atTurn(turns[0]);
      // Events are also described in a sentence.
      await see(".happened bdi", /^(Greedy Gary|The House)$/);
    }
  };

const called = (answer, milliseconds, note = null) => ({ answer, milliseconds, note });

export default {
  async "a match plays automatically and is paused by button, board and space"() {
    await opened(await tiles());
    await see("button=Pause");
    await see(".controls .turn", /^Turn [1-9]/);
    await click("button=Pause");
    await see("button=Play");
    await click("canvas.board");
    await see("button=Pause");
    await click("canvas.board");
    await see("button=Play");
    page().document.activeElement.blur();
    await press("Space");
    await see("button=Pause");
    await press("Space");
    await see("button=Play");
  },

  async "buttons go to adjacent turns and to both ends"() {
    const played = await tiles();
    await opened(played, 83);
    for (const [name, turn] of [
      ["One turn forward", 84],
      ["One turn back", 83],
      ["One turn back", 82],
      ["First turn", 0],
      ["One turn back", 0],
      ["Last turn", played.turns],
      ["One turn forward", played.turns],
    ]) {
      await click(`button=${name}`);
      await atTurn(turn);
    }
    await says(".side.seat-1", "won");
    await click("button=Play again");
    await see("button=Pause");
    await lacks(".side.seat-1", "won");
  },

  async "a visitor without a mouse can do everything"() {
    const played = await tiles();
    await opened(played, 83);
    for (const [key, turn] of [
      ["ArrowRight", 84],
      ["ArrowLeft", 83],
      ["Shift+ArrowLeft", 73],
      ["Shift+ArrowRight", 83],
      ["End", played.turns],
      ["Home", 0],
    ]) {
      await press(key);
      await atTurn(turn);
    }
    await see(".kind-of-mark");
    const marked = [...new Set(Object.values(await marks(played)).flat())].sort((one, other) => one - other);
    await press("n", "n");
    await atTurn(marked[1]);
    await press("p");
    await atTurn(marked[0]);
    await press("+");
    await value("field=Speed", "2");
    await press("-", "-");
    await value("field=Speed", "0.5");
    await press("?");
    await see("dialog[open]", /^Keys/);
    await accessible();
    await press("ArrowRight", "Escape");
    await hidden("dialog");
    await atTurn(marked[0]);
    // Every control can get the focus, and the slider keeps its own arrow keys.
    await focus("input.slider");
    await press("ArrowRight");
    await atTurn(marked[0] + 1);
    for (const name of [
      "First turn",
      "One turn back",
      "Play",
      "One turn forward",
      "Last turn",
      "Copy a link to this turn",
      "Save a picture of this turn",
      "Download the replay",
      "Full screen",
      "Keys",
    ]) {
      await focus(`button=${name}`);
      await focused(`button=${name}`);
    }
    await focus("button=Play");
    await press("Space");
    await see("button=Pause");
  },

  async "keys with a meaning for the focused element are left alone"() {
    await opened(await tiles(), 83);
    await focus("field=Speed");
    await press("ArrowRight", "End");
    await atTurn(83);
    page().document.activeElement.blur();
    await press("Control+ArrowRight");
    await atTurn(83);
  },

  async "the slider goes to a turn and names it"() {
    const played = await tiles();
    await opened(played, 10);
    await fill("input.slider", "120");
    await atTurn(120);
    await attribute("input.slider", "aria-valuetext", `120 of ${played.turns}`);
    const { scores } = await java("picture", played.document, 120);
    equal(
      all(".side .points").map(({ textContent }) => Number(textContent.replace(/\D/g, ""))),
      scores,
    );
  },

  async "at the highest speed a match ends quickly and stays at its end"() {
    const played = await tiles();
    await opened(played, 0);
    await select("field=Speed", "64");
    await click("button=Play");
    await atTurn(played.turns);
    await see("button=Play again");
  },

  "every event of Ajax Tiles is marked at its turn": everyEvent(["battle", "nuke"], "ajax-tiles", "random", "contain", NAMES),
  "every event of Tokens is marked at its turn": everyEvent(["eaten"], "tokens", "best-per-step", "naive", NAMES),
  "every event of Ice and Fire is marked at its turn": everyEvent(
    ["building", "hq", "lost"],
    "ice-and-fire",
    "expander",
    "builder",
    NAMES,
    "9",
  ),
  "every event of RoboTag is marked at its turn": everyEvent(
    ["empty", "fuel", "mine", "tag"],
    "robotag",
    "random",
    "bouncy",
    NAMES,
    "5",
  ),

  async "a time-out is never shown as 0 ms, and a refusal shows its reason"() {
    // The second bot makes no move at all; some of its calls have no known duration.
    const calls = Array.from({ length: 1000 }, (_, turn) =>
      turn % 2 === 0 ? called({ move: turn < 4 ? "EAT" : "LEFT" }, 12) : called(null, turn % 4 === 3 ? 1000 : 0),
    );
    const played = await java("scripted", "tokens", "4", ["Greedy Gary", "Slow Sue"], calls);
    await opened(played, 1);
    await see(".answer .outcomes li", "It ate a red token: 3.");
    await fill("input.slider", "3");
    await see(".answer .time", "12 ms");
    await see(".answer code", "EAT");
    await see(".answer .outcomes li.refused", "Refused: no token is there.");
    await click("button=One turn forward");
    await see(".answer bdi", "Slow Sue");
    await see(".answer .time", "failed after 1.0 s");
    await see(".answer .said", "time-out No answer within 1000 ms.");
    await see(".answer .outcomes li", "It is a pass.");
    await says(".happened", "Slow Sue gave no move. No answer within 1000 ms.");
    await accessible();
    await fill("input.slider", "6");
    await see(".answer .time", "time not known");
    await lacks("body", "0 ms, ");
    await see(".kind-of-mark[data-kind=failure] .number", String(played.document.failures.length));
    await says("#events .event[aria-current]", "6", "Slow Sue gave no move. No answer within 1000 ms.");
    await attribute("#events .event[aria-current]", "tabindex", "0");
    await press("Home");
    all("#events .event")[2].click();
    await atTurn(4);
  },

  async "a note is shown as text beside its turn"() {
    const note = `${HOSTILE} \u202e ${"W".repeat(240)}`;
    const calls = Array.from({ length: 1000 }, (_, turn) => called({ move: "LEFT" }, 12, turn % 2 === 0 ? note : null));
    await opened(await java("scripted", "tokens", "4", ["Greedy Gary", "Slow Sue"], calls), 1);
    await see(".answer .bot-note bdi", note);
    equal(all(".answer img").length, 0);
    await accessible();
    await fill("input.slider", "2");
    await see(".answer bdi", "Slow Sue");
    await see(".bot-note", 0);
  },

  async "every order of Ice and Fire shows its outcome"() {
    await opened(
      await java(
        "scripted",
        "ice-and-fire",
        "7",
        ["one", "two"],
        [
          called({ commands: "TRAIN 1 1 0; TRAIN 3 0 1; MOVE 9 1 1; MSG <b>hello</b>; WAIT" }, 0),
          called({ commands: "WAIT;DANCE" }, 0),
        ],
      ),
      1,
    );
    await see(".answer .outcomes li", [
      "TRAIN 1 1 0 → trained",
      "TRAIN 3 0 1 → refused: too little gold",
      "MOVE 9 1 1 → refused: no such unit lives",
      "MSG <b>hello</b> → said",
      "WAIT → waited",
    ]);
    await see(".answer .outcomes li.refused", 2);
    await click("button=One turn forward");
    await see(".answer .outcomes li", ["WAIT → waited", "DANCE → no known command: the player is out"]);
  },

  async "a link to the turn is copied and works, and is shown if it cannot be copied"() {
    const played = await tiles();
    await opened(played, 83);
    await click("button=One turn forward");
    let copied = null;
    page().navigator.clipboard.writeText = async (text) => {
      copied = text;
    };
    await click("button=Copy a link to this turn");
    await see("text=The link to turn 84 is copied.");
    const link = `${location.origin}/match.html?id=${ID}&turn=84`;
    equal(copied, link);
    page().navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    await click("button=Copy a link to this turn");
    await see(`text=The link to turn 84: ${link}`);
    await open(link);
    await atTurn(84);
    await see("button=Play");
  },

  async "the replay and a picture of the turn can be saved"() {
    const played = await tiles();
    await opened(played, 83);
    await click("button=Download the replay");
    await until(() => (saved.length === 1 ? null : "nothing"), "the replay");
    equal(JSON.parse(await saved[0].text()), played.document);
    await click("button=Save a picture of this turn");
    await until(() => (saved.length === 2 ? null : "nothing"), "the picture");
    equal(saved[1].type, "image/png");
    equal((await createImageBitmap(saved[1])).width >= 1600, true);
  },

  async "the player fills the screen and leaves it again"() {
    await opened(await tiles(), 83);
    await focus("button=Full screen");
    await press("Enter");
    await until(() => (page().document.fullscreenElement?.classList.contains("player") ? null : "not yet"), "full screen");
    await see("button=Play");
    page().document.activeElement.blur();
    await press("f");
    await until(() => (page().document.fullscreenElement === null ? null : "not yet"), "no full screen");
  },

  async "with reduced motion nothing plays automatically or glides"() {
    await reducedMotion(true);
    await opened(await robots());
    await see("button=Play");
    await atTurn(0);
    const { Player } = await import("/viewer/player.js");
    const renderer = await import("/games/robotag/renderer.js");
    const engine = await import("/engine.js");
    let glided = false;
    const watched = {
      ...renderer,
      draw: (...place) => {
        glided ||= place[4] !== null;
      },
    };
    const played = engine.openReplay(playHouseBots(engine, "robotag", "7", {}, ["hungry", "bouncy"])).replay;
    const host = document.createElement("div");
    document.body.append(host);
    const player = new Player(host, { renderer: watched, replay: played, names: ["one", "two"], speed: 0.25 });
    player.play();
    await new Promise((done) => setTimeout(done, 500));
    player.remove();
    host.remove();
    equal(glided, false);
  },

  async "the winner is told at the end, and before to a visitor who asks"() {
    const played = await tiles();
    await opened(played, 5);
    await attribute("canvas.marks", "aria-label", /At turn 5: [^.]*\.$/);
    await lacks("main", "wins");
    await lacks(".strip", "won");
    await empty("#outcome");
    await click("button=Show the result");
    await attribute("canvas.marks", "aria-label", new RegExp(`At turn ${played.turns}: Greedy Gary`));
    await says("#outcome", "wins");
    await atTurn(5);
    await opened(played, 5);
    await press("End");
    await says("#outcome", "wins");
    await says(".strip", "won");
    await hidden("#reveal");
  },

  async "what happened is listed up to the shown turn, and leads to its turns"() {
    const played = await replay("tokens", "best-per-step", "naive", NAMES);
    const { eaten } = await marks(played);
    await opened(played, eaten[3]);
    await see("#events .event", 4);
    await says("#events .event[aria-current]", `Turn ${eaten[3]}`, "ate a");
    await accessible();
    await focus("#events .event[aria-current]");
    await press("ArrowUp", "ArrowUp", "Enter");
    await atTurn(eaten[1]);
    await attribute("#events li:nth-child(2) .event", "aria-current", "true");
    await press("ArrowDown", "ArrowDown", "ArrowDown", "Space");
    await atTurn(eaten[3]);
    // What is to come is not told before.
    await see("#events .event", 4);
    await click("button=Last turn");
    await see("#events .event", new Set(eaten).size);
    await at("phone");
    await opened(played, eaten[3]);
    await hidden("#events");
    await click("text=What happened");
    await see("#events .event", 4);
    fitsTheScreen();
  },

  async "the end of a match is told once on a card over the board"() {
    const played = await replay("tokens", "best-per-step", "naive", NAMES);
    const { document: file, turns } = played;
    const listed = (id, createdAt) => ({ ...finished(id, played), createdAt });
    answer("GET /api/matches?game=tokens&status=finished&limit=30", {
      matches: [listed("newer", "2026-04-01T12:00:00Z"), listed("older", "2026-01-01T12:00:00Z")],
      next: null,
    });
    await reducedMotion(true);
    await opened(played, turns - 1);
    await see(".result-card", 0);
    await click("button=Play");
    await says(".result-card h2", `${NAMES[file.result.places.indexOf(1)]} wins`);
    await see(".result-card .final", file.result.scores.join(" : "));
    await see(".result-card .avatar", 1);
    await see(".stage [role=status]", new RegExp(`wins ${file.result.scores.join(" : ")}`));
    await attribute("link=Next match", "href", "match.html?id=older&game=tokens");
    await attribute("link=Play against the winner", "href", /^play\.html\?game=tokens&against=house%3A/);
    await accessible();
    await press("Escape");
    await see(".result-card", 0);
    // Whoever steps to the end has seen it.
    await press("ArrowLeft", "ArrowRight");
    await see(".result-card", 0);
    await press("ArrowLeft");
    await click("button=Play");
    await see(".result-card");
    await see(".stage [role=status]", 1);
    await press("ArrowLeft");
    await see(".result-card", 0);
    await click("button=Play");
    await click("button=Close");
    await see(".result-card", 0);
    await press("ArrowLeft");
    await click("button=Play");
    await click("button=Watch again");
    await see(".result-card", 0);
    await see("button=Pause");
  },

  async "quiet turns pass quickly, unless the visitor wants to see them"() {
    // Both only ever try to eat where nothing is.
    const calls = Array.from({ length: 1000 }, () => called({ move: "EAT" }, 12));
    const still = await java("scripted", "tokens", "4", NAMES, calls);
    await opened(still, 5);
    await attribute("button=Skip quiet turns", "aria-pressed", "true");
    await click("button=Skip quiet turns");
    await attribute("button=Skip quiet turns", "aria-pressed", "false");
    page().document.activeElement.blur();
    await press("q");
    await attribute("button=Skip quiet turns", "aria-pressed", "true");
    // At three turns a second, it would take half a minute.
    await click("button=Play");
    await atTurn(still.turns);
  },

  async "a turn out of range goes to the nearest, and an invalid one to the first"() {
    const played = await tiles();
    await opened(played, 99_999);
    await atTurn(played.turns);
    await reducedMotion(true);
    await opened(played, "-3<b>");
    await atTurn(0);
  },

  async "hostile names are shown as text in the player"() {
    await opened(await robots([HOSTILE, `\u202e${HOSTILE}`]), 50);
    await see(".answer bdi", HOSTILE);
    await click(".kind-of-mark");
    await says(".happened bdi", HOSTILE);
    equal(all("main img").length, 0);
  },

  async "a phone shows the player without scrolling sideways"() {
    await at("phone");
    await opened(await robots(), 60);
    fitsTheScreen();
    for (const each of all(".controls button").filter((button) => button.checkVisibility())) {
      const { width, height } = each.getBoundingClientRect();
      equal(width >= 24 && height >= 24, true, "large enough to be tapped");
    }
    await click("canvas.board");
    await see("button=Pause");
  },

  async "walking and jumping through a match show the same pictures"() {
    const engine = await import("/engine.js");
    const { replay: opened } = engine.openReplay(playHouseBots(engine, "ajax-tiles", "3", {}, ["random", "random"]));
    const walk = opened.walk(0);
    const walked = [];
    do {
      walked.push(JSON.stringify([walk.turn, walk.picture, walk.calls]));
    } while (walk.next());
    equal(walked.length, opened.turns + 1);
    for (let i = 0; i < 60; i++) {
      const turn = ((i * 7919) % 2003) % walked.length;
      equal(JSON.stringify([turn, opened.picture(turn), opened.calls(turn)]), walked[turn]);
    }
  },
};
