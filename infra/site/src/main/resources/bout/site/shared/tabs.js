/** Tabs over sections of a page. A section names its tab in `data-tab`; while it is unavailable, so is the tab. */

import { element } from "./dom.js";

export class Tabs {
  #tabs;
  /** @type {HTMLElement | null} */
  #shown = null;

  /**
   * @param {HTMLElement} list the empty element with the role `tablist`
   * @param {HTMLElement[]} sections in the order of the tabs
   */
  constructor(list, sections) {
    this.#tabs = sections.map((section) => {
      const tab = element("button.tab", { type: "button", role: "tab", "aria-controls": section.id }, section.dataset.tab ?? "");
      section.setAttribute("role", "tabpanel");
      tab.addEventListener("click", () => this.show(section));
      return { section, tab, available: true };
    });
    list.replaceChildren(...this.#tabs.map(({ tab }) => tab));
    list.addEventListener("keydown", (event) => this.#step(event));
    this.#draw();
  }

  /** Says whether a section has anything to show. @param {HTMLElement} section @param {boolean} available */
  offer(section, available) {
    for (const each of this.#tabs) {
      if (each.section === section) {
        each.available = available;
      }
    }
    this.#draw();
  }

  /** Shows a section; if it is unavailable, the first available one until it is. @param {HTMLElement} section */
  show(section) {
    this.#shown = section;
    this.#draw();
  }

  #draw() {
    const open = this.#tabs.filter(({ available }) => available);
    const shown = open.find(({ section }) => section === this.#shown) ?? open[0];
    for (const each of this.#tabs) {
      const chosen = each === shown;
      each.tab.hidden = !each.available;
      each.tab.setAttribute("aria-selected", String(chosen));
      each.tab.tabIndex = chosen ? 0 : -1;
      each.section.hidden = !chosen;
    }
  }

  /** The arrow keys go from tab to tab, and one stop of the Tab key is enough for all. @param {KeyboardEvent} event */
  #step(event) {
    const way = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (way === 0) {
      return;
    }
    const open = this.#tabs.filter(({ available }) => available);
    const at = open.findIndex(({ tab }) => tab === event.target);
    const next = open[(at + way + open.length) % open.length];
    this.show(next.section);
    next.tab.focus();
    event.preventDefault();
  }
}
