import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { defineHostedTool, defineTool, type ToolgateOptions, Type } from "../src/index.ts"
import { newFolder, note, opened } from "./asking.ts"

/** A tool that reads. */
export const look = defineTool({
  name: "look",
  aliases: ["Look"],
  description: "Looks.",
  parameters: Type.Object({}),
  sideEffects: "READ",
  callers: ["direct", "chain"],
  execute: () => "seen"
})
/** A tool that writes. */
export const touch = defineTool({
  name: "touch",
  description: "Touches.",
  parameters: Type.Object({}),
  sideEffects: "WRITE",
  callers: ["direct", "chain"],
  execute: () => "touched"
})
const relay = defineTool({
  name: "relay",
  description: "Calls another tool.",
  parameters: Type.Object({ tool: Type.String() }),
  sideEffects: "READ",
  execute: ({ tool }, { dispatch }) =>
    Effect.map(
      Effect.promise(async () => dispatch({ id: "child", tool, args: {} })),
      ({ success, error }) => (success ? "done" : (error?.message ?? ""))
    )
})
const search = defineHostedTool({
  name: "web_search",
  description: "Searches the web.",
  sideEffects: "READ",
  effects: ["network_access"],
  providerSpecs: { openai: { type: "web_search" } }
})

/** Returns the text of a skill with these tools. */
export const skill = (name: string, tools: string | undefined, text = `Do ${name}.`) =>
  `---\nname: ${name}\ndescription: About ${name}.\n${tools === undefined ? "" : `allowed_tools: ${tools}\n`}---\n${text}\n`

export const texts = {
  looking: skill("looking", "[look, skill]"),
  reading: skill("reading", "['group:read']"),
  talking: skill("talking", undefined),
  nothing: skill("nothing", "[]"),
  relaying: skill("relaying", "[relay, look]"),
  later: skill("later", "[soon]"),
  noting: skill("noting", "[note]")
}

/** Makes a folder of skills. */
export const skillsFolder = (given: Readonly<Record<string, string>> = texts): string => {
  const folder = newFolder()
  for (const [name, text] of Object.entries(given)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, "SKILL.md"), text)
  }
  return folder
}

/** Opens a gate with tools of several kinds, and with skills. */
export const gateWith = (more: Partial<ToolgateOptions> = {}) =>
  opened({ policy: "host", tools: [look, touch, relay, note, search], skills: skillsFolder(), ...more })

export const all = ["look", "touch", "relay", "note", "web_search", "skill"]
export const names = (tools: ReadonlyArray<{ readonly name: string }>) => tools.map(({ name }) => name)
export const call = (tool: string, args = {}) => ({ id: "1", tool, args })
export const refused = (tool: string) => `Tool "${tool}" is not among the tools that this agent may use.`
