import { createToolgate, defineTool, type Toolgate } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { openTelemetry, type TelemetryOptions } from "../src/index.ts"
import { openReceiver } from "./receiver.ts"

const parameters = { type: "object", properties: { text: { type: "string" } } } as const

const greet = defineTool({
  name: "greet",
  description: "Greets.",
  parameters,
  sideEffects: "NONE",
  execute: ({ text = "world" }: { readonly text?: string }) => `Hello, ${text}.`
})

const write = defineTool({
  name: "write",
  description: "Writes.",
  parameters,
  sideEffects: "WRITE",
  execute: () => "Written."
})

/** Returns the trace context of its call, and calls `greet`. */
const parent = defineTool({
  name: "parent",
  description: "Calls another tool.",
  parameters,
  sideEffects: "NONE",
  execute: async (_args, { dispatch, traceparent }) => {
    await dispatch({ id: "child", tool: "greet", args: {} })
    return traceparent ?? "none"
  }
})

const broken = defineTool({
  name: "broken",
  description: "Fails.",
  parameters,
  sideEffects: "NONE",
  execute: () => {
    throw new Error("The token is hunter22.")
  }
})

const open = async (options: TelemetryOptions = {}, answers = true) => {
  const receiver = await openReceiver(answers)
  const gate = await createToolgate({
    workspace: ".",
    policy: "default",
    tools: [greet, write, parent, broken],
    onAsk: "wait"
  })
  const telemetry = await openTelemetry(gate, { endpoint: receiver.endpoint, intervalMs: 3_600_000, ...options })
  onTestFinished(async () => {
    await gate.close()
    await telemetry.close()
    await receiver[Symbol.asyncDispose]()
  })
  return { receiver, gate, telemetry }
}

const traceId = "0af7651916cd43dd8448eb211c80319c"
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

/** Decides the next question of a gate. */
const decideNext = async (gate: Toolgate, decision: "approve" | "deny") => {
  const { value } = await gate.approvals[Symbol.asyncIterator]().next()
  await gate.approvals.decide(value.id, { decision })
  return value.id as string
}

describe("traces", () => {
  it("exports one span for a call, with the attributes of the GenAI conventions", async () => {
    const { receiver, gate, telemetry } = await open()
    await gate.dispatch({ id: "7", tool: "greet", args: {} }, { session: "s", turn: "t", agent: "builder" })
    await telemetry.flush()
    const [span, ...more] = receiver.spans()
    expect(more).toEqual([])
    expect(span).toMatchObject({ name: "execute_tool greet", status: { code: 1 } })
    expect(span?.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "greet",
      "gen_ai.tool.call.id": "7",
      "gen_ai.tool.type": "function",
      "gen_ai.conversation.id": "s",
      "gen_ai.agent.name": "builder",
      "toolgate.outcome": "completed",
      "toolgate.verdict": "allow",
      "toolgate.rule": expect.any(String),
      "toolgate.rule.layer": expect.any(String),
      "toolgate.rule.source": expect.any(String),
      "toolgate.executed": "yes",
      "toolgate.sandbox": "host",
      "toolgate.turn": "t",
      "toolgate.duration_ms": expect.any(Number),
      "toolgate.waited_ms": 0
    })
    expect(BigInt(span?.endTimeUnixNano ?? 0) >= BigInt(span?.startTimeUnixNano ?? 1)).toBe(true)
  })

  it("names the reason of a failure, and exports nothing of what the tool said", async () => {
    const { receiver, gate, telemetry } = await open()
    await gate.dispatch({ id: "1", tool: "broken", args: {} })
    await gate.dispatch({ id: "2", tool: "nosuch", args: {} })
    await gate.dispatch({ id: "3", tool: "greet", args: { text: 5 } })
    await telemetry.flush()
    expect(receiver.spans().map(({ status, attributes }) => [status, attributes["error.type"]])).toEqual([
      [{ code: 2, message: "ToolFailed" }, "ToolFailed"],
      [{ code: 2, message: "ToolNotFound" }, "ToolNotFound"],
      [{ code: 2, message: "InvalidArgs" }, "InvalidArgs"]
    ])
    expect(receiver.spans().map(({ attributes }) => attributes["toolgate.outcome"])).toEqual([
      "failed",
      "refused",
      "invalid"
    ])
    expect(receiver.received.map(({ body }) => body.toString()).join()).not.toContain("hunter22")
  })

  it.each(["approve", "deny"] as const)("makes the wait for a person a child span: %s", async (decision) => {
    const { receiver, gate, telemetry } = await open()
    const answer = gate.dispatch({ id: "1", tool: "write", args: {} })
    const id = await decideNext(gate, decision)
    await answer
    await telemetry.flush()
    const [wait, call] = receiver.spans()
    expect([wait?.name, wait?.parentSpanId, wait?.traceId]).toEqual(["toolgate.approval", call?.spanId, call?.traceId])
    expect(wait?.attributes).toEqual({ "toolgate.approval.id": id, "toolgate.approval.decision": decision })
    expect(call?.attributes).toMatchObject({
      "toolgate.verdict": "ask",
      "toolgate.executed": decision === "approve" ? "yes" : "no",
      ...(decision === "approve" ? { "toolgate.approval.id": id } : { "error.type": "UserDenied" })
    })
  })

  it("ends the wait of a deferred call when the decision comes, under the span of the call", async () => {
    const { receiver, gate, telemetry } = await open()
    const { pending } = await gate.dispatch({ id: "1", tool: "write", args: {} }, { defer: true, traceparent })
    await telemetry.flush()
    expect(receiver.spans().map(({ name, attributes }) => [name, attributes["toolgate.outcome"]])).toEqual([
      ["execute_tool write", "pending"]
    ])
    await gate.approvals.decide(pending?.approvalId ?? "", { decision: "approve" })
    await gate.resume(pending?.approvalId ?? "")
    await telemetry.flush()
    const [asked, wait, resumed] = receiver.spans()
    expect([asked?.traceId, resumed?.traceId]).toEqual([traceId, traceId])
    expect(wait).toMatchObject({ name: "toolgate.approval", parentSpanId: asked?.spanId })
    expect(resumed?.attributes).toMatchObject({ "toolgate.outcome": "completed", "toolgate.verdict": "ask" })
  })

  it("joins the caller's trace, and makes a child call the child of its parent's span", async () => {
    const { receiver, gate, telemetry } = await open()
    const { output } = await gate.dispatch({ id: "1", tool: "parent", args: {} }, { traceparent })
    await telemetry.flush()
    const [child, call] = receiver.spans()
    expect(call).toMatchObject({ name: "execute_tool parent", traceId, parentSpanId: "b7ad6b7169203331" })
    expect(child).toMatchObject({ name: "execute_tool greet", traceId, parentSpanId: call?.spanId })
    expect(child?.attributes["toolgate.parent.id"]).toBe("1")
    expect(output.content).toEqual([{ type: "text", text: `00-${traceId}-${call?.spanId}-01` }])
  })

  it("exports no span of a trace that its caller does not sample, and passes the trace context on", async () => {
    const { receiver, gate, telemetry } = await open()
    const unsampled = `${traceparent.slice(0, -1)}0`
    const { output } = await gate.dispatch({ id: "1", tool: "parent", args: {} }, { traceparent: unsampled })
    await telemetry.flush()
    expect(receiver.spans()).toEqual([])
    expect(output.content).toEqual([{ type: "text", text: unsampled }])
  })

  it("joins the trace of a session's call, and of a resumed call with a trace context", async () => {
    const { receiver, gate, telemetry } = await open()
    const session = await gate.session({ id: "s" })
    await session.dispatch({ id: "1", tool: "greet", args: {} }, { traceparent })
    const { pending } = await session.dispatch({ id: "2", tool: "write", args: {} }, { defer: true })
    await gate.approvals.decide(pending?.approvalId ?? "", { decision: "approve" })
    await session.resume(pending?.approvalId ?? "", { traceparent })
    await telemetry.flush()
    const calls = receiver.spans().filter(({ name }) => name.startsWith("execute_tool"))
    expect(calls.map((span) => span.traceId === traceId)).toEqual([true, false, true])
  })

  it("begins a trace for a call whose trace context is invalid", async () => {
    const { receiver, gate, telemetry } = await open()
    const { success } = await gate.dispatch({ id: "1", tool: "greet", args: {} }, { traceparent: "00-0-0-01" })
    await telemetry.flush()
    expect(success).toBe(true)
    expect(receiver.spans()[0]?.parentSpanId).toBeUndefined()
  })

  it("adds arguments and results only on request, without their secrets", async () => {
    const { receiver, gate, telemetry } = await open({ contents: true })
    const text = "postgres://ada:hunter22@db/shop"
    await gate.dispatch({ id: "1", tool: "greet", args: { text } })
    await telemetry.flush()
    expect(receiver.spans()[0]?.attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"text":"postgres://ada:[redacted]@db/shop"}',
      "gen_ai.tool.call.result": expect.stringContaining("Hello, postgres://ada:[redacted]@db/shop.")
    })
    expect(receiver.received.map(({ body }) => body.toString()).join()).not.toContain("hunter22")
  })

  it("sends the headers and the encoding of the options", async () => {
    const { receiver, gate, telemetry } = await open({ headers: { "x-token": "abc" }, protocol: "http/protobuf" })
    await gate.dispatch({ id: "1", tool: "greet", args: {} })
    await telemetry.flush()
    const [{ path, headers, body } = expect.fail("no request")] = receiver.received
    expect([path, headers["x-token"], headers["content-type"]]).toEqual(["/v1/traces", "abc", "application/x-protobuf"])
    expect(body.includes("execute_tool greet")).toBe(true)
  })
})

describe("metrics", () => {
  it("counts calls by outcome, durations and approvals, the same by OTLP as for Prometheus", async () => {
    const { receiver, gate, telemetry } = await open()
    for (const id of ["1", "2"]) await gate.dispatch({ id, tool: "greet", args: {} })
    await gate.dispatch({ id: "3", tool: "broken", args: {} })
    await gate.dispatch({ id: "4", tool: "made-up", args: {} })
    const answer = gate.dispatch({ id: "5", tool: "write", args: {} })
    const questions = gate.approvals[Symbol.asyncIterator]()
    const { value: question } = await questions.next()
    expect(telemetry.metrics()).toContain("\ntoolgate_approvals_waiting 1\n")
    await gate.approvals.decide(question.id, { decision: "deny" })
    await answer
    const text = telemetry.metrics()
    for (const line of [
      'toolgate_calls_total{gen_ai_tool_name="greet",toolgate_outcome="completed"} 2',
      'toolgate_calls_total{gen_ai_tool_name="broken",toolgate_outcome="failed"} 1',
      'toolgate_calls_total{gen_ai_tool_name="_OTHER",toolgate_outcome="refused"} 1',
      'toolgate_calls_total{gen_ai_tool_name="write",toolgate_outcome="refused"} 1',
      'toolgate_approvals_total{toolgate_approval_decision="deny"} 1',
      "toolgate_approvals_waiting 0"
    ])
      expect(text.split("\n")).toContain(line)
    expect(text).toMatch(/^gen_ai_execute_tool_duration_seconds_count\{.*tool_name="greet"\} 2$/m)
    expect(text).not.toMatch(/duration_seconds_count\{.*"write"/)
    await telemetry.close()
    const counts = receiver.points("toolgate.calls")
    expect(counts.map((one: Record<string, unknown>) => [one["gen_ai.tool.name"], one.asDouble])).toEqual([
      ["greet", 2],
      ["broken", 1],
      ["_OTHER", 1],
      ["write", 1]
    ])
    const durations = receiver.points("gen_ai.execute_tool.duration")
    expect(durations[0]).toMatchObject({ count: 2, "gen_ai.tool.name": "greet", unit: "s" })
    expect(durations[1]).toMatchObject({ count: 1, "error.type": "ToolFailed" })
  })

  it("leaves the wait for a person out of the duration", async () => {
    const { gate, telemetry } = await open()
    const answer = gate.dispatch({ id: "1", tool: "write", args: {} })
    await decideNext(gate, "approve")
    const { durationMs, waitedMs } = await answer
    expect(waitedMs).toBeGreaterThan(0)
    const [, sum] = /duration_seconds_sum\{.*"write".*\} (\S+)/.exec(telemetry.metrics()) ?? []
    expect(Number(sum)).toBe(durationMs / 1000)
  })

  it("counts without a receiver", async () => {
    const gate = await createToolgate({ workspace: ".", policy: "default", tools: [parent, greet] })
    const telemetry = await openTelemetry(gate)
    const { output } = await gate.dispatch({ id: "1", tool: "parent", args: {} }, { traceparent })
    expect(telemetry.metrics()).toContain(
      'toolgate_calls_total{gen_ai_tool_name="parent",toolgate_outcome="completed"} 1'
    )
    // Without spans, the caller's trace context is passed on.
    expect(output.content).toEqual([{ type: "text", text: traceparent }])
    await gate.close()
    await telemetry.close()
  })
})

describe("a receiver that fails", () => {
  it("bounds what waits for a receiver that never answers, and counts what it drops", async () => {
    const { gate, telemetry, receiver } = await open({ mostWaiting: 4, timeoutMs: 50, closeMs: 30 }, false)
    const calls = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, tool: "greet", args: {} }))
    const answers = await gate.dispatchAll(calls)
    expect(answers.every(({ success }) => success)).toBe(true)
    const text = telemetry.metrics()
    expect(text).toContain('toolgate_calls_total{gen_ai_tool_name="greet",toolgate_outcome="completed"} 40')
    expect(text).toMatch(/^toolgate_telemetry_dropped_total 36$/m)
    await telemetry.flush()
    expect(telemetry.metrics()).toMatch(/^toolgate_telemetry_failures_total 1$/m)
    await telemetry.close()
    expect(receiver.spans()).toHaveLength(4)
  })

  it("affects no call when it is unreachable, and closes", async () => {
    const receiver = await openReceiver()
    await receiver[Symbol.asyncDispose]()
    const gate = await createToolgate({ workspace: ".", policy: "default", tools: [greet] })
    const telemetry = await openTelemetry(gate, { endpoint: receiver.endpoint, closeMs: 30 })
    const { success } = await gate.dispatch({ id: "1", tool: "greet", args: {} })
    expect(success).toBe(true)
    await gate.close()
    await telemetry.close()
  })

  it("exports on close what still waits", async () => {
    const { receiver, gate, telemetry } = await open()
    for (const id of ["1", "2", "3"]) await gate.dispatch({ id, tool: "greet", args: {} })
    await gate.close()
    await telemetry.close()
    expect(receiver.spans()).toHaveLength(3)
  })
})

it("rejects an object that is not a gate, and an address that is not HTTP", async () => {
  await expect(openTelemetry({})).rejects.toThrow(TypeError)
  const gate = await createToolgate({ workspace: ".", policy: "default", tools: [] })
  onTestFinished(() => gate.close())
  await expect(openTelemetry(gate, { endpoint: "grpc://host" })).rejects.toThrow('"endpoint" must be an HTTP address')
})
