/** The icons of buttons, drawn here so that no font needs to have them. They always come with text, possibly hidden. */

const PATHS = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  again: "M12 4a8 8 0 1 1-7.4 5l1.9.8A6 6 0 1 0 12 6v3L7 5l5-4z",
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  back: "M17 4v16L6 12z",
  forward: "M7 4v16l11-8z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
  skip: "M3 5v14l8-7zM11 5v14l8-7zM19 5h2v14h-2z",
  sound:
    "M3 9v6h4l6 5V4L7 9zM15.500 8.200v7.600a4.400 4.400 0 0 0 0-7.600zM15.500 3.700v2.200a6.600 6.600 0 0 1 0 12.200v2.200a8.700 8.700 0 0 0 0-16.600z",
  silent:
    "M3 9v6h4l6 5V4L7 9zM15 9.700l1.400-1.400 2.300 2.300 2.300-2.300 1.400 1.400-2.300 2.300 2.300 2.300-1.400 1.400-2.300-2.300-2.300 2.300-1.400-1.400 2.300-2.300z",
  link: "M10 6H7a6 6 0 0 0 0 12h3v-2.4H7a3.6 3.6 0 0 1 0-7.2h3zM14 6h3a6 6 0 0 1 0 12h-3v-2.4h3a3.6 3.6 0 0 0 0-7.2h-3zM8 10.8h8v2.4H8z",
  picture: "M3 5h18v14H3zM5 7v8l4-4 3 3 4-5 3 4V7zM8.5 8A1.5 1.5 0 1 1 8.5 11 1.5 1.5 0 0 1 8.5 8z",
  film: "M3 4h18v16H3zM5 6v2h2V6zM5 11v2h2v-2zM5 16v2h2v-2zM17 6v2h2V6zM17 11v2h2v-2zM17 16v2h2v-2zM9 6v12h6V6z",
  download: "M11 3h2v9l3.5-3.5L18 10l-6 6-6-6 1.500-1.500L11 12zM4 18h16v2.500H4z",
  full: "M4 4h6v2.500H6.500V10H4zM14 4h6v6h-2.500V6.500H14zM4 14h2.500v3.500H10V20H4zM17.500 14H20v6h-6v-2.500h3.500z",
  help: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.200a7.800 7.800 0 1 0 0 15.600 7.800 7.800 0 0 0 0-15.600zM11 16h2v2h-2zM12 6a3.600 3.600 0 0 1 1.800 6.700c-.6.400-.8.700-.8 1.300v.6h-2V14c0-1.300.6-2.100 1.600-2.800a1.600 1.600 0 1 0-2.200-1.500H8.400A3.600 3.600 0 0 1 12 6z",
};

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}
