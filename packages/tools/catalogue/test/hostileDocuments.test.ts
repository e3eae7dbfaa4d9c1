import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureGrowth, mostGrowth } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import { loadCatalogue, loadSkills } from "../src/index.ts"
import { readPlugin } from "../src/plugins/readPlugin.ts"

const folder = mkdtempSync(join(tmpdir(), "toolgate-documents-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads a document from a file, and returns its problems. */
type Read = (text: string) => Promise<ReadonlyArray<string>>

const catalogue: Read = async (text) => {
  const path = join(folder, "tools.yaml")
  writeFileSync(path, text)
  const result = await Effect.runPromise(Effect.result(loadCatalogue([path], { tools: [] })))
  return result._tag === "Failure"
    ? result.failure.problems.map(({ message }) => message)
    : result.success.leftOut.flatMap(({ problems }) => problems.map(({ message }) => message))
}

const skill: Read = async (text) => {
  mkdirSync(join(folder, "skills", "a"), { recursive: true })
  writeFileSync(join(folder, "skills", "a", "SKILL.md"), text)
  const { problems } = await Effect.runPromise(loadSkills(join(folder, "skills")))
  return problems.map(({ message }) => message)
}

const plugin = async (manifest: string, settings: string) => {
  mkdirSync(join(folder, "plugins", "p"), { recursive: true })
  mkdirSync(join(folder, "settings"), { recursive: true })
  writeFileSync(join(folder, "plugins", "p", "manifest.json"), manifest)
  writeFileSync(join(folder, "settings", "p.json"), settings)
  const { problems } = await readPlugin(join(folder, "plugins", "p"), join(folder, "settings"))
  return problems.map(({ message }) => message)
}

const manifest: Read = (text) => plugin(text, "{}")
const settings: Read = (text) => plugin(JSON.stringify(manifestOf([])), text)

const manifestOf = (tools: ReadonlyArray<object>, rest = {}) => ({ name: "p", version: "1.0.0", tools, ...rest })
const list = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))
const named = <A>(count: number, make: (at: number) => A) =>
  Object.fromEntries(list(count, (at) => [`m${at}`, make(at)]))
const tool = (at: number, rest = {}) => ({
  name: `t${at}`,
  description: "T.",
  implementation: { command: ["date"] },
  ...rest
})
const head = (lines: string) => `---\nname: a\ndescription: A.\n${lines}---\nText\n`

/** Documents with this many members of a kind. */
const members: Readonly<Record<string, readonly [Read, (count: number) => string]>> = {
  "a catalogue of tools": [catalogue, (count) => JSON.stringify({ tools: list(count, (at) => tool(at)) })],
  "a catalogue of wrong tools": [
    catalogue,
    (count) => JSON.stringify({ tools: list(count, (at) => tool(at, { risk: "x" })) })
  ],
  "a catalogue of one name": [catalogue, (count) => JSON.stringify({ tools: list(count, () => tool(1)) })],
  "a catalogue of unknown tools": [
    catalogue,
    (count) => JSON.stringify({ tools: list(count, (at) => ({ name: `t${at}` })) })
  ],
  "a tool with parameters": [
    catalogue,
    (count) => JSON.stringify({ tools: [tool(1, { parameters: named(count, () => ({ type: "string" })) })] })
  ],
  "a tool with resources": [
    catalogue,
    (count) =>
      JSON.stringify({
        tools: [tool(1, { resources: list(count, (at) => ({ kind: "file", arg: `a${at}`, mode: "r" })) })]
      })
  ],
  "a tool with words": [
    catalogue,
    (count) => JSON.stringify({ tools: [tool(1, { implementation: { command: list(count, () => "{x}") } })] })
  ],
  "a tool with aliases": [
    catalogue,
    (count) => JSON.stringify({ tools: [tool(1, { aliases: list(count, (at) => `a${at}`) })] })
  ],
  "a tool with unknown keys": [
    catalogue,
    (count) =>
      JSON.stringify({
        tools: [
          tool(
            1,
            named(count, () => 1)
          )
        ]
      })
  ],
  "a manifest of tools": [
    manifest,
    (count) =>
      JSON.stringify(manifestOf(list(count, (at) => ({ name: `t${at}`, description: "T.", command: ["./run"] }))))
  ],
  "a manifest of settings": [
    manifest,
    (count) =>
      JSON.stringify(manifestOf([], { settings_schema: named(count, () => ({ type: "string", default: "x" })) }))
  ],
  "a manifest of dependencies": [
    manifest,
    (count) => JSON.stringify(manifestOf([], { dependencies: list(count, (at) => `d${at}@^1`) }))
  ],
  "a settings file of overrides": [
    settings,
    (count) => JSON.stringify({ tool_overrides: named(count, () => ({ timeout: "5s" })) })
  ],
  "a manifest and a settings file of the same tools": [
    (text) =>
      plugin(
        text,
        JSON.stringify({
          tool_overrides: Object.fromEntries(
            JSON.parse(text).tools.map(({ name }: { readonly name: string }) => [name, { timeout: "5s" }])
          )
        })
      ),
    (count) =>
      JSON.stringify(manifestOf(list(count, (at) => ({ name: `t${at}`, description: "T.", command: ["./run"] }))))
  ],
  "a settings file of settings": [settings, (count) => JSON.stringify({ custom_config: named(count, () => "x") })],
  "a skill of tools": [skill, (count) => head(`allowed_tools: [${list(count, (at) => `t${at}`).join(", ")}]\n`)],
  "a skill of metadata": [skill, (count) => head(`metadata:\n${list(count, (at) => `  k${at}: v\n`).join("")}`)],
  "a skill of unknown keys": [skill, (count) => head(list(count, (at) => `k${at}: v\n`).join(""))]
}

it.each(Object.entries(members))("%s is read in time proportional to its members", async (_, [read, make]) => {
  expect(await measureGrowth(read, (length) => make(length / 40), 10_000)).toBeLessThanOrEqual(mostGrowth)
})

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
const long = "x".repeat(10 * 1024 * 1024)

describe.each<[name: string, read: Read, levels: string, bytes: string, limit: RegExp]>([
  ["a catalogue", catalogue, `tools: ${deep(200)}`, `tools: [] # ${long}`, /longer than 4 MiB/],
  ["a skill", skill, head(`metadata: ${deep(200)}\n`), head(`license: ${long}\n`), /longer than 128 KiB/],
  [
    "a manifest",
    manifest,
    `{"name":"p","tools":${deep(200)}}`,
    `{"name":"${long}"}`,
    /longer than 4 MiB|more than \d+ (?:MiB|bytes)/
  ],
  [
    "a settings file",
    settings,
    `{"custom_config":${deep(200)}}`,
    `{"custom_config":{"a":"${long}"}}`,
    /longer than 4 MiB/
  ]
])("%s", (_, read, levels, bytes, limit) => {
  it("of 10 MB is refused with the limit", async () => {
    expect(await read(bytes)).toEqual([expect.stringMatching(limit)])
  })

  it("of 200 levels is refused", async () => {
    expect((await read(levels)).join("\n")).toMatch(/nested too deeply/)
  })
})

it("a skill with thousands of unknown keys causes fifty warnings, and one about the others", async () => {
  const problems = await skill(head(list(3_000, (at) => `k${at}: v\n`).join("")))
  expect([problems.length, problems.at(-1)]).toEqual([51, "there are 2950 more warnings"])
})
