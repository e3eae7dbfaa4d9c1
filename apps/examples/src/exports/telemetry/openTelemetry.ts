import assert from "node:assert/strict"
import { openTelemetry } from "@toolgate/telemetry"
import { builtins, createToolgate } from "toolgate"

const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
// With `endpoint`, or the variable OTEL_EXPORTER_OTLP_ENDPOINT, it also exports traces and metrics.
await using telemetry = await openTelemetry(gate)
await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
await gate.close()
const counted = 'toolgate_calls_total{gen_ai_tool_name="list_dir",toolgate_outcome="completed"} 1'
assert.ok(telemetry.metrics().split("\n").includes(counted))
