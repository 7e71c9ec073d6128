/** The few browser features that scripts need without a page, if the JavaScript engine of the tests lacks them. */

globalThis.URLSearchParams ??= class {
  #entries;

  constructor(fields = {}) {
    this.#entries = new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  }

  get(name) {
    return this.#entries.get(name) ?? null;
  }

  set(name, value) {
    this.#entries.set(name, String(value));
  }

  toString() {
    const encoded = (value) =>
      encodeURIComponent(value)
        .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
        .replaceAll("%20", "+");
    return [...this.#entries].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  }
};

globalThis.Event ??= class {
  constructor(type) {
    this.type = type;
  }
};

globalThis.EventTarget ??= class {
  #listeners = [];

  addEventListener(type, listener) {
    this.#listeners.push([type, listener]);
  }

  dispatchEvent(event) {
    this.#listeners.filter(([type]) => type === event.type).forEach(([, listener]) => listener(event));
  }
};

/** Timers fire at once. */
globalThis.setTimeout ??= (action) => {
  Promise.resolve().then(action);
};

globalThis.performance ??= { now: () => Date.now() };
