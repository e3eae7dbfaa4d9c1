import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ToolChange } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { HostPolicy, ToolRegistry } from "../src/effect.ts"
import {
  createToolgate,
  defineTool,
  type Tool,
  type Toolgate,
  type ToolgateOptions,
  ToolRegistrationError,
  Type
} from "../src/index.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-tools-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const silent = () => {}
const logger = { trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent }

const open = async (options: Partial<ToolgateOptions> = {}) => {
  const gate = await createToolgate({ workspace: folder(), policy: "host", tools: [], logger, ...options })
  onTestFinished(() => gate.close())
  return gate
}

/** Returns a tool that answers with its description. */
const said = (name: string, description: string, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({ name, description, parameters: Type.Object({}), sideEffects: "NONE", execute: () => description }),
  ...more
})

const call = async (gate: Toolgate, tool: string) => {
  const { output, error } = await gate.dispatch({ id: crypto.randomUUID(), tool, args: {} })
  return error?.why ?? output.content
}

const text = (text: string) => [{ type: "text", text }]

const listed = (gate: Toolgate) => gate.tools.list().map(({ name, description }) => [name, description])

it("changes which tools can be called, listed, used and named to a model", async () => {
  const gate = await open({ tools: [said("a", "First.")] })
  await gate.tools.add(said("b", "Second.", { aliases: ["c"] }))
  expect(listed(gate)).toEqual([
    ["a", "First."],
    ["b", "Second."]
  ])
  expect([await call(gate, "b"), await call(gate, "c")]).toEqual([text("Second."), text("Second.")])
  expect(gate.canUseTool("c")).toBe(true)
  await gate.tools.replace(said("b", "Third.", { aliases: ["d"] }))
  expect([await call(gate, "b"), await call(gate, "c"), await call(gate, "d")]).toEqual([
    text("Third."),
    "ToolNotFound",
    text("Third.")
  ])
  await gate.tools.replace(said("e", "Fifth."))
  expect([await gate.tools.remove("d"), await gate.tools.remove("b")]).toEqual([true, false])
  expect(gate.canUseTool("b")).toBe(false)
  expect((await gate.dispatch({ id: "1", tool: "b", args: {} })).error?.message).toBe(
    'Tool "b" not found. Available: a, e.'
  )
})

it("notifies its listeners until they stop", async () => {
  const gate = await open()
  const told: Array<string> = []
  const stop = gate.tools.listen(({ change, tool }: ToolChange) => void told.push(`${change} ${tool.name}`))
  await gate.tools.add(said("a", "First."))
  await gate.tools.replace(said("a", "Second."))
  await gate.tools.remove("a")
  stop()
  stop()
  await gate.tools.add(said("b", "First."))
  expect(told).toEqual(["added a", "replaced a", "removed a"])
})

it("logs an error or a rejection of a listener, and continues", async () => {
  const lines: Array<readonly [string, unknown]> = []
  const error = (fields: object, message: string) => void lines.push([message, (fields as { err: Error }).err.message])
  const gate = await open({ logger: { ...logger, error } })
  gate.tools.listen(() => {
    throw new Error("at once")
  })
  gate.tools.listen(async () => {
    throw new Error("later")
  })
  const told = new Promise<string>((resolve) => gate.tools.listen(({ tool }) => resolve(tool.name)))
  await gate.tools.add(said("a", "First."))
  expect(await told).toBe("a")
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual([
    ["A listener of the tools failed.", "at once"],
    ["A listener of the tools failed.", "later"]
  ])
})

it("rejects an invalid tool with all problems, and the old tool stays", async () => {
  const gate = await open({ tools: [said("a", "First."), said("b", "Second.", { aliases: ["c"] })] })
  const bad = said("a", " ", { timeoutMs: 0 })
  for (const changed of [gate.tools.replace(bad), gate.tools.add({ ...bad, name: "d" })]) {
    const error = await changed.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ToolRegistrationError)
    expect((error as ToolRegistrationError).problems).toEqual([
      "the description must not be empty",
      '"timeoutMs" must be more than 0 and at most 2147483647'
    ])
  }
  for (const taken of [
    gate.tools.add(said("a", "Newer.")),
    gate.tools.add(said("c", "Newer.")),
    gate.tools.replace(said("c", "Newer.")),
    gate.tools.replace(said("a", "Newer.", { aliases: ["c"] })),
    gate.tools.add(undefined as never),
    gate.tools.add({ name: 7, description: "Newer." } as never)
  ])
    await expect(taken).rejects.toBeInstanceOf(ToolRegistrationError)
  expect(listed(gate)).toEqual([
    ["a", "First."],
    ["b", "Second."]
  ])
})

it("rejects an invalid name or listener", async () => {
  const gate = await open()
  for (const name of [undefined, 7, {}, null])
    await expect(gate.tools.remove(name as never)).rejects.toThrow("The name of a tool must be a string.")
  expect(() => gate.tools.listen({} as never)).toThrow("The listener must be a function.")
})

it("adds one of two tools with the same name that are added concurrently, after checking their guests", async () => {
  const script = join(folder(), "guest.js")
  writeFileSync(script, "export default () => 'ran'")
  const guest = (description: string) =>
    defineTool({ name: "guest", description, parameters: Type.Object({}), sideEffects: "NONE", wasm: { script } })
  const gate = await open()
  const added = await Promise.allSettled([gate.tools.add(guest("First.")), gate.tools.add(guest("Second."))])
  expect(added.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(added.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { problems: ['the name "guest" is taken by the tool "guest"'] }
  })
  expect(listed(gate)).toEqual([["guest", added[0]?.status === "fulfilled" ? "First." : "Second."]])
})

it("finishes a running call with the definition with which it began", async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const begun: Array<() => void> = []
  const slow = (description: string) =>
    defineTool({
      name: "slow",
      description,
      parameters: Type.Object({}),
      output: Type.String({ pattern: `^${description}$` }),
      sideEffects: "NONE",
      execute: async () => {
        begun.shift()?.()
        await isOver
        return description
      }
    })
  const gate = await open({ tools: [slow("First")] })
  const calls: Array<Promise<unknown>> = []
  const begin = () =>
    new Promise<void>((resolve) => {
      begun.push(resolve)
      calls.push(call(gate, "slow"))
    })
  await begin()
  await gate.tools.replace(slow("Second"))
  await begin()
  await gate.tools.remove("slow")
  end()
  expect(await Promise.all([...calls, call(gate, "slow")])).toEqual([text("First"), text("Second"), "ToolNotFound"])
})

it("finishes a call that waits for a person with the definition that the person saw", async () => {
  const policy = join(folder(), "policy.yaml")
  writeFileSync(policy, "version: 1\ntool_confirmation: { default: { WRITE: prompt } }\n")
  const asked: Array<{ readonly tool: string; readonly approve: () => void }> = []
  let isAsked: () => void = () => {}
  const writes = (description: string) => said("writes", description, { sideEffects: "WRITE", callers: ["direct"] })
  const gate = await open({
    policy: { files: [policy] },
    tools: [writes("First.")],
    onAsk: ({ toolName }) =>
      new Promise((resolve) => {
        asked.push({ tool: toolName, approve: () => resolve({ decision: "approve" }) })
        isAsked()
      })
  })
  const begin = async () => {
    const waits = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const answer = call(gate, "writes")
    await waits
    return { answer }
  }
  const first = await begin()
  await gate.tools.replace(writes("Second."))
  const second = await begin()
  await gate.tools.remove("writes")
  for (const { approve } of asked) approve()
  expect([await first.answer, await second.answer, await call(gate, "writes")]).toEqual([
    text("First."),
    text("Second."),
    "ToolNotFound"
  ])
})

it("has a clear error for everything after it was closed, including waiting calls", async () => {
  const { promise: isChecking, resolve: checks } = Promise.withResolvers<void>()
  const policy = Layer.merge(
    HostPolicy.layer,
    Layer.effectDiscard(
      Effect.flatMap(ToolRegistry, ({ admitting }) =>
        Effect.orDie(
          admitting(({ definition }) => {
            if (definition.name !== "waits") return []
            checks()
            return Effect.never
          })
        )
      )
    )
  )
  const gate = await open({ policy, tools: [said("a", "First.")] })
  const waits = expect(gate.tools.add(said("waits", "Waits."))).rejects.toThrow("The gate is closed")
  await isChecking
  await gate.close()
  await waits
  const { tools } = gate
  for (const late of [tools.add(said("b", "Late.")), tools.replace(said("a", "Late.")), tools.remove("a")])
    await expect(late).rejects.toThrow("The gate is closed; its tools are no longer available.")
  expect(() => tools.list()).toThrow("The gate is closed")
  expect(() => tools.listen(silent)).toThrow("The gate is closed")
})
