/** What a visitor does on the site, by the keyboard alone; what has the focus is always to be seen. */

import {
  ada,
  answer,
  arrive,
  attribute,
  bot,
  equal,
  hidden,
  inRealTime,
  joined,
  one,
  open,
  page,
  posted,
  press,
  has as publish,
  reach,
  replay,
  resize,
  says,
  see,
  type,
  use,
} from "./page.js";

const ID = "01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
const BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f61";

const mine = (...bots) => answer("GET /api/bots?mine=true&limit=100", { bots, next: null });

export default {
  async "from the front page to a sample that plays in the playground"() {
    inRealTime();
    await open("/");
    await use("link=Playground");
    await arrive(/^\/play.html/);
    await see(".cm-content");
    await use("#play");
    await says("#outcome", /\w/);
  },

  async "a match is played, stepped through, looked into, and asked where it was lost"() {
    const played = await replay("tokens", "naive", "gourmet", ["Gary", "The House"]);
    publish(ID, played);
    await open(`/match.html?id=${ID}&turn=3`);
    await see(".controls .turn", `Turn 3 of ${played.turns}`);
    await see("#chances");
    await use("button=One turn forward");
    await says(".controls .turn", "Turn 4 ");
    await press("Shift+Tab");
    await press("Enter");
    await use("button=Pause");
    await reach("button=Play");
    await use("#events .event", "ArrowUp");
    await press("Enter");
    const [turn] = /\d+/.exec(page().document.activeElement.textContent);
    await says(".controls .turn", `Turn ${turn} `);
    page().Worker = class {
      postMessage() {
        const turning = { seat: 2, turn: 9, since: 8, before: 0.35, after: 0.78 };
        const chances = [
          [0.5, 0.65, 0.22, 0],
          [0.5, 0.35, 0.78, 1],
        ];
        const curve = { rounds: 32, turns: [0, 8, 9, played.turns], chances, turning };
        setTimeout(() => this.onmessage({ data: { curve, done: true } }));
      }
      terminate() {}
    };
    await use("#chances summary");
    await says("#chances", "The match turned at turn 9: The House 35 % before, 78 % after.");
    await use("button=Go to turn 9");
    await says(".controls .turn", "Turn 9 ");
    await attribute(
      "canvas.marks",
      "aria-label",
      /^Chance to win over time\. At turn 9: Gary 22 %, The House 78 %\. At turn \d+: /,
    );
    await reach("#facts a");
  },

  async "the chances are found by playing on"() {
    publish(ID, await replay("tokens", "naive", "gourmet", ["Gary", "The House"]));
    await open(`/match.html?id=${ID}&turn=100000`);
    await use("#chances summary");
    await says("#chances", "House bots are playing this match on");
    await attribute("canvas.marks", "aria-label", /^Chance to win over time\./);
    await press("Enter");
    await attribute("canvas.marks", "aria-label", /^Score in points over time\./);
  },

  async "a bot at a URL is added to one's own"() {
    joined("tok");
    answer("GET /api/me", ada(1));
    mine();
    const gary = bot(BOT, "tokens", "Gary", { kind: "url", url: "https://bots.example.org/", secret: "whsec_c2VjcmV0" });
    answer("POST /api/bots", gary, 201);
    await open("/my-bots.html");
    await reach("#new-bot input[type=radio]");
    while (!(await one("#new-bot")).querySelector("input[value=url]").checked) {
      await press("ArrowDown");
    }
    await use("field=Game", "E");
    await reach("#new-name");
    await type("Gary");
    await reach("#new-url");
    await type("https://bots.example.org/");
    await use("#new-go");
    await see(".own-bot .mark");
    equal(posted[0].body, { game: "tokens", name: "Gary", url: "https://bots.example.org/" });
  },

  async "on a phone, the menu leads to a page"() {
    resize(390, 844);
    await open("/matches.html");
    await use("button=Menu");
    await use("#pages >> link=Contests");
    await arrive("/contests.html");
    await use("button=Menu");
    await press("Escape");
    await hidden("#pages");
  },
};
