/** The modules that a match needs, loaded when it is known which. */

/** The module that draws a game, or `null` for a game that this site does not know. */
export async function rendererOf(game) {
  if (typeof game !== "string" || !/^[a-z0-9-]+$/.test(game)) {
    return null;
  }
  try {
    return await import(`../games/${game}/renderer.js`);
  } catch {
    return null;
  }
}

/** The engine, or `null` where it does not load. */
export async function engineModule() {
  try {
    return await import("../engine.js");
  } catch {
    return null;
  }
}
