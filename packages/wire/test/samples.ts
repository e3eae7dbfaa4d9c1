import type { DispatchContext, ToolEvent, ToolExecution } from "@toolgate/core"

/** A refused call, as the gate answers it. */
export const refusedExecution: ToolExecution = {
  callId: "c1",
  toolName: "write_file",
  arguments: undefined,
  success: false,
  output: { content: [{ type: "text", text: "…" }], success: false, metadata: {} },
  error: {
    _tag: "Refused",
    why: "PolicyDenied",
    class: "permission_denied",
    slug: "permission_denied",
    message: "No.",
    details: { rule: "deny" }
  },
  executed: "no",
  sandbox: undefined,
  enforced: undefined,
  durationMs: 0.25,
  waitedMs: 0
}

export const failedEvent: ToolEvent = {
  type: "tool.failed",
  at: 1,
  session: "s",
  turn: "t",
  agent: "a",
  callId: "c1",
  toolName: "x",
  errorClass: "timeout",
  message: "Late.",
  executed: "unknown",
  durationMs: 5,
  waitedMs: 0,
  partialOutput: undefined
}

/** The principal of an agent that another one started, with every member that a ceiling may have. */
export const principal: DispatchContext["principal"] = {
  agent: "reviewer",
  role: "reader",
  onBehalfOf: "ada",
  ceiling: {
    tools: ["read_file"],
    hosts: [{ host: "*.example.com", port: "any" }],
    limits: { wallMs: 1000 },
    readOnly: true
  },
  parent: { agent: "planner", ceiling: { tools: "any", limits: { processes: "unlimited" }, noWeb: true } }
}

export const auditRecord = {
  seq: 2,
  at: "2026-01-31T10:00:00.000Z",
  kind: "tool.call.completed",
  executed: "yes",
  duration_ms: 1.5,
  tool: "read_file",
  tool_call_id: "c1",
  session: "s",
  turn: "t",
  agent: "a",
  intent: { segment: "a.jsonl", seq: 1 },
  prev: "p",
  hash: "h"
}
