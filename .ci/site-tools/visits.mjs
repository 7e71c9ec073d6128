// Visits to pages of a site in any browser.

export const PATIENCE = 60_000;

/** Opens a page of a site, and runs a visit on it; then it must have had no error. */
export const visitsOn = (browser, site) => async (path, visitor = async () => {}) => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") {
      errors.push(message.text());
    }
  });
  try {
    await page.goto(new URL(path, site).href, { waitUntil: "load" });
    await visitor(page);
    const missing = await page.$eval("body", (body) => body.scrollWidth > document.documentElement.clientWidth);
    if (missing) {
      throw new Error("it is wider than the screen");
    }
    if (errors.length > 0) {
      throw new Error(errors.join("\n"));
    }
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  } finally {
    await page.close();
  }
};

/** Waits until the text of an element that is shown matches. */
export async function shows(page, selector, pattern) {
  try {
    await page.waitForFunction(
      (selector, source) => {
        const element = document.querySelector(selector);
        return element?.checkVisibility() && new RegExp(source).test(element.textContent);
      },
      {},
      selector,
      pattern.source,
    );
  } catch {
    const found = await page.$eval(selector, (element) => element.textContent).catch(() => "nothing");
    throw new Error(`${selector} shows not ${pattern} but ${found}`);
  }
}
