import { AuditLog, defineTool, RuntimePolicy } from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import { TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { call, type GateParts, openGate } from "./openGate.ts"
import { counting, echo } from "./tools.ts"

/** Opens a gate whose audit log keeps its records in memory. */
const recorded = async (parts: GateParts) => {
  const records: Array<string> = []
  const audit = Layer.succeed(AuditLog, {
    entry: ({ request }) => ({
      intend: () => {
        records.push(`intent ${request.callId}`)
        return Effect.void
      },
      end: ({ callId, executed, error }) => records.push(`end ${callId} ${executed} ${error?.why}`)
    }),
    refused: ({ callId, error }, { session }) => records.push(`refused ${callId} ${error?.why} ${session}`)
  })
  return { gate: await openGate({ ...parts, audit }), records }
}

it("records a call once, by its entry or as refused", async () => {
  const { gate, records } = await recorded({ tools: [echo], hooks: [{ onToolCall: ({ id }) => stopOf(id) }] })
  await gate.dispatch(call("ran", "echo", { text: "a" }))
  await gate.dispatch(call("nowhere", "nowhere"))
  await gate.dispatch(call("invalid", "echo", { text: 1 }))
  await gate.dispatch(call("stopped", "echo", { text: "a" }))
  await gate.dispatch({ id: "malformed" } as never)
  await gate.dispatch(call("late", "echo", { text: "a" }), { deadline: 1 })
  expect(records).toEqual([
    "intent ran",
    "end ran yes undefined",
    "refused nowhere ToolNotFound s1",
    "refused invalid InvalidArgs s1",
    "refused stopped HookStopped s1",
    "refused malformed InvalidArgs s1",
    "refused late TimedOut s1"
  ])
})

const stopOf = (id: string) => (id === "stopped" ? { stop: "No." } : undefined)

it("records a denied call as refused", async () => {
  const { gate, records } = await recorded({ tools: [echo], policy: TestPolicies.denies })
  await gate.dispatch(call("1", "echo", { text: "a" }))
  expect(records).toEqual(["refused 1 PolicyDenied s1"])
})

it("records the digests of the tool and the policy that decided", async () => {
  const told: Array<readonly [id: string, tool: string | undefined, policy: string | undefined]> = []
  const audit = Layer.succeed(AuditLog, {
    entry: ({ request }, policyDigest) => {
      told.push([request.callId, request.toolDigest, policyDigest])
      return { intend: () => Effect.void, end: () => {} }
    },
    refused: ({ callId }, _context, by) => told.push([callId, by?.tool, by?.policy])
  })
  const digests = ["p1", "p2", "p3"]
  const digest = () => {
    const next = digests.shift()
    if (next === undefined) throw new Error("no digest")
    return next
  }
  const policy = Layer.effect(
    RuntimePolicy,
    Effect.map(RuntimePolicy, (given) => ({ ...given, digest }))
  )
  const gate = await openGate({ tools: [echo], audit, policy: Layer.provide(policy, HostPolicy.layer) })
  for (const [id, name] of [
    ["ran", "echo"],
    ["invalid", "echo"],
    ["nowhere", "nowhere"],
    ["ran too", "echo"]
  ] as const)
    await gate.dispatch(call(id, name, id === "invalid" ? {} : { text: "a" }))
  const tool = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(told).toEqual([
    ["ran", tool, "p1"],
    ["invalid", tool, "p2"],
    ["nowhere", undefined, "p3"],
    ["ran too", tool, undefined]
  ])
  expect(gate.logs.join()).toContain("no digest")
})

it("records a duplicate id as refused and the first call by its entry", async () => {
  const blocked = counting()
  const { gate, records } = await recorded({ tools: [blocked.tool] })
  const first = gate.dispatch(call("1", "counting"))
  await gate.dispatch(call("1", "counting"))
  await blocked.finishAll(1)
  await first
  expect(records).toEqual(["intent 1", "refused 1 DuplicateCall s1", "end 1 yes undefined"])
})

it("logs an audit failure at the end of a call and answers the call", async () => {
  const gone = () => {
    throw new Error("the disk is gone")
  }
  const audit = Layer.succeed(AuditLog, {
    entry: () => ({ intend: () => Effect.void, end: gone }),
    refused: gone
  })
  const gate = await openGate({ tools: [echo], audit })
  expect(await gate.dispatch(call("1", "nowhere"))).toMatchObject({ error: { why: "ToolNotFound" } })
  expect(gate.logs.splice(0).join()).toContain("the disk is gone")
  expect(await gate.dispatch(call("2", "echo", { text: "a" }))).toMatchObject({ success: true })
  expect(gate.logs.join()).toContain("the disk is gone")
})

it("passes the idempotency key or the call id to the tool, regardless of hooks", async () => {
  const tellKey = defineTool({
    name: "tell_key",
    description: "Tells its idempotency key.",
    parameters: { type: "object" },
    sideEffects: "NONE",
    execute: (_args, context) => context.idempotencyKey
  })
  const gate = await openGate({ tools: [tellKey], hooks: [{ onToolCall: () => ({ args: {} }) }] })
  expect((await gate.dispatch(call("1", "tell_key"))).output.content).toEqual([{ type: "text", text: "1" }])
  const keyed = { ...call("2", "tell_key"), idempotencyKey: "order 7" }
  expect((await gate.dispatch(keyed)).output.content).toEqual([{ type: "text", text: "order 7" }])
  const forged = { ...call("3", "tell_key"), idempotencyKey: 7 as never }
  expect(await gate.dispatch(forged)).toMatchObject({ error: { why: "InvalidArgs" } })
})

it("cancelCall cancels only the named call", async () => {
  const blocked = counting()
  const gate = await openGate({ tools: [blocked.tool], grace: { cancelled: 0, timedOut: 0 } })
  const calls = [gate.dispatch(call("1", "counting")), gate.dispatch(call("2", "counting"))]
  await blocked.untilStarted(2)
  gate.engine.cancelCall("s1", "1")
  gate.engine.cancelCall("s1", "never there")
  gate.engine.cancelCall("another session", "2")
  expect((await calls[0])?.error?.why).toBe("Cancelled")
  await blocked.finishAll(2)
  expect((await calls[1])?.success).toBe(true)
})
