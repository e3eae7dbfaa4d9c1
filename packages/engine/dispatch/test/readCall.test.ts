import type { ToolCall } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { MalformedCall, readCall } from "../src/line/readCall.ts"
import { openGate } from "./openGate.ts"
import { echo } from "./tools.ts"

const hostile = {
  get(): never {
    throw new Error("secret")
  },
  enumerable: true
}
const call = { id: "1", tool: "echo", args: { text: "a" } }

describe("an incoming call", () => {
  it.each<[string, object]>([
    ["a value", call],
    ["a value that is null", { ...call, args: null }],
    ["a value with a key", { ...call, idempotencyKey: "k" }],
    ["text", { id: "1", tool: "echo", argsText: "{" }],
    ["text with a key", { id: "1", tool: "echo", argsText: "{", idempotencyKey: "k" }]
  ])("is copied with its arguments as %s", (_what, given) => {
    const read = readCall(given as ToolCall)
    expect(read).toStrictEqual(given)
    expect(read).not.toBe(given)
  })

  it("keeps only the members of a call", () => {
    const given = { ...call, argsText: undefined, idempotencyKey: undefined, session: "s" }
    expect(readCall(given as object as ToolCall)).toStrictEqual(call)
  })

  it.each<[string, unknown, string, string]>([
    ["nothing", undefined, "", "needs"],
    ["null", null, "", "needs"],
    ["a text", "x", "", "needs"],
    ["a list", [], "", "needs"],
    ["an object without members", {}, "", "needs"],
    ["a number as its id", { ...call, id: 1 }, "", "needs"],
    ["an empty id", { ...call, id: "" }, "", '"id" of a call must be a non-empty string'],
    ["a tool without a name", { id: "1", args: {} }, "1", "needs"],
    ["a getter that throws", Object.defineProperty({ ...call }, "args", hostile), "1", "needs"],
    ["an id that throws", Object.defineProperty({ ...call }, "id", hostile), "", "needs"],
    ["a key that is none", { ...call, idempotencyKey: 5 }, "1", "idempotencyKey"],
    ["an empty key", { ...call, idempotencyKey: "" }, "1", "idempotencyKey"],
    ["arguments in two forms", { ...call, argsText: "{}" }, "1", "not in both"],
    ["a value that is null beside text", { ...call, args: null, argsText: "{}" }, "1", "not in both"],
    ["text that is an object", { id: "1", tool: "echo", argsText: {} }, "1", "a string"],
    ["text that is null", { id: "1", tool: "echo", argsText: null }, "1", "a string"]
  ])("is refused, with its readable members, if it is %s", async (_what, given, id, says) => {
    const read = readCall(given as ToolCall)
    expect(read).toBeInstanceOf(MalformedCall)
    const gate = await openGate({ tools: [echo] })
    const answers = [
      await gate.dispatch(given as ToolCall),
      await gate.dispatchEffect(given as ToolCall),
      ...(await gate.engine.dispatchAllPromise([given as ToolCall], gate.context()))
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        callId: id,
        executed: "no",
        arguments: undefined,
        error: { why: "InvalidArgs", slug: "invalid_args", message: expect.stringContaining(says) }
      })
  })

  it("ignores later changes by the app", async () => {
    const hook = Promise.withResolvers<undefined>()
    const gate = await openGate({ tools: [echo], hooks: [{ onToolCall: () => hook.promise }] })
    const given: Record<string, unknown> = { ...call }
    const answer = gate.dispatch(given as ToolCall)
    Object.assign(given, { id: "2", tool: "other", argsText: "{}", args: { text: "b" } })
    hook.resolve(undefined)
    expect(await answer).toMatchObject({ callId: "1", toolName: "echo", arguments: { text: "a" }, success: true })
  })

  it("is read when its batch arrives", async () => {
    const hook = Promise.withResolvers<undefined>()
    const gate = await openGate({ tools: [echo], hooks: [{ onToolCall: () => hook.promise }] })
    const all = [{ ...call }, { ...call, id: "2" }]
    const answers = gate.engine.dispatchAllPromise(all, gate.context(), { concurrency: 1 })
    Object.assign(all[1] ?? {}, { id: "3" })
    all.length = 1
    hook.resolve(undefined)
    expect((await answers).map(({ callId, success }) => [callId, success])).toEqual([
      ["1", true],
      ["2", true]
    ])
  })

  it("without arguments is refused by its tool", async () => {
    const gate = await openGate({ tools: [echo] })
    expect((await gate.dispatch({ id: "1", tool: "echo" } as never)).error).toMatchObject({
      slug: "invalid_args",
      message: 'Arguments of "echo" are missing; send a JSON object, {} where there are none.'
    })
  })
})
