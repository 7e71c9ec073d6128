// Reads matches played on the JVM, one line of JSON each, replays them with the compiled engine, and writes one line
// each: "same", or the difference.
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { compare } from "./compare.mjs";

const engine = await import(pathToFileURL(process.argv[2]));

for (const line of (await text(process.stdin)).trimEnd().split("\n")) {
  console.log(compare(engine, JSON.parse(line)));
}
