/** The commands that start a bot with its secret, for each starter and shell. */

const USUAL_PORT = 9000;

/** @type {{id: string, name: string, file: string, command: (port: number, windows: boolean, host: string) => string}[]} */
export const STARTERS = [
  {
    id: "python",
    name: "Python",
    file: "starters/python/bot.py",
    command: (port, windows) => `${windows ? "python" : "python3"} bot.py ${port}`,
  },
  { id: "javascript", name: "JavaScript", file: "starters/javascript/bot.mjs", command: (port) => `node bot.mjs ${port}` },
  { id: "java", name: "Java", file: "starters/java/Bot.java", command: (port) => `java Bot.java ${port}` },
  { id: "go", name: "Go", file: "starters/go/bot.go", command: (port) => `go run bot.go ${port}` },
  { id: "php", name: "PHP", file: "starters/php/bot.php", command: (port, _, host) => `php -S ${host}:${port} bot.php` },
];

export const SHELLS = [
  { id: "posix", name: "Linux, macOS" },
  { id: "powershell", name: "Windows (PowerShell)" },
];

/** URLs of this machine or, with its address there, of its network; and the port. */
const NEAR =
  /^http:\/\/(?:localhost|127\.[\d.]+|\[::1\]|(?<lan>10\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|192\.168\.[\d.]+)):(?<port>\d{1,5})(?:\/|$)/i;

/** The port that a bot listens on. Behind a public address stands another, which only the owner knows. @param {string} url */
export const portOf = (url) => Number(NEAR.exec(url)?.groups?.port ?? USUAL_PORT);

/** Where a starter listens unless it is told: others in the network do not reach it there. */
const USUAL_HOST = "127.0.0.1";

/** @param {string} id */
export const starterOf = (id) => /** @type {typeof STARTERS[0]} */ (STARTERS.find((each) => each.id === id));

/**
 * A command for a terminal.
 *
 * @param {string} starter the id
 * @param {string} shell the id
 * @param {{url: string, secret: string | null}} bot without its secret, a bot answers unsigned calls, too, and proves nothing
 */
export function startCommand(starter, shell, { url, secret }) {
  const windows = shell === "powershell";
  const host = NEAR.exec(url)?.groups?.lan ?? USUAL_HOST;
  /** @param {string} name @param {string | null} value */
  const set = (name, value) => (value === null ? "" : windows ? `$env:${name}="${value}"; ` : `${name}=${value} `);
  return (
    set("HOST", host === USUAL_HOST || starter === "php" ? null : host) +
    set("BOUT_SECRET", secret) +
    starterOf(starter).command(portOf(url), windows, host)
  );
}
