import { openTelemetry } from "@toolgate/telemetry"
import { expect, it, onTestFinished } from "vitest"
import { openReceiver } from "../../telemetry/test/receiver.ts"
import { openTestServer } from "./openTestServer.ts"

const openWithTelemetry = async () => {
  const receiver = await openReceiver()
  const opened = await openTestServer({ metrics: () => telemetry.metrics() })
  const telemetry = await openTelemetry(opened.gate, { endpoint: receiver.endpoint, intervalMs: 3_600_000 })
  onTestFinished(async () => {
    await telemetry.close()
    await receiver[Symbol.asyncDispose]()
  })
  const { ask } = await opened.addToken({ name: "agent", rights: ["call", "read"] })
  const { id } = (await ask("POST", "/v1/sessions", {})).body
  return { ...opened, ask, session: `/v1/sessions/${id}`, receiver, telemetry }
}

const call = { tool: "say", args: { text: "x" } }

it("shows the metrics of the gate and of the server, as text for Prometheus", async () => {
  const { ask, session, url, askWith, addToken } = await openWithTelemetry()
  const { secret } = await addToken({ name: "listener" })
  const stream = await fetch(`${url}/v1/events`, { headers: { authorization: `Bearer ${secret}` } })
  await ask("POST", `${session}/calls`, call)
  const { status, headers, body } = await ask("GET", "/metrics")
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4"])
  const lines = body.split("\n")
  for (const line of [
    'toolgate_calls_total{gen_ai_tool_name="say",toolgate_outcome="completed"} 1',
    "# TYPE toolgate_server_streams gauge",
    "toolgate_server_streams 1",
    "toolgate_server_sessions 1"
  ])
    expect(lines).toContain(line)
  await stream.body?.cancel()
  const { ask: caller } = await addToken({ name: "caller" })
  expect([(await caller("GET", "/metrics")).status, (await askWith(undefined)("GET", "/metrics")).status]).toEqual([
    403, 401
  ])
})

it("joins the trace of a call, a batch, a turn and a script, and ignores an invalid trace context", async () => {
  const { ask, session, receiver, telemetry } = await openWithTelemetry()
  const send = async (path: string, body: object, traceparent: string) =>
    expect((await ask("POST", session + path, body, { traceparent })).status).toBe(200)
  const traces = ["1", "2", "3", "4"].map((digit) => digit.repeat(32))
  const [one, two, three, four] = traces.map((trace) => `00-${trace}-b7ad6b7169203331-01`) as [
    string,
    string,
    string,
    string
  ]
  await send("/calls", call, one)
  await send("/batches", { calls: [call] }, two)
  await send("/turns", { calls: [call] }, three)
  // The gate has no tool for scripts. The refused call has a span as well.
  await send("/scripts", { code: "1" }, four)
  await send("/calls", call, "00-0-0-01")
  await telemetry.flush()
  const spans = receiver.spans()
  expect(spans.map(({ name }) => name)).toEqual([
    ...Array(3).fill("execute_tool say"),
    "execute_tool run_script",
    "execute_tool say"
  ])
  expect(spans.slice(0, 4).map(({ traceId }) => traceId)).toEqual(traces)
  expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([...Array(4).fill("b7ad6b7169203331"), undefined])
})
