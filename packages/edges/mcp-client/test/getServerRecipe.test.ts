import { realpathSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import type { JsonObject } from "@toolgate/core"
import { afterEach, expect, it, vi } from "vitest"
import type { StdioSource } from "../src/config/McpConfig.ts"
import { folder, openServers, programs, server } from "./openServers.ts"

afterEach(() => {
  vi.unstubAllEnvs()
})

const readable = (path: string) => ({ path, mode: "r" }) as const

const node = realpathSync(process.execPath)

/** Returns a folder with a `node` that starts the real one. */
const otherNode = () => {
  const made = folder()
  writeFileSync(join(made, "node"), `#!/bin/sh\nexec ${node} "$@"\n`, { mode: 0o755 })
  return made
}

const command = ["node", join(programs, "server.mjs")] as const

/** Returns the program and digest of a tool whose server was started with this PATH. */
const started = async (source: Partial<StdioSource>, path: string) => {
  vi.stubEnv("PATH", path)
  const gate = await openServers([server("files", [], { source: { command, ...source } })])
  expect(await gate.status("files")).toMatchObject({ state: "connected" })
  const tool = gate.registry.get("mcp__files__echo")
  const [first] = tool?.definition.implementations ?? []
  const recipe = first?.kind === "function" ? first.recipe : undefined
  return { program: (recipe?.server as JsonObject | undefined)?.program, digest: tool?.digest }
}

it.each<readonly [string, () => Partial<StdioSource>, string | undefined]>([
  ["confined", () => ({ unconfined: false, files: [programs, dirname(dirname(node))].map(readable) }), node],
  ["unconfined", () => ({}), undefined],
  ["unconfined with its own PATH", () => ({ env: { PATH: dirname(node) } }), node],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference
  ["unconfined with the PATH of its gate", () => ({ env: { PATH: "${env:PATH}" } }), undefined]
])("a server that is %s is described alike from a terminal and from a client", async (_, sourceOf, program) => {
  const source = sourceOf()
  const usual = process.env.PATH ?? ""
  const one = await started(source, [dirname(node), usual].join(delimiter))
  const other = await started(source, [otherNode(), usual].join(delimiter))
  expect(one.program).toBe(program)
  expect(other).toEqual(one)
})
