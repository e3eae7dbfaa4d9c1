import { Compile } from "typebox/schema"
import { expect, it } from "vitest"
import { buildProtocolSchema } from "../../src/protocol.ts"

it("covers every message, by name and sender", () => {
  const schema = buildProtocolSchema()
  expect(Object.keys(schema.$defs as object)).toEqual([
    "runner",
    "supervisor",
    "tool_call",
    "tool_cancel",
    "agent_start",
    "agent_stop",
    "agent_result",
    "hello",
    "tools_changed",
    "tool_response",
    "tool_output_delta",
    "approval_pending",
    "shutdown",
    "agent_started",
    "agent_ended",
    "protocol_error"
  ])
})

it("is a self-contained schema that validates messages", () => {
  const validator = Compile(buildProtocolSchema())
  expect(validator.Check({ op: "tool_call", tool_call_id: "1", tool: "Echo" })).toBe(true)
  expect(validator.Check({ op: "tool_call", tool_call_id: "1", tool: "Echo", later: 1 })).toBe(false)
  expect(validator.Check({ op: "tool_cancel", tool_call_id: "1", later: 1 })).toBe(true)
  expect(validator.Check({ op: "tool_call", tool_call_id: "1" })).toBe(false)
  expect(validator.Check({ op: "tool_response", tool_call_id: "1", ok: false, error: "fs_denied", message: "" })).toBe(
    true
  )
  expect(validator.Check({ op: "tool_response", tool_call_id: "1", ok: false, error: "other", message: "" })).toBe(
    false
  )
})
