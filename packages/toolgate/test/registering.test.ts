import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  type Asker,
  type DispatchContext,
  defineTool,
  type GuestOptions,
  type Tool,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it, onTestFinished } from "vitest"
import { openWorkspace, ToolDispatchEngine, ToolgateLayer } from "../src/effect.ts"
import { ToolRegistrationError } from "../src/index.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-registering-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const note = (sideEffects: Tool["sideEffects"]) =>
  defineTool({
    name: "note",
    description: "Takes a note.",
    parameters: { type: "object", additionalProperties: false },
    sideEffects,
    execute: () => sideEffects
  })

const guest = (name: string, wasm: GuestOptions) =>
  defineTool({ name, description: "A guest.", parameters: { type: "object" }, sideEffects: "NONE", wasm })

/**
 * Opens a gate. `standing` returns the state of the tool "note": its answer, whether it is listed, and the refusal of a
 * misspelled name.
 */
const opened = Effect.gen(function* () {
  const engine = yield* ToolDispatchEngine
  const registry = yield* ToolRegistry
  const { visible } = yield* Visibility
  const context: DispatchContext = {
    session: "s",
    turn: "t",
    principal: { agent: "a", ceiling: { tools: "any" } },
    workspace: yield* openWorkspace(folder()),
    caller: { kind: "direct" },
    deadline: undefined
  }
  const asker: Asker = { principal: context.principal, caller: context.caller }
  const call = (tool: string) => engine.dispatch({ id: crypto.randomUUID(), tool, args: {} }, context)
  const standing = Effect.gen(function* () {
    const { output, error } = yield* call("note")
    return {
      answer: error?.class ?? output.value ?? output.content,
      visible: visible(asker).map(({ name }) => name),
      unknown: (yield* call("noet")).error?.message
    }
  })
  return { registry, standing }
})

const run = <A, E>(program: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(program, Logger.layer([])))

it("judges, shows and names the current tool, independent of an earlier tool of that name", () => {
  const policy = join(folder(), "policy.yaml")
  writeFileSync(policy, "version: 1\ntool_confirmation: { default: { WRITE: deny } }\n")
  const options = { policy: { files: [policy] }, tools: [note("READ")] }
  return run(
    Effect.gen(function* () {
      const { registry, standing } = yield* opened
      const may = {
        answer: [{ type: "text", text: "READ" }],
        visible: ["note"],
        unknown: 'Tool "noet" not found. Available: note.'
      }
      const mayNot = {
        answer: "permission_denied",
        visible: [],
        unknown: 'Tool "noet" not found. No tool is available.'
      }
      const none = { ...mayNot, answer: "not_found" }
      expect(yield* standing).toEqual(may)
      yield* registry.replace(note("WRITE"))
      expect(yield* standing).toEqual(mayNot)
      yield* registry.remove("note")
      expect(yield* standing).toEqual(none)
      yield* registry.add(note("READ"))
      expect(yield* standing).toEqual(may)
    }).pipe(Effect.provide(ToolgateLayer.layer(options)))
  )
})

it("does not open with guests that cannot run, and names them all", async () => {
  const missing = join(folder(), "missing.js")
  const tools = [note("READ"), guest("first", { script: missing }), guest("second", { module: missing })]
  const start = Effect.provide(Effect.service(ToolDispatchEngine), ToolgateLayer.layer({ policy: "host", tools }))
  const error = await run(Effect.flip(start))
  expect(error).toBeInstanceOf(ToolRegistrationError)
  expect(error.message).toBe(
    ["first", "second"]
      .map(
        (name) =>
          `Tool "${name}" cannot be registered: its guest "${missing}" cannot be run: there is no such file or folder.`
      )
      .join(" ")
  )
})

it("starts no process for tools without a guest, and rejects tools with an invalid guest", () => {
  const good = join(folder(), "good.js")
  writeFileSync(good, "export default () => 'ran'")
  const missing = join(folder(), "missing.js")
  const options = { policy: "host", tools: [note("READ")] } as const
  const before = children()
  return run(
    Effect.gen(function* () {
      const { registry } = yield* opened
      expect(children()).toEqual(before)
      const refused = yield* Effect.flip(registry.add(guest("later", { script: missing })))
      expect(refused.problems).toEqual([`its guest "${missing}" cannot be run: there is no such file or folder`])
      expect(registry.has("later")).toBe(false)
      const later = yield* registry.add(guest("later", { script: good }))
      yield* Effect.flip(registry.replace(guest("later", { script: missing })))
      expect(registry.get("later")).toBe(later)
      expect(children().length).toBeGreaterThan(before.length)
    }).pipe(Effect.provide(ToolgateLayer.layer(options)))
  )
})

const children = () =>
  readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8")
      .split(" ")
      .filter((pid) => pid !== "")
  )
