import type { ApprovalRequest, ToolEvent } from "@toolgate/core"
import { expect, it } from "vitest"
import { getMessageId, reportQuestion, toReported, writeBody } from "../../src/webhooks/describeEvent.ts"

const about = { at: 0, session: "s", turn: "t", agent: "a", callId: "c", toolName: "deploy" }
const failed = {
  ...about,
  type: "tool.failed",
  errorClass: "permission_denied",
  message: "Denied.",
  executed: "no",
  durationMs: 0,
  waitedMs: 0,
  partialOutput: undefined
} as const satisfies ToolEvent
const request = {
  id: "q1",
  ...about,
  args: { words: ["mysql", "-pswordfish9"], password: "violet meadow" },
  sideEffects: "NETWORK",
  risk: "HIGH",
  why: "It needs swordfish9.",
  summary: 'It runs "mysql" "-pswordfish9", and types violet meadow',
  askedAt: 0,
  expiresAt: 60_000
} as unknown as ApprovalRequest

it("reports a call as denied only if a policy or a person denied it, and nothing was run", () => {
  const isReported = (event: ToolEvent) => toReported(event)?.type === "call.denied"
  expect(isReported(failed)).toBe(true)
  expect(isReported({ ...failed, errorClass: "user_denied" })).toBe(true)
  expect(isReported({ ...failed, errorClass: "timeout" })).toBe(false)
  expect(isReported({ ...failed, executed: "yes" })).toBe(false)
  expect(isReported({ ...failed, approvalId: "q1" })).toBe(false)
  expect(isReported({ ...about, type: "tool.completed", durationMs: 0, waitedMs: 0 })).toBe(false)
})

it("removes the secrets of the arguments wherever the card repeats them", () => {
  const body = writeBody(reportQuestion(request), request, undefined)
  expect(body).not.toMatch(/swordfish|violet/)
  expect(JSON.parse(body).data).toMatchObject({ why: "It needs [redacted].", approvalId: "q1", risk: "HIGH" })
})

it("has neither the arguments nor a digest", () => {
  const { data } = JSON.parse(writeBody(reportQuestion(request), request, "https://gate.example/approvals/q1"))
  expect(Object.keys(data).toSorted()).toEqual(
    ["agent", "approvalId", "callId", "expiresAt", "link", "risk", "session", "sideEffects", "summary", "tool"].concat([
      "turn",
      "why"
    ])
  )
})

it("escapes hidden characters and bounds every text", () => {
  const long = "x".repeat(10_000_000)
  const event = toReported({ ...failed, callId: `c\u202e${long}`, session: long, toolName: long, message: long })
  if (event === undefined) throw new Error("The event is not reported.")
  const body = writeBody(event, undefined, undefined)
  expect(body.length).toBeLessThan(10_000)
  expect(body).not.toContain("\u202e")
  expect(JSON.parse(body).data.callId).toMatch(/^c\\u202ex/)
  const card = { ...request, summary: long, why: long }
  expect(writeBody(reportQuestion(card), card, undefined).length).toBeLessThan(40_000)
})

it("gives a question the same id in each process, and another for its end", () => {
  const asked = toReported({
    ...about,
    type: "tool.confirmation_requested",
    approvalId: "q1",
    sideEffects: "network",
    summary: "",
    why: "",
    projectedModifications: [],
    expiresAt: 60_000
  })
  const ended = toReported({ ...about, type: "tool.confirmation_resolved", approvalId: "q1", decision: "deny" })
  if (asked === undefined || ended === undefined) throw new Error("An event is not reported.")
  expect(getMessageId(asked)).toBe(getMessageId(reportQuestion(request)))
  expect(getMessageId(ended)).not.toBe(getMessageId(asked))
})

it("writes a time that is too late for a date", () => {
  const late = { ...request, expiresAt: Number.MAX_VALUE }
  expect(JSON.parse(writeBody(reportQuestion(late), late, undefined)).data.expiresAt).toBe(
    "+275760-09-13T00:00:00.000Z"
  )
})
