import type { Permit, ToolCall } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Hook } from "../src/index.ts"
import { call, openGate } from "./openGate.ts"
import { echo } from "./tools.ts"

describe("a gate hook", () => {
  it("sees the raw call before it is looked up", async () => {
    const seen: Array<unknown> = []
    const gate = await openGate({
      tools: [echo],
      hooks: [{ onToolCall: (request, context) => void seen.push(request, context.session) }]
    })
    await gate.dispatch({ id: "1", tool: "nowhere", argsText: "{" })
    expect(seen).toEqual([{ id: "1", tool: "nowhere", argsText: "{" }, "s1"])
  })

  it.each([
    ["a value", () => ({ stop: "Not today." })],
    ["a promise", async () => ({ stop: "Not today." })],
    ["an Effect", () => Effect.succeed({ stop: "Not today." })]
  ])("stops a call with %s", async (_how, onToolCall) => {
    const gate = await openGate({ tools: [echo], hooks: [{ onToolCall }] })
    expect(await gate.dispatch(call("1", "echo", { text: "a" }))).toMatchObject({
      executed: "no",
      error: { why: "HookStopped", class: "permission_denied", message: "Not today." }
    })
  })

  it("rewrites the tool and the arguments but not the id, and the next hook receives them", async () => {
    const seen: Array<string> = []
    const hooks: ReadonlyArray<Hook> = [
      { onToolCall: () => ({ tool: "echo", id: "forged" }) as object },
      {
        onToolCall: ({ tool }) => {
          seen.push(tool)
        }
      },
      { onToolCall: () => ({ args: { text: "rewritten" } }) }
    ]
    const gate = await openGate({ tools: [echo], hooks })
    expect(await gate.dispatch(call("1", "other", { text: "a" }))).toMatchObject({
      callId: "1",
      toolName: "echo",
      arguments: { text: "rewritten" },
      output: { content: [{ text: "rewritten" }] }
    })
    expect(seen).toEqual(["echo"])
  })

  it.each<[string, object, object, object]>([
    ["a value in the place of text", { argsText: "{" }, { args: { text: "b" } }, { args: { text: "b" } }],
    ["text in the place of a value", { args: {} }, { argsText: '{"text":"b"}' }, { argsText: '{"text":"b"}' }],
    ["the text that it had", { argsText: '{"text":"b"}' }, { tool: "echo" }, { argsText: '{"text":"b"}' }]
  ])("leaves a call with %s", async (_what, given, answer, left) => {
    const seen: Array<object> = []
    const gate = await openGate({
      tools: [echo],
      hooks: [{ onToolCall: () => answer }, { onToolCall: (call) => void seen.push(call) }]
    })
    const asked = { id: "1", tool: "echo", idempotencyKey: "k" }
    expect(await gate.dispatch({ ...asked, ...given } as ToolCall)).toMatchObject({ arguments: { text: "b" } })
    expect(seen).toStrictEqual([{ ...asked, ...left }])
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("broken hook")
      }
    ],
    ["rejects", () => Promise.reject(new Error("broken hook"))],
    ["fails", () => Effect.fail(new Error("broken hook"))]
  ])("that %s stops the call, and the log names the fault", async (_how, onToolCall) => {
    const gate = await openGate({ tools: [echo], hooks: [{ onToolCall }] })
    const execution = await gate.dispatch(call("1", "echo", { text: "a" }))
    expect(execution).toMatchObject({ executed: "no", error: { why: "HookStopped" } })
    expect(JSON.stringify(execution)).not.toContain("broken hook")
    expect(gate.logs.join("\n")).toContain("broken hook")
  })
})

describe("a start hook", () => {
  it("sees permitted calls only", async () => {
    const permits: Array<Permit> = []
    const gate = await openGate({ tools: [echo], hooks: [{ onToolStart: (permit) => permits.push(permit) }] })
    await gate.dispatch(call("1", "echo"))
    await gate.dispatch(call("2", "echo", { text: "a" }))
    expect(permits.map(({ request, grant }) => [request.callId, request.args, grant.sandbox])).toEqual([
      ["2", { text: "a" }, "host"]
    ])
  })

  it("that throws stops the call before it runs", async () => {
    const gate = await openGate({
      tools: [echo],
      hooks: [
        {
          onToolStart: () => {
            throw new Error("broken hook")
          }
        }
      ]
    })
    expect(await gate.dispatch(call("1", "echo", { text: "a" }))).toMatchObject({
      executed: "no",
      error: { why: "HookStopped" }
    })
    expect(gate.events.map(({ type }) => type)).toEqual(["tool.failed"])
  })

  it("cannot change the call", async () => {
    const gate = await openGate({
      tools: [echo],
      hooks: [{ onToolStart: ({ request }) => void Reflect.set(request.args, "text", "forged") }]
    })
    expect((await gate.dispatch(call("1", "echo", { text: "a" }))).output.content).toEqual([
      { type: "text", text: "a" }
    ])
  })
})
