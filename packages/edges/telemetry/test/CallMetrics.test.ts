import { unenforced } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import { expect, it } from "vitest"
import { CallMetrics } from "../src/CallMetrics.ts"

const { context } = makePermissionRequest()

const end = (metrics: CallMetrics, toolName: string) => {
  const about = { session: "s", turn: "t", agent: "a", callId: "1", toolName, at: 0 }
  const times = { durationMs: 1, waitedMs: 0 }
  const answer = {
    ...times,
    callId: "1",
    toolName,
    effects: [],
    arguments: {},
    success: true,
    output: { content: [], success: true, metadata: {} },
    error: undefined,
    executed: "yes",
    sandbox: "host",
    enforced: unenforced
  } as const
  const call = { context, startedAt: 0, permit: undefined, answer, trace: undefined }
  metrics.end({ event: { ...about, ...times, type: "tool.completed" }, call, answer, endedAt: 0 })
}

it("bounds the number of series, whatever names servers give their tools", () => {
  const metrics = new CallMetrics(() => 0)
  for (let at = 0; at < 3_000; at++) end(metrics, `tool ${at}`)
  end(metrics, "tool 1")
  const counts = metrics.format().match(/^toolgate_calls_total\{.*$/gm) ?? []
  expect(counts).toHaveLength(1_001)
  expect(counts).toContain('toolgate_calls_total{gen_ai_tool_name="tool 1",toolgate_outcome="completed"} 2')
  expect(counts).toContain('toolgate_calls_total{gen_ai_tool_name="_OTHER",toolgate_outcome="completed"} 2000')
})
