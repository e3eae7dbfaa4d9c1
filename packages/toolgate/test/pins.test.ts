import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PinStore } from "@toolgate/core"
import { makePin } from "@toolgate/registry"
import { openStore, readStoreKey, SqlPinStore } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { createToolgate, defineTool, type Tool, type ToolgateOptions } from "../src/index.ts"

const say = () => {}
const logger = { trace: say, debug: say, info: say, warn: say, error: say, fatal: say }

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Opens a gate with pins. */
const open = async (tools: ReadonlyArray<Tool>, options: Partial<ToolgateOptions>) => {
  const gate = await createToolgate({ workspace: folder(), policy: "host", logger, tools, ...options })
  onTestFinished(gate.close)
  return gate
}

/** Makes a store with a key, and a function that approves a tool there, as another process would. */
const newStore = () => {
  const path = folder()
  const store = { at: join(path, "store.sqlite"), key: `file:${join(path, "store.key")}` }
  writeFileSync(join(path, "store.key"), randomBytes(32), { mode: 0o600 })
  const approve = (tool: Tool) =>
    Effect.gen(function* () {
      const key = yield* readStoreKey(store)
      const { replace } = yield* PinStore
      yield* replace(makePin(tool, { by: "alice", at: 1 }, key))
    }).pipe(Effect.provide(Layer.provide(SqlPinStore.layer, openStore(store.at))), Effect.runPromise)
  return { store, approve }
}

const tool = (name: string, parts: Partial<Tool> = {}, execute = (): unknown => "done"): Tool => ({
  ...defineTool({ name, description: "For tests.", parameters: { type: "object" }, sideEffects: "NONE", execute }),
  ...parts
})

let calls = 0
const call = (tool: string) => ({ id: `${++calls}`, tool, args: {} })

it("neither shows nor runs a tool of another owner until it is approved", async () => {
  let ran = 0
  const search = tool("search", { owner: "server" }, () => ++ran)
  const { store, approve } = newStore()
  const gate = await open([tool("own"), search], { pins: {}, store })
  const shown = () => gate.tools.list().map(({ name }) => name)
  expect([shown(), gate.canUseTool("search")]).toEqual([["own"], false])
  expect(await gate.dispatch(call("search"))).toMatchObject({
    success: false,
    executed: "no",
    error: { why: "ToolQuarantined", class: "permission_denied" }
  })
  expect((await gate.dispatch(call("serch"))).error?.message).not.toContain("search")
  const changed = new Promise<string>((resolve) => {
    gate.tools.listen(({ change, tool }) => resolve(`${change} ${tool.name}`))
  })
  await approve(search)
  expect(await changed).toBe("replaced search")
  expect([shown(), gate.canUseTool("search"), ran]).toEqual([["own", "search"], true, 0])
  expect(await gate.dispatch(call("search"))).toMatchObject({ success: true })
})

it("a running call keeps its definition when the tool is replaced by an unapproved one", async () => {
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<string>()
  const slow = tool("search", { owner: "server" }, () => {
    began.resolve()
    return mayEnd.promise
  })
  const gate = await open([slow], { pins: { owners: { server: "first-use" } } })
  const first = gate.dispatch(call("search"))
  await began.promise
  await gate.tools.replace({ ...slow, description: "For tests.\u200b" })
  expect((await gate.dispatch(call("search"))).error).toMatchObject({
    why: "ToolQuarantined",
    details: { tool: "search", changed: ["description"] }
  })
  mayEnd.resolve("done")
  expect(await first).toMatchObject({ success: true, output: { content: [{ text: "done" }] } })
  await gate.tools.replace(slow)
  expect(await gate.dispatch(call("search"))).toMatchObject({ success: true })
})

it.each([
  [{ app: "on" }, 'Cannot open the gate: option "pins.app" must be "approved" or "first-use", or "off".'],
  [
    { owners: { server: "off" } },
    'Cannot open the gate: option "pins.owners.server" must be "approved" or "first-use".'
  ],
  [
    { owners: "server" },
    'Cannot open the gate: option "pins.owners" must be an object of rules, as in { "my-server": "first-use" }.'
  ]
])("refuses pins of %o", async (pins, message) => {
  await expect(open([], { pins } as object)).rejects.toThrow(new TypeError(message))
})
