import "../browser.js";
import * as api from "../../../main/resources/bout/site/shared/api.js";
import { equal } from "../check.js";

globalThis.AbortSignal ??= { timeout: () => null };

const broken = async () => {
  throw new TypeError("network error");
};

/** What is told of a request whose answer begins and breaks off. */
async function failureOf(request) {
  globalThis.fetch = async () => ({ ok: true, status: 200, json: broken, text: broken });
  try {
    await request();
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      return `${failed.message} ${failed.passing ? "passing" : "final"}`;
    }
    throw failed;
  }
  return "no failure";
}

export default {
  async "an answer that breaks off is a failure that passes, whatever was asked for"() {
    const words = "is not JSON, or it broke off: network error. passing";
    equal(await failureOf(() => api.match("m1")), `The API's answer ${words}`);
    equal(await failureOf(() => api.replay("/replays/m1.json")), `The replay ${words}`);
    equal(await failureOf(() => api.movesSoFar("/live/m1.json", null)), `The replay ${words}`);
    equal(await failureOf(() => api.standings("tournaments")), `The file of standings ${words}`);
    equal(await failureOf(() => api.codeOfBot("bot_1", "tok")), "The API's answer broke off: network error. passing");
  },
};
