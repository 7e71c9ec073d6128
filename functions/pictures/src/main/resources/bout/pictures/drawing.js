// Draws a board with the site's renderer of its game, which the host puts before this, on a canvas that only writes down
// what it is told. The host draws it.

/** How many calls one answer has, so that it stays below the longest that a sandbox gives back. */
const CALLS = 800;

let written = [];

/** Half a thousandth of a pixel or radian is not visible. */
const short = (value) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value);

/** A canvas's context, as far as renderers set and call it. They never read from it. */
const writer = () => new Proxy({}, {
  get: (_, name) => (...values) => {
    written.push([name, ...values.map((value) => (Array.isArray(value) ? value.map(short) : short(value)))]);
  },
  set: (_, name, value) => {
    written.push([name, short(value)]);
    return true;
  },
});

/**
 * @param turns how many turns a match had
 * @returns the turn whose board shows it best
 */
const shown = ({ turns }) => ({ turn: typeof previewTurn === "undefined" ? turns : previewTurn(turns) });

/**
 * @param from the first call that is asked for; with 0, the board is drawn
 * @param pictures of the turns before, oldest first, and last the one to draw
 * @param room how wide and high the board may be, in pixels
 * @param colours by their names in the style sheets
 * @returns the board's size in pixels, and calls of a canvas: each a list of its name and its arguments, or of a property and
 *   its value. There are no more when the list is empty
 */
function drawn({ from, pictures, room, colours }) {
  const picture = pictures.at(-1);
  const { columns, rows } = size(picture);
  const most = Math.min(room.width / columns, room.height / rows);
  const unit = fields ? Math.floor(most) : most;
  if (from === 0) {
    written = [];
    const past = typeof positions === "undefined" ? [] : pictures.slice(0, -1).map(positions);
    draw(writer(), picture, unit, (name) => colours[name], null, past);
  }
  return { width: Math.round(unit * columns), height: Math.round(unit * rows), calls: written.slice(from, from + CALLS) };
}

const boardOf = (request) => (request.turns === undefined ? drawn(request) : shown(request));
