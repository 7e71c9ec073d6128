/** What all pages have in common, and the page of all components. */

import {
  HOSTILE,
  accessible,
  all,
  asked,
  at,
  bot,
  bots,
  drawn,
  finished,
  fitsTheScreen,
  harmless,
  has,
  java,
  list,
  offline,
  open,
  page,
  replay,
  says,
  see,
  until,
} from "./page.js";

/** A page that shows a name chosen by someone else, and the element that shows it. */
const hostile = (path, place) => async () => {
  await at("phone");
  for (const name of drawn(HOSTILE)) {
    const played = await replay("ajax-tiles", "expand", "fearful", [name, `\u2067${name}`]);
    has("9", played);
    list(finished("9", played));
    bots("ajax-tiles", bot("bot_01", "ajax-tiles", name));
    await open(path.replace("NAME", encodeURIComponent(name)));
    await says(place, name);
    harmless();
  }
};

/** A component that has too little contrast is found by its colours. */
const theme = (name) => async () => {
  await open(`/design.html?theme=${name}`);
  await see("body[data-ready]", 1);
  await accessible();
};

export default {
  "a hostile name is shown as text on the start page": hostile("/", "#latest li"),
  "a hostile name is shown as text in the list of matches": hostile("/matches.html", "#latest li"),
  "a hostile name is shown as text on the page of a match": hostile("/match.html?id=9", "#title"),
  "a hostile name is shown as text in the form of a match": hostile("/new.html?game=ajax-tiles&p1=bot_01", "#bot-1"),
  "a hostile name in an address is shown as text": hostile("/new.html?game=ajax-tiles&name1=NAME", "#filled"),

  "every component has enough contrast in the light theme": theme("light"),
  "every component has enough contrast in the dark theme": theme("dark"),
  "every component has enough contrast in the theme for projectors": theme("projector"),

  async "a phone shows every component without scrolling sideways"() {
    await at("phone");
    await open("/design.html");
    await see("body[data-ready]", 1);
    fitsTheScreen();
  },

  async "every page that requests something reports when nobody answers"() {
    offline(true);
    for (const path of drawn(await java("pages"), 5)) {
      // The page before asks no more.
      await open("about:blank");
      const before = asked.length;
      await open(path + (path === "/match.html" ? "?id=1" : ""));
      await until(() => (page().document.readyState === "complete" ? null : "it loads"), path);
      await new Promise((done) => setTimeout(done, 100));
      if (asked.length > before) {
        await until(() => {
          const told = all("[role=alert]")
            .filter((each) => each.checkVisibility())
            .map(({ textContent }) => textContent);
          return told.some((text) => text.includes("cannot be reached")) ? null : told.join() || "it says nothing";
        }, path);
      }
      await says("main", /\w/);
    }
  },
};
