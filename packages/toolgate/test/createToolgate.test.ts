import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { CatalogueInvalid } from "@toolgate/catalogue"
import type { StoreInvalid } from "@toolgate/stores"
import { TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest"
import {
  type AuditLogUnavailable,
  openWorkspace,
  type PolicyInvalid,
  ToolDispatchEngine,
  ToolgateLayer,
  WorkspaceInvalid
} from "../src/effect.ts"
import { builtins, createToolgate, defineTool, type ToolEvent, ToolRegistrationError, Type } from "../src/index.ts"
import { buildToolResultMessages } from "../src/results.ts"

const workspace = () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, "a.txt"), "hello\n")
  return folder
}

const wordCount = defineTool({
  name: "word_count",
  description: "Counts the words of a text.",
  parameters: Type.Object({ text: Type.String() }),
  sideEffects: "NONE",
  execute: ({ text }) => text.split(/\s+/).filter(Boolean).length
})

const open = (more: Partial<Parameters<typeof createToolgate>[0]> = {}) =>
  createToolgate({ workspace: workspace(), policy: "host", tools: [...builtins(), wordCount], ...more })

describe("createToolgate", () => {
  it("dispatches a call with arguments as a value and as text", async () => {
    await using gate = await open()
    const value = await gate.dispatch({ id: "1", tool: "word_count", args: { text: "a b" } })
    const text = await gate.dispatch({ id: "2", tool: "word_count", argsText: '{"text":"a b c"}' })
    expect([value.output.value, text.output.value]).toEqual([2, 3])
  })

  it("reads only the files of its workspace", async () => {
    await using gate = await open()
    expect(await gate.dispatch({ id: "1", tool: "read_file", args: { path: "a.txt" } })).toMatchObject({
      success: true,
      output: { content: [{ type: "text", text: "hello\n" }] }
    })
    expect(await gate.dispatch({ id: "2", tool: "read_file", args: { path: "../" } })).toMatchObject({
      executed: "no",
      error: { class: "permission_denied", slug: "fs_denied" }
    })
  })

  it("keeps to the options that it was called with", async () => {
    const options = { workspace: workspace(), policy: "host", tools: [wordCount] } as const
    const changed: { workspace: string; policy: "host"; tools: ReadonlyArray<typeof wordCount> } = { ...options }
    const opening = createToolgate(changed)
    changed.workspace = "/no-such-folder"
    changed.tools = []
    await using gate = await opening
    expect(gate.tools.list().map(({ name }) => name)).toEqual(["word_count"])
  })

  it("answers a batch in the order of its calls", async () => {
    await using gate = await open()
    const calls = ["a", "a b", "a b c"].map((text, at) => ({ id: String(at), tool: "word_count", args: { text } }))
    for (const concurrency of [1, 2, undefined]) {
      const answers = await gate.dispatchAll(calls, concurrency === undefined ? {} : { concurrency })
      expect(answers.map(({ output }) => output.value)).toEqual([1, 2, 3])
    }
  })

  it("lists its tools, each with a definition for a model", async () => {
    await using gate = await open()
    expect(gate.tools.list().map(({ name }) => name)).toEqual([...builtins().map(({ name }) => name), "word_count"])
  })

  it("reports events from the moment when they are requested", async () => {
    const gate = await open()
    const events = gate.events()
    await gate.dispatch({ id: "1", tool: "word_count", args: { text: "a" } }, { session: "s", turn: "t", agent: "me" })
    await gate.close()
    const seen: Array<unknown> = []
    for await (const event of events) seen.push(event)
    const about = { session: "s", turn: "t", agent: "me", callId: "1", toolName: "word_count" }
    expect(seen).toMatchObject([
      { ...about, type: "tool.called", sideEffects: "none", sandbox: "host" },
      { ...about, type: "tool.completed" }
    ])
  })

  it("stops a reader of events that ends early", async () => {
    await using gate = await open()
    const events = gate.events()
    await gate.dispatch({ id: "1", tool: "word_count", args: { text: "a" } })
    for await (const event of events) {
      expect(event.type).toBe("tool.called")
      break
    }
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })

  it("cancels by signal, by time and by session", async () => {
    const waits = defineTool({
      name: "waits",
      description: "Waits until it is told to stop.",
      parameters: Type.Object({}),
      sideEffects: "NONE",
      execute: (_args, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("half")))
    })
    await using gate = await open({ tools: [waits] })
    const abort = new AbortController()
    const answers = [
      gate.dispatch({ id: "1", tool: "waits", args: {} }, { signal: abort.signal }),
      gate.dispatch({ id: "2", tool: "waits", args: {} }, { timeoutMs: 500 }),
      gate.dispatch({ id: "3", tool: "waits", args: {} }, { session: "s3" })
    ]
    abort.abort()
    await gate.cancelSession("s3")
    expect((await Promise.all(answers)).map(({ error, output }) => [error?.class, output.content])).toEqual(
      ["cancelled", "timeout", "cancelled"].map((errorClass) => [errorClass, [{ type: "text", text: "half" }]])
    )
  })

  it("closes only once, and answers later calls", async () => {
    const gate = await open()
    await Promise.all([gate.close(), gate.close()])
    await gate[Symbol.asyncDispose]()
    const late = [gate.dispatch({ id: "1", tool: "word_count", args: { text: "a" } }), gate.resume("0".repeat(32))]
    for (const answer of await Promise.all(late))
      expect(answer).toMatchObject({
        executed: "no",
        error: { message: "The call was cancelled because the gate is closed." }
      })
  })

  it("accepts a policy as a layer", async () => {
    await using gate = await open({ policy: TestPolicies.denies })
    expect(await gate.dispatch({ id: "1", tool: "word_count", args: { text: "a" } })).toMatchObject({
      error: { why: "PolicyDenied" }
    })
  })

  it("answers a value that is not a call", async () => {
    await using gate = await open()
    const both = { id: "1", tool: "word_count", args: { text: "a" }, argsText: '{"text":"b"}' }
    for (const call of [undefined, null, 5, "x", [], {}, { id: "1", tool: "word_count" }, both])
      expect(await gate.dispatch(call as never)).toMatchObject({
        success: false,
        executed: "no",
        error: { class: "validation_error" }
      })
  })

  it("refuses an invalid signal, and accepts absent options", async () => {
    await using gate = await open()
    const call = { id: "1", tool: "word_count", args: { text: "a" } }
    expect(await gate.dispatch(call, { signal: new AbortController() as never })).toMatchObject({
      executed: "no",
      error: { message: 'The "signal" of a call must be an AbortSignal.' }
    })
    expect(await gate.dispatch(call, null as never)).toMatchObject({ success: true })
  })

  it("notifies the listeners of a call, a batch and a session of their own events, and rejects an invalid listener", async () => {
    await using gate = await open()
    const session = await gate.session({ id: "s" })
    const call = (id: string) => ({ id, tool: "word_count", args: { text: "a" } })
    const heard: Array<string> = []
    const options = { onEvent: ({ callId, type }: ToolEvent) => heard.push(`${callId} ${type}`) }
    await gate.dispatch(call("1"), options)
    await gate.dispatch(call("unheard"))
    await gate.dispatchAll([call("2")], options)
    await session.dispatch(call("3"), options)
    await session.dispatchAll([call("4")], options)
    expect(heard).toEqual(["1", "2", "3", "4"].flatMap((id) => [`${id} tool.called`, `${id} tool.completed`]))
    expect(await gate.dispatch(call("5"), { onOutput: "log" as never })).toMatchObject({
      executed: "no",
      error: { message: 'The "onEvent" and "onOutput" of a call must be functions.' }
    })
  })

  it("stops a reader of events that is waiting", async () => {
    await using gate = await open()
    const events = gate.events()
    const waiting = [events.next(), events.next()]
    await events.return?.()
    expect(await Promise.all(waiting)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined }
    ])
  })

  it("reports events in order to several concurrent readers", async () => {
    await using gate = await open()
    const events = gate.events()
    const asked = [events.next(), events.next(), events.next()]
    for (const id of ["1", "2", "3"]) await gate.dispatch({ id, tool: "word_count", args: { text: "a" } })
    const told = [...(await Promise.all(asked)), await events.next(), await events.next(), await events.next()]
    expect(told.map(({ value }) => `${value.callId} ${value.type}`)).toEqual(
      ["1", "2", "3"].flatMap((id) => [`${id} tool.called`, `${id} tool.completed`])
    )
  })

  it("reports no events after it was closed", async () => {
    const gate = await open()
    await gate.close()
    expect(await gate.events().next()).toEqual({ done: true, value: undefined })
  })

  it("creates messages from its calls", async () => {
    await using gate = await open()
    const calls = [
      { id: "1", tool: "word_count", args: { text: "a" } },
      { id: "2", tool: "word_count", argsText: '{"text":5}' }
    ]
    const executions = await gate.dispatchAll(calls)
    expect(executions[1]).toMatchObject({ arguments: { text: 5 }, error: { class: "validation_error" } })
    const [asked, answered] = buildToolResultMessages(calls, executions)
    expect(asked.content).toMatchObject([{ input: { text: "a" } }, { input: { text: 5 } }])
    expect(answered.content.map(({ is_error }) => is_error)).toEqual([false, true])
  })

  it("logs to the given logger with the call's fields, and leaves a tool's error out of the answer", async () => {
    const lines: Array<{ level: string; fields: object; message: string }> = []
    const level = (name: string) => (fields: object, message: string) =>
      void lines.push({ level: name, fields, message })
    const logger = {
      trace: level("trace"),
      debug: level("debug"),
      info: level("info"),
      warn: level("warn"),
      error: level("error"),
      fatal: level("fatal")
    }
    const throws = defineTool({
      name: "throws",
      description: "Throws.",
      parameters: Type.Object({}),
      sideEffects: "NONE",
      execute: (_args, context) => {
        context.logger.info("about to throw", { attempt: 1, callId: "forged" })
        throw new Error("boom")
      }
    })
    await using gate = await open({ tools: [throws], logger })
    await gate.dispatch({ id: "c1", tool: "throws", args: {} })
    expect(lines).toMatchObject([
      {
        level: "info",
        message: "about to throw",
        fields: { fields: { attempt: 1, callId: "forged" }, callId: "c1", session: "default", tool: "throws" }
      },
      { level: "error", fields: { callId: "c1", err: { message: "boom" } } }
    ])
  })

  it.each([
    ["a workspace that does not exist", { workspace: "/nowhere/at/all" }, WorkspaceInvalid],
    ["two tools of one name", { tools: [wordCount, wordCount] }, ToolRegistrationError],
    ["no policy", { policy: undefined as never }, TypeError],
    ["a policy that is not one", { policy: "hots" as never }, TypeError],
    ["no tools", { tools: undefined as never }, TypeError],
    ["hooks that are no list", { hooks: {} as never }, TypeError],
    ["a hook under a name that nobody asks", { hooks: [{ ontoolcall: () => ({ stop: "no" }) } as never] }, TypeError],
    ["a hook that is empty", { hooks: [{}] }, TypeError],
    ["a limit of nothing", { limits: { callsPerSession: 0 } }, RangeError],
    ["a limit that is no number", { limits: { callsInAll: Number.NaN } }, RangeError]
  ])("does not open with %s", async (_name, wrong, error) => {
    await expect(open(wrong)).rejects.toBeInstanceOf(error)
  })
})

it("offers the same as layers", async () => {
  const program = Effect.gen(function* () {
    const engine = yield* ToolDispatchEngine
    const context = {
      session: "s",
      turn: "t",
      principal: { agent: "a", ceiling: { tools: "any" as const } },
      workspace: yield* openWorkspace(workspace()),
      caller: { kind: "direct" as const },
      deadline: undefined
    }
    return yield* engine.dispatch({ id: "1", tool: "word_count", args: { text: "a b" } }, context)
  })
  const gate = ToolgateLayer.layer({ policy: "host", tools: [wordCount] })
  expectTypeOf(gate).toExtend<
    Layer.Layer<
      ToolDispatchEngine,
      ToolRegistrationError | PolicyInvalid | AuditLogUnavailable | StoreInvalid | CatalogueInvalid
    >
  >()
  expect((await Effect.runPromise(Effect.provide(program, gate))).output.value).toBe(2)
})
