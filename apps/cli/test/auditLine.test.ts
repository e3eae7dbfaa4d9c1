import type { AuditRecord } from "@toolgate/audit"
import { expect, it } from "vitest"
import { auditLine } from "../src/auditLine.ts"

it("a failed call says on its line whether it took effect, as far as anybody knows", () => {
  const line = (executed: "no" | "yes" | "unknown") =>
    auditLine({
      kind: "tool.call.failed",
      agent: "clerk",
      tool: "pay",
      tool_call_id: "1",
      session: "s",
      turn: "t",
      intent: { segment: "s", seq: 2 },
      executed,
      duration_ms: 12,
      error: { class: "execution_error", why: "ToolFailed", message: "The bank did not answer." },
      seq: 3,
      at: "2026-01-01T00:00:00.000Z",
      prev: "p",
      hash: "h"
    } as AuditRecord)
  const said = "2026-01-01T00:00:00.000Z  clerk  pay  failed: execution_error: The bank did not answer."
  expect(line("unknown")).toBe(`${said} (12 ms; whether it took effect is not known)\n`)
  expect(line("yes")).toBe(`${said} (12 ms)\n`)
  expect(line("no")).toBe(`${said} (not begun)\n`)
})
