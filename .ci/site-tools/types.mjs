/**
 * Writes declarations into `types`: what the API says, from the OpenAPI document, and what replays and the files of standings are,
 * from their schemas; the file of a ladder is an `Api.Ladder`. The site's scripts name them `Api.Match`, `Replay.Document`,
 * `BotFile.Document` and so on.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { load } from "js-yaml";
import { compile } from "json-schema-to-typescript";

const FUNCTIONS = new URL("../../functions/", import.meta.url);
const TYPES = new URL("types/", import.meta.url);

const OPEN_API = "api/src/main/resources/bout/api/openapi.yaml";
const STANDINGS = "competition/src/main/resources/bout/competition";
const SCHEMAS = {
  Replay: "wire/src/main/resources/bout/wire/replay.schema.json",
  BotFile: `${STANDINGS}/ladder/bot.schema.json`,
  FrontFile: `${STANDINGS}/ladder/front.schema.json`,
  TournamentFile: `${STANDINGS}/tournament/tournament.schema.json`,
};

const source = (path) => readFileSync(new URL(path, FUNCTIONS), "utf8");

/** Writes a namespace with the type of what the schema describes, `Document`, and one for each of its definitions. */
async function write(namespace, { $id: _id, title: _title, ...schema }) {
  const types = await compile(schema, "Document", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    $refOptions: { resolve: { classpath: { order: 1, canRead: /^classpath:/, read: () => source(OPEN_API) } } },
  });
  writeFileSync(new URL(`${namespace}.d.ts`, TYPES), `declare namespace ${namespace} {\n${types}}\n`);
}

mkdirSync(TYPES, { recursive: true });
const openApi = load(source(OPEN_API).replaceAll("#/components/schemas/", "#/$defs/"));
await write("Api", { type: "object", $defs: openApi.components.schemas });
for (const [namespace, path] of Object.entries(SCHEMAS)) {
  await write(namespace, JSON.parse(source(path)));
}
