import { AuditLog, defineTool, ToolRegistry } from "@toolgate/core"
import { findFailedRows } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { openSpeaker, transports } from "./openSpeaker.ts"
import { stuck } from "./stuckTool.ts"

const call = (tool_call_id: string, tool: string, args: object = {}, more: object = {}) => ({
  op: "tool_call",
  tool_call_id,
  tool,
  args,
  ...more
})

// The contract of a supervisor with its agents, over every transport.
describe.each(transports)("an agent over %s", (transport) => {
  const open = (parts: Parameters<typeof openSpeaker>[1] = {}) => openSpeaker(transport, parts)

  it("first receives who it is and the tools that it may call, then their changes", async () => {
    const policy = "version: 1\nagents: { reader: { tools: [Read, Echo] } }\n"
    const { next, nextOf, runtime } = await open({ agent: "reader", policy })
    const hello = await next()
    expect(hello).toMatchObject({ op: "hello", version: 6, agent: "reader" })
    expect(hello.tools.map(({ name }: { name: string }) => name)).toEqual(["Echo", "Read"])
    const registry = await runtime.runPromise(ToolRegistry)
    await runtime.runPromise(registry.remove("Echo"))
    const { tools } = await nextOf("tools_changed")
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["Read"])
  })

  it("receives each answer once, as the calls end", async () => {
    const opened: Array<() => void> = []
    const slow = defineTool({
      name: "slow",
      description: "Waits.",
      parameters: { type: "object" },
      sideEffects: "NONE",
      execute: () => new Promise((resolve) => opened.push(() => resolve("done")))
    })
    const { send, nextOf } = await open({ tools: [slow] })
    send(call("slow", "slow"))
    const quick = Array.from({ length: 1_000 }, (_, i) => `quick ${i}`)
    send(...quick.map((id) => call(id, "Echo", { text: id })))
    const answered: Array<string> = []
    while (answered.length < quick.length) {
      const { tool_call_id, result } = await nextOf("tool_response")
      expect(result).toEqual({ text: tool_call_id })
      answered.push(tool_call_id)
    }
    expect(answered.toSorted()).toEqual(quick.toSorted())
    for (const end of opened) end()
    expect(await nextOf("tool_response")).toMatchObject({ tool_call_id: "slow", ok: true })
  })

  it("has its idempotency key passed to a tool, or else the id of the call", async () => {
    const tell = defineTool({
      name: "tell_key",
      description: "Tells its idempotency key.",
      parameters: { type: "object" },
      sideEffects: "NONE",
      execute: (_args, { idempotencyKey }) => ({ idempotencyKey })
    })
    const { send, nextOf } = await open({ tools: [tell] })
    send(call("1", "tell_key"))
    expect((await nextOf("tool_response")).result).toEqual({ idempotencyKey: "1" })
    send(call("2", "tell_key", {}, { idempotency_key: "order 7" }))
    expect((await nextOf("tool_response")).result).toEqual({ idempotencyKey: "order 7" })
  })

  it("cancels a running call and a queued call", async () => {
    const { send, nextOf } = await open({ tools: [stuck], bounds: { callsInFlight: 2 } })
    send(...["running", "running too", "waiting"].map((id) => call(id, "stuck")))
    const ids = ["waiting", "never there", "running", "running too"]
    send(...ids.map((tool_call_id) => ({ op: "tool_cancel", tool_call_id, later: 1 })))
    const ended: Array<unknown> = []
    for (let i = 0; i < 3; i++) {
      const { tool_call_id, ok, message } = await nextOf("tool_response")
      ended.push(`${tool_call_id} ${ok} ${message}`)
    }
    expect(ended.toSorted()).toEqual([
      "running false The call was cancelled.",
      "running too false The call was cancelled.",
      "waiting false The call was cancelled."
    ])
  })

  it("has a call ended for which it no longer waits", async () => {
    const { send, nextOf } = await open({ tools: [stuck] })
    send(call("1", "stuck", {}, { timeout_ms: 50 }))
    expect((await nextOf("tool_response")).message).toBe("The call did not end before its caller's deadline.")
  })

  it("receives a call's output before its answer", async () => {
    const printing = defineTool({
      name: "printing",
      description: "Prints.",
      parameters: { type: "object" },
      sideEffects: "NONE",
      execute: (_args, { emit }) => {
        emit("stdout", "one\n")
        emit("stderr", "two\n")
        return "three"
      }
    })
    const { send, next } = await open({ tools: [printing] })
    await next()
    send(call("1", "printing"))
    expect(await next()).toMatchObject({ op: "tool_output_delta", stream: "stdout", text: "one\n" })
    expect(await next()).toMatchObject({ op: "tool_output_delta", stream: "stderr", text: "two\n" })
    expect(await next()).toMatchObject({ op: "tool_response", ok: true })
  })

  const asks = "version: 1\nrules: { ask: [Echo] }\n"

  it("learns that a person is asked, and then the answer", async () => {
    const onAsk = async () => ({ decision: "deny", reason: "not today" }) as const
    const { send, next } = await open({ policy: asks, onAsk })
    await next()
    send(call("1", "Echo", { text: "hello" }))
    expect(await next()).toMatchObject({ op: "approval_pending", tool_call_id: "1", approval_id: expect.any(String) })
    expect(await next()).toMatchObject({
      op: "tool_response",
      error: "permission_denied",
      message: expect.stringContaining("not today")
    })
  })

  it("receives a deferred answer at once if its calls are deferred", async () => {
    const onAsk = () => new Promise<never>(() => {})
    const { send, nextOf } = await open({ policy: asks, onAsk, defer: { expiresMs: 60_000 } })
    send(call("1", "Echo", { text: "hello" }))
    const { ok, pending, metadata } = await nextOf("tool_response")
    expect([ok, typeof pending.approval_id, metadata.executed]).toEqual([false, "string", "no"])
  })

  it("has a call refused and recorded that an unknown field could restrict, and goes on", async () => {
    const recorded: Array<unknown> = []
    const unrecorded = { intend: () => Effect.void, end: () => {} }
    const audit = Layer.succeed(AuditLog, {
      entry: () => unrecorded,
      refused: ({ callId, toolName, error }) => void recorded.push([callId, toolName, error?.why])
    })
    const { send, nextOf } = await open({ audit })
    send(call("1", "Echo", { text: "a" }, { dry_run: true }))
    expect(await nextOf("tool_response")).toMatchObject({
      ok: false,
      error: "invalid_args",
      message:
        'The tool_call was refused: "/dry_run" is an unknown member. It may narrow what is allowed, so it cannot be ignored: leave it out, or update the Toolgate that reads it.',
      metadata: { executed: "no" }
    })
    send(call("1", "Echo", { text: "a" }))
    expect((await nextOf("tool_response")).ok).toBe(true)
    expect(recorded).toEqual([["1", "Echo", "InvalidArgs"]])
  })

  it("has a request with a repeated member refused alone, at any position", async () => {
    const { send, nextOf } = await open()
    send(
      '{"op":"tool_call","tool_call_id":"1","tool":"Echo","args":{"text":"a","text":"b"}}',
      '{"op":"tool_call","tool_call_id":"2","tool":"Echo","args":{"text":"a","\\u0074ext":"a"}}',
      '{"op":"tool_call","tool_call_id":"3","tool":"Echo","args":{"text":"a","x":[{"y":1,"y":2}]}}',
      '{"op":"tool_call","tool_call_id":"4","tool":"Read","args":{},"tool":"Echo","args":{"text":"a"}}',
      '{"op":"agent_start","agent_id":"5","agent":"a","command":["true"],"agent":"b"}',
      '{"op":"tool_call","tool_call_id":"6","tool":"Echo","args":{"text":"a"}}'
    )
    const answers = new Map<string, unknown>()
    while (answers.size < 5) {
      const { tool_call_id, ok, message } = await nextOf("tool_response")
      answers.set(tool_call_id, ok || message)
    }
    expect(answers.get("1")).toContain('at line 1, column 71, the property "text" is given twice.')
    expect(answers.get("2")).toContain('the property "text" is given twice.')
    expect(answers.get("3")).toContain('the property "y" is given twice.')
    expect(answers.get("4")).toContain('the property "tool" is given twice.')
    expect(answers.get("6")).toBe(true)
  })

  it("is told which frame is invalid and why, has its calls cancelled, and is ended", async () => {
    const echo = (args: string) => `{"op":"tool_call","tool_call_id":"1","tool":"Echo","args":${args}}`
    const names = Array.from({ length: 20_001 }, (_, i) => `"${i}":1`).join()
    const rows: ReadonlyArray<readonly [string, readonly [ReadonlyArray<string>, RegExp]]> = [
      ["not JSON", [["{]"], /^frame 1 is not JSON/]],
      ["half of a frame", [['{"op":"tool_call","tool_call_id":'], /^frame 1 is not JSON/]],
      ["a byte order mark", [["\ufeff{}"], /^frame 1 is not JSON/]],
      ["no object", [["42"], /^frame 1 is JSON, but not an object/]],
      ["deeply nested", [[echo(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)], /^frame 1 is nested deeper/]],
      ["full of names", [[echo(`{${names}}`)], /^frame 1 holds more than 20000 names/]],
      ["an operation that there is not", [['{"op":"sudo"}'], /^frame 1 .*op/]],
      ["no operation", [["{}"], /^frame 1 .*op/]],
      ["a call without an id", [['{"op":"tool_call","tool":"Echo","args":{}}'], /^frame 1 .*tool_call_id/]],
      ["a time beyond every number", [[echo("{}").replace("}}", '},"timeout_ms":1e999}')], /^frame 1 .*timeout_ms/]],
      ["an operation of a prototype", [['{"op":"__proto__"}'], /^frame 1 .*op/]],
      ["a response", [['{"op":"tool_response","tool_call_id":"1","ok":true,"result":{}}'], /which runners may not/]],
      ["a number for an id", [['{"op":"tool_call","tool_call_id":1,"tool":"Echo"}'], /^frame 1 .*tool_call_id/]],
      ["an id twice in flight", [Array(2).fill(echo("{}").replace("Echo", "stuck")), /^frame 2 has the tool_call_id/]],
      ["a bad one after a good one", [[echo('{"text":""}'), "", "nonsense"], /^frame 2 is not JSON/]],
      ["a repeated member", [['{"op":"tool_cancel","tool_call_id":"1","tool_call_id":"2"}'], /^frame 1 cannot be foll/]]
    ]
    const failed = await findFailedRows(rows, async ([frames, says]) => {
      const { send, nextOf, next } = await open({ tools: [stuck] })
      send(...frames)
      expect((await nextOf("protocol_error")).message).toMatch(says)
      expect(await next()).toBeUndefined()
    })
    expect(failed).toEqual({})
  })

  it("has its calls cancelled when it closes the connection", async () => {
    const started = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const held = defineTool({
      name: "held",
      description: "Waits.",
      parameters: { type: "object" },
      sideEffects: "NONE",
      execute: (_args, { signal }) => {
        signal.addEventListener("abort", () => cancelled.resolve())
        started.resolve()
        return cancelled.promise
      }
    })
    const { send, close } = await open({ tools: [held] })
    send(call("1", "held"))
    await started.promise
    close()
    await cancelled.promise
  })
})

it("an agent that connects by itself may not start programs on the machine of its supervisor", async () => {
  const { send, nextOf, logs } = await openSpeaker("a WebSocket")
  send({ op: "agent_start", agent_id: "1", agent: "child", command: ["touch", "/tmp/never"] })
  expect(await nextOf("agent_started")).toEqual({
    op: "agent_started",
    agent_id: "1",
    ok: false,
    error: "permission_denied",
    message: 'The agent "child" was not started: an agent that connects by itself may not start programs here.'
  })
  expect(logs.join()).toContain("A child agent was refused.")
})
