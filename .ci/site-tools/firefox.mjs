// The site in Firefox: node firefox.mjs ADDRESS, with the address of a running `./bout up`. Plays a match of every game on the
// stack, follows it to its end on its page, where the engine verifies it, plays one in the playground, and opens all other pages.
// Fails with the first thing that a visitor would miss, an error in a script, or a rule of the content security policy broken.
import puppeteer from "puppeteer-core";
import { PATIENCE, shows, visitsOn } from "./visits.mjs";

const site = process.argv[2];
const executablePath = process.argv[3];

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  args: ["--width=1366", "--height=768"],
  // A test must not call anybody: neither for updates nor for lists of unsafe sites.
  extraPrefsFirefox: { "app.update.auto": false, "network.captive-portal-service.enabled": false },
});

const visit = visitsOn(browser, site);

async function json(path, options) {
  const answer = await fetch(new URL(path, site), options);
  if (!answer.ok) {
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  return answer.json();
}

async function finished(game) {
  const { houseBots: [one, two] } = await json(`api/games/${game.id}`);
  const { id } = await json("api/matches", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: game.id, players: [{ house: one.name }, { house: two.name }] }),
  });
  const until = Date.now() + PATIENCE;
  while ((await json(`api/matches/${id}`)).status !== "finished") {
    if (Date.now() > until) {
      throw new Error(`the match ${id} did not finish`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return id;
}

let visits = 0;
try {
  const { games } = await json("api/games");
  for (const game of games) {
    const id = await finished(game);
    await visit(`match.html?id=${id}`, async (page) => {
      await shows(page, "#verified", /Verified/);
      await page.keyboard.press("End");
      await shows(page, "#outcome", /wins|draw/);
    });
    await visit(`play.html?game=${game.id}`, async (page) => {
      await page.waitForSelector("#set-up:not([hidden])");
      await page.click("#play");
      await shows(page, "#verified", /Verified/);
    });
    await visit(game.page);
    visits += 3;
  }
  await visit("play.html?game=ajax-tiles", async (page) => {
    await page.waitForSelector(".cm-content");
    await page.click(".cm-content");
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.type("const a = 1;\nfunction bot(fields) { return [ }");
    await page.click("#play");
    await shows(page, "#benches .problem", /^Line 2, column \d+: SyntaxError/);
    visits++;
  });
  for (const path of ["", "new.html", "matches.html", "ladder.html", "tournaments.html", "contests.html", "bots.html", "tv.html", "games/index.html"]) {
    await visit(path);
    visits++;
  }
} finally {
  await browser.close();
}
console.log(`ok: ${visits} pages in Firefox`);
