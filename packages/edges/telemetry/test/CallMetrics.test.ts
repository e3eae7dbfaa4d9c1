import { expect, it } from "vitest"
import { CallMetrics } from "../src/CallMetrics.ts"
import { makeEndedCall } from "./makeEndedCall.ts"

it("bounds the number of series, whatever names servers give their tools", () => {
  const metrics = new CallMetrics(() => 0)
  for (let at = 0; at < 1_200; at++) metrics.end(makeEndedCall(`tool ${at}`))
  metrics.end(makeEndedCall("tool 1"))
  const counts = metrics.format().match(/^toolgate_calls_total\{.*$/gm) ?? []
  expect(counts.length).toBe(1_001)
  expect(counts).toContain('toolgate_calls_total{gen_ai_tool_name="tool 1",toolgate_outcome="completed"} 2')
  expect(counts).toContain('toolgate_calls_total{gen_ai_tool_name="_OTHER",toolgate_outcome="completed"} 200')
})
