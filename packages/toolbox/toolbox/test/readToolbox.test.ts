import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measureGrowth, mostGrowth } from "@toolgate/testing"
import { openGate, readToolbox, ToolboxSettingsInvalid } from "toolgate/config"
import { expect, it, onTestFinished } from "vitest"
import { toolboxEntries } from "../src/toolboxEntries.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-toolbox-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const list = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))
const named = <A>(count: number, make: (at: number) => A) =>
  Object.fromEntries(list(count, (at) => [`m${at}`, make(at)]))
const settings = (rest: object) => JSON.stringify({ version: 1, ...rest })

const documents: Readonly<Record<string, (count: number) => string>> = {
  agents: (count) => settings({ routing: { agents: named(count, () => ({ command: ["x"] })) } }),
  "wrong agents": (count) => settings({ routing: { agents: named(count, () => ({ comand: ["x"] })) } }),
  hosts: (count) => settings({ web: { private: list(count, (at) => `a${at}.example:80`) } }),
  "unknown sections": (count) => settings(named(count, () => ({}))),
  "unknown keys": (count) => settings({ web: named(count, () => 1) }),
  "sections of one name": (count) => `version: 1\n${list(count, () => "web: {}\n").join("")}`
}

it.each(Object.entries(documents))("reads a toolbox.yaml with many %s in linear time", async (_, make) => {
  const path = join(folder(), "toolbox.yaml")
  const read = (text: string) => {
    writeFileSync(path, text)
    return readToolbox({ entries: toolboxEntries, settings: path }).catch(String)
  }
  expect(await measureGrowth(read, (length) => make(Math.ceil(length / 40)), 4_000)).toBeLessThanOrEqual(mostGrowth)
})

const withSettings = (text: string) => {
  const path = join(folder(), "toolbox.yaml")
  writeFileSync(path, text)
  return readToolbox({ entries: toolboxEntries, settings: path })
}
const namesOf = (tools: ReadonlyArray<{ readonly name: string }>) => tools.map(({ name }) => name)

it("resolves a tool to its entry, and ignores unknown names", async () => {
  const { toolsOf, agentsOf, leftOut } = await readToolbox({ entries: toolboxEntries })
  expect(namesOf(await toolsOf(["calculate", "nothing"]))).toEqual(["calculate"])
  expect([await agentsOf(["delegate"]), leftOut]).toEqual([{}, []])
})

it("drops the tools of an entry whose section is invalid, and keeps the others", async () => {
  const { toolsOf, leftOut } = await withSettings("version: 1\nweb: { privat: [] }\n")
  expect(leftOut).toMatchObject([{ what: "section", name: "web" }])
  expect(namesOf(await toolsOf(["http_get", "calculate"]))).toEqual(["calculate"])
})

it("refuses an unusable file as a whole", async () => {
  await expect(withSettings("version: 2\n")).rejects.toThrow(ToolboxSettingsInvalid)
})

it("resolves an agent's paths from the folder of the settings", async () => {
  const { agentsOf, file = "" } = await withSettings(
    "version: 1\nrouting: { agents: { a: { command: [x], policy: p.yaml, confinement: { files: [{ path: ., mode: r }] } } } }\n"
  )
  const at = join(file, "..")
  expect(await agentsOf(["delegate"])).toEqual({
    a: { command: ["x"], policy: join(at, "p.yaml"), confinement: { files: [{ path: at, mode: "r" }] } }
  })
  expect(await agentsOf(["calculate"])).toEqual({})
})

it("gives a gate the chosen tools, unless the app has a tool with the name", async () => {
  const toolbox = { ...(await withSettings("version: 1\n")), tools: ["calculate", "statistics"] }
  const workspace = folder()
  const own = { ...(await toolbox.toolsOf(["calculate"]))[0], description: "Ours." } as never
  await using gate = await openGate({ workspace, policy: "host", tools: [own], toolbox })
  expect(gate.tools.list().map(({ name, description }) => [name, description === "Ours."])).toEqual([
    ["calculate", true],
    ["statistics", false]
  ])
})
