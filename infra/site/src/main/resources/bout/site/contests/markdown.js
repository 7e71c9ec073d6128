/** A safe part of Markdown: paragraphs, lists, bold, italic, code and links. Everything else stays text. */

import { element } from "../shared/dom.js";

/** Code, bold, italic, a named link, and an address. */
const INLINE =
  /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?"'*`])/gs;

const ITEM = /^\s*(?:([-*])|\d{1,9}[.)])\s+/;

/** @param {string} text @returns {HTMLElement[]} */
export const markdown = (text) =>
  text
    .split(/\n\s*\n/)
    .flatMap((block) => runs(block.split("\n").filter((line) => line.trim() !== "")))
    .map(({ kind, lines }) =>
      kind === "p"
        ? element("p", {}, ...inline(lines.join("\n")))
        : element(kind, {}, ...lines.map((line) => element("li", {}, ...inline(line)))),
    );

/** Lines that belong together. A line that follows an item continues it. @param {string[]} lines */
function runs(lines) {
  /** @type {{kind: "p" | "ul" | "ol", lines: string[]}[]} */
  const found = [];
  for (const line of lines) {
    const [mark, bullet] = ITEM.exec(line) ?? [null];
    const last = found.at(-1);
    if (mark === null && last !== undefined) {
      last.lines.push(`${last.lines.pop()}\n${line.trim()}`);
      continue;
    }
    const kind = mark === null ? "p" : bullet === undefined ? "ol" : "ul";
    const content = line.slice(mark?.length ?? 0).trim();
    if (last?.kind === kind) {
      last.lines.push(content);
    } else {
      found.push({ kind, lines: [content] });
    }
  }
  return found;
}

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(end, match.index), marked(match));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

/** @param {RegExpExecArray} match */
function marked([, code, bold, italic, name, target, address]) {
  if (code !== undefined) {
    return element("code", {}, code);
  }
  if (bold !== undefined) {
    return element("strong", {}, ...inline(bold));
  }
  return italic !== undefined
    ? element("em", {}, ...inline(italic))
    : element("a", { href: target ?? address, rel: "nofollow noopener" }, name ?? address);
}
