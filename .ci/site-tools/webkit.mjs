// The playground in WebKit: node webkit.mjs ADDRESS, with the address of a running `./bout up`, on a display such as that of
// xvfb-run. A sample plays against a house bot in every game, and the engine verifies the match. Visitors' code runs in a worker in
// a frame without an origin, where WebKit differs from the other engines.
import { spawn } from "node:child_process";
import { PATIENCE } from "./visits.mjs";

const site = process.argv[2];
const port = 20_000 + Math.floor(Math.random() * 20_000);
const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
  stdio: "inherit",
  env: { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
});

/** A command of WebDriver. Without a body it is a question. */
async function command(path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, body && { method: "POST", body: JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) {
    throw new Error(`${path}: ${value.error}: ${value.message}`);
  }
  return value;
}

async function until(what, condition) {
  const last = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > last) {
      throw new Error(`not within a minute: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

try {
  await until("WebKitWebDriver answers", () =>
    command("/status").then(
      () => true,
      () => false,
    ),
  );
  const { sessionId } = await command("/session", { capabilities: {} });
  const run = (script) => command(`/session/${sessionId}/execute/sync`, { script, args: [] });
  const { games } = await (await fetch(new URL("api/games", site))).json();
  for (const { id } of games) {
    await command(`/session/${sessionId}/url`, { url: new URL(`play.html?game=${id}`, site).href });
    await until(`${id} can be played`, () => run("return document.querySelector('#set-up:not([hidden])') !== null"));
    await run("document.querySelector('#play').click()");
    await until(`${id} is verified`, async () => {
      const problem = await run("return document.querySelector('#benches .problem')?.textContent ?? ''");
      if (problem !== "") {
        throw new Error(`${id}: ${problem}`);
      }
      return run("return document.querySelector('#verified').textContent.includes('Verified')");
    });
  }
  await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, { method: "DELETE" });
  console.log(`ok: the playground of ${games.length} games in WebKit`);
} finally {
  driver.kill();
}
