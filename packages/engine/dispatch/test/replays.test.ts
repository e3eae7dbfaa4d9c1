import { AuditLog, type Replayed, refused, type ToolExecution } from "@toolgate/core"
import { TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { tool } from "./tools.ts"

const done: Replayed = {
  _tag: "Replayed",
  executed: "yes",
  output: { content: [{ type: "text", text: "sent" }], value: "sent", success: true, metadata: {} },
  error: undefined
}
const failed: Replayed = {
  ...done,
  executed: "unknown",
  output: { content: [], success: false, metadata: {} },
  error: refused("ToolFailed", "Nobody knows.")
}

/** Opens a gate whose log answers each call with the outcome of an earlier one. */
const openReplaying = async (replay: unknown, parts: Partial<GateParts> = {}) => {
  const ran: Array<string> = []
  const started: Array<string> = []
  const ended: Array<ToolExecution> = []
  const audit = Layer.succeed(AuditLog, {
    entry: () => ({ intend: () => Effect.fail(replay as Replayed), end: (answer) => ended.push(answer) }),
    refused: (answer) => ended.push(answer)
  })
  const send = tool("send", (_args, { callId }) => ran.push(callId))
  const hooks = [
    {
      onToolStart: ({ request }: { readonly request: { readonly callId: string } }) => void started.push(request.callId)
    }
  ]
  return { gate: await openGate({ tools: [send], hooks, audit, ...parts }), ran, started, ended }
}

describe("a repeated idempotency key", () => {
  it.each([
    ["a success", done, "tool.completed"],
    ["a failure", failed, "tool.failed"]
  ])("is answered as before, by %s, and does not run again", async (_, replay, event) => {
    const { gate, ran, started, ended } = await openReplaying(replay)
    const { _tag, ...outcome } = replay
    const execution = await gate.dispatch({ ...call("2", "send"), idempotencyKey: "order 7" })
    expect(execution).toMatchObject({ ...outcome, callId: "2", success: outcome.error === undefined, replayed: true })
    expect([ran, started]).toEqual([[], []])
    expect(gate.events).toMatchObject([{ type: event, callId: "2" }])
    expect(ended).toEqual([execution])
  })

  it("returns its slot", async () => {
    const { gate } = await openReplaying(done, { limits: { callsPerSession: 1, callsInAll: 1 } })
    for (const id of ["1", "2", "3"]) expect(await gate.dispatch(call(id, "send"))).toMatchObject({ replayed: true })
  })

  it.each([
    undefined,
    null,
    { _tag: "Replayed" },
    { ...done, executed: "perhaps" },
    { ...done, output: "sent" },
    { ...done, error: new Error("no refusal") },
    { ...done, _tag: "Repeated" }
  ])("is refused if the log answers with %o", async (replay) => {
    const { gate, ran } = await openReplaying(replay)
    expect(await gate.dispatch(call("1", "send"))).toMatchObject({ executed: "no", error: { why: "InternalError" } })
    expect(ran).toEqual([])
    expect(gate.events).toHaveLength(1)
  })
})

it("only the log replaces a run", async () => {
  const late = await openReplaying(done, {
    audit: AuditLog.layerNone,
    sandbox: { start: () => Effect.fail(done as never) }
  })
  expect(await late.gate.dispatch(call("1", "send"))).toMatchObject({
    executed: "yes",
    error: { why: "InternalError" }
  })
  const early = await openReplaying(done, { hooks: [], policy: TestPolicies.denies })
  expect(await early.gate.dispatch(call("1", "send"))).toMatchObject({ error: { why: "PolicyDenied" } })
})
