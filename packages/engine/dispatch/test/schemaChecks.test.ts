import { defineTool, type StandardSchema } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred, echo } from "./tools.ts"

/** A schema that accepts every object, and checks it with the given function. */
const checking = (validate: (value: unknown) => unknown): StandardSchema => {
  const input = () => ({ type: "object" })
  return {
    "~standard": { version: 1, vendor: "acme", validate, jsonSchema: { input, output: input } }
  } as StandardSchema
}

const holds = checking((value) => ({ value }))

const tool = (parameters: StandardSchema, output: StandardSchema) =>
  defineTool({
    name: "t",
    description: "For a test.",
    sideEffects: "NONE",
    parameters,
    output,
    execute: () => ({ n: 1 })
  })

/** A check that never answers, and whether it was asked. */
const endless = () => {
  const asked = deferred()
  const schema = checking(() => {
    asked.resolve()
    return new Promise(() => {})
  })
  return { asked: asked.promise, schema }
}

const one = { callsPerSession: 1 }

describe("an asynchronous check of a tool's schema", () => {
  it("passes the arguments and reports problems of the result", async () => {
    const says = (message: string) => checking(async () => ({ issues: [{ message }] }))
    for (const [parameters, output, answer] of [
      [
        checking(async (value) => ({ value })),
        checking(async (value) => ({ value })),
        { success: true, output: { value: { n: 1 } } }
      ],
      [
        says("no"),
        holds,
        {
          executed: "no",
          error: { slug: "invalid_args", message: 'Arguments of "t" are invalid: at the top level: no.' }
        }
      ],
      [
        holds,
        says("no"),
        {
          executed: "yes",
          error: {
            slug: "tool_failed",
            message: 'The output of "t" does not match its schema: at the top level: no.'
          },
          output: { value: { n: 1 } }
        }
      ]
    ] as const) {
      const gate = await openGate({ tools: [tool(parameters, output)] })
      expect(await gate.dispatch(call("1", "t", { a: 1 }))).toMatchObject({ ...answer, arguments: { a: 1 } })
    }
  })

  it.each(["arguments", "output"] as const)("of the %s ends with the call, which returns its slot", async (of) => {
    const waits = endless()
    const executed = of === "arguments" ? "no" : "yes"
    const gate = await openGate({
      tools: [of === "arguments" ? tool(waits.schema, holds) : tool(holds, waits.schema), echo],
      limits: one
    })
    const abort = new AbortController()
    const waiting = gate.dispatch(call("1", "t"), {}, abort.signal)
    await waits.asked
    abort.abort()
    expect(await waiting).toMatchObject({ executed, success: false, error: { class: "cancelled" } })
    expect(await gate.dispatch(call("2", "echo", { text: "a" }))).toMatchObject({ success: true })
  })

  it.each(["arguments", "output"] as const)("of the %s ends with the call's deadline", async (of) => {
    const waits = endless()
    const gate = await openGate({ tools: [of === "arguments" ? tool(waits.schema, holds) : tool(holds, waits.schema)] })
    const answer = await gate.dispatch(call("1", "t"), { deadline: Date.now() + 200 })
    expect(answer).toMatchObject({ success: false, error: { class: "timeout" } })
  })

  it("ends with the gate", async () => {
    const waits = endless()
    const gate = await openGate({ tools: [tool(holds, waits.schema)] })
    const waiting = gate.dispatch(call("1", "t"))
    await waits.asked
    await gate.close()
    expect(await waiting).toMatchObject({ executed: "yes", error: { class: "cancelled" } })
  })
})
