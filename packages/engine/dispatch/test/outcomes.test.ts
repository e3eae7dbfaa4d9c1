import {
  defineTool,
  FileFailed,
  type ToolContext,
  ToolExecutionError,
  ToolOutcomeUnknown,
  ToolPermissionDenied,
  ToolValidationError,
  toolOutput
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, tool } from "./tools.ts"

const secret = "hunter2"

describe("the result of a tool", () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic

  it.each([
    ["a string is text", () => "hi", { content: [{ type: "text", text: "hi" }] }],
    ["nothing is nothing", () => undefined, { content: [] }],
    ["a JSON value is a structured result", () => ({ a: [1, null] }), { content: [], value: { a: [1, null] } }],
    ["null is a structured result", () => null, { content: [], value: null }],
    ["a promise is awaited", async () => 1, { value: 1 }],
    ["an Effect is run", () => Effect.succeed(1), { value: 1 }],
    ["an Effect that waits is run", () => Effect.delay(Effect.succeed(1), 1), { value: 1 }],
    [
      "an output says it all",
      () => toolOutput({ text: "t", value: { n: 1 }, filesModified: ["a"], metadata: { m: 1 } }),
      { content: [{ type: "text", text: "t" }], value: { n: 1 }, filesModified: ["a"], metadata: { m: 1 } }
    ]
  ])("%s", async (_name, execute, output) => {
    const gate = await openGate({ tools: [tool("t", execute)] })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({
      success: true,
      executed: "yes",
      error: undefined,
      output
    })
  })

  it.each([
    ["a bigint", () => 1n, 'Tool "t" returned a result that JSON cannot represent: it is a bigint.'],
    [
      "a cycle",
      () => cyclic,
      /^Tool "t" returned a result whose value at "(\/self)+" that JSON cannot represent: it is nested deeper than 128 levels, or contains itself\.$/
    ],
    [
      "a function inside",
      () => ({ a: [() => 1] }),
      'Tool "t" returned a result whose value at "/a/0" that JSON cannot represent: it is a function.'
    ],
    ["a class instance", () => new Date(), /instance of a class/],
    ["not a number", () => Number.NaN, /is not a finite number/],
    ["an output with a bad value", () => toolOutput({ metadata: { m: 1n as never } }), /at "\/metadata\/m"/]
  ])("a value that is not JSON is a failure with the position: %s", async (_name, execute, message) => {
    const gate = await openGate({ tools: [tool("t", execute)] })
    const execution = await gate.dispatch(call("1", "t"))
    expect(execution).toMatchObject({ success: false, executed: "yes", error: { class: "execution_error" } })
    expect(execution.error?.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message))
  })

  it("a text of 100 MB is cut in the middle with a note", async () => {
    const gate = await openGate({ tools: [tool("t", () => `<${"é".repeat(50_000_000)}>`)] })
    const execution = await gate.dispatch(call("1", "t"))
    const block = execution.output.content[0]
    const text = block?.type === "text" ? block.text : ""
    expect(execution.success).toBe(true)
    expect(Buffer.byteLength(text)).toBeLessThan(16 * 1024 * 1024 + 100)
    expect(text.startsWith("<é") && text.endsWith("é>")).toBe(true)
    const [, left, all] = /é\n\[(\d+) of (\d+) bytes left out: the limit is 16777216 bytes\]\né/.exec(text) ?? []
    const statement = text.indexOf("\n[")
    const kept = Buffer.byteLength(text) - Buffer.byteLength(text.slice(statement, text.indexOf("]\n") + 2))
    expect([Number(all), Number(left)]).toEqual([100_000_002, 100_000_002 - kept])
    expect(text).not.toContain("\uFFFD")
  })

  it("a structured result over the limit is refused", async () => {
    const gate = await openGate({ tools: [tool("t", () => ({ big: "x".repeat(20_000_000) }))] })
    expect((await gate.dispatch(call("1", "t"))).error).toMatchObject({
      why: "LimitExceeded",
      message: 'Tool "t" returned a result that holds too much text; its limit is 16777216 bytes.'
    })
  })

  it("a result that does not match the tool's output schema is a failure", async () => {
    const wrong = defineTool({
      name: "t",
      description: "For a test.",
      parameters: Type.Object({}),
      output: Type.Object({ n: Type.Integer() }),
      sideEffects: "NONE",
      execute: () => ({ n: "one" })
    })
    const gate = await openGate({ tools: [wrong] })
    const execution = await gate.dispatch(call("1", "t"))
    expect(execution).toMatchObject({ success: false, executed: "yes", error: { class: "execution_error" } })
    expect(execution.error?.message).toContain('"/n"')
  })

  it("a failure reported by the tool fails the call and keeps its output", async () => {
    const gate = await openGate({ tools: [tool("t", () => toolOutput({ success: false, text: "HTTP 500" }))] })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({
      success: false,
      output: { content: [{ type: "text", text: "HTTP 500" }] },
      error: { why: "ToolFailed", class: "execution_error", message: "HTTP 500" }
    })
  })
})

describe("an error of a tool", () => {
  const raising = [
    [
      "throws",
      (error: unknown) => () => {
        throw error
      }
    ],
    ["rejects", (error: unknown) => () => Promise.reject(error)],
    ["fails as an Effect", (error: unknown) => () => Effect.fail(error)],
    ["dies as an Effect", (error: unknown) => () => Effect.die(error)]
  ] as const

  it.each(raising)("a tool that %s with a ToolError keeps its message", async (_how, raise) => {
    const gate = await openGate({
      tools: [
        tool("denied", raise(new ToolPermissionDenied({ message: "Not yours." }))),
        tool("invalid", raise(new ToolValidationError({ message: "No such day." }))),
        tool("failed", raise(new ToolExecutionError({ message: "HTTP 500.", userVisible: false }))),
        tool("outside", raise(new FileFailed("Denied", "../x")))
      ]
    })
    const errors = await Promise.all(
      ["denied", "invalid", "failed", "outside"].map(async (name) => (await gate.dispatch(call(name, name))).error)
    )
    expect(errors).toMatchObject([
      { class: "permission_denied", slug: "permission_denied", message: "Not yours.", details: { userVisible: true } },
      { class: "validation_error", slug: "invalid_args", message: "No such day." },
      { class: "execution_error", slug: "tool_failed", message: "HTTP 500.", details: { userVisible: false } },
      { class: "permission_denied", slug: "fs_denied", why: "FileDenied" }
    ])
    expect(gate.logs).toEqual([])
  })

  it.each(raising)(
    "a tool that %s with anything else is redacted in the answer and logged with its stack",
    async (_how, raise) => {
      const gate = await openGate({ tools: [tool("t", raise(new Error(`password ${secret}`)))] })
      const execution = await gate.dispatch(call("c7", "t"))
      expect(execution).toMatchObject({
        success: false,
        executed: "yes",
        error: {
          class: "execution_error",
          message: 'Tool "t" failed with an unexpected error; see the log.',
          details: { userVisible: false }
        }
      })
      expect(JSON.stringify(execution)).not.toContain(secret)
      expect(JSON.stringify(gate.events)).not.toContain(secret)
      const log = gate.logs.join("\n")
      expect(log).toContain("level=ERROR")
      expect(log).toContain("callId=c7")
      expect(log).toContain(`password ${secret}`)
      expect(log).toContain("outcomes.test.ts")
    }
  )

  it.each(raising)("a tool that %s with validation errors lists them", async (_how, raise) => {
    const errors = ["from: is after to", "to: is in the past"]
    const many = Array.from({ length: 30 }, () => "x".repeat(5_000))
    const gate = await openGate({
      tools: [
        tool("some", raise(new ToolValidationError({ message: "No such stay.", validationErrors: errors }))),
        tool("many", raise(new ToolValidationError({ message: "No such stay.", validationErrors: many }))),
        tool("none", raise(new ToolValidationError({ message: "No such stay." }))),
        tool("odd", raise(new ToolValidationError({ message: "No.", validationErrors: 7 as never })))
      ]
    })
    expect(new ToolValidationError({ message: "No.", validationErrors: errors }).validationErrors).toEqual(errors)
    expect((await gate.dispatch(call("1", "some"))).error).toMatchObject({
      class: "validation_error",
      message: "No such stay.",
      details: { userVisible: true, validationErrors: errors }
    })
    expect((await gate.dispatch(call("2", "many"))).error?.details.validationErrors).toEqual(
      Array.from({ length: 20 }, () => "x".repeat(1_000))
    )
    expect((await gate.dispatch(call("3", "none"))).error?.details).toEqual({ userVisible: true })
    expect((await gate.dispatch(call("4", "odd"))).error).toMatchObject({
      class: "execution_error",
      details: { userVisible: false }
    })
  })

  it.each(raising)("a tool that %s with an unknown outcome is answered as unknown", async (_how, raise) => {
    class BankSilent extends ToolOutcomeUnknown {}
    for (const error of [ToolOutcomeUnknown, BankSilent]) {
      const gate = await openGate({ tools: [tool("t", raise(new error({ message: "The bank did not answer." })))] })
      expect(await gate.dispatch(call("1", "t"))).toMatchObject({
        success: false,
        executed: "unknown",
        error: { class: "execution_error", slug: "tool_failed", message: "The bank did not answer." }
      })
      expect(gate.events.at(-1)).toMatchObject({ type: "tool.failed", executed: "unknown" })
      expect(gate.logs).toEqual([])
    }
  })

  it.each(raising)("a tool that %s without an effect is answered as not executed", async (_how, raise) => {
    const error = new ToolValidationError({ message: "The bank was not reached.", executed: "no" })
    const gate = await openGate({ tools: [tool("t", raise(error))] })
    expect(await gate.dispatch(call("1", "t"))).toMatchObject({
      success: false,
      executed: "no",
      error: { class: "validation_error", message: "The bank was not reached." }
    })
    expect(gate.events.at(-1)).toMatchObject({ type: "tool.failed", executed: "no" })
  })

  it("a cancelled call has an unknown outcome if its tool reports none", async () => {
    const running = deferred()
    const pays = async (_args: unknown, { signal }: ToolContext) => {
      running.resolve()
      await new Promise((resolve) => signal.addEventListener("abort", resolve))
      throw new ToolOutcomeUnknown({ message: "The bank did not answer." })
    }
    const gate = await openGate({ tools: [tool("t", pays)] })
    const answer = gate.dispatch(call("1", "t"))
    await running.promise
    gate.engine.cancelCall("s1", "1")
    expect(await answer).toMatchObject({ executed: "unknown", error: { why: "Cancelled", class: "cancelled" } })
  })

  it("an unknown outcome of a child call does not change that of its parent", async () => {
    const seen: Array<string> = []
    const pays = tool("pays", () => Promise.reject(new ToolOutcomeUnknown({ message: "The bank did not answer." })), {
      callers: ["direct", "chain"]
    })
    const parent = (name: string, isTold: boolean) =>
      tool(name, async (_args, { dispatch, callId }) => {
        const { executed, error } = await dispatch(call(`${callId}.child`, "pays"))
        seen.push(executed)
        if (isTold) throw new ToolOutcomeUnknown({ message: `One of the payments: ${error?.message}` })
        return "went on"
      })
    const gate = await openGate({ tools: [pays, parent("goes_on", false), parent("tells", true)] })
    expect(await gate.dispatch(call("1", "goes_on"))).toMatchObject({ success: true, executed: "yes" })
    expect(await gate.dispatch(call("2", "tells"))).toMatchObject({ success: false, executed: "unknown" })
    expect(seen).toEqual(["unknown", "unknown"])
  })

  it("a tool that throws undefined is answered", async () => {
    const gate = await openGate({ tools: [tool("t", () => Promise.reject(undefined))] })
    expect((await gate.dispatch(call("1", "t"))).error?.class).toBe("execution_error")
  })

  it.each([
    ["an output whose content is none", async () => toolOutput({ content: "x" as never })],
    [
      "a thenable that throws",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: that is what is tried here
        then: () => {
          throw new Error(secret)
        }
      })
    ],
    [
      "a thenable that answers twice",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: that is what is tried here
        then: (resolve: (value: unknown) => void) => {
          resolve(1n)
          resolve(2)
        }
      })
    ]
  ])("a tool that returns %s is answered once, without waiting for it", async (_name, execute) => {
    const gate = await openGate({ tools: [tool("t", execute)] })
    expect((await gate.dispatch(call("1", "t"))).error).toMatchObject({ class: "execution_error" })
    expect(gate.events.map(({ type }) => type)).toEqual(["tool.called", "tool.failed"])
  })

  it("a factory that fails for a run is a failed tool", async () => {
    let made = 0
    const gate = await openGate({
      tools: [
        defineTool({
          name: "t",
          description: "For a test.",
          parameters: Type.Object({}),
          sideEffects: "NONE",
          make: () => {
            if (++made > 2) throw new Error("no more")
            return { execute: () => made }
          }
        })
      ]
    })
    expect((await gate.dispatch(call("1", "t"))).error).toMatchObject({ why: "ToolFailed" })
  })
})

it("a factory creates an instance per call", async () => {
  const counter = defineTool({
    name: "counter",
    description: "For a test.",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    make: () => {
      let count = 0
      return { execute: () => ++count }
    }
  })
  const gate = await openGate({ tools: [counter] })
  const values = [await gate.dispatch(call("1", "counter")), await gate.dispatch(call("2", "counter"))]
  expect(values.map((execution) => execution.output.value)).toEqual([1, 1])
})

it("an execution has the validated, frozen arguments", async () => {
  const args = { text: "before" }
  const mutating = defineTool({
    name: "t",
    description: "For a test.",
    parameters: Type.Object({ text: Type.String() }),
    sideEffects: "NONE",
    execute: (received) => {
      args.text = "after"
      return Reflect.set(received, "text", "tool") ? "changed" : received.text
    }
  })
  const gate = await openGate({ tools: [mutating] })
  const execution = await gate.dispatch(call("1", "t", args))
  expect(execution.output.content).toEqual([{ type: "text", text: "before" }])
  expect(execution.arguments).toEqual({ text: "before" })
})

it("a malformed call is answered, not thrown", async () => {
  const gate = await openGate({ tools: [] })
  expect(await gate.dispatch({} as never)).toMatchObject({
    success: false,
    executed: "no",
    error: { why: "InvalidArgs" }
  })
})
