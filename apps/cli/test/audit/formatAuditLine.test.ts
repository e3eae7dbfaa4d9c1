import type { AuditRecord } from "@toolgate/wire"
import { expect, it } from "vitest"
import { formatAuditLine } from "../../src/audit/formatAuditLine.ts"

const call = { agent: "clerk", tool: "pay", tool_call_id: "1", session: "s", turn: "t" }

const lineOf = (members: object) =>
  formatAuditLine({ ...members, seq: 3, at: "2026-01-01T00:00:00.000Z", prev: "p", hash: "h" } as AuditRecord)

it("the line of a failed call says whether it took effect, where known", () => {
  const line = (executed: "no" | "yes" | "unknown") =>
    lineOf({
      kind: "tool.call.failed",
      ...call,
      intent: { segment: "s", seq: 2 },
      executed,
      duration_ms: 12,
      error: { class: "execution_error", why: "ToolFailed", message: "The bank did not answer." }
    })
  const said = "2026-01-01T00:00:00.000Z  clerk  pay  failed: execution_error: The bank did not answer."
  expect(line("unknown")).toBe(`${said} (12 ms; whether it took effect is not known)\n`)
  expect(line("yes")).toBe(`${said} (12 ms)\n`)
  expect(line("no")).toBe(`${said} (not begun)\n`)
})

it("the line about lost records names the abandoned file and the reason", () => {
  const line = (more: object) =>
    lineOf({
      kind: "log.lost",
      records: 2,
      refused: 3,
      ...more
    })
  const said = "2026-01-01T00:00:00.000Z  -  log  2 records may be missing, and 3 calls were refused:"
  expect(line({})).toBe(`${said} it could not be written\n`)
  const given_up = (because: string) => ({ given_up: { segment: "a.ndjson", because } })
  expect(line(given_up("removed"))).toBe(`${said} "a.ndjson" was removed while it was written\n`)
  expect(line(given_up("ENOSPC"))).toBe(`${said} "a.ndjson" could not be written (ENOSPC)\n`)
})

it("a denied call says who denied it", () => {
  const line = (more: object) =>
    lineOf({
      kind: "tool.call.denied",
      ...call,
      error: { class: "user_denied", why: "UserDenied", message: "A person denied it." },
      ...more
    })
  const said = "2026-01-01T00:00:00.000Z  clerk  pay  denied"
  expect(line({})).toBe(`${said}: A person denied it.\n`)
  expect(line({ denied_by: "ada" })).toBe(`${said} by ada: A person denied it.\n`)
  expect(line({ denied_by: "ada", denied_from: "console" })).toBe(`${said} by ada (console): A person denied it.\n`)
})

it("a call says for whom it was made, and who approved it", () => {
  const line = (more: object) =>
    lineOf({
      kind: "tool.call.dispatched",
      ...call,
      side_effects: "NETWORK",
      sandbox: "host",
      because: { layer: "rules", rule: "ask pay", source: "p.yaml:1:1" },
      ...more
    })
  const said = (who: string, by: string) =>
    `2026-01-01T00:00:00.000Z  ${who}  pay  dispatched: NETWORK in host, ${by} [ask pay, p.yaml:1:1]\n`
  expect(line({})).toBe(said("clerk", "allowed"))
  expect(line({ on_behalf_of: "ada\n" })).toBe(said(String.raw`clerk for "ada\n"`, "allowed"))
  expect(line({ approval_id: "a" })).toBe(said("clerk", "approved by a person"))
  const approved = { approval_id: "a", approved_by: "ada", approved_from: "console" }
  expect(line(approved)).toBe(said("clerk", "approved by ada (console)"))
  expect(line({ ...approved, proposed_args: {} })).toBe(
    said("clerk", "approved by ada (console) with different arguments than requested")
  )
})

it("an escalation says who answered and what, but never that it was approved", () => {
  const line = (more: object) =>
    lineOf({
      kind: "tool.call.dispatched",
      ...call,
      side_effects: "NONE",
      sandbox: "host",
      because: { layer: "tool", rule: "escalates", source: "built in" },
      approval_id: "a",
      ...more
    })
  const said = (by: string) =>
    `2026-01-01T00:00:00.000Z  clerk  pay  dispatched: NONE in host, ${by} [escalates, built in]\n`
  const deny = { answer: { decision: "deny", note: "Ask the owner.\n" }, answered_by: "ada", answered_from: "console" }
  expect(line(deny)).toBe(said(String.raw`answered with deny by ada (console): "Ask the owner.\n"`))
  expect(line({ answer: { decision: "approve" } })).toBe(said("answered with approve"))
})

it("a use that a provider reports differs from a call, and says what the gate knows of its tool", () => {
  const line = (more: object) =>
    lineOf({ kind: "tool.observed", ...call, tool: "web_search", provider: "openai", standing: "declared", ...more })
  const said = "2026-01-01T00:00:00.000Z  clerk  web_search  observed: used"
  expect(line({ input: { path: "/etc/passwd" } })).toBe(`${said} by the provider openai, as it says\n`)
  expect(line({ failed: true })).toBe(`${said}, and failed by the provider openai, as it says\n`)
  expect(line({ standing: "undeclared" })).toMatch(/as it says; not declared in this session\n$/)
  const hostile = line({ standing: "unknown", provider: "\u001b[2J\nopenai" })
  expect([hostile.includes("\u001b"), hostile.split("\n").length]).toEqual([false, 2])
})

it("an act of an administrator names the person, the subject, the action and the client", () => {
  const line = (more: object) =>
    lineOf({
      kind: "gate.administered",
      action: "token.added",
      by: "ada",
      from: "command line",
      subject: "ci",
      ...more
    })
  const at = "2026-01-01T00:00:00.000Z  "
  expect(line({})).toBe(`${at}ada  ci  token.added ("command line")\n`)
  expect(line({ subject_id: "7f0e", from: "console" })).toBe(`${at}ada  ci (7f0e)  token.added (console)\n`)
  const hostile = line({ by: "\u001b[2J\nada", subject: "\n- log" })
  expect([hostile.includes("\u001b"), hostile.split("\n").length]).toEqual([false, 2])
})
