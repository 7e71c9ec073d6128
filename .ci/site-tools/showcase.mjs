// A showcase as a visitor sees it: node showcase.mjs ADDRESS BROWSER, with the address of its folder on a file host.
import puppeteer from "puppeteer-core";
import { shows, visitsOn } from "./visits.mjs";

const [site, executablePath] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: executablePath.includes("firefox") ? "firefox" : "chrome",
  executablePath,
  args: ["--no-sandbox"],
});
const version = await browser.version();
const visit = visitsOn(browser, site);
const answers = await (await fetch(new URL("answers.json", site))).json();
const refused = /showcase without a server.*docs\/start\.html/;

try {
  await visit("", async (page) => {
    // Of an exciting recorded match, or of house bots if there is none.
    await shows(page, "#hero-game", /\S/);
    const picture = () => page.$eval("#hero", (board) => board.toDataURL());
    const first = await picture();
    await page.waitForFunction((first) => document.querySelector("#hero").toDataURL() !== first, {}, first);
    await shows(page, "#latest", /\S/);
  });
  for (const { id } of answers["/api/games"].games) {
    const match = answers["/api/matches"].matches.find(({ game }) => game === id);
    await visit(`match.html?id=${match.id}`, async (page) => {
      await shows(page, "#verified", /Verified/);
      await page.keyboard.press("End");
      await shows(page, "#outcome", /wins|draw/);
    });
    await visit(`ladder.html?game=${id}`, (page) => shows(page, "#rows", /sample/));
  }
  await visit("play.html?game=tokens", async (page) => {
    await page.waitForSelector("#set-up:not([hidden])");
    await page.click("#play");
    await shows(page, "#verified", /Verified/);
  });
  const [tournament] = answers["/api/tournaments"].tournaments;
  await visit(`tournament.html?id=${tournament.id}`, (page) => shows(page, "#table-section", /\d/));
  const [contest] = answers["/api/contests"].contests;
  await visit(`contest.html?id=${contest.id}`, async (page) => {
    await shows(page, "#ranking", /sample/);
    await page.$eval("#journal", (journal) => journal.closest("details")?.setAttribute("open", ""));
    await shows(page, "#journal", /\S/);
  });
  const [bot] = answers["/api/bots"].bots;
  await visit(`bot.html?id=${bot.id}`, (page) => shows(page, "main", /sample/));
  await visit("bot.html?key=tokens.house.lazy", (page) => shows(page, "main", /Lazy/));
  await visit("new.html?game=tokens&p1=house:lazy&p2=house:path", async (page) => {
    await page.waitForSelector("#start button[type=submit]:enabled");
    await page.$eval("#start", (form) => form.requestSubmit());
    await shows(page, "#start-problem", refused);
  });
  await visit("docs/start.html", (page) => shows(page, "main", /bout up/));
  for (const path of ["matches.html", "tournaments.html", "contests.html", "bots.html", "my-bots.html", "account.html", "tv.html", "games/index.html"]) {
    await visit(path, (page) => shows(page, "main", /\S/));
  }
} finally {
  await browser.close();
}
console.log(`ok: the showcase in ${version}`);
