// Reads matches that the JVM played, a line of JSON for each, plays them again with the compiled engine, and writes a
// line for each: "same", or what differs.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { compare } from "./compare.mjs";

const engine = await import(pathToFileURL(process.argv[2]));

for (const line of (await text(process.stdin)).trimEnd().split("\n")) {
  console.log(compare(engine, JSON.parse(line)));
}
