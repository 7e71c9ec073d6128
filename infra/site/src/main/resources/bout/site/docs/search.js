/** Searches the documentation. */

/**
 * A section of a page.
 *
 * @typedef {{ address: string, page: string, title: string, text: string }} Section
 */

const MOST = 12;

/**
 * The sections that have all words of a query, the best first: words count most in the title of a section, then in the title
 * of its page.
 *
 * @param {Section[]} sections
 * @param {string} query
 */
export function search(sections, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return [];
  }
  return sections
    .map((section) => ({ section, weight: weight(section, words) }))
    .filter((found) => found.weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST)
    .map((found) => found.section);
}

/** @param {Section} section @param {string[]} words */
function weight(section, words) {
  const title = section.title.toLowerCase();
  const page = section.page.toLowerCase();
  const text = section.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const of =
      (title === word ? 8 : 0) + (title.includes(word) ? 8 : 0) + (page.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
    if (of === 0) {
      return 0;
    }
    sum += of;
  }
  return sum;
}

/**
 * The part of a text around the first of the words.
 *
 * @param {string} text
 * @param {string} query
 */
export function around(text, query) {
  const at = text.toLowerCase().indexOf(query.trim().toLowerCase().split(/\s+/)[0]);
  const from = at < 60 ? 0 : text.indexOf(" ", at - 40) + 1;
  return (from > 0 ? "… " : "") + text.slice(from);
}
